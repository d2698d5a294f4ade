/**
 * Imports: a file of people's own making becomes rows, checked one by one in the users' words, tried out before, taken back after.
 *
 *   const people = importHandlers('patients', { label: '会员', shape: ImportPatient, aliases, prepare, write, root })
 *   export default implement(patients, { …, ...people })
 *
 * `write` makes one good row and tells what it made: `made('patient', pid)`. A refusal there (a duplicate, a constraint) is the row's
 * error; the other rows are not touched by it. Reactions in other modules note what they make with `noteImported`. `root` is the table an
 * imported thing lives in.
 */
import { createHash } from 'node:crypto'
import {
  bareOf,
  fieldsOf,
  isOptional,
  metaOf,
  sentenceOf,
  z,
  type ImportCodes,
  type ImportError,
  type ImportResult,
  type ImportUpload,
} from '#kernel/contract/internal.ts'
import { spoiled, valueOf } from './cells.ts'
import { codedColumns, codesOf, decoded, unchosen, type ChosenCodes } from './codes.ts'
import type { Cx, Out } from './cx.ts'
import { sql } from './database/sql.ts'
import { refuse } from './database/tenant.ts'
import { withoutFeet } from './feet.ts'
import { chosenHeads, LONGEST_HEAD, mappingOf, rememberedFor } from './heads.ts'
import { attempted, refusalIn } from './attempts.ts'
import { readSheet, type ReadSheet } from './parse/parse.ts'
import { headOf } from './sheets.ts'
import { toFen } from './wire.ts'
import type { ImportSpec, Layout, ImportOutcome, RowOfImport } from './import-spec.ts'

/** Notes a row that came into being through an import, so that undoing the import removes it. For reactions in later modules. */
export const noteImported = async (cx: Cx, origin: { importId: number; rowNo: number }, table: string, id: number): Promise<void> => {
  await cx.db.run(
    sql`
      insert into import_row (import_id, row_no, tbl, row_id)
      values (${origin.importId}, ${origin.rowNo}, ${table}, ${id})
      on conflict do nothing
    `,
  )
}

const SHOWN_ERRORS = 1000
/** Characters of a cell that a foreign layout is given to read, by patterns of its own. */
const LONGEST_FOREIGN = 5000
const CHUNK = 100
/** Ms of checking rows after which others have their turn. */
const BREATH = 10

/** How far the running imports are, by who runs them and their ticket. Kept in this process: an import runs in one. */
const running = new Map<string, { done: number; total: number }>()
const runningKey = (cx: Cx, ticket: string) => `${cx.who.oid}:${cx.who.uid}:${ticket}`
export const progressOf = (cx: Cx, ticket: string): { done: number; total: number } =>
  running.get(runningKey(cx, ticket)) ?? { done: 0, total: 0 }

interface Counts {
  changed: number
  same: number
  conflicts: number
}
interface Good<R> {
  no: number
  row: R
  given: Readonly<Record<string, string>>
}
interface Checked<R> {
  readonly good: ReadonlyArray<Good<R>>
  readonly broken: ReadonlyArray<Readonly<Record<string, string>>>
  readonly errors: readonly ImportError[]
  readonly notes: readonly ImportError[]
}
/** An upload with its fingerprint and what is remembered of the heads. */
type Taken = ImportUpload & { sha: string; remember: Record<string, string | null> | undefined }

/**
 * Imports a file, or with `dryRun` finds out what it would do: nothing is written then, yet duplicates and constraints are told. The file
 * is read and its rows are checked before a connection is taken; what is written is one transaction.
 */
