/**
 * Spreadsheets out: Excel and CSV streamed row by row, templates. Labels, units, formats, widths and choices come from the contract.
 *
 *   const members = sheet('会员', PatientRow, ['memberNo', 'name', 'gender', 'birth'])
 *   return excel(members, rows, `会员-${cx.today}.xlsx`)      // rows: any (async) iterable; a hundred thousand do not block
 */
import { stringifyRow } from './csv.ts'
import { writeXlsx, writeXlsxStream, type CellValue, type ColumnDef } from 'hucre/xlsx'
import { bareOf, fieldsOf, isOptional, metaOf, z, type FieldMeta, type FileAnswer, type FileRows } from '#kernel/contract/internal.ts'
import { guarded } from './cells.ts'

/** A column ready to be written. */
export interface SheetColumn {
  readonly key: string
  readonly label: string
  readonly field: z.ZodType
  readonly meta: FieldMeta
}
export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
}

/**
 * A sheet of some fields of a shape, in this order; without names, of all of them. Ids and versions are ours, not the reader's: naming one
 * is a bug.
 */
export function sheet<S extends z.ZodObject>(name: string, shape: S, keys?: ReadonlyArray<keyof z.output<S> & string>): Sheet {
  const fields = fieldsOf(shape)
  return {
    name,
    columns: (keys ?? Object.keys(fields)).map((key) => {
      const field = fields[key]
      if (!field) throw new Error(`no field ${key} in the shape of sheet ${name}`)
      const meta = metaOf(field)
      if (meta.format === 'id' || meta.label === '版本')
        throw new Error(`${name}: ${key} says nothing to people, name the columns without it`)
      return { key, field, meta, label: headOf(key, meta) }
    }),
  }
}

/** Head of a column: label and unit, as it is recognised again by an import. */
export const headOf = (key: string, meta: FieldMeta): string => (meta.unit ? `${meta.label ?? key}(${meta.unit})` : (meta.label ?? key))

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Rows = Iterable<object> | AsyncIterable<object>

/**
 * An Excel file, written while it is sent: nothing of it is before somebody takes it. Below the rows stands what amounts and pieces add up
 * to; `total: false` for columns that are prices.
 */
export function excel(layout: Sheet, rows: Rows, filename: string, { total = true }: { total?: boolean } = {}): FileAnswer {
  const read: FileRows = { count: 0 }
  const options = { name: layout.name.slice(0, 31), columns: layout.columns.map(columnOf), freezePane: { rows: 1 } }
  const written = () => lines(layout, rows, read, excelCell)
  return {
    filename,
    type: XLSX,
    body: bytesOf(() => writeXlsxStream(total ? withTotal(layout, written()) : written(), options)),
    rows: read,
  }
}

/** Rows with their total below, which an import passes over (`feet.ts`). */
async function* withTotal(layout: Sheet, rows: AsyncIterable<CellValue[]>): AsyncGenerator<CellValue[]> {
  const sums = layout.columns.map((column): number | undefined => (column.meta.adds ? 0 : undefined))
  let count = 0
  for await (const row of rows) {
    count++
    row.forEach((cell, i) => {
      const sum = sums[i]
      if (sum !== undefined && typeof cell === 'number') sums[i] = Math.round((sum + cell) * 100) / 100
    })
    yield row
  }
  // The word stands in the first column, so a first column that adds up leaves it no room.
  if (count > 1 && sums[0] === undefined && sums.some((sum) => sum !== undefined))
    yield sums.map((sum, i) => (i === 0 ? '合计' : (sum ?? null)))
}

/** A CSV file with a byte order mark, which Excel needs to read Chinese. */
export function csv(layout: Sheet, rows: Rows, filename: string): FileAnswer {
  const read: FileRows = { count: 0 }
  async function* body(): AsyncGenerator<Uint8Array> {
    const coder = new TextEncoder()
    yield coder.encode(`\uFEFF${stringifyRow(layout.columns.map((c) => c.label))}`)
    let text = ''
    for await (const line of lines(layout, rows, read, cellOf)) {
      text += stringifyRow(line)
      if (text.length < 32_768) continue
      yield coder.encode(text)
      text = ''
    }
    if (text) yield coder.encode(text)
  }
  return { filename, type: 'text/csv; charset=utf-8', body: body(), rows: read }
}

