import { columnsOf, all, find, insert, pageOf, remove, sql, update, type Cx, type Sql } from '#kernel/server/index.ts'
import type { Page, z } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { inUse } from '#kernel/contract/index.ts'
import { type EditWarehouse, type NewWarehouse, Warehouse, type WarehouseQuery } from '../contract/shapes.ts'

const parts = {
  select: sql`
    ${columnsOf(Warehouse, 'w', 'hospitalName', 'quantity')}, st.name hospital_name,
    coalesce(
      (
        select sum(v.on_hand)
        from stock_level v
        where v.oid = w.oid and v.hid = w.hid and v.on_hand > 0 and v.warehouse_id = w.warehouse_id
      ),
      0
    )::int quantity
  `,
  from: sql`warehouse w join store st on st.oid = w.oid and st.hid = w.hid`,
  order: sql`w.hid, w.first desc, w.warehouse_id`,
}
/** Warehouses that meet conditions on `w`. */
export const warehouses = (cx: Cx, where: ReadonlyArray<Sql | false>): Promise<Warehouse[]> =>
  cx.db.rows(Warehouse, sql`select ${parts.select} from ${parts.from} where ${all(where)} order by ${parts.order}`)
export const warehousePage = (cx: Cx, query: z.output<typeof WarehouseQuery>): Promise<Page<Warehouse>> =>
  pageOf(
    cx,
    {
      of: Warehouse,
      ...parts,
      where: [query.hid !== undefined && sql`w.hid = ${query.hid}`, query.status !== undefined && sql`w.status = ${query.status}`],
    },
    query,
  )

/** Loads a warehouse of a store of the account. */
async function warehouseOf(cx: Cx, warehouseId: number): Promise<Warehouse> {
  return (await warehouses(cx, [sql`w.warehouse_id = ${warehouseId}`]))[0] ?? cx.refuse('not_found', { what: '仓库' })
}
/** The warehouse for a movement: of this store and active; the store's default one when none is named. */
export async function usableWarehouse(cx: Cx<'warehouse_off'>, hid: number, warehouseId: number | undefined): Promise<number> {
  const row = await find(cx, 'warehouse', warehouseId ? { warehouseId, hid } : { hid, first: true })
  if (!row) return cx.refuse('not_found', { what: '仓库' })
  if (row.status === inUse.is.off) return cx.refuse('warehouse_off', { name: row.name, field: 'warehouseId' })
  return row.warehouseId
}

export async function openWarehouse(cx: Cx<'warehouse_exists'>, input: z.output<typeof NewWarehouse>): Promise<Warehouse> {
  ownStore(cx, input.hid)
  const row = await insert(cx, 'warehouse', input)
  return warehouseOf(cx, row.warehouseId)
}
export async function editWarehouse(
  cx: Cx<'warehouse_exists' | 'warehouse_first'>,
  { id, ...set }: z.output<typeof EditWarehouse>,
): Promise<Warehouse> {
  const existing = await warehouseOf(cx, id)
  if (existing.first && set.status === inUse.is.off) return cx.refuse('warehouse_first', { name: existing.name })
  await update(cx, 'warehouse', { warehouseId: id }, set)
  return warehouseOf(cx, id)
}
export async function closeWarehouse(cx: Cx<'warehouse_first' | 'warehouse_not_empty'>, id: number): Promise<null> {
  const existing = await warehouseOf(cx, id)
  if (existing.first) return cx.refuse('warehouse_first', { name: existing.name })
  const used = await cx.db.any(
    sql`
      select 1
      from batch
      where warehouse_id = ${id}
      union all
      select 1
      from stock_in
      where warehouse_id = ${id}
      union all
      select 1
      from stock_out
      where warehouse_id = ${id}
      limit 1
    `,
  )
  if (used) return cx.refuse('warehouse_not_empty', { name: existing.name })
  await remove(cx, 'warehouse', { warehouseId: id })
  return null
}
