/** The pieces of an order that are here, and which of them a code is of. Pure. */
import { comparePiece, readPiece } from '../../contract/receive/handover.scan.ts'
import type { OrderInfo } from '../../contract/shapes.ts'

export interface Here {
  readonly receiptLineId: number
  readonly eye: 'od' | 'os' | null
  readonly name: string
  readonly serial: string | null
  readonly batchNo: string | null
  readonly gtin: string | null
  readonly quantity: number
}
export const herePieces = ({ receipts, items }: Pick<OrderInfo, 'receipts' | 'items'>): Here[] =>
  receipts.flatMap((r) =>
    r.lines
      .filter((l) => l.verdict === 'pass' || l.verdict === 'accepted')
      .map(({ receiptLineId, lineId, serial, batchNo, gtin, quantity }) => {
        const item = items.find((i) => i.lineId === lineId)
        return { receiptLineId, eye: item?.eye ?? null, name: item?.name ?? '', serial, batchNo, gtin, quantity }
      }),
  )
/** The piece a code is of: one that was not scanned yet before one that was. */
export function pieceOf(pieces: readonly Here[], code: string, scanned: ReadonlySet<number>): Here | undefined {
  const read = readPiece(code)
  const found = pieces.filter((p) => comparePiece(p, read) === 'same')
  return found.find((p) => !scanned.has(p.receiptLineId)) ?? found[0]
}
