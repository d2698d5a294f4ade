/** A scan for a paper on its way out: which line it is of, out of which batch. */
import { columnsOf, insert, locked, sql, type Cx } from '#kernel/server/index.ts'
import { HELD_MAY_LEAVE, SCRAP } from '../contract/fields.ts'
import type { OutputItem, Scan, Scanned, ScanFail } from '../contract/output.ts'
import { stockOut } from '../contract/states.ts'
import { BatchRow, sameBatch } from './batches.ts'
import { levelOf } from './levels.ts'
import { coded } from './codes.ts'
import { issuable, refuseHeld } from './issue.ts'
import { outputItems, outputRowOf } from './output.ts'
import { ROUNDS, talliesOf, type Round } from './output.picks.ts'

type Scanning = Cx<ScanFail>
const Lying = { ...BatchRow, productName: 'string' } as const
/** Batches of the store a code or a batch names, the one expiring first first. */
const lying = (cx: Cx, hid: number, { code, batchId }: Scan) =>
  cx.db.rows(
    Lying,
    sql`select ${columnsOf(BatchRow, 'b', 'balance')}, v.on_hand balance, p.name product_name from batch b join product p on p.oid = b.oid and p.product_id = b.product_id ${levelOf}
      where b.hid = ${hid} and ${batchId === undefined ? coded(code ?? '') : sql`b.batch_id = ${batchId}`} order by b.expiry nulls last, b.batch_id`,
  )
type Batch = Awaited<ReturnType<typeof lying>>[number]
interface Line {
  readonly itemId: number
  readonly productId: number
  readonly sph: number | null
  readonly cyl: number | null
  readonly axis: number | null
  readonly batchId: number | null
  readonly quantity: number
}
interface Fit {
  readonly batch: Batch
  readonly line: Line
  /** Pieces of the line, and of the line out of this batch. */
  readonly picked: number
  readonly own: { readonly picked: number; readonly checked: number }
  /** Pieces of the batch that no line of the paper has picked. */
  readonly free: number
}
/** Where a scan may belong: each batch it names with each line that asks for it. */
async function fitsOf(cx: Scanning, paper: { stockoutId: number; hid: number; warehouseId: number }, scan: Scan): Promise<Fit[]> {
  if (scan.code === undefined && scan.batchId === undefined) return cx.refuse('bad_input', { what: '请扫码或选择批次', field: 'code' })
  const batches = await lying(cx, paper.hid, { ...scan, code: scan.code?.trim() })
  const [first] = batches
  if (!first) return cx.refuse('scan_unknown', { code: scan.code ?? String(scan.batchId), field: 'code' })
  const lines = await cx.db.rows(
    {
      itemId: 'number',
      productId: 'number',
      sph: 'number | null',
      cyl: 'number | null',
      axis: 'number | null',
      batchId: 'number | null',
      quantity: 'number',
    },
    sql`select item_id, product_id, sph, cyl, axis, batch_id, quantity from stock_out_item where stockout_id = ${paper.stockoutId} order by item_id`,
  )
  const tallies = await talliesOf(cx, paper.stockoutId)
  const fits = batches.flatMap((batch) =>
    lines
      .filter((line) => sameBatch(batch, { ...line, warehouseId: paper.warehouseId }))
      .map((line): Fit => {
        const own = tallies.filter((t) => t.itemId === line.itemId)
        const of = own.find((t) => t.batchId === batch.batchId)
        const taken = tallies.filter((t) => t.batchId === batch.batchId).reduce((n, t) => n + t.picked, 0)
        return {
          batch,
          line,
          picked: own.reduce((n, t) => n + t.picked, 0),
          own: { picked: of?.picked ?? 0, checked: of?.checked ?? 0 },
          free: batch.balance - taken,
        }
      }),
  )
  return fits.length ? fits : cx.refuse('scan_other', { product: first.productName, field: 'code' })
}
const enough = (cx: Scanning, [first]: readonly Fit[]): never =>
  cx.refuse('scan_enough', { product: first?.batch.productName ?? '', wanted: first?.line.quantity ?? 0, field: 'code' })
