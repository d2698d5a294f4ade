/** Draws text, rules and codes on pages of one size, from the top down. Points, 72 to the inch. */
import { createRequire } from 'node:module'
import CODE128 from 'jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js'
import Document from 'pdfkit'
import { encode } from 'uqr'
import type { BlockOf, PaperSize } from '#kernel/contract/paper.ts'
import { linesOf } from '#kernel/contract/lines.ts'
import { MOST_DOTS, unpacks } from '../dots.ts'

/** A picture pdfkit has read: dots; of a photograph, how the camera was held (Exif: above 4 it stands on its side). */
export interface OpenedPicture {
  readonly width: number
  readonly height: number
  readonly orientation?: number
  /** Of a PNG: its packed dots. */
  readonly image?: { readonly imgData: Uint8Array; readonly pixelBitlength: number }
}
/** Whether the dots are there: pdfkit unpacks a PNG later, where nothing can be refused any more. */
const isWhole = ({ width, height, image }: OpenedPicture): boolean =>
  image ? unpacks(image.imgData, { width, height, bits: image.pixelBitlength }) : width > 0 && height > 0 && width * height <= MOST_DOTS
declare global {
  // Told by pdfkit's guide (images), not by its types.
  namespace PDFKit.Mixins {
    interface PDFImage {
      openImage(source: Buffer): OpenedPicture
      image(source: OpenedPicture, x: number, y: number, options: ImageOption): this
    }
  }
}

export const mm = (n: number): number => (n * 72) / 25.4
/** A dot of a label printer, 203 to the inch. */
const DOT = 72 / 203
const Encoder = 'default' in CODE128 ? CODE128.default : CODE128
const FONTS = { plain: '400Regular/NotoSansSC_400Regular.ttf', bold: '700Bold/NotoSansSC_700Bold.ttf' } as const
export type Weight = keyof typeof FONTS
const TINTS = { green: '#e3f1e3' } as const
const files = createRequire(import.meta.url)
const fileOf = (weight: Weight) => files.resolve(`@expo-google-fonts/noto-sans-sc/${FONTS[weight]}`)
/** Widths of characters in thousandths of the size: the same in every document. */
const advances: Record<Weight, Map<string, number>> = { plain: new Map(), bold: new Map() }

export interface Style {
  readonly weight?: Weight
  readonly size?: number
  readonly align?: 'left' | 'right' | 'center'
  /** Between characters. */
  readonly spacing?: number
  readonly grey?: boolean
}
export class Pen {
  readonly doc: PDFKit.PDFDocument
  y = 0
  /** Colour of the pages from here on. */
  tint: keyof typeof TINTS | undefined
  readonly left: number
  readonly width: number
  readonly top: number
  constructor(
    readonly paper: PaperSize,
    /** Size of the text. */
    public size: number,
    /** Distance of lines in sizes. */
    readonly leading: number,
    /** Of a roll: what was measured. */
    private readonly height: number,
    title: string,
    /** Measures and draws nothing. */
    private readonly dry = false,
  ) {
    const [top, sides] = paper.margin
    this.doc = new Document({ autoFirstPage: false, bufferPages: true, margin: 0, info: { Title: title }, lang: 'zh-CN' })
    for (const weight of ['plain', 'bold'] as const) this.doc.registerFont(weight, fileOf(weight))
    this.left = mm(sides)
    this.width = mm(paper.width - 2 * sides)
    this.top = mm(top)
  }
  get bottom(): number {
    return this.height - mm(this.paper.margin[2])
  }
  page(): void {
    this.doc.addPage({ size: [mm(this.paper.width), this.height], margin: 0 })
    if (this.tint) this.doc.rect(0, 0, mm(this.paper.width), this.height).fill(TINTS[this.tint])
    this.y = this.top
  }
  /** Turns to a new page where what comes next would not stand on this one; answers whether it did. */
  room(height: number): boolean {
    if (this.paper.kind === 'roll' || this.y + height <= this.bottom + 0.01 || this.y === this.top) return false
    this.page()
    return true
  }

