/**
 * Generates the SQL of a cube's rows from its declaration, for its triggers, its rebuild, `npm run verify` and the lines behind a figure.
 */
import { cubeOf, type CubeName } from './cubes.ts'
import { dimColumn, measureColumn, type Cube, type CubeSource } from './cube.ts'

export type AnySource = CubeSource<string, string>
/** Columns of `stat_day` that a cube uses, each with its source expression. */
function expressions(cube: Cube, source: AnySource): ReadonlyArray<readonly [column: string, expression: string]> {
  const dims = Object.entries(cube.dims).map(([dim, kind]): [string, string] => {
    const empty = kind === 'text' ? `''` : '0'
    const expression = source.dims[dim]
    return [dimColumn(cube, dim), expression ? `coalesce(${expression}, ${empty})` : empty]
  })
  return [...dims, ...cube.measures.map((m): [string, string] => [measureColumn(cube, m), source.measures[m] ?? '0'])]
}
/** `from …` of a source, a table a line; `replaced` names what is read in place of a table. */
const fromOf = (source: AnySource, replaced: Readonly<Record<string, string>> = {}): string =>
  source.from
    .map(([table, alias, on], i) => {
      const read = `${replaced[table] ?? table} ${alias}`
      if (i === 0) return `from ${read}`
      return on ? `join ${read} on ${on}` : `cross join lateral ${read}`
    })
    .join('\n')
const whereOf = (source: AnySource): string => (source.where ? `\nwhere ${source.where}` : '')
/** Items of a list, as many to a line as fit. */
export const filled = (items: readonly string[]): string =>
  items
    .reduce<string[]>((lines, item) => {
      const last = lines.at(-1)
      if (last === undefined || last.length + item.length > LIST_WIDTH) return [...lines, item]
      return [...lines.slice(0, -1), `${last}, ${item}`]
    }, [])
    .join(',\n  ')
const LIST_WIDTH = 100
export const indented = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by))

/** Rows of a source as cube columns, with `sign` before every measure. */
export function rowsOf(name: CubeName, source: AnySource, sign: 1 | -1, replaced?: Readonly<Record<string, string>>): string {
  const columns = expressions(cubeOf(name), source).map(
    ([c, expression]) => `${sign < 0 && c.startsWith('m') && expression !== '0' ? `-(${expression})` : expression} ${c}`,
  )
  const list = filled([`${source.oid} oid`, `${source.hid} hid`, `(${source.at})::date "day"`, ...columns])
  return `select ${list}\n${fromOf(source, replaced)}${whereOf(source)}`
}

/** Rows of a cube with the time and document of each: what a figure opens. */
export const lineRows = (name: CubeName): string =>
  cubeOf(name)
    .of.map((source) => {
      const columns = expressions(cubeOf(name), source).map(([c, expression]) => `${expression} ${c}`)
      const own = [
        `${source.oid} oid`,
        `${source.hid} hid`,
        `(${source.at})::timestamptz "at"`,
        `${source.ref} "ref"`,
        `${source.what} what`,
      ]
      return `select ${filled([...own, ...columns])}\n${fromOf(source)}${whereOf(source)}`
    })
    .join('\nunion all\n')

/** Rows of a cube summed per day and dimensions, as rows of `stat_day`; sums of zero vanish. */
export function summed(name: CubeName, rows: readonly string[]): string {
  const cube = cubeOf(name)
  const [by, measures] = [Object.keys(cube.dims).map((dim) => dimColumn(cube, dim)), cube.measures.map((m) => measureColumn(cube, m))]
  const keys = ['oid', 'hid', 'day', ...by].join(', ')
  return [
    `select '${name}' cube, ${keys},`,
    `  ${measures.map((m) => `sum(${m})::bigint ${m}`).join(', ')}`,
    `from (\n${indented(rows.join('\nunion all\n'), 2)}\n) f`,
    `group by ${keys}`,
    `having ${measures.map((m) => `sum(${m}) <> 0`).join(' or ')}`,
  ].join('\n')
}
/** The full content of a cube, computed from its sources. */
export const recomputed = (name: CubeName): string =>
  summed(
    name,
    cubeOf(name).of.map((source) => rowsOf(name, source, 1)),
  )
export function insertInto(table: string, name: CubeName, select: string): string {
  const cube = cubeOf(name)
  const columns = [...Object.keys(cube.dims).map((dim) => dimColumn(cube, dim)), ...cube.measures.map((m) => measureColumn(cube, m))]
  return `insert into ${table} (cube, oid, hid, day, ${columns.join(', ')})\n${select};`
}

/** All days of a cube. */
export const rebuilt = (name: CubeName): string => insertInto('stat_day', name, recomputed(name))
