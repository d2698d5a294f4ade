/** What columns and values of the audit are called: the labels, choices and units the modules declare for the same facts. */
import { bareOf, fieldsOf, metaOf, showMoney, z, type FieldMeta } from '#kernel/contract/index.ts'
import { declaredCalls, declaredPermissions, declaredTables } from '#kernel/server/declared.ts'
import { camel, sql, type Cx } from '#kernel/server/index.ts'
import type { AuditRow } from '../contract/shapes.ts'
import { columnNames, READING } from '../contract/columns.ts'
import { namesIn } from './references.ts'

type Fields = ReadonlyMap<string, FieldMeta>
/** Every shape a module's calls take or give, down into their lists. */
function shapesIn(schema: z.ZodType, found: Fields[] = []): Fields[] {
  const bare = bareOf(schema)
  // Zod types the element of a list more loosely than a shape.
  if (bare instanceof z.ZodArray) return shapesIn(bare.element as z.ZodType, found)
  const fields = Object.entries(fieldsOf(bare))
  if (fields.length) found.push(new Map(fields.map(([key, field]) => [key, metaOf(field)])))
  for (const [, field] of fields) shapesIn(field, found)
  return found
}
/** Shapes of a module's calls; tables of the kernel are spoken of by any module. */
const shapesOf = (module: string): Fields[] =>
  declaredCalls()
    .filter((c) => module === 'kernel' || c.module === module)
    .flatMap((c) => [...shapesIn(c.endpoint.output), ...shapesIn(c.endpoint.input)])

const known = new Map<string, Fields>()
/** Labels of a table's columns: of the shape that resembles it most, then what such a column is called anywhere, then of any other shape of its module. */
async function fieldsOfTable(cx: Cx, table: string): Promise<Fields> {
  const kept = known.get(table)
  if (kept) return kept
  const columns = (
    await cx.db.rows({ name: 'string' }, sql`select column_name::text name from information_schema.columns where table_name = ${table}`)
  ).map((c) => camel(c.name))
  const like = (shape: Fields) => columns.filter((c) => shape.get(c)?.label).length
  const shapes = shapesOf(declaredTables().get(table)?.module ?? '').sort((a, b) => like(b) - like(a) || a.size - b.size)
  const fields = new Map(
    columns.flatMap((c): Array<[string, FieldMeta]> => {
      const closest = shapes[0]?.get(c)
      const meta = closest?.label ? closest : columnNames[c] ? { label: columnNames[c] } : shapes.find((s) => s.get(c)?.label)?.get(c)
      return meta ? [[c, meta]] : []
    }),
  )
  known.set(table, fields)
  return fields
}

const everywhere = new Map<string, Fields>()
/** What facts are called inside of a list or an object that a column keeps: by the module's own shapes, then by any. */
function innerFields(module: string): Fields {
  const kept = everywhere.get(module)
  if (kept) return kept
  const all = [...declaredCalls()].sort((a, b) => Number(a.module === module) - Number(b.module === module))
  const fields = new Map(
    all.flatMap((c) =>
      [...shapesIn(c.endpoint.input), ...shapesIn(c.endpoint.output)].flatMap((s) => [...s].filter(([, meta]) => meta.label)),
    ),
  )
  everywhere.set(module, fields)
  return fields
}
/** What an object or a list in a column says, in words: never as it is kept. */
function inside(value: object, fields: Fields): string {
  if (Array.isArray(value)) return value.map((one: unknown) => told(one, undefined, fields)).join('；')
  return Object.entries(value)
    .filter(([, one]) => one !== null && one !== '')
    .map(([key, one]) => `${fields.get(camel(key))?.label ?? columnNames[camel(key)] ?? key}：${told(one, fields.get(camel(key)), fields)}`)
    .join('，')
}
const told = (value: unknown, meta: FieldMeta | undefined, fields: Fields): string => {
  if (typeof value === 'object' && value !== null) return inside(value, fields)
  const said = shown(value, meta)
  return typeof said === 'string' || typeof said === 'number' ? String(said) : ''
}

/** A kept value as people read it: a choice by its name, money in yuan, a moment without its zone. */
function shown(value: unknown, meta: FieldMeta | undefined): unknown {
  if (value === null || value === undefined) return value
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return value.slice(0, 16).replace('T', ' ')
  const choice = (typeof value === 'number' || typeof value === 'string') && meta?.options?.[String(value)]
  if (choice) return choice
  return meta?.format === 'money' && typeof value === 'number' ? showMoney(value / 100) : value
}

const Many = z.object({ count: z.number(), filter: z.record(z.string(), z.unknown()) })
/** What a reading call is called: by the permission it needs. Of many: how many, and what was asked for by the labels of the filter. */
function readInWords<R extends Pick<AuditRow, 'tbl' | 'after'>>(row: R): R & Pick<AuditRow, 'words'> {
  const endpoint = declaredCalls().find((c) => c.id === row.tbl)?.endpoint
  const label = declaredPermissions().find((p) => p.code === endpoint?.can)?.label
  const words: Record<string, string> = label ? { [READING]: label } : {}
  const { data: many } = Many.safeParse(row.after)
  if (!many) return { ...row, words }
  const after: Record<string, unknown> = { count: many.count }
  for (const [name, value] of Object.entries(many.filter)) {
    const meta = endpoint && metaOf(fieldsOf(endpoint.input)[name] ?? z.unknown())
    after[name] = shown(value, meta)
    if (meta?.label) words[name] = meta.label
  }
  return { ...row, after, words: { ...words, count: '条数' } }
}

/** Gives lines of the audit the words of their columns and values; what points at a store, a person or goods is told by its name. */
export async function inWords<R extends Pick<AuditRow, 'tbl' | 'action' | 'before' | 'after'>>(
  cx: Cx,
  rows: readonly R[],
): Promise<Array<R & Pick<AuditRow, 'words'>>> {
  const worded: Array<R & Pick<AuditRow, 'words'>> = []
  const nameOf = await namesIn(
    cx,
    rows.filter((row) => row.action !== 'read'),
  )
  for (const row of rows) {
    if (row.action === 'read') {
      worded.push(readInWords(row))
      continue
    }
    const fields = await fieldsOfTable(cx, row.tbl)
    const said = declaredTables().get(row.tbl)?.says
    const namesOf = (columns: Record<string, unknown> | null) =>
      columns &&
      Object.fromEntries(
        Object.entries(columns).map(([name, value]) => [
          name,
          nameOf(row.tbl, name, value) ??
            said?.[name]?.[String(value)] ??
            (typeof value === 'object' && value !== null
              ? inside(value, innerFields(declaredTables().get(row.tbl)?.module ?? ''))
              : shown(value, fields.get(camel(name)))),
        ]),
      )
    const names = new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])
    const words = Object.fromEntries(
      [...names].flatMap((name) => ((label) => (label ? [[name, label]] : []))(fields.get(camel(name))?.label)),
    )
    worded.push({ ...row, before: namesOf(row.before), after: namesOf(row.after), words })
  }
  return worded
}
