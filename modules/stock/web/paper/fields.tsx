/** Fields of both forms: warehouse, supplier, power of a line, typed lines. */
import { Choose, t, useCall, useWho, type FormState, type LineColumn } from '#kernel/web/index.ts'
import { SupplierPicker } from '#modules/suppliers/web/door.tsx'
import { inUse } from '#kernel/contract/index.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockRow } from '../../contract/shapes.ts'
import { nameOf } from '../count/goods.ts'

/** Active warehouses of the store. */
export function useWarehouses(): Array<{ value: number; label: string }> {
  const { hid } = useWho()
  const { data = [] } = useCall(stock['warehouses.their'], { id: hid }, { fallback: [] })
  return data.filter((w) => w.status === inUse.is.on).map((w) => ({ value: w.warehouseId, label: w.name }))
}

/** Supplier picker; `name` is shown until the picker has loaded its own. */
export const supplierControl = (name: string | null | undefined) => (form: FormState, id: string) => (
  <SupplierPicker
    id={id}
    chosen={form.values.supplierId as number | undefined}
    chosenLabel={name ?? undefined}
    onChange={(v) => form.set('supplierId', v)}
  />
)

export const powerColumns: readonly LineColumn[] = [
  { key: 'sph', width: 92 },
  { key: 'cyl', width: 92 },
  { key: 'axis', width: 76 },
]

/** Non-empty values of the given keys of a line. */
export const typedOf = <Item extends object>(item: Item, keys: ReadonlyArray<keyof Item & string>): Record<string, unknown> =>
  Object.fromEntries(keys.flatMap((k) => (item[k] === null ? [] : [[k, item[k]]])))

const batchLabel = (b: StockRow): string =>
  [nameOf(b), b.batchNo, b.expiry && t`至 ${b.expiry}`, t`剩 ${b.quantity}`].filter(Boolean).join(' ')
/** Picks a batch of the store by text; `also` returns further values for the line. */
export const batchColumn = (
  hid: number,
  width: number,
  also?: (row: StockRow | undefined) => Readonly<Record<string, unknown>>,
): LineColumn => ({
  key: 'batchId',
  width,
  control: (line, change) => (
    <Choose
      of={stock['stock.list']}
      input={{ hid }}
      search="text"
      value="batchId"
      label={batchLabel}
      chosen={typeof line.batchId === 'number' ? line.batchId : undefined}
      onChange={(batchId, row) => change({ batchId, ...also?.(row) })}
    />
  ),
})
