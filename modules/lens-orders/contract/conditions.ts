import { conditions } from '#kernel/contract/segments/condition.ts'
import { fitted, supply } from './states.ts'

const takenDays = (kinds: string): string => `
  select pid, (:today::date - max(handed_at)::date) as value
  from supply_order
  where kind in (${kinds}) and pid is not null and handed_at is not null
  group by pid
`
export default conditions({
  careDays: { label: '上次取护理产品', kind: 'number', unit: '天前', sql: takenDays(`'care'`) },
  softDays: { label: '上次取软镜', kind: 'number', unit: '天前', sql: takenDays(`'contact'`) },
  lensWaiting: {
    label: '有在途的镜片订单',
    kind: 'flag',
    otherwise: false,
    sql: `
      select pid, true as value
      from supply_order
      where pid is not null
        and handed_at is null
        and status not in (${[...new Set([...supply.in.givenUp, ...fitted.in.givenUp])].join(', ')})
      group by pid
    `,
  },
})
