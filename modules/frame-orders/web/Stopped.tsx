/**
 * Work that is stopped because what it stands on has fallen: a mark for lists, the sentence for the page, and going on with another
 * prescription.
 */
import { useState, type ReactNode } from 'react'
import { Act, Badge, Can, Dot, Panel, t, tr, trSentence, useSend } from '#kernel/web/index.ts'
import { frameOrders } from '../contract/endpoints.ts'
import type { FrameOrderInfo } from '../contract/shapes.ts'
import { PrescriptionPicker } from './new/PrescriptionPicker.tsx'

export const StoppedMark = ({ why }: { why: string | null }) =>
  why === null ? null : (
    <>
      {' '}
      <span title={trSentence(why)}>
        <Badge tone="bad">{tr('已停止')}</Badge>
      </span>
    </>
  )
/** The sentence, and below it what may be done. */
export const Stopped = ({ why, children }: { why: string | null; children?: ReactNode }) =>
  why === null ? null : (
    <Panel title={t`已停止`} className="stage">
      <div className="finding">
        <Dot tone="bad">{trSentence(why)}</Dot>
      </div>
      {children}
    </Panel>
  )
interface Choosing {
  readonly pid: number
  readonly busy: boolean
  readonly onChoose: (prescriptionId: number) => void
}
/** Puts stopped work on another prescription of its member. */
export function OnAnother({ pid, busy, onChoose }: Choosing) {
  const [rx, setRx] = useState<number>()
  return (
    <div className="stage-actions">
      <PrescriptionPicker pid={pid} chosen={rx} onChange={setRx} />
      <Act
        unless={rx === undefined && t`请选择处方`}
        loading={busy}
        onClick={() => rx !== undefined && onChoose(rx)}
      >{t`改用这张处方`}</Act>
    </div>
  )
}
export function StoppedOrder({ order }: { order: FrameOrderInfo }) {
  const send = useSend(frameOrders['frame.basis'], { invalidates: [frameOrders['frame.info']] })
  const { recordFrameId: id, version, pid, stopReason } = order
  return (
    <Stopped why={stopReason}>
      <Can code="frame:edit">
        <OnAnother pid={pid} busy={send.isPending} onChoose={(prescriptionId) => send.mutate({ id, prescriptionId, version })} />
      </Can>
    </Stopped>
  )
}
