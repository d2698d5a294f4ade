/** Scanning at the hand-over: what tells a piece, and whether a code is of it. Pure, and the same on screen and server. */
import { combineComparisons, compareFacts, type Comparison } from '#kernel/contract/index.ts'
import { gtinOf, readUdi, sameLot } from '#kernel/contract/gs1/gs1.ts'
import type { ScannedElement } from '../kinds/kind.ts'

/** What was kept of a piece when it was received. */
export interface KeptPiece {
  readonly serial: string | null
  readonly batchNo: string | null
  readonly gtin: string | null
}
/** The surest thing a piece is told by: its own number, else its lot, else its product; undefined where nothing of it was kept. */
function identityOf({
  serial,
  batchNo,
  gtin,
}: KeptPiece): { readonly by: 'serial' | 'batch' | 'gtin'; readonly value: string } | undefined {
  if (serial) return { by: 'serial', value: serial }
  if (batchNo) return { by: 'batch', value: batchNo }
  return gtin ? { by: 'gtin', value: gtin } : undefined
}
/** What a scanner read of a piece: a UDI, or a bare number that is its own, its lot or its product. */
export interface ReadPiece {
  readonly serial?: string | undefined
  readonly batch?: string | undefined
  readonly gtin?: string | undefined
  readonly fault?: string | undefined
}
export function readPiece(code: string): ReadPiece {
  if (/^[0-9A-Za-z\-/.]{1,20}$/.test(code) && !/^01\d{14}/.test(code)) return { serial: code, batch: code, gtin: gtinOf(code) }
  const { udi, fault } = readUdi(code)
  return fault === undefined ? udi : { fault }
}
/**
 * Whether a code is of a piece; unknown where it does not say what the piece is told by. A code of another product is of another piece,
 * whatever its lot.
 */
export function comparePiece(piece: KeptPiece, read: ReadPiece): Comparison {
  const identity = identityOf(piece)
  if (!identity) return 'unknown'
  const own = compareFacts(identity.value, read[identity.by], identity.by === 'batch' ? sameLot : undefined)
  // A bare number says one thing alone: as a lot or a serial it names no product.
  const product = read.serial === read.batch ? 'unknown' : compareFacts(piece.gtin, read.gtin)
  return product === 'different' ? combineComparisons([own, product]) : own
}
/** Whether a piece is scanned when it leaves: its kind scans at the receipt, and something is kept that a code could say. */
export const mustScan = (scans: readonly ScannedElement[], piece: KeptPiece): boolean => scans.length > 0 && identityOf(piece) !== undefined
