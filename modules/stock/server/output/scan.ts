/** Assigns a scan of an outgoing document to a line and a batch. */
import { columnsOf, insert, locked, sql, type Cx } from '#kernel/server/index.ts'
import { StockOutType, HELD_MAY_LEAVE } from '../../contract/fields.ts'
import type { OutputItem, OutputScan, OutputScanResult, ScanFail } from '../../contract/output.ts'
import { stockOut } from '../../contract/states.ts'
import { BatchRow, sameBatch } from '../batch/batches.ts'
import { levelOf } from '../batch/levels.ts'
import { codeCondition } from '../batch/codes.ts'
import { issuable, refuseHeld } from '../papers/issue.ts'
import { outputItems, outputRowOf } from './output.ts'
import { ROUNDS, talliesOf, type PickRound } from './picks.ts'

type Scanning = Cx<ScanFail>
const Lying = { ...BatchRow, productName: 'string' } as const
/** Batches of the store that a code or batch id matches, first expired first. */
const scannableBatches = (cx: Cx, hid: number, { code, batchId }: OutputScan) =>
  cx.db.rows(
    Lying,
    sql`
      select ${columnsOf(BatchRow, 'b', 'balance')}, v.on_hand balance, p.name product_name
      from batch b
      join product p on p.oid = b.oid and p.product_id = b.product_id ${levelOf}
      where b.hid = ${hid} and ${batchId === undefined ? codeCondition(code ?? '') : sql`b.batch_id = ${batchId}`}
      order by b.expiry nulls last, b.batch_id
    `,
  )
type Batch = Awaited<ReturnType<typeof scannableBatches>>[number]
interface Line {
  readonly itemId: number
  readonly productId: number
  readonly sph: number | null
  readonly cyl: number | null
  readonly axis: number | null
  readonly batchId: number | null
  readonly quantity: number
}
interface ScanMatch {
  readonly batch: Batch
  readonly line: Line
  /** Pieces picked for the line, and for the line from this batch. */
  readonly picked: number
  readonly own: { readonly picked: number; readonly checked: number }
  /** Pieces of the batch that no line of the document has picked. */
  readonly free: number
}
/** Combinations of the scanned batches and the lines that ask for them. */
async function matchesOf(
  cx: Scanning,
  paper: { stockoutId: number; hid: number; warehouseId: number },
  scan: OutputScan,
): Promise<ScanMatch[]> {
  if (scan.code === undefined && scan.batchId === undefined) return cx.refuse('bad_input', { what: '请扫码或选择批次', field: 'code' })
  const batches = await scannableBatches(cx, paper.hid, { ...scan, code: scan.code?.trim() })
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
    sql`
      select item_id, product_id, sph, cyl, axis, batch_id, quantity
      from stock_out_item
      where stockout_id = ${paper.stockoutId}
      order by item_id
    `,
  )
  const tallies = await talliesOf(cx, paper.stockoutId)
  const fits = batches.flatMap((batch) =>
    lines
      .filter((line) => sameBatch(batch, { ...line, warehouseId: paper.warehouseId }))
      .map((line): ScanMatch => {
        const lineTallies = tallies.filter((t) => t.itemId === line.itemId)
        const batchTally = lineTallies.find((t) => t.batchId === batch.batchId)
        const pickedOfBatch = tallies.filter((t) => t.batchId === batch.batchId).reduce((n, t) => n + t.picked, 0)
        return {
          batch,
          line,
          picked: lineTallies.reduce((n, t) => n + t.picked, 0),
          own: { picked: batchTally?.picked ?? 0, checked: batchTally?.checked ?? 0 },
          free: batch.balance - pickedOfBatch,
        }
      }),
  )
  return fits.length ? fits : cx.refuse('scan_other', { product: first.productName, field: 'code' })
}
const refuseExcess = (cx: Scanning, [first]: readonly ScanMatch[]): never =>
  cx.refuse('scan_enough', { product: first?.batch.productName ?? '', wanted: first?.line.quantity ?? 0, field: 'code' })
const refuseUnpicked = (cx: Scanning, [first]: readonly ScanMatch[]): never =>
  cx.refuse('scan_not_picked', { product: first?.batch.productName ?? '', field: 'code' })

/** Batch and line to pick for: the issuable one that expires first. */
function pickTarget(cx: Scanning, type: number, ref: string, fits: readonly ScanMatch[], quantity: number): ScanMatch {
  const open = fits.filter((f) => f.line.quantity - f.picked >= quantity)
  const [first] = open
  if (!first) return refuseExcess(cx, fits)
  const isNamed = ({ line }: ScanMatch) => HELD_MAY_LEAVE.has(type) && line.batchId !== null
  const allowed = open.filter((f) => isNamed(f) || issuable(cx, f.batch, ref))
  const match = allowed.find((f) => f.free >= quantity)
  if (match) return match
  if (!allowed.length) refuseHeld(cx, first.batch, ref)
  const { batch, free } = allowed[0] ?? first
  return cx.refuse('batch_short', {
    product: batch.productName,
    power: '',
    batch: batch.batchNo ?? batch.batchId,
    available: Math.max(0, free),
    wanted: quantity,
  })
}
/** The combination to check, or to take back from in either round. */
function previousScan(cx: Scanning, round: PickRound, fits: readonly ScanMatch[], quantity: number): ScanMatch {
  if (quantity < 0) {
    const back = (f: ScanMatch) => (round === 'pick' ? f.own.picked - f.own.checked : f.own.checked)
    return fits.findLast((f) => back(f) >= -quantity) ?? refuseUnpicked(cx, fits)
  }
  const match = fits.find((f) => f.own.picked - f.own.checked >= quantity)
  if (match) return match
  return fits.some((f) => f.own.picked > 0 && f.own.picked === f.own.checked) ? refuseExcess(cx, fits) : refuseUnpicked(cx, fits)
}
/** Expiry of a batch of the same goods that expires before the scanned one. */
const earlierOf = ({ batch }: ScanMatch, { next }: OutputItem): string | null =>
  next?.expiry && batch.expiry && next.expiry < batch.expiry ? next.expiry : null

/** Records pieces of one round. Scans of one document run one after another; the picker cannot check. */
export async function recordScan(cx: Scanning, round: PickRound, scan: OutputScan): Promise<OutputScanResult> {
  const { stockoutId, quantity } = scan
  const paper = await locked(cx, 'stock_out', { stockoutId })
  if (paper.status !== stockOut.is.submitted || paper.stockoutType === StockOutType.scrap) return cx.refuse('scan_closed')
  if (quantity === 0) return cx.refuse('bad_input', { what: '数量不能是 0', field: 'quantity' })
  const other = await cx.db.one(
    { itemId: 'number' },
    sql`
      select item_id
      from stock_out_scan
      where stockout_id = ${stockoutId} and round <> ${ROUNDS[round]} and ctid_ is not distinct from ${cx.who.ctid || null}::bigint
      group by item_id, batch_id
      having sum(quantity) > 0
      limit 1
    `,
  )
  if (other) return cx.refuse('scan_own')
  const fits = await matchesOf(cx, paper, scan)
  const fit =
    round === 'pick' && quantity > 0
      ? pickTarget(cx, paper.stockoutType, `stockout:${stockoutId}`, fits, quantity)
      : previousScan(cx, round, fits, quantity)
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
