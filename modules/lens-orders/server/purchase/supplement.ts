/** Supplements (补片): what of an order may be supplied anew, for how long it is under warranty, and what each cause costs. */
import { addDays, daysBetween, metaOf, wordOf } from '#kernel/contract/index.ts'
import type { Cx } from '#kernel/server/index.ts'
import { productsOf } from '#modules/products/server/door.ts'
import { contractTerms } from '#modules/purchasing/server/door.ts'
import { cause } from '../../contract/fields.ts'
import { machineOf } from '../../contract/states.ts'
import type { Supplement } from '../../contract/shapes.supplement.ts'
import { orderInfo } from '../info.ts'
import { productIn } from '../lines.ts'
import { orderOf } from '../queries.ts'
import { linesOf } from '../check/source.ts'

/** Days where no contract says: the law's for exchange of faulty goods (部分商品修理更换退货责任规定 第十条). */
const USUAL_WARRANTY = 15
/**
 * Until when an order is under warranty, and how many days of it are left. One that was never placed, or given up before, has nothing to
 * supply anew.
 */
export async function supplementable(cx: Cx, orderId: number): Promise<{ until: string; left: number }> {
  const { flow, status, supplierId, hid, orderDate, handedAt } = await orderOf(cx, orderId)
  const machine = machineOf(flow)
  if (machine.in.written.includes(status) || machine.in.neverMade.includes(status))
    return cx.refuse('illegal_move', { state: wordOf(machine, status), move: '补片' })
  const terms = supplierId === null ? undefined : await contractTerms(cx, { supplierId, day: orderDate, hid })
  const until = addDays(handedAt?.slice(0, 10) ?? orderDate, terms?.warrantyDays ?? USUAL_WARRANTY)
  return { until, left: Math.max(0, daysBetween(cx.today, until)) }
}
const labels = metaOf(cause).options ?? {}
/** What may be supplied anew of an order. */
export async function supplementOf(cx: Cx, orderId: number): Promise<Supplement> {
  const { until, left } = await supplementable(cx, orderId)
  const original = await orderInfo(cx, orderId)
  const lines = await linesOf(cx, orderId)
  const products = await productsOf(
    cx,
    lines.map((l) => l.productId),
  )
  const price = lines.reduce((sum, l) => sum + productIn(products, l.productId).price * l.ordered, 0)
  return {
    pid: original.pid,
    original,
    eyes: lines.map(({ eye, lineId, productId, name, ordered }) => ({ eye, lineId, productId, name, ordered })),
    warrantyUntil: until,
    warrantyDaysLeft: left,
    prices: [...cause.values].map((each) => {
      const free = each === 'quality' && left > 0
      const sold = each === 'quality' ? '保修已过，按零售价' : '按零售价'
      return { cause: each, label: labels[each] ?? each, free, price: free ? 0 : price, why: free ? '质量问题，保修期内免费' : sold }
    }),
  }
}
