/** What came of a task, group by group, within the days declared beforehand: everybody who was drawn counts where they were drawn. */
import { addDays } from '#kernel/contract/index.ts'
import { lit, sql, type Cx, type Row, type ShapedRow } from '#kernel/server/index.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { LEAST, newcombe, welch } from '../../contract/effect.ts'
import { outcome as outcomeField } from '../../contract/fields.ts'
import type { ArmEffect, Effect } from '../../contract/shapes.ts'
import { afterOf, agesOf, curvesOf, firstOf, leftOf, windowOf } from './effect.more.ts'

const Side = {
  arm: 'number',
  people: 'number',
  hits: 'number',
  sum: 'number',
  squares: 'number',
  cost: 'number',
  unsubscribed: 'number',
} as const
type Side = ShapedRow<typeof Side>

async function sidesOf(cx: Cx, task: Row<'marketing_task'>): Promise<Side[]> {
  const { from, to } = windowOf(task)
  return cx.db.rows(
    Side,
    sql`
      select arm, count(*) people, count(*) filter (where hit) hits, sum(money)::bigint "sum", sum(money * money)::float8 squares,
        sum(cost)::bigint "cost", count(*) filter (where gone) unsubscribed
      from (
        select r.arm,
          ${firstOf(task.outcome, { from, to })} is not null as hit,
          coalesce(bought.sum, 0)::numeric as money,
          case when r.entry_id is null then 0 else r.cost
          end as "cost",
          exists (
            select
            from marketing_unsubscribe u
            where u.oid = r.oid and u.mobile = r.mobile and u.at >= ${from} and u.at < ${to}
          ) as gone
        from marketing_recipient r
        left join lateral (
          select sum(b.bill_price - b.refunded) as "sum"
          from fee_bill b
          where b.oid = r.oid
            and b.pid = any(r.pids)
            and b.status in ${lit(feeBill.in.sold)}
            and b.paid_at >= ${from}
            and b.paid_at < ${to}
        ) bought on true
        where r.task_id = ${task.id}
      ) drawn
      group by arm
      order by arm
    `,
  )
}
const rounded = (value: number, digits = 4): number => Math.round(value * 10 ** digits) / 10 ** digits
function armOf(side: Side, control: Side | undefined): ArmEffect {
  const { arm, people, hits, sum, cost, unsubscribed } = side
  const share = people ? hits / people : 0
  const bare = { arm, people, hits, share: rounded(share), money: people ? Math.round(sum / people) : 0, cost, unsubscribed }
  if (!control || arm === 0 || people < LEAST || control.people < LEAST)
    return { ...bare, difference: null, low: null, high: null, moneyDifference: null, moneyLow: null, moneyHigh: null, perExtra: null }
  const shares = newcombe(hits, people, control.hits, control.people)
  const money = welch(side, control)
  return {
    ...bare,
    difference: rounded(shares.difference),
    low: rounded(shares.low),
    high: rounded(shares.high),
    moneyDifference: Math.round(money.difference),
    moneyLow: Math.round(money.low),
    moneyHigh: Math.round(money.high),
    // A cost of what may be nothing would be made up.
    perExtra: shares.low > 0 ? Math.round(cost / (shares.difference * people)) : null,
  }
}
/** The groups added up, as one that was written to. */
const together = (sides: readonly Side[]): Side =>
  sides.reduce(
    (a, b) => ({
      arm: 9,
      people: a.people + b.people,
      hits: a.hits + b.hits,
      sum: a.sum + b.sum,
      squares: a.squares + b.squares,
      cost: a.cost + b.cost,
      unsubscribed: a.unsubscribed + b.unsubscribed,
    }),
    { arm: 9, people: 0, hits: 0, sum: 0, squares: 0, cost: 0, unsubscribed: 0 },
  )
export async function effectOf(cx: Cx, task: Row<'marketing_task'>): Promise<Effect> {
  const sides = await sidesOf(cx, task)
  const control = sides.find((s) => s.arm === 0)
  const sent = together(sides.filter((s) => s.arm !== 0))
  const all = armOf(sent, control)
  const until = addDays((task.sentAt ?? cx.now).slice(0, 10), task.outcomeDays)
  const word = outcomeField.meta()?.options?.[task.outcome] ?? ''
  const extra = all.difference === null ? null : Math.round(all.difference * sent.people)
  return {
    until,
    over: cx.today >= until,
    arms: [...sides.map((s) => armOf(s, control)), all],
    extra,
    extraLow: all.low === null ? null : Math.round(all.low * sent.people),
    extraHigh: all.high === null ? null : Math.round(all.high * sent.people),
    sentence: sentenceOf(task, all, sent, { extra, word }),
    curves: await curvesOf(cx, task),
    after: await afterOf(cx, task),
    ages: await agesOf(cx, task),
    left: await leftOf(cx, task),
  }
}
function sentenceOf(
  { purpose, outcomeDays }: Row<'marketing_task'>,
  { low, high }: ArmEffect,
  sent: Side,
  { extra, word }: { extra: number | null; word: string },
): string {
  if (purpose === 'care') return `${outcomeDays} 天内${word} ${sent.hits} 人；关怀不留对照，不说是短信带来的`
  if (low === null || high === null || extra === null) return '人太少，不下结论'
  if (low > 0) return `发了，比不发多${word} ${extra} 人，可能是 ${Math.round(low * sent.people)} 到 ${Math.round(high * sent.people)} 人`
  return high < 0 ? `发了反而少${word} ${-extra} 人` : '看不出作用：相差可能只是碰巧'
}
