/** Fields that both forms have: the warehouse, the supplier, the power of a line, a line as it was typed. */
import { Choose, t, useCall, useWho, type FormState, type LineColumn } from '#kernel/web/index.ts'
import { SupplierPicker } from '#modules/suppliers/web/door.tsx'
import { inUse } from '#kernel/contract/index.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockRow } from '../../contract/shapes.ts'
import { nameOf } from '../count/goods.ts'

/** Warehouses of the store that are in use. */
export function useWarehouses(): Array<{ value: number; label: string }> {
  const { hid } = useWho()
  const { data = [] } = useCall(stock['warehouses.their'], { id: hid }, { fallback: [] })
  return data.filter((w) => w.status === inUse.is.on).map((w) => ({ value: w.warehouseId, label: w.name }))
}

/** The supplier's control; `name` is what the paper says until the picker has read its own. */
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

/** A line as it was typed: of these keys, what is not empty. */
export const typedOf = <Item extends object>(item: Item, keys: ReadonlyArray<keyof Item & string>): Record<string, unknown> =>
  Object.fromEntries(keys.flatMap((k) => (item[k] === null ? [] : [[k, item[k]]])))

const batchLabel = (b: StockRow): string =>
  [nameOf(b), b.batchNo, b.expiry && t`至 ${b.expiry}`, t`剩 ${b.quantity}`].filter(Boolean).join(' ')
/** A batch that lies in the store, found by its words; `also` says what else of it the line keeps. */
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