const unpicked = (cx: Scanning, [first]: readonly Fit[]): never =>
  cx.refuse('scan_not_picked', { product: first?.batch.productName ?? '', field: 'code' })

/** The batch and the line pieces are picked for: what may leave and expires first. */
function toPick(cx: Scanning, type: number, ref: string, fits: readonly Fit[], quantity: number): Fit {
  const open = fits.filter((f) => f.line.quantity - f.picked >= quantity)
  const [first] = open
  if (!first) return enough(cx, fits)
  const named = ({ line }: Fit) => HELD_MAY_LEAVE.has(type) && line.batchId !== null
  const may = open.filter((f) => named(f) || issuable(cx, f.batch, ref))
  const found = may.find((f) => f.free >= quantity)
  if (found) return found
  if (!may.length) refuseHeld(cx, first.batch, ref)
  const { batch, free } = may[0] ?? first
  return cx.refuse('batch_short', {
    product: batch.productName,
    power: '',
    batch: batch.batchNo ?? batch.batchId,
    available: Math.max(0, free),
    wanted: quantity,
  })
}
/** The one that pieces are checked of, or taken back from in either round. */
function scannedBefore(cx: Scanning, round: Round, fits: readonly Fit[], quantity: number): Fit {
  if (quantity < 0) {
    const back = (f: Fit) => (round === 'pick' ? f.own.picked - f.own.checked : f.own.checked)
    return fits.findLast((f) => back(f) >= -quantity) ?? unpicked(cx, fits)
  }
  const found = fits.find((f) => f.own.picked - f.own.checked >= quantity)
  if (found) return found
  return fits.some((f) => f.own.picked > 0 && f.own.picked === f.own.checked) ? enough(cx, fits) : unpicked(cx, fits)
}
/** A batch of the same goods that ends before the one taken and still lies there. */
const earlierOf = ({ batch }: Fit, { next }: OutputItem): string | null =>
  next?.expiry && batch.expiry && next.expiry < batch.expiry ? next.expiry : null

/** Notes pieces of one round. Scans of one paper come one after the other; who did one round does not do the other. */
export async function scanOut(cx: Scanning, round: Round, scan: Scan): Promise<Scanned> {
  const { stockoutId, quantity } = scan
  const paper = await locked(cx, 'stock_out', { stockoutId })
  if (paper.status !== stockOut.is.submitted || paper.stockoutType === SCRAP) return cx.refuse('scan_closed')
  if (quantity === 0) return cx.refuse('bad_input', { what: '数量不能是 0', field: 'quantity' })
  const other = await cx.db.one(
    { itemId: 'number' },
    sql`select item_id from stock_out_scan where stockout_id = ${stockoutId} and round <> ${ROUNDS[round]} and ctid_ is not distinct from ${cx.who.ctid || null}::bigint group by item_id, batch_id having sum(quantity) > 0 limit 1`,
  )
  if (other) return cx.refuse('scan_own')
  const fits = await fitsOf(cx, paper, scan)
  const fit =
    round === 'pick' && quantity > 0
      ? toPick(cx, paper.stockoutType, `stockout:${stockoutId}`, fits, quantity)
      : scannedBefore(cx, round, fits, quantity)
  const { batch, line } = fit
  await insert(cx, 'stock_out_scan', {
    hid: paper.hid,
    stockoutId,
    itemId: line.itemId,
    batchId: batch.batchId,
    round: ROUNDS[round],
    quantity,
  })
  const head = await outputRowOf(cx, stockoutId)
  const item = (await outputItems(cx, head)).find((i) => i.itemId === line.itemId)
  if (!item) throw new Error('the line of a scan is gone')
  const none = { batchId: batch.batchId, batchNo: batch.batchNo, expiry: batch.expiry, picked: 0, checked: 0 }
  return {
    ...head,
    item,
    batch: item.batches.find((b) => b.batchId === batch.batchId) ?? none,
    earlier: round === 'pick' && quantity > 0 ? earlierOf(fit, item) : null,
    complete: (round === 'pick' ? head.picked : head.checked) === head.quantity,
  }
}
