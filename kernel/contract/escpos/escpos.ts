/**
 * A paper as a receipt printer takes it: ESC/POS of 203 dpi, text in GB 18030, codes drawn by the printer itself. Rolls of 58 mm have 384
 * dots, those of
 * 80 mm 576; a narrow character has 12, a wide one 24.
 */
import type { Article, EyeColumns } from '../article.ts'
import { leastOf, linesOf, widthOf, widthsOf } from '../lines.ts'
import { columnOf, type Block, type BlockOf, type PaperCell, type PaperSizeName, type PaperSum } from '../paper.ts'
import { barOf, qrOf } from './escpos.codes.ts'
import { rasterOf } from './escpos.raster.ts'

/** Dots of the rolls. */
export const rollDots: Readonly<Partial<Record<PaperSizeName, number>>> = { receipt: 576, 'receipt 58': 384 }
const NARROW = 12
export type Encode = (text: string) => Uint8Array
export interface EscposOptions {
  readonly dots: number
  readonly encode: Encode
  readonly words: Pick<EyeColumns, 'od' | 'os' | 'ou' | 'printed' | 'simulated'>
  readonly copies?: number
  /** Opens the drawer under the printer. */
  readonly drawer?: boolean
}
type Align = 'left' | 'center'
interface Look {
  readonly bold?: boolean
  readonly align?: Align
  /** How many times as wide and as high. */
  readonly wide?: 1 | 2
  readonly high?: 1 | 2
}

const INIT = [0x1b, 0x40, 0x1c, 0x26]
const CUT = [0x1b, 0x64, 4, 0x1d, 0x56, 66, 0]
const DRAWER = [0x1b, 0x70, 0, 25, 250]
/** Characters receipt printers have no letter for, as they have one. */
const PLAIN: Readonly<Record<string, string>> = { '−': '-', '–': '-', '\u00a0': ' ', '¥': '￥', '\t': ' ' }
const plain = (text: string): string => text.replace(/[−–\u00a0¥\t]/g, (char) => PLAIN[char] ?? char)

class Roll {
  private readonly parts: number[] = []
  /** Narrow characters of a line. */
  readonly columns: number
  constructor(
    readonly dots: number,
    private readonly encode: Encode,
  ) {
    this.columns = Math.floor(dots / NARROW)
  }
  readonly advance = (char: string): number => (this.encode(char).length > 1 ? 2 : 1)
  width(text: string): number {
    return widthOf(text, this.advance)
  }
  put(bytes: Iterable<number>): this {
    for (const byte of bytes) this.parts.push(byte)
    return this
  }
  /** Lines as they stand, none longer than the roll is wide. */
  lines(lines: readonly string[], { bold = false, align = 'left', wide = 1, high = 1 }: Look = {}): this {
    this.put([0x1b, 0x61, align === 'center' ? 1 : 0, 0x1b, 0x45, bold ? 1 : 0, 0x1d, 0x21, ((wide - 1) << 4) | (high - 1)])
    for (const line of lines) this.put(this.encode(line.trimEnd())).put([0x0a])
    return bold || align !== 'left' || wide > 1 || high > 1 ? this.put([0x1b, 0x61, 0, 0x1b, 0x45, 0, 0x1d, 0x21, 0]) : this
  }
  /** A text broken where the roll ends. */
  text(text: string, look: Look = {}): this {
    const wide = look.wide ?? 1
    return this.lines(linesOf(plain(text), Math.floor(this.columns / wide), this.advance), look)
  }
  rule(): this {
    return this.lines(['-'.repeat(this.columns)])
  }
  bytes(): Uint8Array {
    return Uint8Array.from(this.parts)
  }
}

export function escposOf(articles: readonly Article[], { dots, encode, words, copies = 1, drawer = false }: EscposOptions): Uint8Array {
  const roll = new Roll(dots, encode)
  roll.put(INIT)
  if (drawer) roll.put(DRAWER)
  for (let copy = 0; copy < copies; copy++) for (const article of articles) printArticle(roll, article, words)
  return roll.bytes()
}

function printArticle(roll: Roll, { heading, title, sheets, foot, mark }: Article, words: EscposOptions['words']): void {
  const [first] = sheets
  const wide = roll.width(plain(heading)) * 2 <= roll.columns ? 2 : 1
  roll.text(heading, { align: 'center', bold: true, wide, high: 2 })
  roll.text([title, mark].filter(Boolean).join(' '), { align: 'center' })
  for (const code of first?.codes ?? []) printCode(roll, code)
  roll.rule()
  for (const { blocks } of sheets) for (const block of blocks) printBlock(roll, block, words)
  if (words.simulated) roll.text(words.simulated, { align: 'center' })
  roll.rule()
  for (const label of first?.signatures ?? []) {
    const prefix = plain(`${label}：`)
    roll.text(`${prefix}${'_'.repeat(Math.max(6, Math.min(16, roll.columns - roll.width(prefix))))}`)
  }
  if (foot) roll.text(foot)
  roll.text(words.printed)
  roll.put(CUT)
}

