/** Moves of a machine: guarded update, history row, permission and reason, in the caller's transaction. */
import { legalSteps, moved, openMoves, type Machine, type Move, wordOf, wordsOfReason } from '#kernel/contract/internal.ts'
import { acrossStores, may } from './acting.ts'
import { fallenUnder, mustStand, unstop } from './basis.ts'
import type { Cx } from './cx.ts'
import { Whole, type Row, type ShapedRow, type TableName } from './database/shaped.ts'
import { all, ident, join, raw, snake, sql, type Sql } from './database/sql.ts'
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

/** The row of a machine: where kinds share a table, one of another kind is not found. */
const rowOf = ({ key, when }: Machine, id: number): Sql =>
  all([sql`${ident(key)} = ${id}`, when && sql`${ident(when.column)} = ${when.is}`])

/** A row of the machine's table, where the compiler knows which that is. */
type RowOfTable<T extends string> = T extends TableName ? Row<T> : unknown
/** Makes a move and answers the row after it. Refuses when it is not open in the present state, or the mover may not. */
export async function move<M extends string, T extends string>(
  cx: Cx,
  machine: Machine<M, object, object, T>,
  id: number,
  name: M,
  options: MoveOptions = {},
): Promise<RowOfTable<T>> {
  const step: Move = machine.moves[name]
  const byPerson = !options.automatic && !step.automatic
  if (byPerson && !may(cx, step.can)) cx.refuse('no_access', { what: step.label, code: step.can })
  const table = ident(machine.table)
  const before = await cx.db.one(
    // Every table of a machine has the first two; a test moves each.
    new Whole<{ status: number; version: number; hid?: number; pid?: number | null; formerStatus?: number | null }>(machine.table, {}),
    sql`select * from ${table} where ${rowOf(machine, id)} for update`,
  )
  if (!before) return cx.refuse('not_found', { what: machine.noun })
  // A thing of another of the own stores: that store's grants decide.
  if (byPerson && !may(cx, step.can, before.hid)) cx.refuse('no_access', { what: step.label, code: step.can })
  if (!step.from.includes(before.status)) return cx.refuse('illegal_move', { state: wordOf(machine, before.status), move: step.label })
  if (options.version !== undefined && options.version !== before.version) return cx.refuse('stale', { what: machine.noun })
  if (!step.givesUp) await mustStand(cx, machine, id)
  if (step.reason && wordsOfReason(options.note) === undefined)
    return cx.refuse('bad_input', { what: `${step.label}：请填写原因`, field: 'reason' })
  const to = step.to === 'former' ? before.formerStatus! : step.to
  const remembers = Object.values<Move>(machine.moves).some((m) => m.to === 'former' && m.from.includes(to))
  const set: Record<string, unknown> = {
    ...options.set,
    status: to,
    version: before.version + 1,
    ...(remembers ? { formerStatus: before.status } : {}),
    // All it stands on is in force again.
    ...(machine.standsOn && !step.givesUp ? { stopReason: null, stoppedAt: null } : {}),
  }
  // What follows from an event changes a thing of another store without anybody of it: its step is the reason.
  const follows = !byPerson && before.hid !== undefined && !cx.who.hids.includes(before.hid)
  if (follows) await acrossStores(cx, step.label)
  const changes = Object.entries(set).map(([k, v]) => {
    const value = v !== null && typeof v === 'object' ? JSON.stringify(v) : v
    return sql`${ident(snake(k))} = ${value}`
  })
  const row = await cx.db.the(
    new Whole<RowOfTable<T>>(machine.table, {}),
    sql`update ${table} set ${join(changes)} where ${ident(machine.key)} = ${id} returning *`,
  )
  if (follows) await acrossStores(cx, '')
  await write(cx, machine, id, { move: name, from: before.status, to, note: options.note })
  await cx.announce(moved, { table: machine.table, id, pid: before.pid ?? null, hid: before.hid ?? null, from: before.status, to })
  return row
}
const write = (
  cx: Cx,
  machine: Machine,
  id: number,
  step: { move: string; from: number; to: number; note?: string | null | undefined },
): Promise<number> =>
  cx.db.run(
    sql`
      insert into move_history (machine, row_id, move, from_status, to_status, note)
      values (${machine.name}, ${id}, ${step.move}, ${step.from}, ${step.to}, ${step.note ?? null})
    `,
  )

/** First history row of a new thing; one whose basis is not in force does not begin. */
export async function begin(cx: Cx, machine: Machine, id: number, status: number, note?: string): Promise<number> {
  await mustStand(cx, machine, id)
  return write(cx, machine, id, { move: 'begin', from: -1, to: status, note })
}
/**
 * A step worth keeping in the history that leaves the state as it is: the member was told. It asks the bases of the row, unless it gives
 * the work up.
 */
