/**
 * Generates the SQL of a cube's rows from its declaration, for its triggers, its rebuild, `npm run verify` and the lines behind a figure.
 */
import { cubeNames, cubeOf, type CubeName } from './cubes.ts'
import { dimColumn, measureColumn, type Cube, type CubeSource, type Watched } from './cube.ts'
import { partsIn } from './parts.ts'

type AnySource = CubeSource<string, string>
/** Columns of `stat_day` that a cube uses, each with its source expression. */
function expressions(cube: Cube, source: AnySource): ReadonlyArray<readonly [column: string, said: string]> {
  const dims = Object.entries(cube.dims).map(([dim, kind]): [string, string] => {
    const empty = kind === 'text' ? `''` : '0'
    const expression = source.dims[dim]
    return [dimColumn(cube, dim), expression ? `coalesce(${expression}, ${empty})` : empty]
  })
  return [...dims, ...cube.measures.map((m): [string, string] => [measureColumn(cube, m), source.measures[m] ?? '0'])]
}
/** `from …` of a source; `instead` replaces tables by other row sets. */
const fromOf = (source: AnySource, instead: Readonly<Record<string, string>> = {}): string =>
  source.from
    .map(([table, alias, on], i) => {
      const read = `${instead[table] ?? table} ${alias}`
      if (i === 0) return read
      return on ? `join ${read} on ${on}` : `cross join lateral ${read}`
    })
    .join(' ')
const whereOf = (source: AnySource): string => (source.where ? ` where ${source.where}` : '')

/** Rows of a source as cube columns, with `sign` before every measure. */
function rowsOf(name: CubeName, source: AnySource, sign: 1 | -1, instead?: Readonly<Record<string, string>>): string {
  const columns = expressions(cubeOf(name), source).map(
    ([c, expression]) => `${sign < 0 && c.startsWith('m') && expression !== '0' ? `-(${expression})` : expression} ${c}`,
  )
  return `select ${source.oid} oid, ${source.hid} hid, (${source.at})::date "day", ${columns.join(', ')} from ${fromOf(source, instead)}${whereOf(source)}`
}

/** Rows of a cube with the time and document of each: what a figure opens. */
export const lineRows = (name: CubeName): string =>
  cubeOf(name)
    .of.map((source) => {
      const columns = expressions(cubeOf(name), source).map(([c, expression]) => `${expression} ${c}`)
      return `select ${source.oid} oid, ${source.hid} hid, (${source.at})::timestamptz "at", ${source.ref} "ref", ${source.what} what, ${columns.join(', ')} from ${fromOf(source)}${whereOf(source)}`
    })
    .join('\nunion all ')

/** Rows of a cube summed per day and dimensions, as rows of `stat_day`; sums of zero vanish. */
function summed(name: CubeName, rows: readonly string[]): string {
  const cube = cubeOf(name)
  const [by, measures] = [Object.keys(cube.dims).map((dim) => dimColumn(cube, dim)), cube.measures.map((m) => measureColumn(cube, m))]
  const keys = ['oid', 'hid', 'day', ...by].join(', ')
  return `select '${name}' cube, ${keys}, ${measures.map((m) => `sum(${m})::bigint ${m}`).join(', ')} from (${rows.join('\n      union all ')}) f group by ${keys} having ${measures.map((m) => `sum(${m}) <> 0`).join(' or ')}`
}
/** The full content of a cube, computed from its sources. */
export const recomputed = (name: CubeName): string =>
  summed(
    name,
    cubeOf(name).of.map((source) => rowsOf(name, source, 1)),
  )
function insertInto(table: string, name: CubeName, select: string): string {
  const cube = cubeOf(name)
  const columns = [...Object.keys(cube.dims).map((dim) => dimColumn(cube, dim)), ...cube.measures.map((m) => measureColumn(cube, m))]
  return `insert into ${table} (cube, oid, hid, day, ${columns.join(', ')})\n    ${select};`
}

/** All days of a cube. */
export const rebuilt = (name: CubeName): string => insertInto('stat_day', name, recomputed(name))

/** What a table moves: cube, source and watch. */
interface Moved {
  readonly name: CubeName
  readonly source: AnySource
  readonly watched: Watched
}
const only = (watched: Watched) => (watched.only ? ` where ${watched.only}` : '')
/** Changed rows in place of the table: all of them or, for an update, those with changed columns of their own. */
const whole = (rows: string, watched: Watched): string => (watched.only ? `(select * from ${rows}${only(watched)})` : rows)
const changed = (alias: 'o' | 'n', { key, on = [] }: Watched): string =>
  `(select ${alias}.* from old_rows o join new_rows n using (oid, ${key}) where ${differ(on)})`
