/**
 * A clinical range has one home: every field, on the wire and in the database, has the limits of `kernel/contract/eye.ts` or says why not.
 */
import pg from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import {
  axis,
  bareOf,
  clinical,
  clinicalRanges,
  eyes,
  measure,
  metaOf,
  z,
  type ClinicalName,
  type ClinicalRange,
  type Endpoints,
} from '#kernel/contract/internal.ts'
import { cloneDatabase } from '#kernel/server/database/migrate.ts'
import { modules } from '../../apps/server/modules.gen.ts'

type Limits = readonly [number, number]
const ranges: Readonly<Record<string, ClinicalRange>> = clinicalRanges
/** Which range a name on the wire belongs to: `ds` of a pair, `sph` as it stands. */
const named = new Map<string, ClinicalName>(
  Object.entries(ranges).flatMap(([range, { eyes: pairs = [], one = [] }]) =>
    [...pairs.flatMap((base) => [`${base}Od`, `${base}Os`]), ...one].map((name) => [name, range as ClinicalName] as const),
  ),
)
/** Units in which nothing but an eye, a lens or a frame is measured here. */
const UNITS = new Set(['D', 'Δ', '°', 'mm', 'µm', 'mmHg'])

/** Number fields below a shape, by path. */
function numbers(shape: z.ZodType, path: string): Array<{ path: string; name: string; field: z.ZodType }> {
  const bare = bareOf(shape)
  if (bare instanceof z.ZodObject)
    return Object.entries(bare.shape as Record<string, z.ZodType>).flatMap(([name, field]) => numbers(field, `${path}.${name}`))
  if (bare instanceof z.ZodArray) return numbers(bare.element as z.ZodType, `${path}[]`)
  return bare instanceof z.ZodNumber ? [{ path, name: path.split('.').at(-1)!, field: shape }] : []
}
const limitsOf = (field: z.ZodType): Limits => {
  const { minValue, maxValue } = bareOf(field) as z.ZodNumber
  return [minValue ?? -Infinity, maxValue ?? Infinity]
}
const same = (a: Limits, b: Limits): boolean => a[0] === b[0] && a[1] === b[1]

/** What stands against the one home in a shape. */
function strayed(shape: z.ZodType, path: string): string[] {
  return numbers(shape, path).flatMap(({ path: found, name, field }) => {
    const { range, reason, unit, warn } = metaOf(field)
    const due = named.get(name)
    if (!range) return due || (UNITS.has(unit ?? '') && !reason) ? [`${found} is of no clinical range${due ? ` (${due})` : ''}`] : []
    if (due && due !== range) return [`${found} is ${range}, its name is ${due}'s`]
    const home = ranges[range]!
    const [low, high] = limitsOf(field)
    if (range === 'axis') return same([low, high], [0, home.block[1]]) ? [] : [`${found} has another axis`]
    if (low < home.block[0] || high > home.block[1]) return [`${found} is wider than ${range}`]
    const alike = same([low, high], home.block) && JSON.stringify(warn) === JSON.stringify(home.warn)
    return alike || reason ? [] : [`${found} has limits of its own and no reason`]
  })
}

const shapes = modules.flatMap((m) =>
  Object.entries((m.endpoints ?? {}) as Endpoints).flatMap(
    ([id, e]) =>
      [
        [id, e.input],
        [`${id} →`, e.output],
      ] as Array<[string, z.ZodType]>,
  ),
)
/** Limits of the fields of a name: all of one, or the census above has said so. */
const typed = new Map<string, Limits[]>()
for (const [id, shape] of shapes)
  for (const { name, field } of numbers(shape, id)) if (named.has(name)) typed.set(name, [...(typed.get(name) ?? []), limitsOf(field)])

const camel = (column: string): string => column.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())
interface Column {
  tab: string
  col: string
  /** Definitions of the checks that name the column, and what is written about them. */
  defs: string[]
  why: string[]
}
const COLUMNS = `
  select c.relname tab, a.attname col, coalesce(array_agg(pg_get_constraintdef(k.oid)) filter (where k.oid is not null), '{}') defs,
    coalesce(
      array_agg(obj_description(k.oid, 'pg_constraint')) filter (where obj_description(k.oid, 'pg_constraint') is not null), '{}'
    ) why
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)
  where n.nspname = 'public'
    and c.relkind in ('r', 'p')
    and a.atttypid in ('numeric'::regtype, 'int4'::regtype, 'int2'::regtype, 'float8'::regtype)
  group by 1, 2
  order by 1, 2
`