export async function importRows<S extends z.ZodObject, P, Fail extends string>(
  out: Out<Fail>,
  kind: string,
  spec: ImportSpec<S, P, Fail>,
  upload: ImportUpload,
): Promise<ImportResult> {
  if (!out.who.hids.includes(upload.hid)) out.refuse('not_found', { what: '门店' })
  const { read, feet } = withoutFeet(await readSheet(upload.file))
  const sha = createHash('sha256').update(upload.file.bytes).digest('hex')
  const layout = spec.layouts?.find((l) => l.matches(read.head))
  const { mapping, remembered } = layout
    ? { mapping: {}, remembered: 0 }
    : mappingOf(spec, read, upload.mapping, await out.tx((cx) => rememberedFor(cx, kind, spec.remembers)))
  const chosen = upload.codes ?? {}
  const codes = layout ? [] : codedColumns(spec.shape, read, mapping, chosen)
  const found = await checked(spec, read, layout, mapping, { chosen, open: codes.filter((c) => c.chosen === null) })
  const answer = {
    filename: upload.file.filename.slice(0, 200),
    dryRun: upload.dryRun,
    rows: read.rows.length,
    layout: layout?.name ?? null,
    knows: spec.knows ?? false,
    remembered,
    codes,
    columns: read.head.map((header, column) => ({
      column,
      header: header.slice(0, 200),
      field: mapping[column] ?? null,
      samples: read.rows.slice(0, 3).map((r) => r[column]!.slice(0, 200)),
    })),
    fields: Object.entries(fieldsOf(spec.shape)).map(([field, f]) => ({
      field,
      label: headOf(field, metaOf(f)),
      required: !isOptional(f),
    })),
  }
  const remember = chosenHeads(read, upload.mapping, spec.remembers)
  const withNotes = { ...found, notes: [...feet, ...found.notes] }
  return out.tx(async (cx) => ({
    ...answer,
    ...(await takenIn(cx, kind, spec, { ...upload, sha, remember }, withNotes, read.rows.length)),
  }))
}

/** What is written of an import: a file already imported to the store not again, and of a dry run nothing. */
async function takenIn<S extends z.ZodObject, P, Fail extends string>(
  cx: Cx<Fail>,
  kind: string,
  spec: ImportSpec<S, P, Fail>,
  upload: Taken,
  found: Checked<z.output<S>>,
  rows: number,
): Promise<Pick<ImportResult, 'importId' | 'good' | 'bad' | 'warning' | 'errors' | 'notes' | keyof Counts>> {
  const { sha, hid, dryRun } = upload
  await cx.db.run(sql`select pg_advisory_xact_lock(hashtextextended(${sha}, ${cx.who.oid}::bigint))`)
  const former = await cx.db.one(
    { importId: 'number', at: 'string', rows: 'number' },
    sql`
      select import_id, at, rows
      from import_batch
      where kind = ${kind} and sha256 = ${sha} and hid = ${hid} and undone_at is null and rows > 0
      order by import_id desc
      limit 1
    `,
  )
  const warning = former
    ? `同一文件已于 ${former.at.slice(0, 16)} 导入过 ${former.rows} 行${dryRun ? '' : '，没有重复导入。如需重新导入，请先撤销那次导入'}`
    : null
  const counts: Counts = { changed: 0, same: 0, conflicts: 0 }
  if (former && !dryRun) return { importId: former.importId, good: 0, bad: 0, ...counts, warning, errors: [], notes: [] }
  const errors = [...found.errors]
  const importId = await written(cx, kind, spec, upload, found, errors, counts)
  const bad = new Set(errors.filter((e) => e.row > 1 || !errors.some((x) => x.field === e.field && x.row === 1)).map((e) => e.row)).size
  errors.sort((a, b) => a.row - b.row)
  const lost = errors.some((e) => e.row === 1)
  return {
    importId,
    good: lost ? 0 : rows - bad,
    bad: lost ? rows : bad,
    ...counts,
    warning,
    errors: errors.slice(0, SHOWN_ERRORS),
    notes: found.notes.slice(0, SHOWN_ERRORS),
  }
}

/** Columns that must be there and are not. */
const missingColumns = (fields: Readonly<Record<string, z.ZodType>>, mapped: ReadonlySet<string>): ImportError[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    mapped.has(name) || isOptional(field)
      ? []
      : [{ row: 1, column: metaOf(field).label ?? name, field: name, given: '', sentence: '缺少这一列，请为它选择文件中的列' }],
  )