/** An empty file to be filled in: required columns are marked, choices are lists, a second sheet says what goes where. */
export async function template(layout: Sheet, filename: string): Promise<FileAnswer> {
  const last = 5001
  const letter = (i: number): string => (i < 26 ? String.fromCharCode(65 + i) : `${letter(Math.floor(i / 26) - 1)}${letter(i % 26)}`)
  const choices = layout.columns.flatMap((c, i) => {
    const values = choicesOf(c)
    return values ? [{ type: 'list' as const, values, range: `${letter(i)}2:${letter(i)}${last}`, allowBlank: true }] : []
  })
  const body = await writeXlsx({
    sheets: [
      {
        name: layout.name.slice(0, 31),
        rows: [layout.columns.map((c) => c.label + (isOptional(c.field) ? '' : '*'))],
        columns: layout.columns.map(({ meta }) => ({ width: widthOf(meta) })),
        freezePane: { rows: 1 },
        ...(choices.length ? { dataValidations: choices } : {}),
      },
      {
        name: '填写说明',
        columns: [{ width: 18 }, { width: 10 }, { width: 70 }],
        rows: [['列', '必填', '怎么填'], ...layout.columns.map((c): CellValue[] => [c.label, isOptional(c.field) ? '' : '是', hintOf(c)])],
      },
    ],
  })
  return { filename, type: XLSX, body }
}

const choicesOf = ({ meta }: SheetColumn): string[] | undefined =>
  meta.format === 'flag' ? ['是', '否'] : meta.options ? Object.values(meta.options) : undefined
function hintOf(column: SheetColumn): string {
  const { meta, field } = column
  const bare = bareOf(field)
  const choices = choicesOf(column)
  if (choices) return choices.join('、')
  if (meta.format === 'date') return '2026-01-31'
  if (meta.format === 'moment') return '2026-01-31 09:30'
  if (bare instanceof z.ZodString && bare.maxLength !== null) return `最多 ${bare.maxLength} 个字`
  if (bare instanceof z.ZodNumber && bare.minValue !== null && bare.maxValue !== null && Math.abs(bare.maxValue) < 1e9)
    return `${bare.minValue} 至 ${bare.maxValue}`
  return ''
}

/** Rows as cells, with a breath for the other requests now and then. */
async function* lines(
  layout: Sheet,
  rows: Rows,
  read: FileRows,
  cell: (column: SheetColumn, value: unknown) => CellValue,
): AsyncGenerator<CellValue[]> {
  const shape = z.object(Object.fromEntries(layout.columns.map((c) => [c.key, c.field])))
  for await (const row of read.mask ? read.mask(shape, rows) : rows) {
    yield layout.columns.map((c) => cell(c, (row as Record<string, unknown>)[c.key]))
    if (++read.count % 200 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Days a spreadsheet counts as people do: it takes 1900 for a leap year. */
const FIRST_DAY = '1900-03-01'
/**
 * A value as a cell of a workbook. Days and moments are days; a text in a workbook is no formula whatever it begins with, and gets an
 * apostrophe only where it begins with one, which reading it back would take away.
 */
function excelCell(column: SheetColumn, value: unknown): CellValue {
  if (typeof value !== 'string' || value === '') return cellOf(column, value)
  const { format, options } = column.meta
  if ((format === 'date' || format === 'moment') && value >= FIRST_DAY) {
    const [, day = '', time = '00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?/.exec(value) ?? []
    if (day) return new Date(`${day}T${time}Z`)
  }
  if (format === 'choice' || options) return cellOf(column, value)
  return value.startsWith("'") ? guarded(value) : value
}
/** A value as a cell: numbers stay numbers, money is yuan, choices their words, texts cannot become formulas. */
function cellOf({ meta }: SheetColumn, value: unknown): CellValue {
  if (value === null || value === undefined || value === '') return null
  switch (meta.format) {
    case 'money':
      return Number(value) / 100
    case 'choice':
      return Array.isArray(value)
        ? value.map((v) => meta.options?.[String(v)] ?? String(v)).join('、')
        : (meta.options?.[String(value)] ?? guarded(String(value)))
    case 'flag':
      return value ? '是' : '否'
    case 'phone':
      return /^[+\d][\d ()-]*$/.test(String(value)) ? String(value) : guarded(String(value))
    default:
      return typeof value === 'number' ? value : guarded(typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
}

const formats: Partial<Record<NonNullable<FieldMeta['format']>, string>> = {
  money: '#,##0.00',
  dioptre: '+0.00;-0.00;0.00',
  date: 'yyyy-mm-dd',
  moment: 'yyyy-mm-dd hh:mm',
}
const widths: Partial<Record<NonNullable<FieldMeta['format']>, number>> = { long: 40, moment: 19, date: 14, phone: 14 }
const widthOf = (meta: FieldMeta): number => (meta.width ? Math.max(8, meta.width / 7) : (widths[meta.format ?? 'text'] ?? 12))
function columnOf({ key, label, meta }: SheetColumn): ColumnDef {
  const numFmt = meta.format && formats[meta.format]
  return { key, header: label, width: widthOf(meta), ...(numFmt ? { numFmt } : {}) }
}

/** Begun when the first part is asked for: a file that is not sent has asked for no row. */
async function* bytesOf(begin: () => ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = begin().getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}
