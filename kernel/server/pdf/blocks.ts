/** The blocks of a declared paper, each drawn from where the pen stands. */
import { chartOf, type LineChart } from '#kernel/contract/chart.ts'
import { DASH, DRAWN_TEXT, inkOf, type Stroke } from '#kernel/contract/drawing.ts'
import type { Block, BlockOf, PaperSizeName, PaperSum } from '#kernel/contract/paper.ts'
import { widthOf } from '#kernel/contract/lines.ts'
import { mm, type Pen, type Style } from './pen.ts'
import type { PrintedDocument } from './printed.ts'
import { drawEyes, drawTable } from './table.ts'

/** Facts beside each other, where they fit. */
const BESIDE: Readonly<Partial<Record<PaperSizeName, number>>> = { A4: 4, A5: 3, 'A5 landscape': 4, continuous: 4 }

export function drawBlock(pen: Pen, block: Block, { size, words }: Pick<PrintedDocument, 'size' | 'words'>): void {
  switch (block.is) {
    case 'facts':
      return drawFacts(pen, block, BESIDE[size] ?? 1)
    case 'eyes':
      return drawEyes(pen, block, words)
    case 'table':
      return drawTable(pen, block)
    case 'heading':
      return drawHeading(pen, block)
    case 'chart':
      return drawChart(pen, block.chart)
    case 'picture':
      return drawPicture(pen, block, words.missing)
    case 'sums':
      return drawSums(
        pen,
        block.items.filter((sum) => typeof sum === 'object' && sum !== null),
      )
    case 'text':
      return drawText(pen, block)
    case 'code':
      return drawCode(pen, block)
    case 'signature':
      return drawSignature(pen, block)
    case 'blank':
      return drawBlank(pen, block)
  }
}

interface Fact {
  readonly label: string
  readonly value: string
}
function drawFacts(pen: Pen, { items }: BlockOf<'facts'>, most: number): void {
  const facts = items.map(([label, value]): Fact => ({
    label,
    value: value === false || value === null || value === undefined || value === '' ? '—' : String(value),
  }))
  if (!facts.length) return
  const advance = pen.advance()
  const [apart, gap] = [mm(2), mm(4)]
  const natural = ({ label, value }: Fact) => widthOf(label, advance) + apart + widthOf(value, advance)
  let columns = Math.min(most, facts.length)
  let widths: number[] = []
  for (; columns > 0; columns--) {
    widths = Array.from({ length: columns }, (_, c) => Math.max(...facts.filter((__, i) => i % columns === c).map(natural)))
    if (columns === 1 || widths.reduce((sum, width) => sum + width + gap, -gap) <= pen.width) break
  }
  const between = columns > 1 ? (pen.width - widths.reduce((sum, width) => sum + width, 0)) / (columns - 1) : 0
  for (let first = 0; first < facts.length; first += columns) {
    const row = facts.slice(first, first + columns).map(({ label, value }, c) => {
      const before = widthOf(label, advance) + apart
      const width = columns === 1 ? pen.width : (widths[c] ?? 0) + 1
      return { label, before, lines: pen.lines(value, Math.max(width - before, pen.size), {}) }
    })
    const count = Math.max(...row.map(({ lines }) => lines.length))
    pen.room(Math.min(count * pen.line(), pen.bottom - pen.top))
    let x = pen.left
    const top = pen.y
    row.forEach(({ label, before, lines }, c) => {
      pen.put(label, x, top, pen.width, { grey: true })
      if (columns === 1) pen.flow(lines, {}, x + before, pen.width - before)
      else lines.forEach((line, n) => pen.put(line, x + before, top + n * pen.line(), pen.width))
      x += (widths[c] ?? 0) + between
    })
    if (columns > 1) pen.y = top + count * pen.line()
    pen.y += mm(columns > 1 ? 1 : 0.4)
  }
  pen.y += mm(2.5)
}

/** A heading stands on the page of what it is above. */
function drawHeading(pen: Pen, { text, note, low }: BlockOf<'heading'>): void {
  const style: Style = { weight: 'bold', ...(low ? {} : { size: pen.size * 1.08 }) }
  pen.y += mm(low ? 0 : 1)
  pen.room(4 * pen.line())
  const top = pen.y
  pen.flow(pen.lines(text, pen.width, style), style)
  if (note) pen.put(note, pen.left + widthOf(text, pen.advance(style)) + mm(2), top, pen.width, { grey: true, size: pen.size * 0.9 })
  pen.y += mm(0.8)
}

/** Lines of a chart, as wide as the page. */
function drawChart(pen: Pen, chart: LineChart): void {
  const height = mm(chart.high ?? 62)
  const size = 8
  pen.room(height + 2 * pen.line())
  if (chart.title) drawHeading(pen, { is: 'heading', text: chart.title })
  const { lines, marks, texts } = chartOf(chart, { width: pen.width, height, size })
  const [left, top] = [pen.left, pen.y]
  for (const { points, thick, dashed } of lines)
    pen.path(
      points.map(([x, y]) => [left + x, top + y]),
      mm(thick),
      dashed,
    )
  for (const { x, y, round } of marks) pen.mark(left + x, top + y, mm(1), round)
  for (const { x, y, text, anchor } of texts) {
    const wide = widthOf(text, pen.advance({ size }))
    const from = { start: x, middle: x - wide / 2, end: x - wide }[anchor]
    pen.put(text, left + from, top + y - size * 1.1, wide, { size })
  }
  pen.y += height + mm(3)
}

