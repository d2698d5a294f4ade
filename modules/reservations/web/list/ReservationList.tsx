/** List of reservations; filters are part of the address. */
import { useState } from 'react'
import { Age, DataTable, Link, t, tr, useCan, useWho, Status, type TableColumn } from '#kernel/web/index.ts'
import { showGender } from '#kernel/contract/index.ts'
import { reservations } from '../../contract/endpoints.ts'
import { Booking, startOf, type BookingStart } from '../book/Booking.tsx'
import { VisitButtons, type ActionVisit } from '../actions.tsx'
import { LIVE, useDoctors } from '../data.ts'
import { VisitDrawer } from './VisitDrawer.tsx'
import { reservationStates, visitState } from '../../contract/states.ts'

export interface ReservationListProps {
  /** A fixed day; without one the list has a range filter. */
  day?: string
  pid?: number
  onTotal?: (total: number) => void
  onNew?: () => void
  empty?: string
}

const columns = (withDay: boolean, withPatient: boolean): Array<TableColumn<ActionVisit>> => [
  {
    key: 'visitAt',
    width: withDay ? 150 : 96,
    render: (r) => (
      <>
        {withDay ? r.visitAt.slice(0, 16) : r.visitAt.slice(11, 16)}
        {!r.walkIn && `–${r.visitEnd.slice(11, 16)}`}
      </>
    ),
  },
  'ticketNo',
  ...(withPatient
    ? [
        { key: 'patientName', render: (r: ActionVisit) => <Link to={`/patients/detail/${r.pid}/home`}>{r.patientName}</Link> },
        {
          key: 'birth',
          title: '性别和年龄',
          render: (r: ActionVisit) => (
            <>
              {tr(showGender(r.gender))} <Age birth={r.birth} />
            </>
          ),
        },
        'mobile' as const,
      ]
    : []),
  'doctorName',
  'type',
  { key: 'status', render: (r) => <Status {...visitState(r)} /> },
  'consultingName',
  {
    key: 'waited',
    title: '等候',
    render: (r) => (r.ticketNo && reservationStates.in.unseen.includes(r.status) ? r.waited : null) ?? '—',
    align: 'right',
  },
  'requestFrom',
  'note',
]

export function ReservationList({ day, pid, onTotal, onNew, empty }: ReservationListProps) {
  const who = useWho()
  const can = useCan()
  const { options } = useDoctors(day)
  const [open, setOpen] = useState<number>()
  const [edit, setEdit] = useState<BookingStart>()
  return (
    <>
      <DataTable
        of={reservations['reservations.legacy.list']}
        input={{ hid: who.hid, ...(day ? { startDate: day, endDate: day } : {}), ...(pid ? { pid } : {}) }}
        rowKey="resid"
        live={LIVE}
        columns={columns(!day, !pid)}
        filters={[
          ...(pid ? [] : ['name' as const]),
          { key: 'doctorId', options },
          'status',
          'type',
          'requestFrom',
          ...(day ? [] : [{ range: ['startDate', 'endDate'] as const, label: t`预约日期`, all: 'bookings lie ahead' }]),
        ]}
        rowTone={(r) => (r.status === reservationStates.is.noShow ? 'bad' : undefined)}
        onOpen={(r) => setOpen(r.resid)}
        actions={(r) => <VisitButtons visit={r} only={['take', 'call', 'see', 'complete']} />}
        {...(can('reservation:export') && !day && !pid ? { exportOf: reservations['reservations.legacy.export'] } : {})}
        {...(onNew ? { onNew } : {})}
        {...(onTotal ? { onTotal } : {})}
        {...(empty ? { empty: { text: empty } } : {})}
      />
      <VisitDrawer resid={open} onClose={() => setOpen(undefined)} onEdit={(v) => (setOpen(undefined), setEdit(startOf(v)))} />
      <Booking start={edit} onClose={() => setEdit(undefined)} />
    </>
  )
}