  line(size = this.size): number {
    return size * this.leading
  }
  advance({ weight = 'plain', size = this.size, spacing = 0 }: Style = {}): (char: string) => number {
    const widths = advances[weight]
    return (char) => {
      let thousandths = widths.get(char)
      if (thousandths === undefined) widths.set(char, (thousandths = this.doc.font(weight).fontSize(1000).widthOfString(char)))
      return (thousandths * size) / 1000 + spacing
    }
  }
  lines(text: string, width: number, style: Style = {}): string[] {
    return linesOf(text, width, this.advance(style))
  }
  /** Draws one line with its upper edge at `y`. */
  put(
    text: string,
    x: number,
    y: number,
    width: number,
    { weight = 'plain', size = this.size, align = 'left', spacing = 0, grey }: Style = {},
  ) {
    if (!text || this.dry) return
    const wide = [...text].reduce((sum, char) => sum + this.advance({ weight, size, spacing })(char), -spacing)
    const before = { left: 0, right: width - wide, center: (width - wide) / 2 }[align]
    // The font's own lines are 1.448 of its size apart.
    this.doc
      .font(weight)
      .fontSize(size)
      .fillColor(grey ? '#444' : '#000')
      .text(text, x + before, y + ((this.leading - 1.448) * size) / 2, { lineBreak: false, characterSpacing: spacing })
  }
  /** Draws lines from here down, over as many pages as they need. */
  flow(lines: readonly string[], style: Style = {}, x = this.left, width = this.width): void {
    for (const line of lines) {
      this.room(this.line(style.size))
      this.put(line, x, this.y, width, style)
      this.y += this.line(style.size)
    }
  }
  rule(y: number, thick: number, { x = this.left, width = this.width, dashed = false } = {}): void {
    if (this.dry) return
    this.doc.lineWidth(mm(thick)).strokeColor('#000')
    if (dashed) this.doc.dash(mm(1), { space: mm(0.8) })
    this.doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke()
    if (dashed) this.doc.undash()
  }

  /** A line through points. */
  path(points: ReadonlyArray<readonly [number, number]>, thick: number, dashed = false): void {
    const [first, ...rest] = points
    if (this.dry || !first) return
    this.doc.lineWidth(thick).strokeColor('#000')
    if (dashed) this.doc.dash(mm(1), { space: mm(1) })
    this.doc.moveTo(...first)
    for (const point of rest) this.doc.lineTo(...point)
    this.doc.stroke()
    if (dashed) this.doc.undash()
  }
  /** A point: a filled circle, or a cross. */
  mark(x: number, y: number, half: number, round: boolean): void {
    if (this.dry) return
    if (round) return void this.doc.circle(x, y, half).fill('#000')
    this.path(
      [
        [x - half, y - half],
        [x + half, y + half],
      ],
      mm(0.4),
    )
    this.path(
      [
        [x + half, y - half],
        [x - half, y + half],
      ],
      mm(0.4),
    )
  }

  /** A picture of a data address, JPEG or PNG; undefined where it cannot be read. */
  opened(address: string | null): OpenedPicture | undefined {
    const [, data] = /^data:image\/(?:png|jpeg);base64,(.+)$/.exec(address ?? '') ?? []
    try {
      const picture = data ? this.doc.openImage(Buffer.from(data, 'base64')) : undefined
      return picture && isWhole(picture) ? picture : undefined
    } catch {
      return undefined
    }
  }
  /** A picture of a width, and what is drawn on it in thousandths of that. */
  over(picture: OpenedPicture, x: number, y: number, width: number, draws: (doc: PDFKit.PDFDocument) => void): void {
    if (this.dry) return
    this.doc.image(picture, x, y, { width })
    this.doc
      .save()
      .translate(x, y)
      .scale(width / 1000)
    draws(this.doc)
    this.doc.restore()
  }

  /** A line across what stays empty. */
  strike(y: number, height: number): void {
    if (!this.dry)
      this.doc
        .lineWidth(mm(0.3))
        .strokeColor('#000')
        .moveTo(this.left, y + height)
        .lineTo(this.left + this.width, y)
        .stroke()
  }

  /** Width and height of a code. */
  codeSize(code: BlockOf<'code'>): readonly [number, number] {
    if (code.as === 'qr') return [qrOf(code.of).side, qrOf(code.of).side]
    return [barsOf(code.of).length * this.module(code), mm(code.high ?? 10) + mm(0.6) + 8]
  }
  /** Two dots to the thinnest bar; one where there is no room for two. */
  private module({ of: content }: BlockOf<'code'>): number {
    return barsOf(content).length * 2 * DOT <= this.width ? 2 * DOT : DOT
  }
  code(code: BlockOf<'code'>, x: number, y: number): void {
    if (this.dry) return
    const [wide] = this.codeSize(code)
    // On the dots of a printer.
    const left = Math.round(x / DOT) * DOT
    this.doc.fillColor('#000')
    if (code.as === 'qr') {
      const { rows, module } = qrOf(code.of)
      rows.forEach((row, j) => row.forEach((on, i) => on && this.doc.rect(left + i * module, y + j * module, module, module)))
      this.doc.fill()
      return
    }
    const module = this.module(code)
    const high = mm(code.high ?? 10)
    for (const bar of barsOf(code.of).matchAll(/1+/g)) this.doc.rect(left + bar.index * module, y, bar[0].length * module, high)
    this.doc.fill()
    this.put(code.of, left, y + high + mm(0.6) - 1, wide, { size: Math.min(8, this.size), align: 'center' })
  }
}

const barsOf = (text: string): string => {
  const code = new Encoder(text, {})
  return code.valid() ? code.encode().data : ''
}
/** Modules that are whole dots of a label printer where that leaves them readable. */
function qrOf(text: string): { rows: boolean[][]; module: number; side: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 1 })
  const dots = Math.floor(mm(18) / DOT / size)
  const module = dots >= 2 ? dots * DOT : mm(18) / size
  return { rows: data, module, side: size * module }
}
