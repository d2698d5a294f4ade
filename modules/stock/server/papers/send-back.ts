import { move, type Cx } from '#kernel/server/index.ts'
import { StockOutType } from '../../contract/fields.ts'
import type { IssueFail } from '../../contract/refusals.ts'
import { stockOut } from '../../contract/states.ts'
import { createStockOut, postStockOut, type StockOutWriteFail } from './stock-out.ts'

/** Returns pieces of named batches to their supplier on a stock-out that is posted at once. */
export async function sendBack(
  cx: Cx<IssueFail | StockOutWriteFail>,
  {
    lines,
    hid,
    supplierId,
    note,
  }: {
    readonly hid: number
    readonly supplierId: number | null
    readonly note: string
    readonly lines: ReadonlyArray<{ productId: number; batchId: number; quantity: number; price: number }>
  },
): Promise<number> {
  const { stockoutId } = await createStockOut(cx, {
    hid,
    stockoutType: StockOutType.supplierReturn,
    note,
    items: lines.map((l) => ({ ...l })),
    ...(supplierId ? { supplierId } : {}),
  })
  await move(cx, stockOut, stockoutId, 'submit', { automatic: true })
  await postStockOut(cx, stockoutId, { note, automatic: true })
  return stockoutId
}
