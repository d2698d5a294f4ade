import { conditions } from '#kernel/contract/segments/condition.ts'
import { reservationStates } from './states.ts'

const CAME = reservationStates.in.came.join(', ')
const came = (value: string): string =>
  `select pid, ${value} as value from reservation where status in (${CAME}) and visit_at < :today::date + 1 group by pid`
const AHEAD = reservationStates.in.ahead.join(', ')

export default conditions({
  visits: { label: '到店', kind: 'number', unit: '次', otherwise: 0, sql: came('count(*)::int') },
  visitsYear: {
    label: '近 12 个月到店',
    kind: 'number',
    unit: '次',
    otherwise: 0,
    sql: `
      select pid, count(*)::int as value
      from reservation
      where status in (${CAME}) and visit_at >= :today::date - interval '12 months' and visit_at < :today::date + 1
      group by pid
    `,
  },
  firstVisitDays: { label: '首次到店', kind: 'number', unit: '天前', sql: came('(:today::date - min(visit_at)::date)') },
  lastVisitDays: { label: '上次到店', kind: 'number', unit: '天前', sql: came('(:today::date - max(visit_at)::date)') },
  booked: {
    label: '已有预约',
    kind: 'flag',
    otherwise: false,
    sql: `select pid, true as value from reservation where status in (${AHEAD}) and visit_at >= :today::date group by pid`,
  },
  bookedIn: {
    label: '下次预约',
    kind: 'number',
    unit: '天后',
    sql: `
      select pid, (min(visit_at)::date - :today::date) as value
      from reservation
      where status in (${AHEAD}) and visit_at >= :today::date
      group by pid
    `,
  },
  noShows: {
    label: '近 12 个月爽约',
    kind: 'number',
    unit: '次',
    otherwise: 0,
    sql: `
      select pid, count(*)::int as value
      from reservation
      where status = ${reservationStates.is.noShow} and visit_at >= :today::date - interval '12 months'
      group by pid
    `,
  },
})
