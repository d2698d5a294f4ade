/** Machines: the states and moves of an order-like thing, as data. A state has a name, and what is asked of several has a set. */
import type { Tone } from './field.ts'

/** One state: the name code knows it by, the one word all screens show, and its tone. */
export interface State {
  readonly name: string
  readonly label: string
  /** Left out where the numbers are kinds more than states: the word is then shown plain. */
  readonly tone?: Tone
}
type Numbered = Readonly<Record<number, State>>
type Sets<N extends number> = Readonly<Record<string, readonly N[]>>
type NumberIn<S extends Numbered> = keyof S & number

/** Some states of a thing. Any number may be looked for in it; what is found is one of them to the compiler. */
export interface StateSet<N extends number = number> extends ReadonlyArray<N> {
  includes(status: number): status is N
}
/** The states of a column: by number, by name (`is.inspecting`, a number) and by set (`in.open`, numbers). */
export interface States<Is = object, In = object> {
  readonly states: Numbered
  readonly is: Is
  readonly in: In
}
/** Every number a status may have. A table over states is `satisfies Record<StateOf<typeof frameOrder>, …>`. */
export type StateOf<M extends States> = M['is'][keyof M['is']] & number
/** The numbers of one set. */
export type StateIn<M extends States, K extends keyof M['in']> = M['in'][K] extends StateSet<infer N> ? N : never

type Is<S extends Numbered> = { readonly [N in NumberIn<S> as S[N]['name']]: N }
type In<T extends Sets<number>> = { readonly [K in keyof T]: StateSet<T[K][number]> }
type Unplaced<S extends Numbered, T extends Sets<number>> = [keyof T] extends [never] ? never : Exclude<NumberIn<S>, T[keyof T][number]>
/**
 * Where there are sets, a state in none of them would drop out of every list without a word: it does not compile. A state that is asked for
 * by name only stands in a set `alone`.
 */
type Placed<S extends Numbered, T extends Sets<number>> = [Unplaced<S, T>] extends [never]
  ? T
  : T & { readonly [N in Unplaced<S, T> as `state ${N} stands in no set`]: never }

/** Names the states of a column that has no moves: a product is in use or stopped. */
export const states = <const S extends Numbered, const T extends Sets<NumberIn<S>> = {}>(
  numbered: S,
  sets?: Placed<S, T>,
): States<Is<S>, In<T>> => ({
  states: numbered,
  is: Object.fromEntries(Object.entries<State>(numbered).map(([n, { name }]) => [name, Number(n)])) as Is<S>,
  in: (sets ?? {}) as unknown as In<T>,
})

export interface Move<N extends number = number> {
  readonly label: string
  readonly from: readonly N[]
  /** Target state; `former` goes back to the state remembered by the row. */
  readonly to: N | 'former'
  readonly can: string
  /** A reason must be given. */
  readonly reason?: boolean
  /** Made by an event or a job, never offered as a button. */
  readonly automatic?: boolean
  /** Gives the work up or sets it aside: open although a basis has fallen. */
  readonly givesUp?: boolean
}
/** What a machine says beside its states. */
interface Told<M extends string, N extends number, T extends string = string> {
  /** Name in the history and of its guard in the database. */
  readonly name: string
  /** Table whose `status` column is guarded. */
  readonly table: T
  /** The rows it is about where kinds with different states share the table: those whose `column` holds `is`. A row keeps its kind. */
  readonly when?: { readonly column: string; readonly is: number | string }
  /** What a row is called in sentences. */
  readonly noun: string
  /** Primary key column beside `oid`. */
  readonly key: string
  readonly start: readonly N[]
  readonly moves: { readonly [K in M]: Move<N> }
  /** Kinds of bases a row may stand on (`basis.ts`): each step asks them. Its table has the columns `stop_reason` and `stopped_at`. */
  readonly standsOn?: readonly string[]
}
export interface Machine<M extends string = string, Is = object, In = object, Table extends string = string>
  extends Told<M, number, Table>, States<Is, In> {}

/** Declares a machine; the compiler knows its moves, states and sets by name. */
export const machine = <
  const S extends Numbered,
  const M extends string,
  const T extends Sets<NumberIn<S>> = {},
  const Table extends string = string,
>({
  states: numbered,
  sets,
  ...declaration
}: Told<M, NumberIn<S>, Table> & { readonly states: S; readonly sets?: Placed<S, T> }): Machine<M, Is<S>, In<T>, Table> => ({
  ...declaration,
  ...states<S, T>(numbered, sets),
})

/** The word for a state: one and the same on every screen, paper and refusal. */
export const wordOf = (m: States, status: number): string => m.states[status]?.label ?? String(status)
/** Value → label and tone, for a status field. */
export function statusOptions(m: States): { options: Record<string, string>; tones?: Record<string, Tone> } {
  const all = Object.entries(m.states)
  const tones = Object.fromEntries(all.flatMap(([k, s]) => (s.tone ? [[k, s.tone]] : [])))
  return { options: Object.fromEntries(all.map(([k, s]) => [k, s.label])), ...(Object.keys(tones).length ? { tones } : {}) }
}
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
