/**
 * Signing and reviewing: the examination is read again, and what differs from the prescription stands side by side until it is taken over.
 */
import { Modal } from 'antd'
import { useState } from 'react'
import { Act, Can, Dot, Rows, call, t, toast, tr, trSentence, useSend } from '#kernel/web/index.ts'
import { records } from '../../contract/endpoints.ts'
import type { RxComparison } from '../../contract/prescription/reread.ts'
import type { Prescription } from '../../contract/shapes.ts'
import { prescriptionMachine } from '../../contract/states.ts'

type Value = RxComparison['lines'][number]['fields'][number]['drafted']
const shown = (value: Value): string => (value === null ? '—' : String(value).replace('-', '−'))
const list = records['prescription.list']
type Checked = Pick<Prescription, 'id' | 'rxNo' | 'status'>

/** Goes on with `then` where the examinations still say what the prescription does; else they are shown. */
export function useReread(rx: Checked) {
  const [seen, setSeen] = useState<RxComparison>()
  const afterReread = async (then: () => void): Promise<void> => {
    const comparison = await call(records['prescription.reread'], { id: rx.id }).catch(() => undefined)
    if (comparison?.stale) setSeen(comparison)
    else if (comparison) then()
  }
  return { asked: afterReread, dialog: seen ? <Beside rx={rx} seen={seen} close={() => setSeen(undefined)} /> : null }
}
function Beside({ rx, seen, close }: { rx: Checked; seen: RxComparison; close: () => void }) {
  const refresh = useSend(records['prescription.refresh'], {
    invalidates: [list],
    onSuccess: () => {
      toast(t`处方 ${rx.rxNo} 已刷新为现在的验光值，请核对后签发`, 'ok')
      close()
    },
  })
  const rows = seen.lines.flatMap((line) =>
    line.fields.map((field) => ({ ...field, key: `${line.lineId}${field.field}`, on: line.examOn })),
  )
  const lost = seen.lines.filter((line) => line.lost)
  const drafts = rx.status === prescriptionMachine.is.draft
  return (
    <Modal open title={t`处方 ${rx.rxNo} 与验光不同`} onCancel={close} footer={null}>
      {lost.map((line) => (
        <p key={line.lineId}>
          <Dot tone="bad">{t`${line.examOn ?? ''} 的验光记录已作废`}</Dot>
        </p>
      ))}
      {rows.length > 0 && (
        <Rows
          rows={rows}
          rowKey={(row) => row.key}
          columns={[
            { title: t`项目`, cell: (row) => tr(row.label) },
            { title: t`处方`, cell: (row) => <span className="num">{shown(row.drafted)}</span> },
            { title: t`现在的验光`, cell: (row) => <strong className="num">{shown(row.measured)}</strong> },
            { title: t`验光日期`, cell: (row) => <span className="num">{row.on}</span> },
          ]}
        />
      )}
      {seen.lines.flatMap((line) => line.sentences.map((sentence) => <p key={`${line.lineId}${sentence}`}>{trSentence(sentence)}</p>))}
      {drafts ? (
        <Can code="prescription:edit">
          <Act
            type="primary"
            unless={false}
            loading={refresh.isPending}
            onClick={() => refresh.mutate({ id: seen.id, version: seen.version })}
          >
            {t`刷新为现在的验光值`}
          </Act>
        </Can>
      ) : (
        <p>{t`已签发的处方不能修改：请作废或重开`}</p>
      )}
    </Modal>
  )
}
