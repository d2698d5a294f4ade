/** Goods as suppliers' files name them. */
import { sql, type Cx } from '#kernel/server/index.ts'

const Goods = { productId: 'number', name: 'string', barCode: 'string | null' } as const
export const lower = (text: string | null | undefined): string => (text ?? '').trim().toLowerCase()
interface Named {
  readonly productName?: string | null | undefined
  readonly barCode?: string | null | undefined
}
/** Products of a file by bar code and name; an ambiguous name matches none. */
export async function productsNamed(cx: Cx, rows: readonly Named[]): Promise<Map<string, number>> {
  const names = rows.flatMap((r) => [lower(r.productName), lower(r.barCode)]).filter(Boolean)
  const goods = await cx.db.rows(
    Goods,
    sql`
      select product_id, name, bar_code
      from product
      where lower(name) = any(${names}) or lower(bar_code) = any(${names})
    `,
  )
  const productIds = new Map<string, number>()
  const several = new Set<string>()
  for (const { productId, name, barCode } of goods)
    for (const key of new Set([lower(name), lower(barCode)])) {
      if (productIds.has(key)) several.add(key)
      productIds.set(key, productId)
    }
  for (const key of [...several, '']) productIds.delete(key)
  return productIds
}