/** Every row by the shape: good rows, and what is wrong with the others. Breathes now and then. */
async function checked<S extends z.ZodObject>(
  spec: Pick<ImportSpec<S>, 'shape'>,
  read: ReadSheet,
  layout: Layout | undefined,
  mapping: Readonly<Record<number, string>>,
  { chosen, open }: { chosen: ChosenCodes; open: ImportCodes },
): Promise<Checked<z.output<S>>> {
  const fields = fieldsOf(spec.shape)
  const fen = toFen(spec.shape)
  const errors: ImportError[] = []
  const notes: ImportError[] = []
  const missing = layout ? [] : missingColumns(fields, new Set(Object.values(mapping)))
  errors.push(...missing, ...unchosen(open))
  if (missing.length || open.length) return { good: [], broken: [], errors, notes }
  const good: Array<Good<z.output<S>>> = []
  const broken: Array<Readonly<Record<string, string>>> = []
  const check = (cells: readonly string[], no: number) => {
    const entry: Record<string, string> = {}
    for (const [column, field] of Object.entries(mapping)) entry[field] = cells[Number(column)] ?? ''
    const long = layout && cells.find((cell) => cell.length > LONGEST_FOREIGN)
    if (long !== undefined)
      return void errors.push({
        row: no,
        column: (read.head[cells.indexOf(long)] ?? '').slice(0, LONGEST_HEAD),
        field: null,
        given: long.slice(0, 200),
        sentence: `最多 ${LONGEST_FOREIGN} 个字`,
      })
    const foreign = layout?.read(Object.fromEntries(read.head.map((head, index) => [head, cells[index]!])))
    if (foreign && !foreign.value)
      return void errors.push(...foreign.errors.map((e) => ({ ...e, row: no, field: null, given: e.given.slice(0, 200) })))
    for (const sentence of foreign?.warnings ?? [])
      notes.push({ row: no, column: '', field: null, given: '', sentence: sentence.slice(0, 300) })
    const record = foreign
      ? foreign.value
      : Object.fromEntries(
          Object.entries(entry).map(([field, text]) => {
            const shape = fields[field]!
            return [field, valueOf(shape, decoded(text, codesOf(field, shape, chosen)))]
          }),
        )
    const lost = foreign ? [] : Object.entries(entry).flatMap(([field, text]) => spoiledCell(spec.shape, no, field, text))
    if (lost.length) return void (broken.push(entry), errors.push(...lost))
    const result = spec.shape.safeParse(record)
    if (result.success) good.push({ no, row: fen(result.data) as z.output<S>, given: entry })
    else {
      broken.push(entry)
      for (const issue of result.error.issues) errors.push(errorOf(spec.shape, no, issue, entry, record))
    }
  }
  let since = performance.now()
  for (const [i, cells] of read.rows.entries()) {
    check(cells, read.numbers[i]!)
    if (performance.now() - since < BREATH) continue
    await new Promise((go) => setImmediate(go))
    since = performance.now()
  }
  return { good, broken, errors, notes }
}

/** The error of a cell that holds no value any more; none where it holds one. */
function spoiledCell(shape: z.ZodObject, row: number, field: string, cell: string): ImportError[] {
  const declared = fieldsOf(shape)[field]
  const sentence = declared && spoiled(declared, cell)
  return sentence ? [{ row, column: metaOf(declared).label ?? field, field, given: cell.slice(0, 200), sentence }] : []
}

function errorOf(
  shape: z.ZodObject,
  row: number,
  issue: z.core.$ZodIssue,
  values: Readonly<Record<string, string>>,
  record: unknown,
): ImportError {
  const field = String(issue.path[0] ?? '')
  const label = (fieldsOf(shape)[field] && metaOf(fieldsOf(shape)[field]!).label) ?? field
  const { sentence } = sentenceOf(new z.ZodError([issue]), shape, record)
  const reason = sentence.startsWith(`${label}：`) ? sentence.slice(label.length + 1) : sentence
  const bareField = fieldsOf(shape)[field] && bareOf(fieldsOf(shape)[field]!)
  // A number that cannot be read is reported as unreadable, not as missing.
  return {
    row,
    column: label,
    field,
    given: (values[field] ?? '').slice(0, 200),
    sentence:
      reason === '请从列表中选择' && bareField
        ? `应为 ${Object.values(metaOf(fieldsOf(shape)[field]!).options ?? {}).join('、')} 之一`
        : reason,
  }
}

/**
 * Writes the good rows, a hundred at a time; where one is refused, that hundred again row by row. A dry run is rolled back to where it
 * began.
 */