/** Lowest and highest a check lets a column have. */
function kept(col: string, defs: readonly string[]): Limits {
  const end = (sign: '>=' | '<=') =>
    defs.flatMap((def) => [...def.matchAll(new RegExp(`\\(${col} ${sign} \\(?'?(-?[\\d.]+)`, 'g'))].map((m) => Number(m[1])))
  const [lows, highs] = [end('>='), end('<=')]
  return [lows.length ? Math.max(...lows) : -Infinity, highs.length ? Math.min(...highs) : Infinity]
}
const wrongColumns = (columns: readonly Column[]): string[] =>
  columns.flatMap(({ tab, col, defs, why }) => {
    const range = named.get(camel(col))
    if (!range) return []
    const fields = range === 'axis' ? [] : (typed.get(camel(col)) ?? [])
    const due: Limits = fields.length ? [Math.min(...fields.map((f) => f[0])), Math.max(...fields.map((f) => f[1]))] : ranges[range]!.block
    const has = kept(col, defs)
    const bounded = Number.isFinite(has[0]) && Number.isFinite(has[1])
    return bounded && (same(has, due) || why.length) ? [] : [`${tab}.${col} keeps ${has.join('…')}, ${range} is ${due.join('…')}`]
  })

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: await cloneDatabase(inject('ownerUrl'), inject('template'), `eye_${process.pid}`) })
  await client.connect()
  return () => client.end()
})

describe('clinical ranges', () => {
  it('every field of a call has the limits of its range, or a reason', () => {
    expect(shapes.flatMap(([id, shape]) => strayed(shape, id))).toEqual([])
    // The loop has something to look at.
    expect([typed.get('dsOd')!.length, typed.get('sph')!.length].every((n) => n > 5)).toBe(true)
  })
  it('a second range is seen: of another file, of another name, wider, or narrower without a word', () => {
    const D = { unit: 'D', format: 'dioptre' } as const
    const second = z.object({
      ...eyes('ds', measure('球镜', { block: [-30, 30], ...D })),
      dcOd: measure('柱镜', { block: [-10, 10], ...D, range: 'cylinder' }),
      sph: clinical('cylinder'),
      axis: z.int().min(1).max(180).meta({ label: '轴位', range: 'axis' }),
      addOd: measure('下加光', { block: [0, 9], range: 'addition', reason: 'somebody likes it' }),
      list: z.array(z.object({ anything: measure('厚度', { block: [0, 9], unit: 'mm' }) })),
    })
    expect(strayed(second, 'x')).toEqual([
      'x.dsOd is of no clinical range (sphere)',
      'x.dsOs is of no clinical range (sphere)',
      'x.dcOd has limits of its own and no reason',
      "x.sph is cylinder, its name is sphere's",
      'x.axis has another axis',
      'x.addOd is wider than addition',
      'x.list[].anything is of no clinical range',
    ])
    expect(
      strayed(z.object({ dsOd: clinical('sphere'), axis: axis(), pdFar: clinical('pd', { block: [35, 90], reason: 'far' }) }), 'x'),
    ).toEqual([])
    expect(() => clinical('sphere', { block: [-60, 60], reason: 'no' })).toThrow('wider than sphere')
  })
  it('no name belongs to two ranges', () => {
    const all = Object.values(ranges).flatMap(({ eyes: pairs = [], one = [] }) => [...pairs.map((p) => `${p}Od`), ...one])
    expect(all.filter((n, i) => all.indexOf(n) !== i)).toEqual([])
  })
  it('the database keeps every range where it is stored; a check that keeps another one says why', async () => {
    const { rows } = await client.query<Column>(COLUMNS)
    expect(wrongColumns(rows)).toEqual([])
    expect(rows.filter((r) => named.has(camel(r.col))).length).toBeGreaterThan(80)
  })
  it('a column without its check, or with another one and no word about it, would be seen', async () => {
    await client.query(`
      begin;
      create table planted (
        oid bigint, ds_od numeric, dc_od numeric check (dc_od between -10 and 10), sph numeric check (sph between -45 and 45),
        cyl numeric constraint planted__cyl check (cyl between -25 and 0)
      );
      comment on constraint planted__cyl on planted is 'minus cylinder'
    `)
    const { rows } = await client.query<Column>(COLUMNS)
    await client.query('rollback')
    expect(wrongColumns(rows.filter((r) => r.tab === 'planted'))).toEqual([
      'planted.dc_od keeps -10…10, cylinder is -25…25',
      'planted.ds_od keeps -Infinity…Infinity, sphere is -45…45',
    ])
  })
})
