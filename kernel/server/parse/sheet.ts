/**
 * Spreadsheets in: Excel (xlsx, xls), OpenDocument and CSV of any encoding, as rows of text. What is broken or foreign gets a clear
 * sentence. Runs in the worker thread of `parse.ts` only; what it may hold is limited here before it is made.
 */
import { parseCsv } from 'hucre/csv'
import { readOds } from 'hucre/ods'
import { readXlsx, streamXlsxRows, type MergeRange } from 'hucre/xlsx'
import { EncryptedFileError, readXls } from 'hucre'
import { decodeAs } from './text.ts'
import { Unreadable } from './unreadable.ts'

/** Rows a file may have at most, its head aside. */
const MOST_ROWS = 50_000
/** Columns that are looked at; what stands to the right of them is left out before it is read. */
const MOST_COLUMNS = 200
const AREA = 'A1:GR1048576'
/** Cells, rows × columns of the head: fifty thousand members of forty facts each. */
const MOST_CELLS = 2_000_000
/** Characters of all cells: one long text may stand in each of them without making the file longer. */
const MOST_TEXT = 50_000_000
/** Characters of one cell: what Excel itself allows. */
const LONGEST_CELL = 32_767
const MOST_UNPACKED = 200 * 1024 * 1024
/** Larger files are read as a stream, which does not tell merged cells. */
const MOST_MERGED = 60 * 1024 * 1024
const TOO_MUCH = '内容过多，请删除多余的列或分成几个文件后再上传'

const tooLong = (row: number) => `第 ${row} 行有一格超过 ${LONGEST_CELL} 个字，请改短后再上传`
const no = (what: string): never => {
  throw new Unreadable(what)
}

/** The rows of the first sheet, head first, empty ones left out; `numbers` are the rows as the spreadsheet counts them. */
export interface ReadSheet {
  readonly head: readonly string[]
  readonly rows: ReadonlyArray<readonly string[]>
  readonly numbers: readonly number[]
}

/** Rows from the top among which the head is. */
const TOP = 20
const filled = (cells: readonly string[]): number => cells.filter((cell) => cell !== '').length
/**
 * Which of the first rows is the head: people write a title and a line of facts above it, with less than half the cells of the widest row.
 */
function headIn(top: ReadonlyArray<readonly string[]>): number {
  const widest = Math.max(...top.map(filled))
  return top.findIndex((cells) => filled(cells) > 2 || filled(cells) * 2 >= widest)
}

/** Reads a file; refuses what is no table, is empty, too large, locked by a password or broken. */
export async function readSheet(bytes: Uint8Array): Promise<ReadSheet> {
  if (!bytes.length) return no('是空的，请检查后重新选择')
  let head: string[] | undefined
  const top: Array<{ cells: string[]; line: number }> = []
  const rows: string[][] = []
  const numbers: number[] = []
  let letters = 0
  const take = (row: readonly unknown[], index: number) => {
    const cells = row.slice(0, head ? head.length : MOST_COLUMNS).map(textOf)
    if (!cells.some((cell) => cell !== '')) return
    for (const cell of cells) {
      if (cell.length > LONGEST_CELL) no(tooLong(index))
      letters += cell.length
    }
    if (letters > MOST_TEXT) no(TOO_MUCH)
    if (head) return keep(head, cells, index)
    if (top.push({ cells, line: index }) === TOP) begin()
  }
  const begin = () => {
    const found = headIn(top.map(({ cells }) => cells))
    const first = top[found]
    if (!first) return
    head = first.cells
    for (const { cells, line } of top.slice(found + 1)) keep(first.cells, cells.slice(0, first.cells.length), line)
  }
  const keep = (head: readonly string[], cells: string[], line: number) => {
    if (!cells.some((cell) => cell !== '')) return
    if (rows.length >= MOST_ROWS) no(`超过 ${MOST_ROWS} 行，请分成几个文件`)
    if ((rows.length + 1) * head.length > MOST_CELLS) no(TOO_MUCH)
    while (cells.length < head.length) cells.push('')
    rows.push(cells)
    numbers.push(line)
  }
  await rowsOf(bytes, take).catch((error: unknown) => {
    if (error instanceof Unreadable) throw error
    if (error instanceof Error && /over the \d+ limit/.test(error.message)) return no(TOO_MUCH)
    return no(
      error instanceof EncryptedFileError
        ? '有密码保护，请去掉密码后重新上传'
        : '已损坏或不是表格，无法读取。请用 Excel 打开后另存为 xlsx 再上传',
    )
  })
  if (!head) begin()
  if (!head) return no('里没有内容')
  if (!rows.length) return no('只有表头，没有数据')
  return { head, rows, numbers }
}

type Take = (row: readonly unknown[], at: number) => void
async function rowsOf(bytes: Uint8Array, take: Take): Promise<void> {
  const head = [...bytes.subarray(0, 4)].map((b) => b.toString(16).padStart(2, '0')).join('')
  if (head === '504b0304') return fromZip(bytes, take)
  if (head === 'd0cf11e0') return (await readXls(bytes)).sheets[0]?.rows.forEach((row, i) => take(row, i + 1))
  if (/^(25504446|ffd8ff|89504e47|47494638|52617221|377abcaf)/.test(head)) return no('不是表格。请选择 Excel（xlsx、xls）或 CSV 文件')
  const text = decode(bytes)
  if (/^\s*<(!doctype|html|head|meta|table|\?xml)/i.test(text)) return no('是网页或 XML 存成的表格。请用 Excel 打开后另存为 xlsx 再上传')
  refuseVast(text)
  // Excel's own word for what parts the cells, in a line of its own.
  const [named = ''] = /^sep=.\r?\n/i.exec(text) ?? []
  parseCsv(text.slice(named.length)).forEach((row, i) => take(row, i + (named ? 2 : 1)))
}

