/** Papers as a PDF: head, blocks, foot; a roll as long as what stands on it, labels a page each. */
import type { Article, DrawnSheet } from '#kernel/contract/article.ts'
import { paperSizes, type PaperSizeName } from '#kernel/contract/paper.ts'
import { widthOf } from '#kernel/contract/lines.ts'
import { drawBlock, drawCode } from './blocks.ts'
import { mm, Pen, type Style } from './pen.ts'
import type { PrintedDocument } from './printed.ts'

/** Points of the text, and the distance of its lines in them. */
const TEXT: Readonly<Record<PaperSizeName, readonly [number, number]>> = {
  A4: [10.5, 1.45],
  A5: [9.5, 1.45],
  'A5 landscape': [9.5, 1.4],
  continuous: [9.5, 1.4],
  receipt: [9, 1.45],
  'receipt 58': [8.5, 1.45],
  label: [7.5, 1.3],
  'label 40×30': [7, 1.2],
  'label 30×20': [6, 1.15],
  tag: [7.5, 1.3],
}
/** Sheets whose foot stands at their lower edge. */
const PINNED: ReadonlySet<PaperSizeName> = new Set(['A4', 'A5', 'A5 landscape'])
/** What a roll is measured on. */
const ENDLESS = 1_000_000

export async function draw(printed: PrintedDocument): Promise<Uint8Array> {
  const size = paperSizes[printed.size]
  const penFor = (height: number, dry = false) => new Pen(size, ...TEXT[printed.size], height, printed.title, dry)
  if (size.kind === 'label') return bytesOf(drawLabels(penFor(mm(size.height ?? 0)), printed))
  if (size.kind === 'sheet') return bytesOf(drawSheets(penFor(mm(size.height ?? 0)), printed))
  const longest = Math.max(
    ...printed.articles.map((article) => {
      const pen = penFor(ENDLESS, true)
      pen.page()
      drawArticle(pen, article, printed)
      return pen.y
    }),
  )
  const pen = penFor(longest + mm(size.margin[2]) + 1)
  for (const article of printed.articles) {
    pen.page()
    drawArticle(pen, article, printed)
  }
  return bytesOf(pen)
}

function drawSheets(pen: Pen, printed: PrintedDocument): Pen {
  for (const article of printed.articles) {
    pen.tint = article.sheets[0]?.tint
    pen.page()
    drawArticle(pen, article, printed)
  }
  const { start, count } = pen.doc.bufferedPageRange()
  const [before, after] = printed.words.page
  for (let i = start; i < start + count; i++) {
    pen.doc.switchToPage(i)
    const [, , below] = pen.paper.margin
    const y = mm((pen.paper.height ?? 0) - below) + mm(1.5)
    pen.put(`${before} ${i + 1} / ${count} ${after}`.trim(), pen.left, y, pen.width, { size: 8, align: 'right', grey: true })
  }
  return pen
}

function drawArticle(pen: Pen, article: Article, printed: PrintedDocument): void {
  const [first] = article.sheets
  if (!first) return
  if (pen.paper.kind === 'roll') drawRollHead(pen, article, first)
  else drawHead(pen, article, first)
  for (const sheet of article.sheets) for (const block of sheet.blocks) drawBlock(pen, block, printed)
  const { simulated } = printed.words
  if (simulated) {
    pen.y += mm(2)
    const small: Style = { size: 7.5, align: 'center' }
    pen.flow(pen.lines(simulated, pen.width, small), small)
  }
  drawFoot(pen, article, first, printed)
}

const headStyle = (pen: Pen): Style => ({ weight: 'bold', size: pen.size * 1.5, align: 'center', spacing: pen.size * 0.06 })
const titleStyle = (pen: Pen): Style => ({ size: pen.size * 1.1, align: 'center', spacing: pen.size * 0.2 })

/** The name in the middle of the page, and further left where the codes need the room. */
function drawHead(pen: Pen, { heading, title, logo, mark }: Article, { codes = [] }: DrawnSheet): void {
  const sizes = codes.map((code) => pen.codeSize(code))
  const gap = mm(4)
  const right = sizes.reduce((sum, [width]) => sum + width + gap, 0)
  const left = logo && drawLogo(pen, logo) ? mm(40) + gap : 0
  const [strong, plain] = [headStyle(pen), titleStyle(pen)]
  const natural = widthOf(heading, pen.advance(strong))
  const even = Math.max(left, right)
  const [from, to] = natural <= pen.width - 2 * even ? [even, pen.width - even] : [left, pen.width - right]
  const lines = pen.lines(heading, to - from, strong)
  const under = pen.lines([title, mark].filter(Boolean).join('  '), to - from, plain)
  const text = lines.length * pen.line(strong.size) + under.length * pen.line(plain.size)
  const height = Math.max(text, mm(logo ? 14 : 8), ...sizes.map(([, high]) => high))
  const top = pen.y
  let y = top + (height - text) / 2
  for (const [texts, style] of [
    [lines, strong],
    [under, plain],
  ] as const)
    for (const line of texts) {
      pen.put(line, pen.left + from, y, to - from, style)
      y += pen.line(style.size)
    }
  let x = pen.left + pen.width
  for (const [i, code] of [...codes.entries()].reverse()) {
    x -= sizes[i]?.[0] ?? 0
    pen.code(code, x, top)
    x -= gap
  }
  pen.y = top + height + mm(2.5)
  pen.rule(pen.y, 0.3)
  pen.y += mm(3.5)
}
function drawRollHead(pen: Pen, { heading, title, mark }: Article, { codes = [] }: DrawnSheet): void {
  const [strong, plain] = [{ ...headStyle(pen), spacing: 0 }, titleStyle(pen)]
  pen.flow(pen.lines(heading, pen.width, strong), strong)
  pen.flow(pen.lines(title, pen.width, plain), plain)
  if (mark) pen.flow([mark], { align: 'center' })
  for (const code of codes) drawCode(pen, code)
  pen.y += mm(1.5)
  pen.rule(pen.y, 0.2, { dashed: true })
  pen.y += mm(2)
}
/** A picture that cannot be read is left out: the paper is what matters. */
function drawLogo(pen: Pen, address: string): boolean {
  const logo = pen.opened(address)
  if (logo) pen.doc.image(logo, pen.left, pen.y, { fit: [mm(40), mm(14)] })
  return logo !== undefined
}

