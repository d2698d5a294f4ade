import { conditions } from '#kernel/contract/segments/condition.ts'
import { trainPlan } from './states.ts'

export default conditions({
  training: {
    label: '正在训练',
    kind: 'flag',
    otherwise: false,
    sensitive: true,
    sql: `
      select pid, true as value
      from train_plan
      where status in (${trainPlan.in.open.join(', ')})
      group by pid
    `,
  },
})
