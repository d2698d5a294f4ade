/** All conditions of members: those of the modules before, and what marketing itself knows. */
import { conditions as declare, type ConditionDeclaration } from '#kernel/contract/segments/condition.ts'
import billing from '#modules/billing/contract/segments/conditions.ts'
import exams from '#modules/exams/contract/segments/conditions.ts'
import frames from '#modules/frame-orders/contract/conditions.ts'
import lenses from '#modules/lens-orders/contract/conditions.ts'
import loyalty from '#modules/loyalty/contract/segments/conditions.ts'
import patients from '#modules/patients/contract/conditions.ts'
import records from '#modules/records/contract/segments/conditions.ts'
import reservations from '#modules/reservations/contract/conditions.ts'
import training from '#modules/training/contract/conditions.ts'

const own = declare({
  toldDays: {
    label: '上次收到消息',
    kind: 'number',
    unit: '天前',
    sql: 'select pid, (:today::date - max(day)) as value from marketing_touch group by pid',
  },
  toldMonth: {
    label: '近 30 天收到消息',
    kind: 'number',
    unit: '条',
    otherwise: 0,
    sql: 'select pid, count(*)::int as value from marketing_touch where day > :today::date - 30 group by pid',
  },
  unsubscribed: {
    label: '退订过',
    kind: 'flag',
    otherwise: false,
    sql: `
      select p.pid, true as value
      from marketing_unsubscribe u
      join patient p on p.oid = u.oid and p.mobile = u.mobile
      group by p.pid
    `,
  },
})

export const conditionGroups = [
  { title: '会员', conditions: patients },
  { title: '到店', conditions: reservations },
  { title: '消费', conditions: billing },
  { title: '储值、积分、券', conditions: loyalty },
  { title: '订单', conditions: { ...frames, ...lenses } },
  { title: '健康', conditions: { ...records, ...exams, ...training } },
  { title: '消息', conditions: own },
] as const
export const conditions: Readonly<Record<string, ConditionDeclaration>> = Object.assign({}, ...conditionGroups.map((g) => g.conditions))
