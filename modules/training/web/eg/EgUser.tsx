/** One user: service, a day typed, behaviour questions, what was. */
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { inUse } from '#kernel/contract/index.ts'
import { Empty, Facts, Form, Money, Rows, Until, confirm, t, toast, today, tr, useCall, useSend, useWho } from '#kernel/web/index.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { answerWords, OUTDOOR_GOAL, questionnaire, type EgUserFile } from '../../contract/eg.ts'
import { training } from '../../contract/endpoints.ts'
import { egServiceStates } from '../../contract/states.ts'
import { LIVE } from '../stale.ts'
import { EgTrend, egStale } from './EgTrend.tsx'

type Deed = 'days' | 'checkin' | 'assess' | 'service'
export function EgUser({ id, may }: { id: number; may: boolean }) {
  const file = useCall(training['eg.user'], { id }, { live: LIVE })
  const [deed, setDeed] = useState<Deed>('days')
  const item = file.data
  const done = (sentence: string) => (toast(sentence, 'ok'), setDeed('days'))
  return (
    <Until of={file}>
      {item && (
        <div className="train-card">
          <Facts
            columns={2}
            items={[
              ['护眼组合', item.user.combinationName],
              ['有效期至', item.user.endsOn],
              ['近 14 天打卡', t`${item.user.kept} 天`],
              ['近 14 天户外', <EgTrend key="trend" of={item.user.trend} />],
              ['行为分', item.user.score],
            ]}
          />
          <Segmented<Deed>
            aria-label={t`护眼用户`}
            value={deed}
            onChange={setDeed}
            options={[
              { value: 'days', label: t`打卡记录` },
              ...(may
                ? [
                    { value: 'checkin' as const, label: t`打卡` },
                    { value: 'assess' as const, label: t`行为评估` },
                    { value: 'service' as const, label: t`护眼服务` },
                  ]
                : []),
            ]}
          />
          {deed === 'days' && <Days of={item} />}
          {deed === 'checkin' && <CheckinForm id={id} onDone={done} />}
          {deed === 'assess' && <Assess id={id} onDone={done} />}
          {deed === 'service' && <ServiceForm of={item} onDone={done} />}
        </div>
      )}
    </Until>
  )
}
const Days = ({ of: item }: { of: EgUserFile }) => (
  <>
    {item.days.length === 0 ? (
      <Empty text={t`近 60 天没有打卡`} />
    ) : (
      <div className="train-scroll" tabIndex={0} role="region" aria-label={t`打卡记录`}>
        <Rows
          rows={item.days}
          rowKey={(d) => d.id}
          columns={[
            { title: t`日期`, cell: (d) => d.day },
            {
              title: t`户外（分钟）`,
              right: true,
              cell: (d) => (
                <span className={d.outdoorMinutes !== null && d.outdoorMinutes < OUTDOOR_GOAL ? 'warn' : undefined}>
                  {d.outdoorMinutes ?? '—'}
                </span>
              ),
            },
            { title: t`近用（分钟）`, right: true, cell: (d) => d.nearMinutes ?? '—' },
            { title: t`距离（cm）`, right: true, cell: (d) => d.nearDistance ?? '—' },
          ]}
        />
      </div>
    )}
    {item.assessments.length > 0 && (
      <Rows
        rows={item.assessments}
        rowKey={(a) => a.id}
        columns={[
          { title: t`行为评估`, cell: (a) => a.day },
          { title: t`行为分`, right: true, cell: (a) => a.score },
          { title: t`登记人`, cell: (a) => a.staffName },
        ]}
      />
    )}
  </>
)
interface DeedProps {
  id: number
  onDone: (sentence: string) => void
}
const CheckinForm = ({ id, onDone }: DeedProps) => (
  <Form
    of={training['eg.checkin']}
    fixed={{ egId: id }}
    initial={{ day: today() }}
    invalidates={egStale}
    saveLabel={t`打卡`}
    fields={['day', 'outdoorMinutes', 'nearMinutes', 'nearDistance']}
    onDone={() => onDone(t`已打卡`)}
  />
)
const ANSWERS = [0, 1, 2, 3, 4] as const
type Answer = (typeof ANSWERS)[number]
/** Eight questions, each from never to always. */
function Assess({ id, onDone }: DeedProps) {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({})
  const send = useSend(training['eg.assess'], { invalidates: egStale, onSuccess: ({ score }) => onDone(t`行为分 ${score}`) })
  const all = Object.entries(questionnaire.questions)
  return (
    <div className="train-card">
      {all.map(([key, question]) => (
        <fieldset key={key} className="eg-question">
          <legend>{tr(question)}</legend>
          <Segmented<Answer | -1>
            value={answers[key] ?? -1}
            options={ANSWERS.map((n) => ({ value: n, label: tr(answerWords[n]) }))}
            onChange={(n) => n !== -1 && setAnswers({ ...answers, [key]: n })}
            aria-label={tr(question)}
          />
        </fieldset>
      ))}
      <Button
        type="primary"
        loading={send.isPending}
        onClick={() => {
          if (all.some(([key]) => answers[key] === undefined)) toast(t`请回答全部 ${all.length} 道题`, 'warn')
          else send.mutate({ egId: id, day: today(), answers })
        }}
      >
        {t`保存`}
      </Button>
    </div>
  )
}
function ServiceForm({ of: item, onDone }: { of: EgUserFile; onDone: (sentence: string) => void }) {
  const { hid } = useWho()
  const combos = useCall(settings['settings.eg-combination.list'], { hid, status: inUse.is.on })
  const stop = useSend(training['eg.service.stop'], { invalidates: egStale, onSuccess: () => onDone(t`已停止服务`) })
  const open = item.services.find((s) => s.status === egServiceStates.is.served)
  if (open)
    return (
      <>
        <Facts
          columns={2}
          items={[
            ['护眼组合', open.combinationName],
            ['周期', t`${open.weeks} 周`],
            ['开始日期', open.startsOn],
            ['结束日期', open.endsOn],
            ['价格', <Money key="price" of={open.price} />],
          ]}
        />
        <Button
          danger
          loading={stop.isPending}
          onClick={() => {
            void confirm({
              message: t`停止“${item.user.name}”的护眼服务？已有数据保留`,
              danger: true,
              reason: { label: t`原因`, required: true },
            }).then((why) => {
              if (typeof why === 'string') stop.mutate({ id: open.id, version: open.version, reason: why })
            })
          }}
        >
          {t`停止服务`}
        </Button>
      </>
    )
  return (
    <Form
      of={training['eg.service.open']}
      fixed={{ egId: item.user.id }}
      initial={{ startsOn: today() }}
      invalidates={egStale}
      saveLabel={t`开通服务`}
      fields={[
        { key: 'combinationId', options: (combos.data?.list ?? []).map((c) => ({ value: c.id, label: c.name })) },
        'startsOn',
        { key: 'weeks', hint: t`不填按组合` },
        { key: 'price', hint: t`不填按组合` },
      ]}
      onDone={() => onDone(t`已开通服务`)}
    />
  )
}
