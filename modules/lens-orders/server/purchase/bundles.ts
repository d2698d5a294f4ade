/** Orders written together under one header: in one transaction, so all or none. */
import {
  all,
  change,
  dayEnd,
  dayStart,
  find,
  insert,
  locked,
  number,
  pageOf,
  remove,
  sql,
  type Cx,
  type Listing,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { productsOf } from '#modules/products/server/door.ts'
import type { Page, z } from '#kernel/contract/index.ts'
import type { SaveFail } from '../../contract/calls.ts'
import { orderKinds } from '../../contract/kinds/index.ts'
import { BundleRow, type BatchQuery, type Bundle, type SaveBatch, type SaveLensAll } from '../../contract/shapes.bundles.ts'
import type { SaveLens } from '../../contract/shapes.ts'
import { supply } from '../../contract/states.ts'
import { ofGoods, ofLens } from '../draft.ts'
import { orderInfo } from '../info.ts'
import { productIn } from '../lines.ts'
import { seesCost } from '../queries.ts'
import { createOrder } from '../save.ts'

type Bundling = Cx<SaveFail | 'one_supplier' | 'bundle_started'>
type Row = z.output<typeof BundleRow>

async function opened(cx: Cx, kind: 'glasses' | 'batch', hid: number, note: string | null | undefined): Promise<number> {
  const row = await insert(cx, 'supply_bundle', {
    hid,
    kind,
    bundleNo: await number(cx, 'HByymmdd####'),
    note: note ?? null,
    ctid: cx.who.ctid,
  })
  return row.bundleId
}
/** Each order as it is when what the header says is added to it. */
function ordersIn({ orders, ...header }: SaveLensAll): SaveLens[] {
  if (!orders) return [header]
  const { pid, prescriptionId, rxLineId, recordFrameId, supplierId, promisedOn, inWareHouseId, orderNote, productId } = header
  const shared = { pid, prescriptionId, rxLineId, recordFrameId, supplierId, promisedOn, inWareHouseId, orderNote, productId }
  return orders.map((order) => ({
    ...shared,
    ...Object.fromEntries(Object.entries(order).filter(([, v]) => v !== undefined)),
    overrides: order.overrides,
  }))
}
async function writeLenses(cx: Bundling, bundleId: number, hid: number, input: SaveLensAll): Promise<void> {
  let supplierId: number | null | undefined
  for (const each of ordersIn(input)) {
    const order = await createOrder(cx, orderKinds.glasses, { ...ofLens(each), hid }, bundleId)
    if (supplierId !== undefined && order.supplierId !== supplierId) return cx.refuse('one_supplier', { field: 'supplierId' })
    supplierId = order.supplierId
  }
}
/** One order a supplier: of each line the one named for all, else its product's own. */
async function writeBatch(cx: Bundling, bundleId: number, hid: number, input: SaveBatch): Promise<void> {
  const products = await productsOf(
    cx,
    input.items.map((i) => i.productId),
  )
  const supplierOf = ({ productId }: SaveBatch['items'][number]) => input.supplierId ?? productIn(products, productId).supplierId
  const { promisedOn, inWareHouseId, orderNote } = input
  for (const supplierId of new Set(input.items.map(supplierOf))) {
    const items = input.items.filter((i) => supplierOf(i) === supplierId)
    await createOrder(
      cx,
      orderKinds.batch,
      ofGoods({ hid, supplierId, promisedOn, inWareHouseId, orderNote, items, overrides: [] }),
      bundleId,
    )
  }
}
export async function createLenses(cx: Bundling, input: SaveLensAll): Promise<Bundle> {
  const hid = ownStore(cx, input.hid ?? cx.who.hid)
  const bundleId = await opened(cx, 'glasses', hid, input.orderNote)
  await writeLenses(cx, bundleId, hid, input)
  return bundleOf(cx, bundleId)
}
export async function createBatch(cx: Bundling, input: SaveBatch): Promise<Bundle> {
  const hid = ownStore(cx, input.hid ?? cx.who.hid)
  const bundleId = await opened(cx, 'batch', hid, input.orderNote)
  await writeBatch(cx, bundleId, hid, input)
  return bundleOf(cx, bundleId)
}

const idsIn = async (cx: Cx, bundleId: number): Promise<number[]> =>
  (await cx.db.rows({ orderId: 'number' }, sql`select order_id from supply_order where bundle_id = ${bundleId} order by order_id`)).map(
    (o) => o.orderId,
  )
/** Makes room for other orders under the header: its drafts go. One that is under way keeps the header as it is. */
async function emptied(cx: Bundling, kind: string, bundleId: number, version: number | undefined): Promise<{ hid: number }> {
  const bundle = await locked(cx, 'supply_bundle', { bundleId, kind }, { version: version ?? null })
  const orders = await cx.db.rows(
    { orderId: 'number', orderNo: 'string', status: 'number' },
    sql`
      select order_id, order_no, status
      from supply_order
      where bundle_id = ${bundleId}
      order by order_id
      for update
    `,
  )
  const started = orders.find((o) => !supply.in.draft.includes(o.status))
  if (started) return cx.refuse('bundle_started', { order: started.orderNo })
  for (const { orderId } of orders) await remove(cx, 'supply_order', { orderId })
  return bundle
}
export async function editLenses(
  cx: Bundling,
  { id, version, ...input }: SaveLensAll & { id: number; version?: number | undefined },
): Promise<Bundle> {
  const { hid } = await emptied(cx, 'glasses', id, version)
  await change(cx, 'supply_bundle', { bundleId: id }, {}, input.orderNote === undefined ? {} : { note: input.orderNote })
  await writeLenses(cx, id, hid, input)
  return bundleOf(cx, id)
}
export async function editBatch(
  cx: Bundling,
  { oid, version, ...input }: SaveBatch & { oid: number; version?: number | undefined },
): Promise<Bundle> {
  const { hid } = await emptied(cx, 'batch', oid, version)
  await change(cx, 'supply_bundle', { bundleId: oid }, {}, input.orderNote === undefined ? {} : { note: input.orderNote })
  await writeBatch(cx, oid, hid, input)
  return bundleOf(cx, oid)
}

const sums = sql`
  left join lateral (
    select count(*)::int order_count, coalesce(sum(o.total), 0)::bigint total, coalesce(sum(o.cost_total), 0)::bigint cost_total,
      coalesce(sum(l.ordered), 0)::int pieces, coalesce(sum(l.received), 0)::int received
    from supply_order o
    left join lateral (
      select sum(x.ordered) ordered, sum(x.received) received
      from supply_order_line x
      where x.oid = o.oid and x.order_id = o.order_id
    ) l on true
    where o.oid = b.oid and o.bundle_id = b.bundle_id
  ) n on true
`
const listing = (cx: Pick<Cx, 'who'>): Pick<Listing, 'select' | 'from'> => ({
  select: sql`
    b.bundle_id, b.bundle_no, b.version, b.hid, b.created_at, c.name writer, b.note, n.order_count, n.pieces, n.received, n.total,
    ${seesCost(cx) ? sql`n.cost_total` : sql`null::bigint`} cost_total
  `,
  from: sql`supply_bundle b left join contact c on c.oid = b.oid and c.ctid_ = b.ctid_ ${sums}`,
})
/** A header with its orders. */
export async function bundleOf(cx: Cx, bundleId: number): Promise<Bundle> {
  if (!(await find(cx, 'supply_bundle', { bundleId }))) return cx.refuse('not_found', { what: '合并订单' })
  const { select, from } = listing(cx)
  const row = await cx.db.the(BundleRow, sql`select ${select} from ${from} where ${all([sql`b.bundle_id = ${bundleId}`])}`)
  const orders = []
  for (const orderId of await idsIn(cx, bundleId)) orders.push(await orderInfo(cx, orderId))
  return { ...row, orders }
}
/** Headers of soft lens batches of a store, the newest first. */
export const batches = (cx: Cx, query: BatchQuery): Promise<Page<Row>> =>
  pageOf(
    cx,
    {
      of: BundleRow,
      ...listing(cx),
      where: [
        sql`b.hid = ${ownStore(cx, query.hid ?? cx.who.hid)} and b.kind = 'batch'`,
        query.startTime && sql`b.created_at >= ${dayStart(query.startTime)}`,
        query.endTime && sql`b.created_at < ${dayEnd(query.endTime)}`,
      ],
      order: sql`b.bundle_id desc`,
      key: sql`b.bundle_id`,
    },
    query,
  )