function drawFoot(pen: Pen, { foot }: Article, { signatures = [] }: DrawnSheet, { size, words }: PrintedDocument): void {
  const roll = pen.paper.kind === 'roll'
  const signed = mm(size === 'A4' || size === 'continuous' ? 26 : 18)
  const advance = pen.advance()
  const items = [
    ...signatures.map((label) => ({ text: `${label}：`, width: widthOf(`${label}：`, advance) + signed, signed: true })),
    ...[foot, roll ? null : words.printed].flatMap((text) => (text ? [{ text, width: widthOf(text, advance), signed: false }] : [])),
  ]
  if (!items.length) return
  const rows: Array<typeof items> = []
  let used = 0
  for (const item of items) {
    const row = rows.at(-1)
    if (row && !roll && used + item.width + mm(6) <= pen.width) row.push(item)
    else {
      rows.push([item])
      used = -mm(6)
    }
    used += item.width + mm(6)
  }
  const lineHeight = pen.line() + mm(roll ? 2 : 3)
  const texts = rows.reduce((sum, row) => sum + (row.length === 1 ? pen.lines(row[0]?.text ?? '', pen.width).length : 1) - 1, 0)
  const height = rows.length * lineHeight + texts * pen.line() + mm(3)
  pen.y += mm(roll ? 3 : 6)
  pen.room(height)
  if (PINNED.has(size)) pen.y = Math.max(pen.y, pen.bottom - height)
  pen.rule(pen.y, 0.2, { dashed: roll })
  pen.y += mm(2.5)
  for (const row of rows) {
    const between = row.length > 1 ? (pen.width - row.reduce((sum, { width }) => sum + width, 0)) / (row.length - 1) : 0
    let x = pen.left
    for (const { text, width, signed: line } of row) {
      if (row.length === 1 && !line) pen.flow(pen.lines(text, pen.width).slice(0, -1))
      pen.put(row.length === 1 && !line ? (pen.lines(text, pen.width).at(-1) ?? '') : text, x, pen.y, pen.width)
      if (line) pen.rule(pen.y + pen.line(), 0.2, { x: x + width - signed, width: signed })
      x += width + between
    }
    pen.y += lineHeight
  }
}

/** A label is a page; what would not fit is set smaller. */
function drawLabels(pen: Pen, printed: PrintedDocument): Pen {
  const usual = pen.size
  for (const { sheets } of printed.articles)
    for (const sheet of sheets) {
      pen.size = usual
      while (pen.size > 4 && heightOf(pen, sheet, printed) > pen.bottom - pen.top) pen.size -= 0.5
      pen.page()
      if (printed.size === 'tag') drawTag(pen, sheet)
      else for (const block of sheet.blocks) drawBlock(pen, block, printed)
    }
  return pen
}
/** Height of a label's texts and codes. */
function heightOf(pen: Pen, { blocks }: DrawnSheet, { size }: PrintedDocument): number {
  if (size === 'tag') return 0
  return blocks.reduce((sum, block) => {
    if (block.is === 'code') return sum + pen.codeSize(block)[1] + mm(0.8)
    if (block.is !== 'text') return sum + pen.line()
    const weight = block.weight === 'strong' ? ('bold' as const) : ('plain' as const)
    return sum + pen.lines(block.text, pen.width, { weight }).length * pen.line() + mm(0.4)
  }, 0)
}
/** A tag has no height for two lines: its code, and beside it the rest. */
function drawTag(pen: Pen, { blocks }: DrawnSheet): void {
  let x = pen.left
  for (const block of blocks) {
    if (block.is === 'code') {
      pen.code(block, x, pen.y)
      x += pen.codeSize(block)[0] + mm(4)
    } else if (block.is === 'text') {
      const style: Style = { weight: 'bold', align: 'right' }
      pen.put(block.text, x, pen.y + mm(3), pen.left + pen.width - x, style)
    }
  }
}

const bytesOf = ({ doc }: Pen): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))))
    doc.on('error', reject)
    doc.end()
  })
