/** Queue columns of a visit. */
import { fieldsOf, showGender } from '#kernel/contract/index.ts'
import { Age, Badge, columnsOf, Link, Status, t, tr, type TableColumn } from '#kernel/web/index.ts'
import { Reservation } from '../../contract/shapes.ts'
import { reservationStates, visitState } from '../../contract/states.ts'
import type { ActionVisit } from '../actions.tsx'

const own: Array<TableColumn<ActionVisit>> = [
  { key: 'ticketNo', render: (r) => (r.ticketNo ? <b className="num">{r.ticketNo}</b> : '—') },
  {
    key: 'patientName',
    render: (r) => (
      <>
        <Link to={`/patients/detail/${r.pid}/home`}>{r.patientName}</Link>
        {r.noShows > 0 && reservationStates.in.ahead.includes(r.status) ? (
          <>
            {' '}
            <Badge tone="bad">{t`爽约 ${r.noShows} 次`}</Badge>
          </>
        ) : null}
      </>
    ),
  },
  {
    key: 'birth',
    title: '性别和年龄',
    render: (r) => (
      <>
        {tr(showGender(r.gender))} <Age birth={r.birth} />
      </>
    ),
  },
  { key: 'visitAt', title: '预约时间', width: 88, render: (r) => (r.walkIn ? t`现场` : r.visitAt.slice(11, 16)) },
  'type',
  'doctorName',
  'consultingName',
  {
    key: 'ticketStatus',
    title: '状态',
    render: (r) => <Status {...visitState(r)} />,
  },
  { key: 'waited', title: '等候', unit: '分', align: 'right', render: (r) => (r.ticketNo ? r.waited : '—') },
]
export const visitColumns = columnsOf(own as ReadonlyArray<TableColumn<object>>, fieldsOf(Reservation)).map((c) => ({ ...c, sort: false }))
