/** Lines that a paper owns (`ref`): what was ordered is changed by the order, never at the till. */
import type { z } from '#kernel/contract/index.ts'
import { columnsOf, sql, type Cx } from '#kernel/server/index.ts'
import { BillItem, type NewBillItem, type SaveFeeBill } from '../contract/shapes.ts'
import { linesOf, type Line, type Pricing } from './price.ts'

export type Owned = Line & { biid: number }
type Item = z.output<typeof NewBillItem>
const OwnedLine = BillItem.pick({
  biid: true,
  name: true,
  kind: true,
  fiid: true,
  productId: true,
  fgid: true,
  sph: true,
  cyl: true,
  price: true,
  listPrice: true,
  priceBy: true,
  priceReason: true,
  quantity: true,
  discountable: true,
  issued: true,
  ref: true,
})

/** The lines of a bill that a paper owns, in its order. */
export const ownedBy = (cx: Cx, fbid: number): Promise<Owned[]> =>
  cx.db.rows(
    OwnedLine,
    sql`select ${columnsOf(OwnedLine, 'bill_item')} from bill_item where fbid = ${fbid} and ref is not null order by line_no`,
  )

const means = (item: Item, line: Owned): boolean =>
  item.biid === line.biid ||
  ((item.name === undefined || item.name === line.name) &&
    (item.productId ?? null) === line.productId &&
    (item.fiid ?? null) === line.fiid &&
    (item.name !== undefined || item.productId !== undefined || item.fiid !== undefined))

/**
 * The lines of a bill as the till sent them. Those a paper owns are taken as the paper wrote them; one that is missing, or sent at another
 * price or in another number, is refused. The others are priced by the catalogue.
 */
export async function linesWith(
  cx: Pricing & Cx<'paper_line'>,
  hid: number,
  input: z.output<typeof SaveFeeBill>,
  owned: readonly Owned[],
): Promise<Line[]> {
  const left = [...owned]
  const kept = input.items.map((item, i): Line | undefined => {
    const at = left.findIndex((line) => means(item, line))
    const [line] = at < 0 ? [] : left.splice(at, 1)
    if (!line) return undefined
    if ((item.price !== undefined && item.price !== line.price) || item.quantity !== line.quantity)
      cx.refuse('paper_line', { name: line.name, field: `items.${i}` })
    const { biid: _, ...own } = line
    return own
  })
  if (left[0]) cx.refuse('paper_line', { name: left[0].name, field: 'items' })
  const free = await linesOf(cx, hid, { ...input, items: input.items.filter((_, i) => !kept[i]) })
  return kept.flatMap((line) => line ?? free.shift() ?? [])
}