async function written<S extends z.ZodObject, P, Fail extends string>(
  cx: Cx<Fail>,
  kind: string,
  spec: ImportSpec<S, P, Fail>,
  upload: Taken,
  { good, broken }: Pick<Checked<z.output<S>>, 'good' | 'broken'>,
  errors: ImportError[],
  counts: Counts,
): Promise<number | null> {
  if (!good.length) return null
  const key = upload.ticket ? runningKey(cx, upload.ticket) : undefined
  if (key) keep(key, 0, good.length)
  await cx.db.run(sql`savepoint import_start`)
  const { importId } = await cx.db.the(
    { importId: 'number' },
    sql`
      insert into import_batch (hid, kind, filename, sha256, by_name, mapping)
      values (
        ${upload.hid}, ${kind}, ${upload.file.filename.slice(0, 200)}, ${upload.sha}, ${cx.who.name},
        ${upload.remember ? JSON.stringify(upload.remember) : null}::jsonb
      )
      returning import_id
    `,
  )
  // A refusal while a row is written is that row's error, not the answer of the call.
  const own: Cx<string> = { ...cx, refuse }
  const prepared = await spec.prepare(
    cx,
    good.map((g) => g.row),
    upload.hid,
    broken,
  )
  const write = ({ no, row }: Good<z.output<S>>) => spec.write(own, row, penOf(cx, importId, no, upload), prepared)
  let count = 0
  for (let start = 0; start < good.length; start += CHUNK) {
    const chunk = good.slice(start, start + CHUNK)
    const done = await attempted(cx, () => chunk.map(write))
    if (done) done.forEach((outcome, i) => (count += counted(spec.shape, chunk[i]!, outcome, counts, errors)))
    else
      for (const one of chunk) {
        const { refused, outcome } = await refusalIn(cx, () => write(one))
        if (refused) errors.push(writeError(spec.shape, one, refused))
        else count += counted(spec.shape, one, outcome, counts, errors)
      }
    if (key) keep(key, Math.min(start + CHUNK, good.length), good.length)
  }
  if (key) setTimeout(() => running.delete(key), 60_000).unref()
  await cx.db.run(
    upload.dryRun || count === 0
      ? sql`rollback to savepoint import_start`
      : sql`update import_batch set rows = ${count} where import_id = ${importId}`,
  )
  return upload.dryRun || count === 0 ? null : importId
}

/** Where a row stands, and the pen for what it made and changed. */
const penOf = (
  cx: Cx,
  importId: number,
  rowNo: number,
  { hid, existing, dryRun }: Pick<ImportUpload, 'hid' | 'existing' | 'dryRun'>,
): RowOfImport => ({
  importId,
  rowNo,
  hid,
  existing,
  dryRun,
  made: (table, id) => noteImported(cx, { importId, rowNo }, table, id),
  changed: async (table, id, before, after) => {
    await cx.db.run(
      sql`
        insert into import_row (import_id, row_no, tbl, row_id, before, after)
        values (${importId}, ${rowNo}, ${table}, ${id}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)
        on conflict do nothing
      `,
    )
  },
})
/** Counts what came of a row; answers 1 when it made or changed something. */
function counted(shape: z.ZodObject, one: Good<unknown>, outcome: ImportOutcome | void, counts: Counts, errors: ImportError[]): number {
  if (typeof outcome === 'object') {
    counts.conflicts++
    errors.push(writeError(shape, one, { message: outcome.conflict, field: outcome.field }))
    return 0
  }
  if (outcome === 'changed') counts.changed++
  if (outcome === 'same') counts.same++
  return outcome === 'same' ? 0 : 1
}
const keep = (key: string, done: number, total: number) => void running.set(key, { done, total })

const writeError = (
  shape: z.ZodObject,
  { no, given: values }: Good<unknown>,
  refused: { message: string; field: string | undefined },
): ImportError => {
  const { field } = refused
  const f = field === undefined ? undefined : fieldsOf(shape)[field]
  return {
    row: no,
    column: f ? (metaOf(f).label ?? field!) : '',
    field: f ? field! : null,
    given: (field ? (values[field] ?? '') : Object.values(values).filter(Boolean).slice(0, 3).join(' ')).slice(0, 200),
    sentence: refused.message,
  }
}
