/** Scrap documents: written by one person, approved by another, destroyed before a witness. */
import type { Page, z } from '#kernel/contract/index.ts'
import { columnsOf, find, move, pageOf, sql, update, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { codeAsked } from '../../contract/events.ts'
import { StockOutType } from '../../contract/fields.ts'
import { ScrapRow, type Destroyed, type NewScrap, type Scrap, type ScrapQuery } from '../../contract/scrap.ts'
import { stockOut } from '../../contract/states.ts'
import { paperWhere } from '../papers.ts'
import { confirmStockOut, createStockOut, stockOutOf, type ConfirmFail, type StockOutWriteFail } from './stock-out.ts'

/** Columns that other tables bring. */
const JOINED = [
  'hospitalName',
  'warehouseName',
  'staffName',
  'lines',
  'quantity',
  'cause',
  'jobNo',
  'value',
  'approverName',
  'approvedAt',
  'destroyedOn',
  'destroyedWay',
  'witness',
  'destroyedBy',
  'destroyerName',
] as const
const parts = {
  select: sql`
    ${columnsOf(ScrapRow, 'd', ...JOINED)}, st.name hospital_name, w.name warehouse_name, c.name staff_name,
    coalesce(i.lines, 0)::int as lines, coalesce(i.quantity, 0)::int quantity, coalesce(i.value, 0)::bigint as value, x.cause, x.job_no,
    a.name approver_name, x.approved_at, x.destroyed_on, x.destroyed_way, x.witness, x.destroyed_by, e.name destroyer_name
  `,
  from: sql`
    stock_out d
    join scrap x on x.oid = d.oid and x.stockout_id = d.stockout_id
    join store st on st.oid = d.oid and st.hid = d.hid
    join warehouse w on w.oid = d.oid and w.warehouse_id = d.warehouse_id
    left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
    left join contact a on a.oid = d.oid and a.ctid_ = x.approved_by
    left join contact e on e.oid = d.oid and e.ctid_ = x.destroyed_by
    left join lateral (
      select count(*) as lines, sum(l.quantity) quantity, sum(l.quantity * coalesce(b.cost, 0)) as value
      from stock_out_item l
      left join batch b on b.oid = l.oid and b.batch_id = l.batch_id
      where l.oid = d.oid and l.stockout_id = d.stockout_id
    ) i on true
  `,
}
export const scrapPage = (cx: Cx, query: ScrapQuery): Promise<Page<ScrapRow>> =>
  pageOf(
    cx,
    {
      of: ScrapRow,
      ...parts,
      where: [
        sql`d.stockout_type = ${StockOutType.scrap}`,
        ...paperWhere(ownStore(cx, query.hid ?? cx.who.hid), sql`d.stockout_date`, sql`d.stockout_no`, query, sql`x.job_no`),
        query.cause !== undefined && sql`x.cause = ${query.cause}`,
      ],
      order: sql`d.stockout_id desc`,
      key: sql`d.stockout_id`,
    },
    query,
  )

export async function scrapOf(cx: Cx, stockoutId: number): Promise<Scrap> {
  const head = await cx.db.one(
    ScrapRow,
    sql`
      select ${parts.select}
      from ${parts.from}
      where d.stockout_id = ${stockoutId} and d.stockout_type = ${StockOutType.scrap}
    `,
  )
  const facts = await find(cx, 'scrap', { stockoutId })
  if (!head || !facts) return cx.refuse('not_found', { what: '报废单' })
  const { items, history } = await stockOutOf(cx, stockoutId)
  return { ...head, photo: facts.photo, items: items.map(({ price: _price, amount: _amount, ...item }) => item), history }
}

/** A named job must be an order that a module knows by its number in this store. */
async function jobNumber(cx: Cx, hid: number, number: string): Promise<string> {
  const numbers: string[] = []
  await cx.announce(codeAsked, { hid, number: number.toUpperCase(), tell: (paper) => void numbers.push(paper.number) })
  return numbers[0] ?? cx.refuse('not_found', { what: `加工单 ${number} `, field: 'jobNo' })
}
/** Named batches must lie in the document's warehouse. */
async function checkWarehouse(cx: Cx<'batch_elsewhere'>, stockoutId: number, items: z.output<typeof NewScrap>['items']): Promise<void> {
  const elsewhere = await cx.db.rows(
    { batchId: 'number' },
    sql`
      select i.batch_id
      from stock_out_item i
      join stock_out d on d.oid = i.oid and d.stockout_id = i.stockout_id
      left join batch b on b.oid = i.oid and b.batch_id = i.batch_id
      where i.stockout_id = ${stockoutId}
        and i.batch_id is not null
        and (b.warehouse_id is distinct from d.warehouse_id or b.product_id <> i.product_id)
    `,
  )
  const [wrong] = elsewhere
  if (wrong)
    cx.refuse('batch_elsewhere', { batch: wrong.batchId, field: `items.${items.findIndex((i) => i.batchId === wrong.batchId)}.batchId` })
}
export async function createScrap(
  cx: Cx<StockOutWriteFail | 'batch_elsewhere'>,
  { cause, jobNo, photo, items, ...paper }: z.output<typeof NewScrap>,
): Promise<Scrap> {
  const hid = ownStore(cx, paper.hid)
  const job = jobNo?.trim() ? await jobNumber(cx, hid, jobNo.trim()) : null
  const { stockoutId } = await createStockOut(cx, {
    ...paper,
    stockoutType: StockOutType.scrap,
    items: items.map((i) => ({ ...i, price: 0 })),
  })
  await checkWarehouse(cx, stockoutId, items)
  await update(cx, 'scrap', { stockoutId }, { cause, jobNo: job, photo: photo ?? null })
  await move(cx, stockOut, stockoutId, 'submit')
  return scrapOf(cx, stockoutId)
}
export async function approveScrap(
  cx: Cx<ConfirmFail>,
  { stockoutId, version }: { stockoutId: number; version?: number | undefined },
): Promise<Scrap> {
  await scrapOf(cx, stockoutId)
  await confirmStockOut(cx, stockoutId, { version })
  return scrapOf(cx, stockoutId)
}
export async function destroyScrap(
  cx: Cx<'not_posted_scrap' | 'destroyed_already' | 'destroyed_before'>,
  { stockoutId, ...record }: z.output<typeof Destroyed>,
): Promise<Scrap> {
  const paper = await scrapOf(cx, stockoutId)
  if (paper.status !== stockOut.is.posted) cx.refuse('not_posted_scrap')
  if (paper.destroyedOn !== null) cx.refuse('destroyed_already')
  if (record.destroyedOn < (paper.postedAt ?? '').slice(0, 10) || record.destroyedOn > cx.today)
    cx.refuse('destroyed_before', { day: (paper.postedAt ?? '').slice(0, 10), field: 'destroyedOn' })
  await update(cx, 'scrap', { stockoutId }, { ...record, destroyedBy: cx.who.ctid })
  return scrapOf(cx, stockoutId)
}
