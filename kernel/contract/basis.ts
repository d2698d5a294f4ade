/**
 * What work stands on: an order names a prescription, a fitting, a consent, an approval. A basis is in force or has fallen. A machine that
 * says what its rows stand on (`standsOn`) is asked at every step, and open work is stopped when a basis falls (decision 1020).
 */
import { event } from './declare.ts'

/** Why a basis is not in force. */
export interface FallenBasis {
  /** Word of the basis kind, one of the machine's `standsOn`. */
  readonly kind: string
  /** Number of the prescription, fitting, consent … that fell; 0 where there is none at all. */
  readonly id: number
  /** What happened, for the user. */
  readonly sentence: string
  /** Who may decide what becomes of the work, and how, for the user. */
  readonly decides: string
}
/** The same as one sentence. */
export const sentenceOfFallen = ({ sentence, decides }: FallenBasis): string => `${sentence}：${decides}`

/** Asks the owner of a row what its bases are; the owner calls `tell` exactly once, with those that are not in force. */
export const basisAsked = event<{
  readonly machine: string
  readonly id: number
  readonly tell: (fallen: readonly FallenBasis[]) => void
}>('kernel.basis-asked')
/** A basis fell in this transaction. Modules whose work stands on it stop what is open. */
export const basisFallen = event<
  FallenBasis & {
    readonly pid: number | null
    readonly hid: number
    /** It has run out: what was begun in time is finished. */
    readonly expired?: boolean
  }
>('kernel.basis-fallen')
