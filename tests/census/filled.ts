/** An organisation with something of everything in it, and the ids of its rows by what the calls name them. */
import { sql, raw } from '#kernel/server/index.ts'
import { receive } from '#modules/stock/server/door.ts'
import type { Clinic } from '../harness.ts'

/** A visit, examinations, prescription, bill, order and goods, all carrying the mark. */
export async function fill(clinic: Clinic, mark: string): Promise<void> {
  const { hid } = clinic
  const as = clinic.as.bind(clinic)
  const { pid } = await as('reception').call('patients.save', {
    name: `${mark}会员`,
    mobile: '13912345678',
    birth: '2014-05-05',
    gender: 1,
    note: mark,
  })
  await as('reception').call('reservations.legacy.save', { hid, pid, walkIn: true, note: mark })
  const exam = await as('optometrist').call('examRefraction.save', {
    pid,
    kind: 4,
    cycloplegia: 1,
    dsOd: -2,
    dsOs: -2,
    pdOd: 30,
    pdOs: 30,
    note: mark,
  })
  await as('optometrist').call('examVisual.save', { pid, ucvaOd: 4.6, ucvaOs: 4.6, note: mark })
  const rx = await as('doctor').call('prescription.create', { pid, diagnose: mark, list: [{ kind: 1, examId: exam.id }] })
  await as('doctor').call('prescription.sign', { id: rx.id })
  const frame = await as('manager').call('product.save', { category: 1, name: `${mark}镜架`, unit: '副', price: 100 })
  await clinic.tx((cx) =>
    receive(cx, { ref: 'census', hid, reason: mark, lines: [{ productId: frame.productId, quantity: 3, batchNo: mark }] }),
  )
  const order = await as('optometrist').call('frame.create', { hid, pid, prescriptionId: rx.id, note: mark })
  await as('optometrist').call('frame.product', {
    id: order.recordFrameId,
    frameProductId: frame.productId,
    overrides: [
      { code: 'no-lens-Od', reason: '其他：另配镜片' },
      { code: 'no-lens-Os', reason: '其他：另配镜片' },
    ],
  })
  await as('manager').call('settings.level.save', { hid, name: mark, discount: 9 })
  await as('cashier').call('chargebill.insert-and-pay', { hid, pid, money: 100, moneyGift: 0, payWay: 1, note: mark })
}

/** What a field called like this may name, by legacy words; anything else tries every kind of row. */
const BY_NAME: Readonly<Record<string, string>> = {
  pid: 'patient',
  hid: 'store',
  resid: 'reservation',
  fbid: 'fee_bill',
  biid: 'bill_item',
  ctid: 'contact',
  doctorId: 'contact',
  doctor_id: 'contact',
  productId: 'product',
  product_id: 'product',
  recordFrameId: 'record_frame',
  prescriptionId: 'prescription',
  levelId: 'level',
  batchId: 'batch',
  warehouseId: 'warehouse',
  warehouse_id: 'warehouse',
  stockinId: 'stock_in',
  stockoutId: 'stock_out',
}

/**
 * Ids a field may name in this organisation; of a field that may name anything, one of every kind. Rows the server itself may not read are
 * named by none.
 */
export async function idsOf(clinic: Clinic): Promise<(name: string) => number[]> {
  const ids = new Map<string, number[]>()
  await clinic.tx(async (cx) => {
    const tables = await cx.db.rows(
      { t: 'string', k: 'string' },
      sql`
        select c.relname t, a.attname k
        from pg_index i
        join pg_class c on c.oid = i.indrelid
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[1]
        where i.indisprimary
          and i.indnkeyatts = 2
          and n.nspname = 'public'
          and a.atttypid = 'bigint'::regtype
          and has_table_privilege(c.oid, 'select')
      `,
    )
    for (const { t, k } of tables)
      ids.set(
        t,
        (await cx.db.rows({ id: 'number' }, sql`select ${raw(k)} id from ${raw(t)} limit 3`)).map((r) => r.id),
      )
  })
  const one = [...new Set([...ids.values()].map((list) => list[0]).filter((n): n is number => n !== undefined))]
  return (name) => (BY_NAME[name] ? (ids.get(BY_NAME[name]) ?? []) : one)
}
