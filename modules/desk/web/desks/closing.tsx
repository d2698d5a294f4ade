/** Members ready to leave: visit to complete, review to book; a block, and next to a paid bill or collected glasses. */
import { Button } from 'antd'
import { useState } from 'react'
import { Empty, Link, Panel, Until, t, toast, useCall, useHolds, useLetters, useSend, useWho } from '#kernel/web/index.ts'
import { reservations } from '#modules/reservations/contract/endpoints.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { Booking, type BookingStart } from '#modules/reservations/web/door.tsx'
import { desk } from '../../contract/endpoints.ts'
import type { Closing as Row } from '../../contract/shapes.ts'
import { Titled } from './Block.tsx'

/** Changes when the list must be refetched. */
const LIVE = ['reservations', 'billing', 'frame-orders', 'records']

/** Members who paid or collected glasses, with next steps; keys apply to the first. */
export function Closing() {
  const { hid } = useWho()
  const [start, setStart] = useState<BookingStart>()
  const list = useCall(desk['home.closing'], { hid }, { live: LIVE, keep: true, logged: true })
  const deeds = useClosing()
  const rows = list.data?.list ?? []
  useLetters({
    w: () => rows.slice(0, 1).forEach((row) => deeds.complete?.(row)),
    r: () => rows.slice(0, 1).forEach((row) => deeds.review?.(row)),
  })
  return (
    <Titled title="可以结束的就诊" total={list.data?.total}>
      <Until of={list}>
        {rows.length === 0 ? (
          <Empty text={t`付清或取镜的会员会出现在这里，可完成就诊并预约复查。`} />
        ) : (
          <table className="desk-list">
            <tbody>
              {rows.slice(0, 8).map((row, i) => (
                <ClosingRow key={row.pid} of={row} first={i === 0} deeds={deeds} another={setStart} />
              ))}
            </tbody>
          </table>
        )}
      </Until>
      <Booking start={start} onClose={() => setStart(undefined)} />
    </Titled>
  )
}

/** Actions on the row; absent without permission. */
interface Deeds {
  complete: ((row: Row) => void) | undefined
  review: ((row: Row) => void) | undefined
  busy: boolean
}
function useClosing(): Deeds {
  const { hid } = useWho()
  const holds = useHolds()
  const stale = { invalidates: [desk['home.closing']] }
  const status = useSend(reservations['reservations.status'], stale)
  const book = useSend(reservations['reservations.legacy.save'], {
    ...stale,
    onSuccess: (booked) => toast(t`已为 ${booked.patientName} 预约 ${booked.visitAt.slice(0, 16)} 复查`, 'ok'),
  })
  const complete = (row: Row) => row.resid !== null && status.mutate({ id: row.resid, status: reservationStates.is.completed })
  const review = (row: Row) =>
    row.reviewAt !== null && book.mutate({ hid, pid: row.pid, type: 2, requestFrom: 4, visitAt: `${row.reviewAt} ${row.reviewHour}:00` })
  return {
    complete: holds('queue:run') ? complete : undefined,
    review: holds('reservation:edit') ? review : undefined,
    busy: status.isPending || book.isPending,
  }
}

/** Next steps of one member, below a paid bill or a collected order; nothing when there are none. */
export default function Ending({ pid }: { pid: number }) {
  const sees = useHolds()('reservation:view')
  return sees ? <EndingOf pid={pid} /> : null
}
function EndingOf({ pid }: { pid: number }) {
  const { hid } = useWho()
  const [start, setStart] = useState<BookingStart>()
  const list = useCall(desk['home.closing'], { hid, pid }, { live: LIVE, keep: true, logged: true })
  const deeds = useClosing()
  const row = list.data?.list[0]
  return (
    <>
      {row && (
        <Panel title={t`结束这次就诊`}>
          <table className="desk-list">
            <tbody>
              <ClosingRow of={row} deeds={deeds} another={setStart} />
            </tbody>
          </table>
        </Panel>
      )}
      <Booking start={start} onClose={() => setStart(undefined)} />
    </>
  )
}

interface ClosingRowProps {
  of: Row
  /** The row that the shortcut keys apply to. */
  first?: boolean
  deeds: Deeds
  another: (start: BookingStart) => void
}
const ClosingRow = ({ of: row, first = false, deeds: { complete, review, busy }, another }: ClosingRowProps) => (
  <tr>
    <td>
      <Link to={`/patients/detail/${row.pid}/reserve`}>{row.patientName}</Link>
      <small>{row.why === 2 ? t`已取镜` : t`已付清`}</small>
    </td>
    <td>
      {row.reviewAt && !review && <span className="num">{t`${row.reviewMonths ?? 0} 个月后 ${row.reviewAt}`}</span>}
      {row.reviewAt && review && (
        <button
          type="button"
          className="link num"
          title={t`换一个时间`}
          onClick={() => another({ pid: row.pid, type: 2, visitAt: `${row.reviewAt ?? ''} ${row.reviewHour}:00` })}
        >
          {t`${row.reviewMonths ?? 0} 个月后 ${row.reviewAt}`}
        </button>
      )}
    </td>
    <td>
      {row.resid !== null && complete && (
        <Button size="small" disabled={busy} onClick={() => complete(row)}>
          {t`完成就诊`} {first && <kbd>w</kbd>}
        </Button>
      )}{' '}
      {row.reviewAt !== null && review && (
        <Button size="small" disabled={busy} onClick={() => review(row)}>
          {t`预约复查`} {first && <kbd>r</kbd>}
        </Button>
      )}
    </td>
  </tr>
)
