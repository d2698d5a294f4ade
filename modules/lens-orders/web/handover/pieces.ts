/** The pieces of an order that are here, and which of them a code is of. Pure. */
import { readUdi, sameLot } from '#kernel/contract/gs1.ts'
import type { OrderInfo } from '../../contract/shapes.ts'

export interface Here {
  readonly receiptLineId: number
  readonly eye: 'od' | 'os' | null
  readonly name: string
  readonly serial: string | null
  readonly batchNo: string | null
  readonly quantity: number
}
export const herePieces = ({ receipts, items }: Pick<OrderInfo, 'receipts' | 'items'>): Here[] =>
  receipts.flatMap((r) =>
    r.lines
      .filter((l) => l.verdict === 'pass' || l.verdict === 'accepted')
      .map(({ receiptLineId, lineId, serial, batchNo, quantity }) => {
        const item = items.find((i) => i.lineId === lineId)
        return { receiptLineId, eye: item?.eye ?? null, name: item?.name ?? '', serial, batchNo, quantity }
      }),
  )
/** By its serial number; by its lot where it has none. */
export function pieceOf(pieces: readonly Here[], code: string): Here | undefined {
  const bare = /^[0-9A-Za-z\-/.]{1,20}$/.test(code) && !/^01\d{14}/.test(code)
  const read = bare ? { serial: code, batch: code } : readUdi(code).udi
  return pieces.find((p) => (p.serial === null ? sameLot(p.batchNo, read?.batch) : p.serial === read?.serial))
}
