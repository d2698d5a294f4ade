/** SQL of a cube's rows, as its declaration says: for its triggers, its building from nothing, `npm run verify` and the lines behind a figure. */
import { cubeOf, type CubeName } from './cubes.ts'
import { dimColumn, measureColumn, type Cube, type Source } from './cube.ts'

export type AnySource = Source<string, string>
/** Columns of `stat_day` a cube uses, each with what a source says of it. */
function expressions(of: Cube, source: AnySource): ReadonlyArray<readonly [column: string, said: string]> {
  const dims = Object.entries(of.dims).map(([dim, kind]): [string, string] => {
    const empty = kind === 'text' ? `''` : '0'
    const said = source.dims[dim]
    return [dimColumn(of, dim), said ? `coalesce(${said}, ${empty})` : empty]
  })
  return [...dims, ...of.measures.map((m): [string, string] => [measureColumn(of, m), source.measures[m] ?? '0'])]
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

/** Rows of a source with the columns of its cube, `sign` before every measure. */
export function rowsOf(name: CubeName, source: AnySource, sign: 1 | -1, replaced?: Readonly<Record<string, string>>): string {
  const columns = expressions(cubeOf(name), source).map(
    ([c, said]) => `${sign < 0 && c.startsWith('m') && said !== '0' ? `-(${said})` : said} ${c}`,
  )
  const list = filled([`${source.oid} oid`, `${source.hid} hid`, `(${source.at})::date "day"`, ...columns])
  return `select ${list}\n${fromOf(source, replaced)}${whereOf(source)}`
}

/** Rows of a cube with the moment and the paper behind each: what a figure opens. */
export const lineRows = (name: CubeName): string =>
  cubeOf(name)
    .of.map((source) => {
      const columns = expressions(cubeOf(name), source).map(([c, said]) => `${said} ${c}`)
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

/** Sums of rows of a cube per day and dimensions, as rows of `stat_day`; those that cancel out vanish. */
export function summed(name: CubeName, rows: readonly string[]): string {
  const of = cubeOf(name)
  const [by, measures] = [Object.keys(of.dims).map((dim) => dimColumn(of, dim)), of.measures.map((m) => measureColumn(of, m))]
  const keys = ['oid', 'hid', 'day', ...by].join(', ')
  return [
    `select '${name}' cube, ${keys},`,
    `  ${measures.map((m) => `sum(${m})::bigint ${m}`).join(', ')}`,
    `from (\n${indented(rows.join('\nunion all\n'), 2)}\n) f`,
    `group by ${keys}`,
    `having ${measures.map((m) => `sum(${m}) <> 0`).join(' or ')}`,
  ].join('\n')
}
/** The same of everything there is: what the cube must be. */
export const recomputed = (name: CubeName): string =>
  summed(
    name,
    cubeOf(name).of.map((source) => rowsOf(name, source, 1)),
  )
export function insertInto(table: string, name: CubeName, select: string): string {
  const of = cubeOf(name)
  const columns = [...Object.keys(of.dims).map((dim) => dimColumn(of, dim)), ...of.measures.map((m) => measureColumn(of, m))]
  return `insert into ${table} (cube, oid, hid, day, ${columns.join(', ')})\n${select};`
}

/** The days of the cube, of everything there is. */
export const rebuilt = (name: CubeName): string => insertInto('stat_day', name, recomputed(name))
