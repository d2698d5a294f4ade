/**
 * The repeatable file of a cube, `database/cube-<name>.gen.sql`: triggers on the tables it watches, and the cube built from its sources.
 * `npm run gen` writes it; a database applies it again, and builds this cube alone, when its text changes.
 */
import { cubeNames, cubeOf, type CubeName } from './cubes.ts'
import type { Watched } from './cube.ts'
import { filled, indented, insertInto, recomputed, rowsOf, summed, type AnySource } from './facts.ts'
import { partsIn } from './parts.ts'

/** A source of the cube that a table moves, and how the table is watched. */
interface Movement {
  readonly source: AnySource
  readonly watched: Watched
}
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Rows of a change in place of the table: all of them, or of an update those whose own columns changed. */
const whole = (rows: string, { only }: Watched): string => (only ? `(select * from ${rows} where ${only})` : rows)
const changed = (alias: 'o' | 'n', { key, on = [] }: Watched): string =>
  `(\n  select ${alias}.* from old_rows o join new_rows n using (oid, ${key})\n  where ${indented(differ(on), 2).trimStart()}\n)`
const differ = (columns: readonly string[]): string => {
  const listed = (alias: string) => columns.map((c) => `${alias}.${c}`).join(', ')
  return `(${listed('o')})\n  is distinct from (${listed('n')})`
}

/** Sets of columns whose change moves the cube, each once. An update that changes none of a set costs one comparison. */
const columnSets = (movements: readonly Movement[]): ReadonlyArray<readonly string[]> => [
  ...new Map(movements.flatMap(({ watched: { on } }) => (on ? [[on.join(), on] as const] : []))).values(),
]

const branch = (condition: string, lines: readonly string[]): string => `if ${condition} then\n${indented(lines.join('\n'), 2)}\nend if;`

/** Branches of the trigger function: what a statement changes in the table is added to `stat_delta`. */
function branchesOf(name: CubeName, table: string, added: readonly Movement[], altered: readonly Movement[]): string[] {
  const put = (movements: readonly Movement[], rows: (m: Movement) => string[]) =>
    insertInto('stat_delta', name, summed(name, movements.flatMap(rows)))
  const sets = columnSets(altered).map((columns, i) => ({ columns, flag: `moved${i}` }))
  const branches: string[] = []
  if (added.length) {
    const signed = (rows: string, sign: 1 | -1) => put(added, (m) => [rowsOf(name, m.source, sign, { [table]: whole(rows, m.watched) })])
    branches.push(branch(`tg_op = 'INSERT'`, [signed('new_rows', 1)]), branch(`tg_op = 'DELETE'`, [signed('old_rows', -1)]))
  }
  if (sets.length)
    branches.push(
      branch(`tg_op = 'UPDATE'`, [
        `select ${sets.map(({ columns }) => `bool_or(${differ(columns)})`).join(',\n  ')}`,
        `into ${sets.map(({ flag }) => flag).join(', ')}`,
        `from old_rows o join new_rows n using (oid, ${altered[0]?.watched.key});`,
        ...sets.map(({ columns, flag }) => {
          const moved = altered.filter(({ watched }) => watched.on?.join() === columns.join())
          return branch(flag, [
            put(moved, (m) => [
              rowsOf(name, m.source, -1, { [table]: changed('o', m.watched) }),
              rowsOf(name, m.source, 1, { [table]: changed('n', m.watched) }),
            ]),
          ])
        }),
      ]),
    )
  return branches
}

/** The trigger function of a cube on one table, and its triggers. */
function keeperOf(name: CubeName, table: string, movements: readonly Movement[]): string {
  const added = movements.filter((m) => !m.watched.hung)
  const altered = movements.filter((m) => m.watched.on?.length)
  const keeper = `cube_${snake(name)}_${table}`
  const flags = columnSets(altered).map((_, i) => `  moved${i} boolean;`)
  const trigger = (event: string, rows: string) =>
    [
      `create trigger cube_${snake(name)}_${event} after ${event} on ${table}`,
      `  referencing ${rows}`,
      `  for each statement execute function ${keeper}();`,
    ].join('\n')
  return [
    `create or replace function ${keeper}() returns trigger language plpgsql security definer set search_path = public as $$`,
    ...(flags.length ? ['declare', ...flags] : []),
    'begin',
    indented(branchesOf(name, table, added, altered).join('\n'), 2),
    '  return null;',
    'end $$;',
    ...(added.length ? [trigger('insert', 'new table as new_rows'), trigger('delete', 'old table as old_rows')] : []),
    ...(altered.length ? [trigger('update', 'old table as old_rows new table as new_rows')] : []),
  ].join('\n')
}

/** Tables that move a cube, in order, each with the sources it moves. */
function movementsOf(name: CubeName): ReadonlyArray<readonly [table: string, movements: Movement[]]> {
  const tables = new Map<string, Movement[]>()
  for (const source of cubeOf(name).of)
    for (const [table, watched] of Object.entries(source.watch)) tables.set(table, [...(tables.get(table) ?? []), { source, watched }])
  return [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * The cube from nothing. The parts go first, so that deleting the days sums nothing; the triggers above hold their tables until the
 * transaction ends, so that no change is missed in between.
 */
const built = (name: CubeName): string =>
  [
    ...KEPT_IN.map((table) => `delete from ${table} where cube = '${name}';`),
    `insert into stat_part (cube, part) values\n  ${partsIn(name)
      .map((part) => `('${name}', ${part})`)
      .join(', ')};`,
    insertInto('stat_day', name, recomputed(name)),
  ].join('\n')

/** Text of the file. */
const cubeText = (name: CubeName): string =>
  [
    `-- Generated by npm run gen from the cube ${name}.`,
    '-- Triggers keep the cube up to date; the statements at the end build it from its sources.',
    ...movementsOf(name).map(([table, movements]) => `\n${keeperOf(name, table, movements)}`),
    `\n${built(name)}\n`,
  ].join('\n')

const FOLDER = 'modules/statistics/database'
const KEPT_IN = ['stat_part', 'stat_delta', 'stat_day', 'stat_sum'] as const
/** What deletes rows of cubes that are no longer declared. */
const leftoversText = (): string =>
  [
    '-- Generated by npm run gen from the names of the cubes: rows of any other cube are deleted.',
    ...KEPT_IN.map((table) => `delete from ${table}\nwhere cube not in (\n  ${filled(cubeNames.map((name) => `'${name}'`))}\n);`),
    '',
  ].join('\n')

/** Path and text of every generated file of this module. */
export const cubeFiles = (): Record<string, string> => ({
  ...Object.fromEntries(cubeNames.map((name) => [`${FOLDER}/cube-${snake(name).replaceAll('_', '-')}.gen.sql`, cubeText(name)])),
  [`${FOLDER}/cubes.gen.sql`]: leftoversText(),
})
