/**
 * Imports: the calls and shapes every importing module has alike. The server's half is `importHandlers`, the screen is `<ImportWizard>`.
 */
import { get, outside, post, binary } from './endpoint.ts'
import { file, flag, id, moment, text, word } from './field.ts'
import { page, pageSize } from './paging.ts'
import { z } from 'zod'

/** A column of the file: which field it becomes, and what stands in its first rows. */
const ImportColumn = z.object({
  column: z.int().meta({ label: '列' }),
  header: text('表头', { max: 200 }),
  field: text('字段').nullable(),
  samples: z.array(text('样例', { max: 200 })),
})
/** A field a column can become. */
const ImportField = z.object({ field: text('字段'), label: text('名称'), required: flag('必填') })
/** Something wrong in a cell: row as the spreadsheet numbers it, the column's label, what stood there, what is wrong with it. */
const ImportError = z.object({
  row: z.int().meta({ label: '行' }),
  column: text('列'),
  field: text('字段').nullable(),
  given: text('内容', { max: 200 }),
  sentence: text('问题', { max: 300 }),
})
export type ImportError = z.output<typeof ImportError>

/** Columns that hold codes: what each code would mean by each convention, and names of rows that have it. */
const ImportCodes = z.array(
  z.object({
    field: text('字段'),
    label: text('名称'),
    /** The convention somebody chose; null while nobody did, and no row is taken. */
    chosen: text('代码含义').nullable(),
    conventions: z.array(z.object({ key: text('代码含义'), label: text('名称'), fits: flag('可用') })),
    codes: z.array(
      z.object({
        code: text('代码'),
        names: z.array(text('姓名')),
        /** Null where the convention has no such code; empty where it says unknown. */
        means: z.array(z.object({ key: text('代码含义'), word: text('含义').nullable() })),
      }),
    ),
  }),
)
export type ImportCodes = z.output<typeof ImportCodes>
/** What an import found, and with `dryRun` what it would do. */
export const ImportResult = z.object({
  importId: id('导入批次').nullable(),
  filename: text('文件', { max: 200 }),
  dryRun: flag('试运行'),
  rows: z.int().meta({ label: '行数' }),
  good: z.int().meta({ label: '可导入' }),
  bad: z.int().meta({ label: '有问题' }),
  /** Of the good ones: rows that are here already, with something new or nothing. Where a kind does not know its rows again, none. */
  changed: z.int().meta({ label: '更新' }),
  same: z.int().meta({ label: '已有' }),
  /** Of the bad ones: rows that contradict what is here. */
  conflicts: z.int().meta({ label: '冲突' }),
  /** True where rows that are here already are known again. */
  knows: flag('识别已有记录'),
  /** Heads whose field was taken from a former import. */
  remembered: z.int().meta({ label: '记住的对应' }),
  warning: text('提示', { max: 300 }).nullable(),
  /** Named when the file is of a known foreign layout that needs no mapping. */
  layout: text('文件格式').nullable(),
  columns: z.array(ImportColumn),
  fields: z.array(ImportField),
  codes: ImportCodes.meta({ label: '代码列' }),
  /** The first thousand. */
  errors: z.array(ImportError),
  /** What was put right in rows that are taken, as far as the layout tells; the first thousand. */
  notes: z.array(ImportError),
})
export type ImportResult = z.output<typeof ImportResult>

/** `mapping`: column number → field; left out, the suggestion is taken. `ticket` names the run for its progress. */
export const ImportUpload = z.object({
  file: file('文件'),
  hid: id('门店'),
  mapping: z
    .record(z.string().regex(/^\d{1,3}$/), z.string().max(50))
    .optional()
    .meta({ label: '列对应' }),
  /** Of a column of codes: its field → the convention it follows. */
  codes: z.record(z.string().max(50), z.string().max(20)).optional().meta({ label: '代码含义' }),
  existing: word('已有的记录', { fill: '只补充空缺', overwrite: '以文件为准', skip: '跳过' }).default('fill'),
  dryRun: flag('试运行').default(false),
  ticket: text('编号', { max: 40 }).optional(),
})
export type ImportUpload = z.output<typeof ImportUpload>

/** One import as the list shows it. */
export const ImportBatch = z.object({
  importId: id('导入批次'),
  filename: text('文件', { max: 200 }),
  rows: z.int().meta({ label: '行数' }),
  at: moment('导入时间'),
  staffName: text('导入人').nullable(),
  undoneAt: moment('撤销时间').nullable(),
})
const Undone = z.object({
  removed: z.int().meta({ label: '已撤销' }),
  kept: z.array(z.object({ what: text('记录', { max: 200 }), why: text('原因', { max: 200 }) })),
  total: z.int().meta({ label: '行数' }),
})
const Progress = z.object({ done: z.int().meta({ label: '已处理' }), total: z.int().meta({ label: '行数' }) })

const callsAt = (path: string, can: string) => ({
  run: outside.post(path, {
    can,
    summary: 'Imports a file (xlsx, xls, ods, CSV); with dryRun only checks it',
    input: ImportUpload,
    output: ImportResult,
    multipart: true,
    timeout: 120,
  }),
  template: get(`${path}/template`, {
    can,
    summary: 'Ours: an empty file with the right columns',
    reads: 'nobody',
    output: binary(),
    binary: true,
  }),
  progress: get(`${path}/progress`, {
    can,
    summary: 'Ours: how far a running import is',
    input: z.object({ ticket: text('编号', { max: 40 }) }),
    output: Progress,
  }),
  list: get(`${path}/list`, {
    can,
    summary: 'Ours: former imports of the store',
    input: z.object({ hid: id('门店'), ...pageSize }),
    output: page(ImportBatch),
  }),
  undo: post(`${path}/undo`, {
    can,
    summary: 'Ours: takes an import back, except for rows used since',
    input: z.object({ importId: id('导入批次') }),
    output: Undone,
    timeout: 120,
  }),
})
/** The five calls of an importing module by what they do. */
export type ImportCalls = ReturnType<typeof callsAt>
const names = { run: 'import', template: 'import-template', progress: 'import-progress', list: 'imports', undo: 'import-undo' } as const
type Names = typeof names
export type ImportEndpoints<K extends string> = { readonly [P in keyof Names as `${K}.${Names[P]}`]: ImportCalls[P] }

/**
 * The five calls of an importing module: `<kind>.import` at its legacy path, and beside it ours for template, progress, list and undo.
 *
 *   export const patients = { …, ...importEndpoints('patients', '/patient/import', 'patient:import') }
 */
export const importEndpoints = <const K extends string>(kind: K, path: string, can: string): ImportEndpoints<K> =>
  Object.fromEntries(
    Object.entries(callsAt(path, can)).map(([part, call]) => [`${kind}.${names[part as keyof Names]}`, call]),
  ) as unknown as ImportEndpoints<K>

/**
 * The five calls out of a module's table, for `<ImportWizard calls={importCallsOf(patients, 'patients')} />`. The module may widen the
 * first one: more input, own refusals.
 */
export const importCallsOf = <const K extends string>(
  endpoints: { readonly [P in keyof ImportEndpoints<K>]: object },
  kind: K,
): ImportCalls =>
  Object.fromEntries(
    Object.entries(names).map(([part, name]) => [part, (endpoints as Readonly<Record<string, unknown>>)[`${kind}.${name}`]]),
  ) as unknown as ImportCalls
