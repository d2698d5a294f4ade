/** One result: each field with the sealed first value, what was changed and why; a correction or decision with a reason; its referral. */
import { Button, Drawer, Input } from 'antd'
import { useState } from 'react'
import { show } from '#kernel/contract/index.ts'
import { Can, Facts, Panel, Rows, Status, Until, confirm, t, toast, tr, useCall, useGo, useSend, type OutOf } from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { screening } from '../../contract/endpoints.ts'
import { RETEST } from '../../contract/entry.ts'
import { ResultRow } from '../../contract/shapes.results.ts'
import { screeningReferral, screeningResult } from '../../contract/states.results.ts'

type Answer = OutOf<(typeof screening)['eyefile.results.get']>
type Field = Answer['fields'][number]
const stale = [screening['eyefile.results.get'], screening['eyefile.results.list'], screening['eyefile.tasks.board']]

export function ResultDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const result = useCall(screening['eyefile.results.get'], { id }, { live: ['screening'] })
  return (
    <Drawer open onClose={onClose} title={result.data?.name ?? ''} size={680} destroyOnHidden keyboard>
      <Until of={result}>{result.data && <Shown result={result.data} />}</Until>
    </Drawer>
  )
}
function Shown({ result }: { result: Answer }) {
  const go = useGo()
  const shape = ResultRow.shape
  return (
    <div className="result-detail">
      <Facts
        items={[
          [t`状态`, <Status key="s" of={screeningResult} value={result.status} />],
          [t`班级`, [result.schoolName, result.className].filter(Boolean).join(' ')],
          [t`筛查日期`, result.measuredOn],
          [t`检查者`, result.staffName],
          [t`视力不良`, tr(show(shape.poorSight, result.poorSight))],
          [t`筛查性近视`, tr(show(shape.screeningMyopia, result.screeningMyopia))],
          [t`矫正`, tr(show(shape.correction, result.correction))],
          [t`预警`, tr(show(shape.warning, result.warning))],
          [t`标准`, result.standard + (result.unverified ? ` · ${t`含待核对原文的界值`}` : '')],
        ]}
      />
      <Referral result={result} />
      <div className="board-chosen">
        <span />
        <Can code="screening:edit">
          {result.isLetterShut && <b className="law-warn">{t`通知单已锁上`}</b>}
          <Renew id={result.id} />
          <Button onClick={() => go(`/print/eyefile-letters/${result.taskId}/${result.id}`)}>{t`告知书`}</Button>
          {result.forVisit && <Button onClick={() => go(`/print/eyefile-referral/${result.taskId}/${result.id}`)}>{t`转诊单`}</Button>}
        </Can>
      </div>
      {result.fields.map((field) => (
        <FieldPanel key={field.field} resultId={result.id} of={field} />
      ))}
      {result.fields.length === 0 && <p className="board-empty">{t`还没有录入。`}</p>}
    </div>
  )
}

/** Another code for the parents' letter. */
function Renew({ id }: { id: number }) {
  const renew = useSend(screening['eyefile.results.renew-letter'], { invalidates: stale, onSuccess: () => toast(t`已保存`, 'ok') })
  return (
    <Button
      loading={renew.isPending}
      onClick={() => void confirm(t`换码后原通知单打不开，请重新打印`).then((yes) => yes && renew.mutate({ id }))}
    >{t`换码`}</Button>
  )
}

function Referral({ result }: { result: Answer }) {
  const list = useCall(
    screening['eyefile.referrals.list'],
    { taskId: result.taskId, page_num: 1, page_size: 0 },
    { enabled: result.referralStatus !== null },
  )
  const referral = list.data?.list.find(({ resultId }) => resultId === result.id)
  const move = useSend(screening['eyefile.referrals.move'], {
    invalidates: [...stale, screening['eyefile.referrals.list']],
    onSuccess: () => toast(t`已保存`, 'ok'),
  })
  if (!referral) return null
  return (
    <Panel
      title={t`转诊建议`}
      note={[referral.toldOn && t`${referral.toldOn} 告知`, referral.visitedOn && t`${referral.visitedOn} 就诊`, referral.reason]
        .filter(Boolean)
        .join(' · ')}
      actions={
        <>
          <Status of={screeningReferral} value={referral.status} />
          <Moves
            of={screeningReferral}
            status={referral.status}
            busy={move.isPending}
            only={['visit', 'refuse', 'reopen']}
            onMove={(step, reason) => move.mutate({ id: referral.id, move: step, ...(reason === undefined ? {} : { reason }) })}
          />
        </>
      }
    >
      {null}
    </Panel>
  )
}

