/** What may be done with the orders chosen: each step counts those that can take part and says which cannot. */
import { Button } from 'antd'
import { useState } from 'react'
import type { Machine } from '#kernel/contract/index.ts'
import { Act, call, keyOf, queries, t, toast, tr, useGo, useHolds } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import type { OrderRow } from '../../contract/shapes.ts'
import { receivable } from '../../contract/states.ts'
import { machineOfKind } from '../words.tsx'

/** Steps that need nothing but the order, in the order of its way. */
const STEPS = ['submit', 'accept', 'make', 'ship']

interface Step {
  readonly name: string
  readonly label: string
  readonly to: number
  readonly able: readonly OrderRow[]
}
/** The steps some of the rows can take, by somebody with these rights. Pure. */
export function stepsOf(machine: Machine<string>, rows: readonly OrderRow[], holds: (code: string) => boolean): Step[] {
  return STEPS.flatMap((name) => {
    const move = machine.moves[name]
    if (!move || typeof move.to !== 'number' || !holds(move.can)) return []
    const able = rows.filter((r) => move.from.includes(r.status))
    return able.length ? [{ name, label: move.label, to: move.to, able }] : []
  })
}
export function Bulk({ rows, clear }: { rows: readonly OrderRow[]; clear: () => void }) {
  const holds = useHolds()
  const go = useGo()
  const [busy, setBusy] = useState(false)
  const steps = rows[0] ? stepsOf(machineOfKind(rows[0].kind), rows, holds) : []
  const run = async (step: Step) => {
    setBusy(true)
    const refused: string[] = []
    // One after the other: each is refused or done on its own.
    for (const { orderId, orderNo, version } of step.able)
      await call(lensOrders['orders.status'], { oid: orderId, status: step.to, version }, { quiet: true }).catch((error: Error) =>
        refused.push(`${orderNo}：${error.message}`),
      )
    setBusy(false)
    void queries.invalidateQueries({ queryKey: keyOf(lensOrders['orders.counts']) })
    const done = step.able.length - refused.length
    if (done) toast(t`${tr(step.label)}：${done} 单`, 'ok')
    if (refused.length) toast(refused.join('\n'), 'warn')
    clear()
  }
  const come = rows.filter((r) => receivable(machineOfKind(r.kind)).includes(r.status)).map((r) => r.orderId)
  const receives = come.length > 0 && holds('order:receive')
  if (!steps.length && !receives) return <span>{t`这些订单现在没有可以一起做的步骤`}</span>
  return (
    <>
      {steps.map((step, i) => (
        <Act key={step.name} type={i === 0 ? 'primary' : 'default'} loading={busy} unless={false} onClick={() => void run(step)}>
          {t`${tr(step.label)} ${step.able.length} 单`}
        </Act>
      ))}
      {receives && <Button onClick={() => go('/order/receive', { orders: come.join(',') })}>{t`扫码收货 ${come.length} 单`}</Button>}
      <span className="soft">{left(rows, steps, come)}</span>
    </>
  )
}
/** Which of the chosen take part in nothing. */
function left(rows: readonly OrderRow[], steps: readonly Step[], come: readonly number[]): string {
  const out = rows.filter((r) => !steps.some((s) => s.able.includes(r)) && !come.includes(r.orderId))
  return out.length ? t`${out.map((r) => r.orderNo).join('、')} 不在其内` : ''
}
