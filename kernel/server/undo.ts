/** Taking an import back: what nobody has used since goes, what is in use stays and is named. And the handlers of the five import calls. */
import { ImportBatch, z, type importEndpoints, type ImportResult, type ImportUpload, type Page } from '#kernel/contract/internal.ts'
import type { Cx, Out } from './cx.ts'
import { wordOf } from './declared.ts'
import { ident, join, sql } from './database/sql.ts'
import { pageOf } from './database/write.ts'
import type { Handlers } from './implement.ts'
import type { ImportSpec } from './import-spec.ts'
import { importRows, progressOf } from './imports.ts'
import { sheet, template } from './sheets.ts'

const Columns = z.record(z.string(), z.unknown()).nullable()
const Noted = z.object({ rowNo: z.int(), tbl: z.string(), rowId: z.int(), before: Columns, after: Columns })
type Row = z.output<typeof Noted>
export interface Undone {
  removed: number
  kept: Array<{ what: string; why: string }>
  total: number
}

/** Takes an import back. Rows that something points to, that were changed, or whose companions were, stay. The import counts as undone. */
export async function undoImport(cx: Cx, kind: string, spec: Pick<ImportSpec<z.ZodObject>, 'root'>, importId: number): Promise<Undone> {
  const batch = await cx.db.one(
    { hid: 'number', undoneAt: 'string | null' },
    sql`
      select hid, undone_at
      from import_batch
      where import_id = ${importId} and kind = ${kind}
      for update
    `,
  )
  if (!batch || !cx.who.hids.includes(batch.hid)) return cx.refuse('not_found', { what: '导入批次' })
  if (batch.undoneAt) return { removed: 0, kept: [], total: 0 }
  const noted = await cx.db.rows(
    Noted,
    sql`
      select row_no, tbl, row_id, before, after
      from import_row
      where import_id = ${importId}
      order by row_no
    `,
  )
  const rows = noted.filter((r) => r.before === null)
  const tables = [...new Set(rows.map((r) => r.tbl))].sort((a, b) => Number(a === spec.root.table) - Number(b === spec.root.table))
  const why = new Map<number, string>()
  const keep = (table: string, ids: ReadonlyMap<number, string>) =>
    rows.filter((r) => r.tbl === table && ids.has(r.rowId)).forEach((r) => why.set(r.rowNo, ids.get(r.rowId)!))
  for (const table of tables) keep(table, await usesOf(cx, spec, importId, table, idsOf(rows, table)))
  for (const row of noted.filter((r) => r.before !== null)) if (!(await putBack(cx, row))) why.set(row.rowNo, '导入后已被修改')
  const going = rows.filter((r) => !why.has(r.rowNo))
  for (const table of tables) {
    const ids = idsOf(going, table)
    if (ids.length) await cx.db.run(sql`delete from ${ident(table)} where ${ident(await keyOf(cx, table))} = any(${ids})`)
  }
  await cx.db.run(sql`update import_batch set undone_at = app_now() where import_id = ${importId}`)
  const root = noted.filter((r) => r.tbl === spec.root.table)
  const names = await spec.root.names(
    cx,
    root.filter((r) => why.has(r.rowNo)).map((r) => r.rowId),
  )
  return {
    removed: new Set(noted.filter((r) => !why.has(r.rowNo)).map((r) => r.rowNo)).size,
    total: new Set(noted.map((r) => r.rowNo)).size,
    kept: root.filter((r) => why.has(r.rowNo)).map((r) => ({ what: names.get(r.rowId) ?? String(r.rowId), why: why.get(r.rowNo)! })),
  }
}

/** Puts back what an import changed in a row that was here before; false when somebody has changed it since. */
async function putBack(cx: Cx, { tbl, rowId, before, after }: Row): Promise<boolean> {
  const columns = Object.keys(before!)
  const key = ident(await keyOf(cx, tbl))
  const set = join(
    columns.map((c) => sql`${ident(c)} = (jsonb_populate_record(null::${ident(tbl)}, ${JSON.stringify(before)}::jsonb)).${ident(c)}`),
  )
  return (
    (await cx.db.run(sql`
      update ${ident(tbl)} t
      set ${set}
      where ${key} = ${rowId} and to_jsonb(t) @> ${JSON.stringify(after)}::jsonb
    `)) > 0
  )
}

