/** Tables on pages: columns as wide as what stands in them, heads on every page. */
import { columnOf, type BlockOf, type PaperCell, type PaperColumn } from '#kernel/contract/paper.ts'
import { leastOf, widthOf, widthsOf } from '#kernel/contract/lines.ts'
import { mm, type Pen, type Style } from './pen.ts'

/** Beside a cell's text: a roll has little room. */
const sideOf = ({ paper }: Pen): number => mm(paper.kind === 'roll' ? 0.6 : 1.5)
const ABOVE = mm(1.2)

interface Row {
  readonly cells: readonly PaperCell[]
  readonly style: Style
}
/** Size of text below which nothing is set. */
const SMALLEST = 5.5
/** A table whose figures do not stand beside each other is set smaller. */
export function drawTable(pen: Pen, block: BlockOf<'table'>): void {
  const usual = pen.size
  const rows = tableRows(block)
  const columns = block.columns.map(columnOf)
  const sizes = () => columns.map((column, i) => sizesOf(pen, column, rows.all, i))
  while (pen.size > SMALLEST && sizes().reduce((sum, { least }) => sum + least, 0) > pen.width) pen.size -= 0.5
  drawRows(pen, columns, widthsOf(sizes(), pen.width), rows)
  pen.size = usual
  pen.y += mm(3)
}
function tableRows({ columns, rows, foot }: BlockOf<'table'>) {
  const head: Row = { cells: columns.map((column) => columnOf(column).title), style: { weight: 'bold' } }
  const feet: Row[] = foot ? [{ cells: foot, style: { weight: 'bold' } }] : []
  const body = rows.map((cells): Row => ({ cells, style: {} }))
  return { head, body, feet, all: [head, ...body, ...feet] }
}
function drawRows(
  pen: Pen,
  columns: readonly PaperColumn[],
  widths: readonly number[],
  { head, body, feet }: ReturnType<typeof tableRows>,
) {
  const put = (row: Row, rule: number | undefined, again?: () => void) => drawRow(pen, columns, widths, row, rule, again)
  const heads = () => put(head, 0.3)
  // The head does not stand alone.
  pen.room(heightOf(pen, widths, head) + (body[0] ? heightOf(pen, widths, body[0]) : 0))
  heads()
  for (const row of body) put(row, 0.15, heads)
  for (const row of feet) put(row, undefined, heads)
}
function sizesOf(pen: Pen, { right, whole }: PaperColumn, rows: readonly Row[], i: number): { least: number; most: number } {
  let [least, most] = [0, 0]
  for (const { cells, style } of rows) {
    const text = String(cells[i] ?? '')
    const advance = pen.advance(style)
    const natural = Math.max(...text.split('\n').map((line) => widthOf(line, advance)))
    most = Math.max(most, natural)
    least = Math.max(least, right || whole ? natural : leastOf(text, advance))
  }
  return { least: least + 2 * sideOf(pen), most: most + 2 * sideOf(pen) }
}
const linesIn = (pen: Pen, widths: readonly number[], { cells, style }: Row): string[][] =>
  cells.map((cell, i) => pen.lines(String(cell), (widths[i] ?? 0) - 2 * sideOf(pen), style))
const heightOf = (pen: Pen, widths: readonly number[], row: Row): number =>
  Math.max(1, ...linesIn(pen, widths, row).map((lines) => lines.length)) * pen.line() + 2 * ABOVE

/** A row stands on one page, with the heads again where that is a new one; one that is higher than a page goes on over the next. */
function drawRow(
  pen: Pen,
  columns: readonly PaperColumn[],
  widths: readonly number[],
  row: Row,
  rule: number | undefined,
  again?: () => void,
) {
  const cells = linesIn(pen, widths, row)
  const count = Math.max(1, ...cells.map((lines) => lines.length))
  const turn = (height: number) => {
    if (pen.room(height)) again?.()
  }
  const whole = count * pen.line() + 2 * ABOVE
  const page = pen.bottom - pen.top
  if (whole <= page * 0.8) turn(whole)
  pen.y += ABOVE
  for (let n = 0; n < count; n++) {
    turn(pen.line())
    let x = pen.left
    for (const [i, lines] of cells.entries()) {
      const width = widths[i] ?? 0
      pen.put(lines[n] ?? '', x + sideOf(pen), pen.y, width - 2 * sideOf(pen), {
        ...row.style,
        align: columns[i]?.right ? 'right' : 'left',
      })
      x += width
    }
    pen.y += pen.line()
  }
  pen.y += ABOVE
  if (rule !== undefined) pen.rule(pen.y, rule)
}

/** The two eyes, right first, in boxes. */
export function drawEyes(pen: Pen, block: BlockOf<'eyes'>, words: { od: string; os: string; ou: string }): void {
  const style: Style = { align: 'center' }
  const rows = [
    ['', ...block.columns.map(([, title]) => title)],
    ...([[words.od, block.od], [words.os, block.os], ...(block.ou ? [[words.ou, block.ou] as const] : [])] as const).map(
      ([name, cells]) => [name, ...block.columns.map(([key]) => String(cells[key] ?? ''))],
    ),
  ]
  const bold = pen.advance({ weight: 'bold' })
  const sizes = (rows[0] ?? []).map((_, i) => {
    const texts = rows.map((row) => row[i] ?? '')
    const [least, most] = [Math.max(...texts.map((text) => leastOf(text, bold))), Math.max(...texts.map((text) => widthOf(text, bold)))]
    return { least: least + 2 * sideOf(pen), most: most + 2 * sideOf(pen) }
  })
  const widths = widthsOf(sizes, pen.width)
  const cellsOf = rows.map((row, r) =>
    row.map((text, i) => {
      const weight = r === 0 || i === 0 ? ('bold' as const) : ('plain' as const)
      return { weight, lines: pen.lines(text, (widths[i] ?? 0) - 2 * sideOf(pen), { weight }) }
    }),
  )
  const heights = cellsOf.map((cells, r) =>
    Math.max(r ? mm(8) : 0, Math.max(...cells.map(({ lines }) => lines.length)) * pen.line() + 2 * ABOVE),
  )
  pen.room(heights.reduce((sum, height) => sum + height, 0))
  cellsOf.forEach((cells, r) => {
    const height = heights[r] ?? 0
    let x = pen.left
    cells.forEach(({ weight, lines }, i) => {
      const width = widths[i] ?? 0
      pen.doc.lineWidth(mm(0.2)).strokeColor('#000').rect(x, pen.y, width, height).stroke()
      const above = (height - lines.length * pen.line()) / 2
      lines.forEach((line, n) =>
        pen.put(line, x + sideOf(pen), pen.y + above + n * pen.line(), width - 2 * sideOf(pen), { ...style, weight }),
      )
      x += width
    })
    pen.y += height
  })
  pen.y += mm(3)
}