/** mm a picture is high at most: two of them on an A4 page. */
const PICTURE = 95
/** A picture with what is drawn on it, and its lines below it on the same page where they fit. */
function drawPicture(pen: Pen, { title, file, strokes, lines }: BlockOf<'picture'>, missing: string): void {
  const picture = 'data' in file ? pen.opened(file.data) : undefined
  const below = lines.flatMap((line) => pen.lines(line, pen.width))
  const ratio = picture && ((picture.orientation ?? 1) > 4 ? picture.width / picture.height : picture.height / picture.width)
  const width = ratio ? Math.min(pen.width, mm(PICTURE) / ratio) : pen.width
  const height = ratio ? width * ratio : pen.line()
  pen.room(height + (2 + Math.min(below.length, 6)) * pen.line())
  drawHeading(pen, { is: 'heading', text: title })
  const [left, top] = [pen.left, pen.y]
  if (picture) pen.over(picture, left, top, width, (doc) => strokes.forEach((stroke) => drawStroke(doc, stroke)))
  else pen.put(missing, left, top, width, { grey: true })
  pen.y = top + height + mm(1.5)
  pen.flow(below)
  pen.y += mm(2)
}
function drawStroke(doc: PDFKit.PDFDocument, drawn: Stroke): void {
  const { fill, stroke, width = 1, dashed } = inkOf(drawn.ink)
  if ('text' in drawn) {
    doc
      .font('plain')
      .fontSize(DRAWN_TEXT)
      .fillColor(fill ?? '#000')
    const indent = drawn.middle ? doc.widthOfString(drawn.text) / 2 : 0
    doc.text(drawn.text, drawn.x - indent, drawn.y, { lineBreak: false, baseline: 'alphabetic' })
    return
  }
  doc.lineWidth(width)
  if (dashed) doc.dash(DASH[0], { space: DASH[1] })
  doc.path(drawn.path)
  if (fill && stroke) doc.fillAndStroke(fill, stroke)
  else doc.stroke(stroke)
  if (dashed) doc.undash()
}

function drawSums(pen: Pen, sums: readonly PaperSum[]): void {
  pen.y += mm(1)
  for (const { label, value, total } of sums) {
    const style: Style = total ? { weight: 'bold', size: pen.size * 1.15 } : {}
    const figure = String(value)
    const wide = widthOf(figure, pen.advance(style))
    const lines = pen.lines(label, Math.max(pen.width - wide - mm(3), pen.size * 4), style)
    pen.room(lines.length * pen.line(style.size) + mm(2))
    if (total) pen.rule(pen.y + mm(0.6), 0.3)
    pen.y += mm(total ? 1.4 : 0.3)
    pen.put(figure, pen.left, pen.y, pen.width, { ...style, align: 'right' })
    pen.flow(lines, style)
  }
  pen.y += mm(1)
}

function drawText(pen: Pen, { title, text, weight }: BlockOf<'text'>): void {
  const style: Style = {
    ...(weight === 'strong' || weight === 'huge' ? { weight: 'bold' } : {}),
    ...(weight === 'huge' ? { size: Math.min(28, pen.size * 2.7), align: 'center' } : {}),
    ...(weight === 'small' ? { size: pen.size * 0.85 } : {}),
  }
  if (title) {
    pen.room(3 * pen.line())
    pen.flow(pen.lines(title, pen.width, { weight: 'bold' }), { weight: 'bold' })
  }
  pen.flow(pen.lines(text, pen.width, style), style)
  pen.y += mm(pen.paper.kind === 'label' ? 0.4 : 2)
}

export function drawCode(pen: Pen, block: BlockOf<'code'>): void {
  const [width, height] = pen.codeSize(block)
  const label = pen.paper.kind === 'label'
  pen.y += mm(label ? 0.8 : 2)
  pen.room(height)
  pen.code(block, pen.left + (pen.width - width) / 2, pen.y)
  pen.y += height + (label ? 0 : mm(2))
}

/** What of a page is left above a line of signatures. */
const UNDER = mm(44)
function drawBlank(pen: Pen, { text }: BlockOf<'blank'>): void {
  pen.room(mm(12))
  const high = Math.max(mm(10), pen.paper.kind === 'sheet' ? pen.bottom - UNDER - pen.y : 0)
  const style: Style = { align: 'center' }
  pen.put(text, pen.left, pen.y + mm(1), pen.width, style)
  if (pen.paper.kind === 'sheet') pen.strike(pen.y + mm(1) + pen.line(), high - mm(1) - pen.line())
  pen.y += high + mm(2)
}

/** A signature drawn in a box of 300 × 100. */
function drawSignature(pen: Pen, { label, path }: BlockOf<'signature'>): void {
  const scale = mm(42) / 300
  pen.room(pen.line() + 100 * scale)
  pen.put(label, pen.left, pen.y, pen.width, { grey: true })
  pen.y += pen.line()
  pen.doc.save().translate(pen.left, pen.y).scale(scale).lineWidth(1.6).lineCap('round').strokeColor('#000')
  pen.doc.path(path).stroke().restore()
  pen.y += 100 * scale + mm(2)
}
