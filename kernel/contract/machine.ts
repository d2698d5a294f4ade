/** Machines: the states and moves of an order-like thing, as data. */
import type { Tone } from './field.ts'

export interface Move {
  readonly label: string
  readonly from: readonly number[]
  /** Target state; `former` goes back to the state remembered by the row. */
  readonly to: number | 'former'
  readonly can: string
  /** A reason must be given. */
  readonly reason?: boolean
  /** Made by an event or a job, never offered as a button. */
  readonly automatic?: boolean
}
export interface Machine<M extends string = string> {
  /** Name in the history and of its guard in the database. */
  readonly name: string
  /** Table whose `status` column is guarded. */
  readonly table: string
  /** What a row is called in sentences. */
  readonly noun: string
  /** Primary key column beside `oid`. */
  readonly key: string
  readonly start: readonly number[]
  readonly states: Readonly<Record<number, { readonly label: string; readonly tone: Tone }>>
  readonly moves: { readonly [K in M]: Move }
}

/** Declares a machine; the compiler knows its moves by name. */
export const machine = <const M extends string>(def: Machine<M>): Machine<M> => def

/** Value → label and tone, for a status field. */
export const statusOptions = (m: Machine) => ({
  options: Object.fromEntries(Object.entries(m.states).map(([k, s]) => [k, s.label])),
  tones: Object.fromEntries(Object.entries(m.states).map(([k, s]) => [k, s.tone])),
})

/** Moves open in a state, in the order declared. */
export const openMoves = <M extends string>(m: Machine<M>, status: number): M[] =>
  (Object.keys(m.moves) as M[]).filter((k) => !m.moves[k].automatic && m.moves[k].from.includes(status))

/** Every legal step of a machine, `former` spelled out: what the database guard is loaded with. */
export function legalSteps(m: Machine): Array<{ move: string; from: number; to: number }> {
  const formers = (back: Move) => [
    ...new Set(
      Object.values<Move>(m.moves)
        .filter((mv) => typeof mv.to === 'number' && back.from.includes(mv.to))
        .flatMap((mv) => mv.from),
    ),
  ]
  return Object.entries<Move>(m.moves).flatMap(([move, mv]) =>
    mv.from.flatMap((from) => (mv.to === 'former' ? formers(mv).map((to) => ({ move, from, to })) : [{ move, from, to: mv.to }])),
  )
}
