/** Who may go home: the visit to complete and the review to book, as a block of the desks and beside the paper that was paid or the glasses that were taken. */
import { Button } from 'antd'
import { useState } from 'react'
import { Empty, Link, Panel, Until, t, toast, useCall, useHolds, useLetters, useSend, useWho } from '#kernel/web/index.ts'
import { reservations } from '#modules/reservations/contract/endpoints.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { Booking, type BookingStart } from '#modules/reservations/web/door.tsx'
import { desk } from '../../contract/endpoints.ts'
import type { Closing as Row } from '../../contract/shapes.ts'
import { Titled } from './Block.tsx'

/** What makes the list another one. */
const LIVE = ['reservations', 'billing', 'frame-orders', 'records']

/** Who has paid or taken the glasses: the visit to complete, the review to book; one key each for the first of them. */
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

/** What may be done here; absent without the right to it. */
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
    onSuccess: (made) => toast(t`已为 ${made.patientName} 预约 ${made.visitAt.slice(0, 16)} 复查`, 'ok'),
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

/** What is left to do with one member, under the paid bill and the order whose glasses were taken; nothing where nothing is left. */
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
  /** The one the letters of the desk work on. */
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
