import { move, type Cx } from '#kernel/server/index.ts'
import { SUPPLIER_RETURN } from '../contract/fields.ts'
import type { IssueFail } from '../contract/refusals.ts'
import { stockOut } from '../contract/states.ts'
import { createStockOut, postStockOut, type WriteFail } from './stock-out.ts'

/** Pieces of named batches go back to whom they were bought from, on a stock-out that is posted at once. */
export async function sendBack(
  cx: Cx<IssueFail | WriteFail>,
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
    stockoutType: SUPPLIER_RETURN,
    note,
    items: lines.map((l) => ({ ...l })),
    ...(supplierId ? { supplierId } : {}),
  })
  await move(cx, stockOut, stockoutId, 'submit', { automatic: true })
  await postStockOut(cx, stockoutId, { note, automatic: true })
  return stockoutId
}
