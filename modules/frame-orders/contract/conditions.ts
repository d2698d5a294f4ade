import { conditions } from '#kernel/contract/segments/condition.ts'
import { frameOrder } from './states.ts'

export default conditions({
  frameOpen: {
    label: '有未完成的眼镜订单',
    kind: 'flag',
    otherwise: false,
    sql: `select pid, true as value from record_frame where status in (${frameOrder.in.open.join(', ')}) group by pid`,
  },
  frameReady: {
    label: '眼镜待取',
    kind: 'flag',
    otherwise: false,
    sql: `select pid, true as value from record_frame where status in (${frameOrder.in.toHandOver.join(', ')}) group by pid`,
  },
  glassesMonths: {
    label: '上次配镜',
    kind: 'number',
    unit: '个月前',
    sql: `
      select pid,
        (extract(year from age(:today::date, max(picked_at)::date)) * 12
          + extract(month from age(:today::date, max(picked_at)::date)))::int as value
      from record_frame
      where picked_at is not null and status in (${frameOrder.in.handedOver.join(', ')})
      group by pid
    `,
  },
})
