/** What a row stands on: asked before each of its steps, and asked again to let stopped work go on. */
import { basisAsked, sentenceOfFallen, type FallenBasis, type Machine } from '#kernel/contract/index.ts'
import type { Cx } from './cx.ts'
import { ident, sql } from './database/sql.ts'

/**
 * Bases of a row that are not in force, as the module that owns the row answers. A machine with `standsOn` that nobody answers for is a
 * bug.
 */
export async function fallenUnder(cx: Cx, machine: Machine, id: number): Promise<readonly FallenBasis[]> {
  if (!machine.standsOn) return []
  let answer: readonly FallenBasis[] | undefined
  await cx.announce(basisAsked, { machine: machine.name, id, tell: (fallen) => void (answer = fallen) })
  if (!answer) throw new Error(`nobody answers what a row of ${machine.name} stands on`)
  return answer
}
/** Refuses while a basis of the row has fallen. Whatever changes a row without a step asks by this. */
export async function mustStand(cx: Cx, machine: Machine, id: number): Promise<void> {
  const [first] = await fallenUnder(cx, machine, id)
  if (first) cx.refuse('basis_fallen', { what: sentenceOfFallen(first) })
}
const Stopped = { status: 'number', stopReason: 'string | null' } as const
/** Takes the stop off a row; undefined where none was on it. The caller has asked the bases before. */
export async function unstop(cx: Cx, machine: Machine, id: number): Promise<number | undefined> {
  const [table, key] = [ident(machine.table), ident(machine.key)]
  const row = await cx.db.one(Stopped, sql`select status, stop_reason from ${table} where ${key} = ${id} for update`)
  if (!row || row.stopReason === null) return undefined
  await cx.db.run(sql`update ${table} set stop_reason = null, stopped_at = null where ${key} = ${id}`)
  return row.status
}
