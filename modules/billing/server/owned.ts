/** Lines owned by an order (`ref`). Only the order changes them, never the till. */
import type { z } from '#kernel/contract/index.ts'
import { columnsOf, sql, type Cx } from '#kernel/server/index.ts'
import { BillItem, type NewBillItem, type SaveFeeBill } from '../contract/shapes.ts'
import { linesOf, type BillLine, type PricingCx } from './price.ts'

export type OwnedBillLine = BillLine & { biid: number }
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

/** The lines of a bill that an order owns, in line order. */
export const ownedBy = (cx: Cx, fbid: number): Promise<OwnedBillLine[]> =>
  cx.db.rows(
    OwnedLine,
    sql`
      select ${columnsOf(OwnedLine, 'bill_item')}
      from bill_item
      where fbid = ${fbid} and ref is not null
      order by line_no
    `,
  )

const matches = (item: Item, line: OwnedBillLine): boolean =>
  item.biid === line.biid ||
  ((item.name === undefined || item.name === line.name) &&
    (item.productId ?? null) === line.productId &&
    (item.fiid ?? null) === line.fiid &&
    (item.name !== undefined || item.productId !== undefined || item.fiid !== undefined))

/**
 * The lines of a bill as the till sent them. Lines owned by an order keep the order's values; a missing one, or one sent with another
 * price or quantity, is refused. All other lines are priced by the catalogue.
 */
export async function linesWith(
  cx: PricingCx & Cx<'paper_line'>,
  hid: number,
  input: z.output<typeof SaveFeeBill>,
  owned: readonly OwnedBillLine[],
): Promise<BillLine[]> {
  const unmatched = [...owned]
  const ownedLines = input.items.map((item, i): BillLine | undefined => {
    const index = unmatched.findIndex((line) => matches(item, line))
    const [line] = index < 0 ? [] : unmatched.splice(index, 1)
    if (!line) return undefined
    if ((item.price !== undefined && item.price !== line.price) || item.quantity !== line.quantity)
      cx.refuse('paper_line', { name: line.name, field: `items.${i}` })
    const { biid: _, ...values } = line
    return values
  })
  if (unmatched[0]) cx.refuse('paper_line', { name: unmatched[0].name, field: 'items' })
  const free = await linesOf(cx, hid, { ...input, items: input.items.filter((_, i) => !ownedLines[i]) })
  return ownedLines.flatMap((line) => line ?? free.shift() ?? [])
}