function printBlock(roll: Roll, block: Block, words: EscposOptions['words']): void {
  switch (block.is) {
    case 'facts':
      return block.items.forEach(([label, value]) => {
        if (value !== false && value !== null && value !== undefined && value !== '') hang(roll, `${plain(label)} `, String(value))
      })
    case 'eyes':
      return printEyes(roll, block, words)
    case 'table':
      return printTable(roll, block)
    case 'sums':
      return block.items.forEach((sum) => sum && printSum(roll, sum))
    case 'heading':
      return void roll.text([block.text, block.note].filter(Boolean).join(' '), { bold: true })
    case 'chart':
      // A roll has no room for one: papers with charts are sheets.
      return void roll.text(block.chart.title, { bold: true })
    case 'picture':
      return [block.title, ...block.lines].forEach((line) => roll.text(line))
    case 'text':
      if (block.title) roll.text(block.title, { bold: true })
      return void roll.text(block.text, lookOf(block))
    case 'blank':
      return void roll.text(`—— ${block.text} ——`, { align: 'center' })
    case 'code':
      return printCode(roll, block)
    case 'signature':
      return void roll.text(block.label).put(rasterOf(block.path, Math.min(300, roll.dots)))
  }
}
function lookOf({ weight }: BlockOf<'text'>): Look {
  if (weight === 'huge') return { bold: true, align: 'center', wide: 2, high: 2 }
  return { bold: weight === 'strong' }
}
/** A label, and what belongs to it beside it, its further lines below its first. */
function hang(roll: Roll, label: string, text: string): void {
  const before = Math.min(roll.width(label), Math.floor(roll.columns / 2))
  const lines = linesOf(plain(text), roll.columns - before, roll.advance)
  if (roll.width(label) > before) return void roll.text(label).lines(lines.map((line) => ' '.repeat(before) + line))
  roll.lines(lines.map((line, i) => (i ? ' '.repeat(before) : label) + line))
}
const padded = (roll: Roll, text: string, width: number, right: boolean): string => {
  const blank = ' '.repeat(Math.max(0, width - roll.width(text)))
  return right ? blank + text : text + blank
}

/** Columns beside each other where their figures fit; else each row below its own name. */
function printTable(roll: Roll, { columns: heads, rows, foot }: BlockOf<'table'>): void {
  const columns = heads.map(columnOf)
  const all: ReadonlyArray<readonly PaperCell[]> = [columns.map(({ title }) => title), ...rows, ...(foot ? [foot] : [])]
  const texts = all.map((row) => row.map((cell) => plain(String(cell)).replace(/\s*\n\s*/g, ' ')))
  const sizes = columns.map(({ right, whole }, i) => {
    const cells = texts.map((row) => row[i] ?? '')
    const most = Math.max(...cells.map((cell) => roll.width(cell)))
    return { least: right || whole ? most : Math.max(4, ...cells.map((cell) => leastOf(cell, roll.advance))), most }
  })
  const room = roll.columns - (columns.length - 1)
  const least = sizes.reduce((sum, size) => sum + size.least, 0)
  const stacked = least > room
  const widths = stacked ? [] : widthsOf(sizes, room).map(Math.floor)
  texts.forEach((row, r) => {
    const look: Look = { bold: r === 0 || (foot !== undefined && r === texts.length - 1) }
    if (stacked) {
      const [name = '', ...rest] = row
      roll.text(name, look)
      const line = rest.filter(Boolean).join('  ')
      const lines = linesOf(line, roll.columns, roll.advance)
      if (line)
        roll.lines(
          lines.map((each) => padded(roll, each, roll.columns, true)),
          look,
        )
    } else
      roll.lines(
        besides(
          roll,
          row,
          widths,
          columns.map(({ right }) => right === true),
        ),
        look,
      )
    if (r === 0) roll.rule()
  })
  roll.rule()
}
/** Cells of a row beside each other, as many lines as the longest needs. */
function besides(roll: Roll, row: readonly string[], widths: readonly number[], right: readonly boolean[]): string[] {
  const cells = row.map((cell, i) => linesOf(cell, widths[i] ?? 0, roll.advance))
  const count = Math.max(1, ...cells.map((lines) => lines.length))
  return Array.from({ length: count }, (_, n) =>
    cells.map((lines, i) => padded(roll, lines[n] ?? '', widths[i] ?? 0, right[i] ?? false)).join(' '),
  )
}
function printEyes(roll: Roll, { columns, od, os, ou }: BlockOf<'eyes'>, words: EscposOptions['words']): void {
  for (const [name, cells] of [[words.od, od], [words.os, os], ...(ou ? [[words.ou, ou] as const] : [])] as const) {
    roll.text(name, { bold: true })
    for (const [key, title] of columns)
      if (cells[key] !== undefined && cells[key] !== '') hang(roll, `  ${plain(title)} `, String(cells[key]))
  }
}
function printSum(roll: Roll, { label, value, total }: PaperSum): void {
  const figure = plain(String(value))
  const left = plain(label)
  const look: Look = total ? { bold: true, high: 2 } : {}
  const room = roll.columns - roll.width(figure) - 1
  if (roll.width(left) <= room) return void roll.lines([padded(roll, left, room + 1, false) + figure], look)
  roll.text(left, look).lines([padded(roll, figure, roll.columns, true)], look)
}
function printCode(roll: Roll, { as, of: content, high = 10 }: BlockOf<'code'>): void {
  const bar = as === 'bar' ? barOf(content, roll.dots, Math.min(255, Math.round(high * 8))) : undefined
  roll
    .put([0x1b, 0x61, 1])
    .put(bar ?? qrOf(content, roll.dots))
    .put([0x0a, 0x1b, 0x61, 0])
}