export async function stay(
  cx: Cx,
  machine: Machine,
  id: number,
  status: number,
  step: string,
  note?: string,
  { givesUp = false }: { givesUp?: boolean } = {},
): Promise<number> {
  if (!givesUp) await mustStand(cx, machine, id)
  return write(cx, machine, id, { move: step, from: status, to: status, note })
}
/** Lets stopped work go on once all it stands on is in force, and answers whether it does. */
export async function resumeWork(cx: Cx, machine: Machine, id: number, note?: string): Promise<boolean> {
  if ((await fallenUnder(cx, machine, id)).length) return false
  const status = await unstop(cx, machine, id)
  if (status !== undefined) await write(cx, machine, id, { move: 'resume', from: status, to: status, note })
  return true
}

/** Steps a thing took, oldest first, with who took them. `staff` names a table with ctid and name. */
const Step = {
  at: 'string',
  ctid: 'number | null',
  move: 'string',
  fromStatus: 'number',
  toStatus: 'number',
  note: 'string | null',
} as const
export type HistoryRow = ShapedRow<typeof Step>
export const historyOf = (cx: Cx, machine: Machine, id: number): Promise<HistoryRow[]> =>
  cx.db.rows(
    Step,
    sql`
      select at, ctid_,
      move,
      from_status,
      to_status,
      note
      from move_history
      where ${all([sql`machine = ${machine.name}`, sql`row_id = ${id}`])}
      order by move_id
    `,
  )

/** Moves a person may make from a state. */
export const movesFor = <M extends string>(cx: Cx, machine: Machine<M>, status: number): M[] =>
  openMoves(machine, status).filter((m) => cx.who.can.has(machine.moves[m].can))

/** Loads the legal steps of every machine and puts the guard on its table. Run as owner at the start. */
export async function installGuards(owner: Db, machines: readonly Machine[]): Promise<void> {
  for (const m of machines) await loadSteps(owner, m)
  for (const table of new Set(machines.map((m) => m.table)))
    await guardTable(
      owner,
      table,
      machines.filter((m) => m.table === table),
    )
}
async function loadSteps(owner: Db, m: Machine): Promise<void> {
  const moves: Readonly<Record<string, Move>> = m.moves
  const steps = [...m.start.map((s) => ({ move: 'begin', from: -1, to: s })), ...legalSteps(m)].map((s) => ({
    ...s,
    givesUp: moves[s.move]?.givesUp === true,
  }))
  const same = await owner.one(
    { n: 'number' },
    sql`
      select count(*) n
      from machine_step
      where machine = ${m.name}
        and (
          move, from_status, to_status, gives_up
        ) in (${join(steps.map((s) => sql`(${s.move}, ${s.from}::int, ${s.to}::int, ${s.givesUp}::boolean)`))})
      having count(*) = (select count(*) from machine_step where machine = ${m.name})
    `,
  )
  if (same?.n === new Set(steps.map((s) => `${s.move} ${s.from} ${s.to}`)).size) return
  await owner.run(sql`delete from machine_step where machine = ${m.name}`)
  await owner.run(
    sql`
      insert into machine_step (machine, move, from_status, to_status, gives_up)
      values ${join(steps.map((s) => sql`(${m.name}, ${s.move}, ${s.from}, ${s.to}, ${s.givesUp})`))}
      on conflict do nothing
    `,
  )
}
/** The trigger knows its one machine, or the column of the kind with a machine for each of its values. */
async function guardTable(owner: Db, table: string, machines: readonly Machine[]): Promise<void> {
  const [first, ...others] = machines
  const column = first!.when?.column
  if (others.length && machines.some((m) => !column || m.when?.column !== column))
    throw new Error(`machines of ${table} need a \`when\` on the same column: ${machines.map((m) => m.name).join(', ')}`)
  const watched = column ? [column, ...machines.flatMap((m) => [String(m.when!.is), m.name])] : [first!.name]
  if (!watched.every((word) => /^[\w-]+$/.test(word))) throw new Error(`not words of a guard: ${watched.join(', ')}`)
  const guard = await owner.one(
    { watched: 'string' },
    sql`
      select encode(tgargs, 'escape') watched
      from pg_trigger
      where tgname = 'guard_status' and tgrelid = ${table}::regclass
    `,
  )
  if (guard?.watched === watched.map((word) => `${word}\\000`).join('')) return
  if (guard) await owner.run(sql`drop trigger guard_status on ${ident(table)}`)
  const columns = column ? sql`status, ${ident(column)}` : sql`status`
  const words = raw(watched.map((word) => `'${word}'`).join(', '))
  await owner.run(sql`
    create trigger guard_status
    before insert or update of ${columns} on ${ident(table)} for each row
    execute function guard_status(${words})
  `)
}