const names: Readonly<Record<string, string>> = {
  glassesType: '戴镜',
  ucvaOd: '右眼裸眼视力',
  ucvaOs: '左眼裸眼视力',
  cvaOd: '右眼戴镜视力',
  cvaOs: '左眼戴镜视力',
  height: '身高',
  weight: '体重',
  outerEye: '外眼',
  unable: '未能配合',
  absent: '缺席',
}
function nameOf(field: string): string {
  const plain = field.replace(RETEST, '')
  const reading = /^ar(Od|Os)(\d)$/.exec(plain)
  const name = reading
    ? reading[1] === 'Od'
      ? t`右眼第 ${reading[2] ?? ''} 次`
      : t`左眼第 ${reading[2] ?? ''} 次`
    : tr(names[plain] ?? plain)
  return field === plain ? name : `${name}（${t`复测`}）`
}
function FieldPanel({ resultId, of: entered }: { resultId: number; of: Field }) {
  const [isOpen, setOpen] = useState(entered.disputed)
  const entries = [
    { ...entered.first, what: t`首次` },
    ...entered.changes.map((change) => ({ ...change, what: entered.heads.some(({ opId }) => opId === change.opId) ? t`现值` : t`更改` })),
  ]
  return (
    <Panel
      title={nameOf(entered.field)}
      note={entered.disputed ? <b className="law-warn">{t`两位检查者不一致，请裁定`}</b> : String(entered.heads[0]?.value ?? '—')}
      actions={
        <Can code="screening:edit">
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {entered.disputed ? t`裁定` : t`更正`}
          </Button>
        </Can>
      }
    >
      {(entries.length > 1 || entered.disputed) && (
        <Rows
          rows={entries}
          rowKey={(row) => row.opId}
          columns={[
            { title: '', cell: (row) => row.what },
            { title: t`数值`, cell: (row) => <b>{String(row.value ?? '—')}</b> },
            { title: t`检查者`, cell: (row) => row.staffName },
            { title: t`时间`, cell: (row) => row.at.slice(5, 16) },
            { title: t`筛查站`, cell: (row) => row.stationName ?? row.device },
            { title: t`原因`, cell: (row) => row.reason },
          ]}
        />
      )}
      {isOpen && <Correct resultId={resultId} of={entered} done={() => setOpen(false)} />}
    </Panel>
  )
}
/** A value is read as its field keeps it: numbers and yes or no stay what they are. */
function valueFrom(typed: string, former: unknown): string | number | boolean {
  if (typeof former === 'number') return Number(typed)
  if (typeof former === 'boolean') return typed === 'true'
  return typed
}
function Correct({ resultId, of: entered, done }: { resultId: number; of: Field; done: () => void }) {
  const [value, setValue] = useState('')
  const [reason, setReason] = useState('')
  const send = useSend(screening['eyefile.results.correct'], {
    invalidates: stale,
    onSuccess: () => {
      toast(t`已保存`, 'ok')
      done()
    },
  })
  return (
    <form
      className="result-correct"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate({ id: resultId, field: entered.field, value: valueFrom(value.trim(), entered.first.value), reason })
      }}
    >
      <Input
        aria-label={t`数值`}
        value={value}
        onChange={(e) => setValue(e.target.value)}
        placeholder={String(entered.heads[0]?.value ?? '')}
        required
      />
      <Input
        aria-label={t`原因`}
        value={reason}
        onChange={(e) => setReason(e.target.value)}
        placeholder={t`原因（首次数值保留）`}
        required
      />
      <Button htmlType="submit" type="primary" loading={send.isPending}>{t`保存`}</Button>
    </form>
  )
}