const idsOf = (rows: readonly Row[], table: string): number[] => rows.filter((r) => r.tbl === table).map((r) => r.rowId)

/** Rows of a table that must stay, and why. */
async function usesOf(
  cx: Cx,
  spec: Pick<ImportSpec<z.ZodObject>, 'root'>,
  importId: number,
  table: string,
  ids: number[],
): Promise<Map<number, string>> {
  const { used } = spec.root
  const uses = new Map<number, string>()
  const key = ident(await keyOf(cx, table))
  // A text column named version is a model, not a counter; its table counts in version_no.
  const changed = await cx.db.rows(
    { id: 'number' },
    sql`
      select ${key} as id
      from ${ident(table)} t
      where ${key} = any(${ids})
        and case when jsonb_typeof(to_jsonb(t) -> 'version') = 'number' then (to_jsonb(t) ->> 'version')::int
          else coalesce((to_jsonb(t) ->> 'version_no')::int, 0)
        end > 0
    `,
  )
  for (const { id } of changed) uses.set(id, '导入后已被修改')
  for (const { rowId, usedBy } of await cx.db.rows(
    { rowId: 'number', usedBy: 'string' },
    sql`select row_id, used_by from rows_in_use(${table}, ${ids}, ${importId})`,
  ))
    uses.set(rowId, usedBy === table ? `有别的${wordOf(usedBy)}与之关联` : `已有${wordOf(usedBy)}`)
  if (table === spec.root.table && used) for (const [id, reason] of await used(cx, ids)) uses.set(id, reason)
  return uses
}

/** Name of the id column of a table: the second of its primary key, after oid. */
async function keyOf(cx: Cx, table: string): Promise<string> {
  const found = await cx.db.one(
    { key: 'string' },
    sql`
      select a.attname::text as key
      from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[1]
      where i.indrelid = to_regclass(${table}) and i.indisprimary
    `,
  )
  if (!found) throw new Error(`no table ${table}`)
  return found.key
}

type ImportHandlers<K extends string, Fail extends string> = Omit<Handlers<ReturnType<typeof importEndpoints<K>>>, `${K}.import`> & {
  readonly [P in `${K}.import`]: (out: Out<Fail>, upload: ImportUpload) => Promise<ImportResult>
}
/** The shape of a row of every import, by its kind. */
export const importedShapes = new Map<string, z.ZodObject>()
/** Handlers for `importEndpoints(kind, …)`. */
export function importHandlers<const K extends string, S extends z.ZodObject, P, Fail extends string>(
  kind: K,
  spec: ImportSpec<S, P, Fail>,
): ImportHandlers<K, Fail> {
  importedShapes.set(kind, spec.shape)
  const handlers = {
    [`${kind}.import`]: (out: Out<Fail>, upload: ImportUpload) => importRows(out, kind, spec, upload),
    [`${kind}.import-template`]: () => template(sheet(spec.label, spec.shape), `${spec.label}导入模板.xlsx`),
    [`${kind}.import-progress`]: async (cx: Cx, { ticket }: { ticket: string }) => progressOf(cx, ticket),
    [`${kind}.imports`]: (cx: Cx, query: { hid: number }): Promise<Page<z.output<typeof ImportBatch>>> =>
      pageOf(
        cx,
        {
          of: ImportBatch,
          select: sql`b.import_id, b.filename, b.rows, b.at, b.undone_at, b.by_name as staff_name`,
          from: sql`import_batch b`,
          where: [sql`b.kind = ${kind}`, sql`b.hid = ${query.hid}`],
          order: sql`b.import_id desc`,
        },
        query,
      ),
    [`${kind}.import-undo`]: (cx: Cx, { importId }: { importId: number }) => undoImport(cx, kind, spec, importId),
  }
  // The keys are made of `kind`, which the compiler does not follow.
  return handlers as unknown as ImportHandlers<K, Fail>
}
