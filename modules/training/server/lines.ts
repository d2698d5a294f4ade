/** What the lines of a card still hold. */
import { z } from '#kernel/contract/index.ts'
import { sql, type Cx } from '#kernel/server/index.ts'
import { brand as brandField, type TrainBrand } from '../contract/brands.ts'
import { line } from '../contract/cards.ts'

/** What a line that brought units in still holds: the oldest are used first, so what is left lies on the newest. */
export interface LeftOfLine {
  readonly id: number
  readonly brand: TrainBrand['brand']
  readonly unitPrice: number
  readonly left: number
}
const Bought = z.object({ id: z.int(), brand: brandField, unitPrice: z.int(), rest: z.int() })
export async function leftByLine(cx: Cx, userId: number, left: number): Promise<LeftOfLine[]> {
  const lines = await cx.db.rows(
    Bought,
    sql`
      select l.id, l.brand, l.unit_price,
        (
          l.units + coalesce(
            (
              select sum(g.units)
              from train_card_line g
              where g.oid = l.oid and g.of_line = l.id and g.kind in (${line.returned}, ${line.carriedOut})
            ),
            0
          )
        )::int rest
      from train_card_line l
      where l.user_id = ${userId} and l.kind in (${line.opened}, ${line.carriedIn})
      order by l.id desc
    `,
  )
  let open = left
  return lines.flatMap(({ rest, ...l }) => {
    const own = Math.min(rest, open)
    open -= own
    return own > 0 ? [{ ...l, left: own }] : []
  })
}
/** The newest units of a card, line by line. */
export function newest(lines: readonly LeftOfLine[], units: number): LeftOfLine[] {
  let open = units
  return lines.flatMap((l) => {
    const own = Math.min(l.left, open)
    open -= own
    return own > 0 ? [{ ...l, left: own }] : []
  })
}
export const valueOf = (lines: readonly LeftOfLine[]): number => lines.reduce((sum, l) => sum + l.left * l.unitPrice, 0)