const differ = (columns: readonly string[]): string => {
  const columnsOf = (alias: string) => columns.map((c) => `${alias}.${c}`).join(', ')
  return `(${columnsOf('o')}) is distinct from (${columnsOf('n')})`
}
/** Trigger function and triggers of a table: a statement adds its movements to `stat_delta`. */
function triggersOf(table: string, moves: readonly Moved[]): string {
  const added = moves.filter((m) => !m.watched.hung)
  const altered = moves.filter((m) => m.watched.on?.length)
  /** One statement per cube, because most changes move few cubes. */
  const put = (moves: readonly Moved[], rows: (m: Moved) => string[]) =>
    [...new Set(moves.map((m) => m.name))]
      .map((name) => `    ${insertInto('stat_delta', name, summed(name, moves.filter((m) => m.name === name).flatMap(rows)))}`)
      .join('\n')
  const seen = columnSets(altered).map((on, i) => ({ on, flag: `moved${i}` }))
  const branches = [
    ...(added.length
      ? [
          `  if tg_op = 'INSERT' then\n${put(added, (m) => [rowsOf(m.name, m.source, 1, { [table]: whole('new_rows', m.watched) })])}\n  end if;`,
          `  if tg_op = 'DELETE' then\n${put(added, (m) => [rowsOf(m.name, m.source, -1, { [table]: whole('old_rows', m.watched) })])}\n  end if;`,
        ]
      : []),
    ...(altered.length
      ? [
          `  if tg_op = 'UPDATE' then\n    select ${seen.map(({ on }) => `bool_or(${differ(on)})`).join(', ')} into ${seen.map(({ flag }) => flag).join(', ')} from old_rows o join new_rows n using (oid, ${altered[0]?.watched.key});`,
          ...seen.map(({ on, flag }) => {
            const moved = put(
              altered.filter((m) => sameSet(m.watched.on, on)),
              (m) => [
                rowsOf(m.name, m.source, -1, { [table]: changed('o', m.watched) }),
                rowsOf(m.name, m.source, 1, { [table]: changed('n', m.watched) }),
              ],
            )
            return `    if ${flag} then\n${moved}\n    end if;`
          }),
          '  end if;',
        ]
      : []),
  ]
  const on = (event: string, rows: string) =>
    `create trigger cube_${event} after ${event} on ${table} referencing ${rows} for each statement execute function stat_of_${table}();`
  return [
    `create or replace function stat_of_${table}() returns trigger language plpgsql security definer set search_path = public as $$`,
    ...(seen.length ? [`declare ${seen.map(({ flag }) => `${flag} boolean;`).join(' ')}`] : []),
    'begin',
    ...branches,
    '  return null;',
    'end $$;',
    ...(added.length ? [on('insert', 'new table as new_rows'), on('delete', 'old table as old_rows')] : []),
    ...(altered.length ? [on('update', 'old table as old_rows new table as new_rows')] : []),
  ].join('\n')
}
/** Distinct sets of columns whose change moves figures. Most row changes move none and cost one comparison. */
const columnSets = (moves: readonly Moved[]): ReadonlyArray<readonly string[]> => [
  ...new Map(moves.flatMap(({ watched: { on } }) => (on ? [[on.join(), on] as const] : []))).values(),
]
const sameSet = (some: readonly string[] | undefined, on: readonly string[]): boolean => some?.join() === on.join()

/** The migration that brings all cubes to their declarations: triggers and full content. */
export function cubeMigration(): string {
  const moves = new Map<string, Moved[]>()
  for (const name of cubeNames)
    for (const source of cubeOf(name).of)
      for (const [table, watched] of Object.entries(source.watch))
        moves.set(table, [...(moves.get(table) ?? []), { name, source, watched }])
  return [
    '-- Written by `npm run gen` from modules/statistics/contract/cubes.ts: triggers that keep the cubes, and the cubes built from nothing.',
    `do $$ declare t record; begin
  for t in select tgname, tgrelid::regclass tbl from pg_trigger where tgname in ('cube_insert', 'cube_update', 'cube_delete') loop
    execute format('drop trigger %I on %s', t.tgname, t.tbl);
  end loop;
end $$;`,
    ...[...moves].sort(([a], [b]) => (a < b ? -1 : 1)).map(([table, moves]) => triggersOf(table, moves)),
    `truncate stat_day, stat_delta, stat_sum;\ndelete from stat_part;`,
    `insert into stat_part (cube, part) values\n  ${cubeNames
      .map((name) =>
        partsIn(name)
          .map((part) => `('${name}', ${part})`)
          .join(', '),
      )
      .join(',\n  ')};`,
    ...cubeNames.map((name) => insertInto('stat_day', name, recomputed(name))),
    '',
  ].join('\n')
}
