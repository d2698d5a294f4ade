/** Moves of a machine: guarded update, history row, permission and reason, in the caller's transaction. */
import { legalSteps, openMoves, type Machine, type Move } from '#kernel/contract/index.ts'
import type { Cx } from './cx.ts'
import { all, ident, join, raw, snake, sql } from './database/sql.ts'
import type { Db } from './database/client.ts'

export interface MoveOptions {
  /** Reason or remark kept in the history. */
  note?: string | null
  /** Other columns written with the move. */
  set?: Record<string, unknown>
  /** Version the caller saw; another one is refused as stale. */
  version?: number
  /** The move follows from an event: the mover's permission is not asked. */
  automatic?: boolean
}

/** Makes a move and answers the row after it. Refuses when it is not open in the present state, or the mover may not. */
export async function move<R, M extends string>(cx: Cx, machine: Machine<M>, id: number, name: M, options: MoveOptions = {}): Promise<R> {
  const step: Move = machine.moves[name]
  if (!options.automatic && !step.automatic && !cx.who.can.has(step.can)) cx.refuse('no_access', { what: step.label, code: step.can })
  const table = ident(machine.table)
  const key = ident(machine.key)
  const was = await cx.db.one<{ status: number; version: number; formerStatus?: number | null }>(
    sql`select * from ${table} where ${key} = ${id} for update`,
  )
  if (!was) return cx.refuse('not_found', { what: machine.noun })
  if (!step.from.includes(was.status))
    return cx.refuse('illegal_move', { state: machine.states[was.status]?.label ?? was.status, move: step.label })
  if (options.version !== undefined && options.version !== was.version) return cx.refuse('stale', { what: machine.noun })
  if (step.reason && !options.note?.trim()) return cx.refuse('bad_input', { what: `${step.label}：请填写原因`, field: 'reason' })
  const to = step.to === 'former' ? was.formerStatus! : step.to
  const remembers = Object.values<Move>(machine.moves).some((m) => m.to === 'former' && m.from.includes(to))
  const set: Record<string, unknown> = {
    ...options.set,
    status: to,
    version: was.version + 1,
    ...(remembers ? { formerStatus: was.status } : {}),
  }
  const row = await cx.db.one<R>(
    sql`update ${table} set ${join(Object.entries(set).map(([k, v]) => sql`${ident(snake(k))} = ${v !== null && typeof v === 'object' ? JSON.stringify(v) : v}`))} where ${key} = ${id} returning *`,
  )
  await write(cx, machine, id, { move: name, from: was.status, to, note: options.note })
  return row!
}
const write = (
  cx: Cx,
  machine: Machine,
  id: number,
  step: { move: string; from: number; to: number; note?: string | null | undefined },
): Promise<number> =>
  cx.db.run(
    sql`insert into move_history (machine, row_id, move, from_status, to_status, note) values (${machine.name}, ${id}, ${step.move}, ${step.from}, ${step.to}, ${step.note ?? null})`,
  )

/** First history row of a new thing. */
export const begin = (cx: Cx, machine: Machine, id: number, status: number, note?: string): Promise<number> =>
  write(cx, machine, id, { move: 'begin', from: -1, to: status, note })
/** A step worth keeping in the history that leaves the state as it is: the member was told. */
export const stay = (cx: Cx, machine: Machine, id: number, status: number, step: string, note?: string): Promise<number> =>
  write(cx, machine, id, { move: step, from: status, to: status, note })

/** Steps a thing took, oldest first, with who took them. `staff` names a table with ctid and name. */
export interface HistoryRow {
  at: string
  ctid: number | null
  move: string
  fromStatus: number
  toStatus: number
  note: string | null
}
export const historyOf = (cx: Cx, machine: Machine, id: number): Promise<HistoryRow[]> =>
  cx.db.rows<HistoryRow>(
    sql`select at, ctid_, move, from_status, to_status, note from move_history where ${all([sql`machine = ${machine.name}`, sql`row_id = ${id}`])} order by move_id`,
  )

/** Moves a person may make from a state. */
export const movesFor = <M extends string>(cx: Cx, machine: Machine<M>, status: number): M[] =>
  openMoves(machine, status).filter((m) => cx.who.can.has((machine.moves[m] as Move).can))

/** Loads the legal steps of every machine and puts the guard on its table. Run as owner at the start. */
export async function installGuards(owner: Db, machines: readonly Machine[]): Promise<void> {
  for (const m of machines) {
    const steps = [...m.start.map((s) => ({ move: 'begin', from: -1, to: s })), ...legalSteps(m)]
    const same = await owner.one<{ n: number }>(
      sql`select count(*) n from machine_step where machine = ${m.name} and (move, from_status, to_status) in (${join(steps.map((s) => sql`(${s.move}, ${s.from}::int, ${s.to}::int)`))}) having count(*) = (select count(*) from machine_step where machine = ${m.name})`,
    )
    if (same?.n !== new Set(steps.map((s) => `${s.move} ${s.from} ${s.to}`)).size) {
      await owner.run(sql`delete from machine_step where machine = ${m.name}`)
      await owner.run(
        sql`insert into machine_step (machine, move, from_status, to_status) values ${join(steps.map((s) => sql`(${m.name}, ${s.move}, ${s.from}, ${s.to})`))} on conflict do nothing`,
      )
    }
    const guard = await owner.one(sql`select 1 from pg_trigger where tgname = 'guard_status' and tgrelid = ${m.table}::regclass`)
    if (!guard)
      await owner.run(
        sql`create trigger guard_status before insert or update of status on ${ident(m.table)} for each row execute function guard_status(${raw(`'${m.name}'`)})`,
      )
  }
}
