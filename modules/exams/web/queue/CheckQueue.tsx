/** Who is to be examined: one line per examination wanted; Enter opens the visit at that examination. */
import { DataTable, Link, Screen, call, queries, keyOf, t, today, useGo, useSend, useWho } from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { useState } from 'react'
import { reservations } from '#modules/reservations/contract/endpoints.ts'
import { segmentOf } from '../visit/place.ts'
import { examReservationStates } from '#modules/reservations/contract/states.ts'

const list = reservations['reservations.exam.list']

export function CheckList({ day, onTotal }: { day?: string; onTotal?: (n: number) => void }) {
  const { hid } = useWho()
  const go = useGo()
  const change = useSend(reservations['reservations.exam.status'], { invalidates: [list] })
  const open = async (row: { id: number; pid: number; resid: number; item: string; status: number }) => {
    if (row.status === examReservationStates.is.waiting) {
      await call(reservations['reservations.exam.status'], { id: row.id, status: examReservationStates.is.started }).catch(() => undefined)
      void queries.invalidateQueries({ queryKey: keyOf(list) })
    }
    go(`/patients/detail/${row.pid}/examine/${segmentOf(row.item) ?? 'sight'}`, {
      resid: row.resid,
      ...(examReservationStates.in.open.includes(row.status) ? { task: row.id } : {}),
    })
  }
  return (
    <DataTable
      of={list}
      input={{ hid, ...(day ? { day } : {}) }}
      rowKey="id"
      live={['reservations']}
      columns={['ticketNo', 'patientName', 'item', 'status', 'examinerName', 'note', 'createdAt', 'doneAt']}
      filters={day ? ['item', 'status'] : ['day', 'item', 'status']}
      {...(day ? {} : { defaults: { day: today() } })}
      onOpen={(row) => void open(row)}
      actions={(row) => (
        <>
          <Moves
            of={examReservationStates}
            status={row.status}
            busy={change.isPending}
            onMove={(move) => change.mutate({ id: row.id, status: examReservationStates.moves[move].to as 1 })}
          />
          <Link to={`/today-check/print/${row.id}/${row.pid}`} className="btn small">{t`打印`}</Link>
        </>
      )}
      rowTone={(row) => (row.status === examReservationStates.is.waiting ? 'warn' : undefined)}
      empty={{ text: t`现在没有等待检查的会员。接诊时开出的检查会出现在这里` }}
      {...(onTotal ? { onTotal } : {})}
    />
  )
}

export default function CheckQueue() {
  const [total, setTotal] = useState<number>()
  return (
    <Screen fill note={total !== undefined && t`今天 ${total} 项`}>
      <CheckList day={today()} onTotal={setTotal} />
    </Screen>
  )
}
