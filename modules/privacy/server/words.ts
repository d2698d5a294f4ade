/** Labels of audit columns and values, from the labels, options and units that modules declare. */
import { bareOf, fieldsOf, metaOf, showMoney, z, type FieldMeta } from '#kernel/contract/index.ts'
import { declaredCalls, declaredPermissions, declaredTables } from '#kernel/server/declared.ts'
import { camel, sql, type Cx } from '#kernel/server/index.ts'
import type { AuditRow } from '../contract/shapes.ts'
import { columnNames, READING } from '../contract/columns.ts'
import { namesIn } from './references.ts'

type Fields = ReadonlyMap<string, FieldMeta>
/** All shapes that a module's calls take or return, including nested lists. */
function shapesIn(schema: z.ZodType, shapes: Fields[] = []): Fields[] {
  const bare = bareOf(schema)
  // Zod types the element of a list more loosely than a shape.
  if (bare instanceof z.ZodArray) return shapesIn(bare.element as z.ZodType, shapes)
  const fields = Object.entries(fieldsOf(bare))
  if (fields.length) shapes.push(new Map(fields.map(([key, field]) => [key, metaOf(field)])))
  for (const [, field] of fields) shapesIn(field, shapes)
  return shapes
}
/** Shapes of a module's calls; kernel tables use those of all modules. */
const shapesOf = (module: string): Fields[] =>
  declaredCalls()
    .filter((c) => module === 'kernel' || c.module === module)
    .flatMap((c) => [...shapesIn(c.endpoint.output), ...shapesIn(c.endpoint.input)])

const cache = new Map<string, Fields>()
/** Labels of a table's columns: from the most similar shape, then by common column names, then from other shapes of the module. */
async function fieldsOfTable(cx: Cx, table: string): Promise<Fields> {
  const cachedFields = cache.get(table)
  if (cachedFields) return cachedFields
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
  cache.set(table, fields)
  return fields
}

const everywhere = new Map<string, Fields>()
/** Labels of keys inside a JSON column: from the module's shapes, then from any. */
function innerFields(module: string): Fields {
  const cachedFields = everywhere.get(module)
  if (cachedFields) return cachedFields
  const all = [...declaredCalls()].sort((a, b) => Number(a.module === module) - Number(b.module === module))
  const fields = new Map(
    all.flatMap((c) =>
      [...shapesIn(c.endpoint.input), ...shapesIn(c.endpoint.output)].flatMap((s) => [...s].filter(([, meta]) => meta.label)),
    ),
  )
  everywhere.set(module, fields)
  return fields
}
/** A JSON value in words, never raw. */
function inside(value: object, fields: Fields): string {
  if (Array.isArray(value)) return value.map((one: unknown) => textOf(one, undefined, fields)).join('；')
  return Object.entries(value)
    .filter(([, one]) => one !== null && one !== '')
    .map(
      ([key, one]) => `${fields.get(camel(key))?.label ?? columnNames[camel(key)] ?? key}：${textOf(one, fields.get(camel(key)), fields)}`,
    )
    .join('，')
}
const textOf = (value: unknown, meta: FieldMeta | undefined, fields: Fields): string => {
  if (typeof value === 'object' && value !== null) return inside(value, fields)
  const text = format(value, meta)
  return typeof text === 'string' || typeof text === 'number' ? String(text) : ''
}

/** A stored value for display: options by label, money in yuan, times without zone. */
function format(value: unknown, meta: FieldMeta | undefined): unknown {
  if (value === null || value === undefined) return value
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return value.slice(0, 16).replace('T', ' ')
  const choice = (typeof value === 'number' || typeof value === 'string') && meta?.options?.[String(value)]
  if (choice) return choice
  return meta?.format === 'money' && typeof value === 'number' ? showMoney(value / 100) : value
}

const Many = z.object({ count: z.number(), filter: z.record(z.string(), z.unknown()) })
/** Label of a read call, by its permission; for lists, the count and the filters. */
function readInWords<R extends Pick<AuditRow, 'tbl' | 'after'>>(row: R): R & Pick<AuditRow, 'words'> {
  const endpoint = declaredCalls().find((c) => c.id === row.tbl)?.endpoint
  const label = declaredPermissions().find((p) => p.code === endpoint?.can)?.label
  const words: Record<string, string> = label ? { [READING]: label } : {}
  const { data: many } = Many.safeParse(row.after)
  if (!many) return { ...row, words }
  const after: Record<string, unknown> = { count: many.count }
  for (const [name, value] of Object.entries(many.filter)) {
    const meta = endpoint && metaOf(fieldsOf(endpoint.input)[name] ?? z.unknown())
    after[name] = format(value, meta)
    if (meta?.label) words[name] = meta.label
  }
  return { ...row, after, words: { ...words, count: '条数' } }
}

/** Adds labels of columns and values to audit lines; references to stores, staff and goods show names. */
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
    const labels = declaredTables().get(row.tbl)?.says
    const namesOf = (columns: Record<string, unknown> | null) =>
      columns &&
      Object.fromEntries(
        Object.entries(columns).map(([name, value]) => [
          name,
          nameOf(row.tbl, name, value) ??
            labels?.[name]?.[String(value)] ??
            (typeof value === 'object' && value !== null
              ? inside(value, innerFields(declaredTables().get(row.tbl)?.module ?? ''))
              : format(value, fields.get(camel(name)))),
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