/** Refuses a text that would be cut into too many cells, or has one too long, before one of them is made. */
function refuseVast(text: string): void {
  let [commas, semicolons, tabs, bars, lines] = [0, 0, 0, 0, 0]
  let quoted = false
  let cell = 0
  for (const sign of text) {
    // A quote within a cell is written twice.
    if (++cell > 2 * LONGEST_CELL + 2) no(tooLong(lines + 1))
    if (sign === '"') quoted = !quoted
    if (quoted || !SEPARATORS.has(sign)) continue
    cell = 0
    if (sign === ',') commas++
    else if (sign === ';') semicolons++
    else if (sign === '\t') tabs++
    else if (sign === '|') bars++
    else lines++
  }
  if (lines + Math.max(commas, semicolons, tabs, bars) > 2 * MOST_CELLS) no(TOO_MUCH)
}
const SEPARATORS = new Set([',', ';', '\t', '|', '\n'])

async function fromZip(bytes: Uint8Array, take: Take): Promise<void> {
  const { names, total } = unpacked(bytes)
  if (names.has('xl/workbook.xml') && total <= MOST_MERGED) unmerged(await firstVisible(bytes), take)
  else if (names.has('xl/workbook.xml')) {
    for await (const row of streamXlsxRows(bytes, { range: AREA })) take(row.values, row.index + 1)
  } else if (names.has('content.xml')) unmerged((await readOds(bytes)).sheets[0], take)
  else no('不是表格。请选择 Excel（xlsx、xls）或 CSV 文件')
}

/** The first sheet of a workbook that people see. */
async function firstVisible(bytes: Uint8Array): Promise<Merged | undefined> {
  let found = false
  const { sheets } = await readXlsx(bytes, {
    sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden && !found && (found = true),
    range: AREA,
  })
  return sheets[0]
}

interface Merged {
  rows: ReadonlyArray<readonly unknown[]>
  merges?: readonly MergeRange[]
}
/**
 * Cells merged over several rows stand in each of them, as people mean it: one school beside twenty pupils. Across columns they stay in the
 * first, and a first row that is one cell over several columns is the title of the sheet, not its head.
 */
function unmerged(sheet: Merged | undefined, take: Take): void {
  if (!sheet) return
  const rows = sheet.rows.map((row) => row.slice(0, MOST_COLUMNS))
  let filled = 0
  for (const { startRow, endRow, startCol } of sheet.merges ?? []) {
    if (startCol >= MOST_COLUMNS) continue
    // Cut to rows that exist, and all of them together to the cells a file may have: merges that lie on each other cost no bytes.
    for (let r = startRow + 1, last = Math.min(endRow, rows.length - 1); r <= last; r++) {
      if (++filled > MOST_CELLS) no('合并的单元格过多，请取消合并后再上传')
      if (rows[r]) rows[r]![startCol] = rows[startRow]?.[startCol]
    }
  }
  const first = rows.findIndex((row) => row.some((cell) => textOf(cell) !== ''))
  const isTitle =
    (sheet.merges ?? []).some((m) => m.startRow === first && m.endCol > m.startCol) &&
    rows[first]?.filter((cell) => textOf(cell) !== '').length === 1
  rows.forEach((row, i) => !(isTitle && i === first) && take(row, i + 1))
}

/**
 * Names in a zip by its directory, and how large it would unpack; one that would unpack to more than the machine should hold is refused
 * before it is opened.
 */
function unpacked(bytes: Uint8Array): { names: ReadonlySet<string>; total: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names = new Set<string>()
  let end = bytes.length - 22
  while (end >= 0 && end > bytes.length - 66_000 && view.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) return no('没有上传完整或已损坏，请重新上传')
  let total = 0
  for (
    let offset = view.getUint32(end + 16, true), n = view.getUint16(end + 10, true);
    n > 0 && offset + 46 <= bytes.length && view.getUint32(offset, true) === 0x02014b50;
    n--
  ) {
    // An entry that says it holds nothing is unpacked without a limit of its own.
    const size = view.getUint32(offset + 24, true)
    if (size === 0 && view.getUint32(offset + 20, true) > 2) return no('没有上传完整或已损坏，请重新上传')
    total += size
    const length = view.getUint16(offset + 28, true)
    names.add(new TextDecoder().decode(bytes.subarray(offset + 46, offset + 46 + length)))
    offset += 46 + length + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true)
  }
  return total > MOST_UNPACKED ? no('展开后过大，请删除图片和多余的工作表后再上传') : { names, total }
}

/** Text of unknown encoding: Unicode, else GB 18030 (which holds GBK). */
export function decode(bytes: Uint8Array): string {
  const read = decodeAs(bytes, ['utf-8', 'gb18030'])
  if ('text' in read) return read.text
  return no(
    read.not === 'binary' ? '不是文本或表格。请选择 Excel（xlsx、xls）或 CSV 文件' : '的文字编码无法识别，请另存为 xlsx 或 UTF-8 的 CSV',
  )
}

/** A cell as the text a person sees: days as 2026-01-31, numbers without a computer's rounding. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    // A spreadsheet keeps a moment as a fraction of a day, which is not exact.
    const iso = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString()
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
  }
  // Beyond 15 digits a spreadsheet keeps noughts: said as it would show it, so that a code is not taken for whole.
  if (typeof cell === 'number' && Math.abs(cell) >= 1e15) return cell.toExponential().toUpperCase()
  if (typeof cell === 'number') return Number.isInteger(cell) ? String(cell) : String(Number(cell.toPrecision(12)))
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return String(cell)
    .replace(/\u00a0/g, ' ')
    .replace(/^\uFEFF/, '')
    .trim()
}
