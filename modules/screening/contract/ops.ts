/**
 * The operation log of a screening: what stations send, merged per child and field. Operations are a set by `opId`; the state is a function of the set, so
 * that any order of arrival gives the same one. Two examiners' different values are both kept until somebody decides.
 */

import { groupsOf } from './groups.ts'

/** A scalar, as a station types it. */
export type OpValue = string | number | boolean | null
export interface Op {
  /** Unique of the device: a UUID. */
  readonly opId: string
  readonly deviceId: string
  /** Lamport clock of the device: above every operation it had seen. */
  readonly lamport: number
  readonly studentId: number
  readonly field: string
  readonly value: OpValue
  /** Moment of the entry by the device's clock. */
  readonly at: string
  /** Examiner. */
  readonly ctid: number
  /** Serial number of the instrument, where one measured. */
  readonly device?: string | null | undefined
  /** Why a value was changed. */
  readonly reason?: string | null | undefined
  /** Order of arrival, where it was written down: of one second the one that came first is the first. */
  readonly no?: number | undefined
  /** Operations this one decides against, whoever made them. */
  readonly settles?: readonly string[] | undefined
}
/** The one order of operations: the clock, then device and number, which never tie. */
const compareOps = (a: Op, b: Op): number => a.lamport - b.lamport || compareTexts(a.deviceId, b.deviceId) || compareTexts(a.opId, b.opId)
function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

export interface FieldState {
  /** The value that stands; undefined while examiners disagree. */
  readonly value: OpValue | undefined
  /** Entry with the earliest time: what was entered before anybody thought about it. */
  readonly first: Op
  /** Operations nobody has replaced, one for each examiner; more than one different value asks. */
  readonly heads: readonly Op[]
  /** The other entries, in their order. */
  readonly changes: readonly Op[]
  readonly disputed: boolean
}
export type StudentState = Readonly<Record<string, FieldState>>
export type MergedState = ReadonlyMap<number, StudentState>

/** The state of one field of one child. An examiner's later entry replaces the own earlier one; another's is replaced by a decision only. */
export function fieldState(ops: readonly Op[]): FieldState | undefined {
  const ordered = ops.toSorted(compareOps)
  const first = ordered.toSorted((a, b) => compareTexts(a.at, b.at) || (a.no ?? 0) - (b.no ?? 0))[0]
  if (!first) return undefined
  const settled = new Set(ordered.flatMap(({ settles }) => settles ?? []))
  const latest = new Map(ordered.map((op) => [op.ctid, op]))
  const heads = [...latest.values()].filter(({ opId }) => !settled.has(opId)).toSorted(compareOps)
  // Everybody's last word was decided against by a decision that was decided against: the last one stands.
  const standing = heads.length ? heads : ordered.slice(-1)
  const disputed = new Set(standing.map(({ value }) => value)).size > 1
  return {
    value: disputed ? undefined : standing[0]?.value,
    first,
    heads: standing,
    changes: ordered.filter((op) => op !== first),
    disputed,
  }
}

/** Each operation once, by number: of two with one number the first in the order stays, whichever came first. */
export function unionOf(...logs: ReadonlyArray<readonly Op[]>): readonly Op[] {
  const byId = new Map<string, Op>()
  for (const op of logs.flat()) {
    const held = byId.get(op.opId)
    if (!held || compareOps(op, held) < 0) byId.set(op.opId, op)
  }
  return [...byId.values()]
}

/** The state of all children of some logs. */
export function mergeOps(...logs: ReadonlyArray<readonly Op[]>): MergedState {
  const byStudent = groupsOf(unionOf(...logs), ({ studentId }) => studentId)
  return new Map(
    [...byStudent].map(([studentId, ops]) => [
      studentId,
      Object.fromEntries(
        [...groupsOf(ops, ({ field }) => field)].flatMap(([field, own]) => {
          const state = fieldState(own)
          return state ? [[field, state]] : []
        }),
      ),
    ]),
  )
}
/** Clock of a device that has seen some operations. */
export const nextLamport = (ops: readonly Pick<Op, 'lamport'>[]): number =>
  ops.reduce((most, { lamport }) => Math.max(most, lamport), 0) + 1
