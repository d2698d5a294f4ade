/**
 * DICOM part 10: the header, and of the ophthalmic measurements (SOP classes 78.x) what an examination has a field for. Tags and classes
 * from the standard's tables of group 0022 and 0046. Nothing is copied out of pixels; a length that points past the end refuses the file.
 */
import { dicomNames } from './dicom.names.ts'
import { NoReading, Notes, dayOf, momentOf, sexOf, plain, textOrNull, untakenOf, type Reading, type Side } from './reading.ts'

/** A data set: by tag (`00460146`) its bytes, or the items of a sequence. */
export interface Element {
  vr: string
  bytes: Uint8Array
  items: DataSet[]
}
class DataSet extends Map<string, Element> {
  /** Tags that were read: the rest is listed by name. */
  readonly looked = new Set<string>()
  override get(tag: string): Element | undefined {
    this.looked.add(tag)
    return super.get(tag)
  }
}
interface Syntax {
  implicit: boolean
  little: boolean
}

const CLASSES: Readonly<Record<string, string>> = {
  '1.2.840.10008.5.1.4.1.1.78.1': 'lensometry',
  '1.2.840.10008.5.1.4.1.1.78.2': 'autorefraction',
  '1.2.840.10008.5.1.4.1.1.78.3': 'keratometry',
  '1.2.840.10008.5.1.4.1.1.78.4': 'subjective',
  '1.2.840.10008.5.1.4.1.1.78.5': 'acuity',
  '1.2.840.10008.5.1.4.1.1.78.6': 'prescription',
  '1.2.840.10008.5.1.4.1.1.78.7': 'axial',
  '1.2.840.10008.5.1.4.1.1.78.8': 'iol',
}
const EXPLICIT: Syntax = { implicit: false, little: true }
const SYNTAXES: Readonly<Record<string, Syntax>> = {
  '1.2.840.10008.1.2': { implicit: true, little: true },
  '1.2.840.10008.1.2.1': EXPLICIT,
  '1.2.840.10008.1.2.2': { implicit: false, little: false },
}
/** Written out with a length of four bytes behind two empty ones. */
const LONG = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'])
const UNDEFINED = 0xffffffff
const DEEPEST = 16
const MOST_ELEMENTS = 20_000
const cut = () => new NoReading('DICOM 文件不完整，请重新导出')
const tagOf = (group: number, element: number) => group.toString(16).padStart(4, '0') + element.toString(16).padStart(4, '0')

export const isDicom = (bytes: Uint8Array): boolean => bytes.length > 131 && String.fromCharCode(...bytes.subarray(128, 132)) === 'DICM'

/** Reads elements one behind the other. */
class Reader {
  at: number
  private left = MOST_ELEMENTS
  private readonly view: DataView
  constructor(
    private readonly bytes: Uint8Array,
    from: number,
    public syntax: Syntax,
  ) {
    this.at = from
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  private take(length: number): number {
    const from = this.at
    if (length > this.bytes.length - from) throw cut()
    this.at += length
    return from
  }
  private short = () => this.view.getUint16(this.take(2), this.syntax.little)
  private long = () => this.view.getUint32(this.take(4), this.syntax.little)

  /** Elements up to `end`, or to the delimiter of an item without a length. */
  dataSet(end: number, depth = 0): DataSet {
    if (depth > DEEPEST) throw new NoReading('DICOM 文件嵌套过深，无法读取')
    const set = new DataSet()
    while (this.at < end) {
      if (--this.left < 0) throw new NoReading('DICOM 文件内容过多，无法读取')
      const tag = tagOf(this.short(), this.short())
      if (tag === 'fffee00d') {
        this.long()
        return set
      }
      const element = this.element(tag, depth)
      set.set(tag, element)
      // Pixels come last and are not looked at.
      if (tag === '7fe00010') break
    }
    if (end === Infinity) throw cut()
    return set
  }
  private element(tag: string, depth: number): Element {
    let vr = this.syntax.implicit ? (VRS[tag] ?? 'UN') : String.fromCharCode(...this.bytes.subarray(this.take(2), this.at))
    let length: number
    if (this.syntax.implicit) length = this.long()
    else if (LONG.has(vr)) {
      this.take(2)
      length = this.long()
    } else if (/^[A-Z]{2}$/.test(vr)) length = this.short()
    else throw cut()
    if (length === UNDEFINED && tag !== '7fe00010') vr = 'SQ'
    if (vr === 'SQ') return { vr, bytes: new Uint8Array(), items: this.items(length, depth) }
    if (length === UNDEFINED) length = this.bytes.length - this.at
    const from = this.take(length)
    return { vr, bytes: this.bytes.subarray(from, from + length), items: [] }
  }
  private items(length: number, depth: number): DataSet[] {
    const end = length === UNDEFINED ? Infinity : this.at + length
    if (end !== Infinity && end > this.bytes.length) throw cut()
    const found: DataSet[] = []
    while (this.at < end) {
      const tag = tagOf(this.short(), this.short())
      const size = this.long()
      if (tag === 'fffee0dd') return found
      if (tag !== 'fffee000') throw cut()
      const stop = size === UNDEFINED ? Infinity : this.at + size
      if (stop !== Infinity && stop > this.bytes.length) throw cut()
      found.push(this.dataSet(stop, depth + 1))
    }
    return found
  }
  number(element: Element): number | undefined {
    const { bytes, vr } = element
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (vr === 'FD' && bytes.length >= 8) return plain(view.getFloat64(0, this.syntax.little), 10)
    if (vr === 'FL' && bytes.length >= 4) return plain(view.getFloat32(0, this.syntax.little))
    return undefined
  }
}

/** Groups of measurements (0022, 0046) and of makers (odd ones); the others say who, when, where and with what. */
const isMeasurement = (tag: string): boolean =>
  tag.startsWith('0022') || tag.startsWith('0046') || Number.parseInt(tag.slice(0, 4), 16) % 2 === 1
const PRINTABLE = /^[\x20-\x7e]+$/
/** Values of a data set that nobody read, however deep, by the standard's name or, where it is not known here, by their tag. */
function leftIn(set: DataSet, reader: Reader, ascii: Ascii): Array<readonly [string, string]> {
  return [...set].flatMap(([tag, element]): Array<readonly [string, string]> => {
    if (element.items.length) return element.items.flatMap((item) => leftIn(item, reader, ascii))
    if (set.looked.has(tag) || !isMeasurement(tag)) return []
    const number = reader.number(element)
    const text = number === undefined ? (ascii(element) ?? '') : String(number)
    const name = dicomNames[tag] ?? `(${tag.slice(0, 4)},${tag.slice(4)})`
    return [[name, PRINTABLE.test(text) ? text : element.bytes.length ? `${element.bytes.length} bytes` : '']]
  })
}

/** What a file without types written out has: of the tags read here. */
const VRS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      '00460014',
      '00460015',
      '00460018',
      '00460028',
      '00460050',
      '00460052',
      '00460070',
      '00460071',
      '00460074',
      '00460080',
      '00460097',
      '00460098',
    ]
      .concat([
        '00460100',
        '00460121',
        '00460122',
        '00460123',
        '00460124',
        '00221007',
        '00221008',
        '00221012',
        '00221050',
        '00221127',
        '00221128',
      ])
      .concat(['00221210', '00221220', '00221225', '00221230', '00221255', '00221260'])
      .map((tag) => [tag, 'SQ']),
  ),
  ...Object.fromEntries(
    [
      '00460030',
      '00460034',
      '00460060',
      '00460062',
      '00460075',
      '00460076',
      '00460077',
      '00460104',
      '00460137',
      '00460146',
      '00460147',
    ].map((tag) => [tag, 'FD']),
  ),
  ...Object.fromEntries(['00220007', '00220008', '00220009', '00221019', '00221130', '00221131', '00221155'].map((tag) => [tag, 'FL'])),
}

/** A text by the character set of the file. */
export type Decode = (bytes: Uint8Array, charset: string) => string

export function readDicom(bytes: Uint8Array, decode: Decode): Reading {
  const reader = new Reader(bytes, 132, EXPLICIT)
  const ascii = (e: Element | undefined) => (e ? String.fromCharCode(...e.bytes.subarray(0, 200)).replace(/[\0 ]+$/, '') : undefined)
  const meta = metaOf(reader, bytes)
  const syntax = SYNTAXES[ascii(meta.get('00020010')) ?? '']
  if (!syntax) throw new NoReading('DICOM 文件是压缩的，请以不压缩的格式导出')
  reader.syntax = syntax
  const set = reader.dataSet(bytes.length)
  const notes = new Notes()
  const kind = CLASSES[ascii(set.get('00080016')) ?? ascii(meta.get('00020002')) ?? '']
  if (kind && READ[kind]) READ[kind](new Measures(notes, reader), set, ascii)
  else notes.warn('SOPClassUID', kind ? '这一类 DICOM 没有可取用的测量值' : '不是眼科测量的 DICOM，没有可取用的测量值')
  const textOf = (tag: string) => {
    const element = set.get(tag)
    return element ? textOrNull(decode(element.bytes, ascii(set.get('00080005')) ?? '').replace(/\0/g, '')) : null
  }
  const [maker, model] = [textOf('00080070'), textOf('00081090')]
  return {
    profile: 'dicom',
    model: textOrNull([maker, model].filter(Boolean).join(' ')),
    serial: textOf('00181000'),
    measuredAt: momentOf(
      textOf('00080022') ?? textOf('00080023') ?? textOf('00080020') ?? undefined,
      textOf('00080032') ?? textOf('00080033') ?? textOf('00080030') ?? undefined,
    ),
    patient: {
      id: textOf('00100020'),
      // Alphabetic, ideographic and phonetic groups; the ideographic one is the name as it is written.
      name: textOrNull((textOf('00100010')?.split('=')[1] || textOf('00100010')?.split('=')[0])?.replace(/\^/g, '')),
      birth: dayOf(textOf('00100030') ?? undefined),
      sex: sexOf(textOf('00100040')),
    },
    exams: notes.taken,
    beside: notes.beside,
    warnings: notes.warnings,
    untaken: untakenOf(leftIn(set, reader, ascii)),
  }
}

/** The file's own group 2, always with types written out; its first element says how long it is. */
function metaOf(reader: Reader, bytes: Uint8Array): DataSet {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 144 || view.getUint16(132, true) !== 2 || view.getUint16(134, true) !== 0) throw cut()
  const end = 144 + view.getUint32(140, true)
  if (end > bytes.length) throw cut()
  return reader.dataSet(end)
}

type Ascii = (element: Element | undefined) => string | undefined

/** Finds measures in data sets and notes them. */
class Measures {
  constructor(
    readonly notes: Notes,
    private readonly reader: Reader,
  ) {}
  first = (set: DataSet | undefined, tag: string): DataSet | undefined => set?.get(tag)?.items[0]
  number = (set: DataSet | undefined, tag: string): number | undefined => {
    const element = set?.get(tag)
    const n = element && this.reader.number(element)
    if (element && (n === undefined || !Number.isFinite(n))) this.notes.warn(tag, '不是数字，未取用')
    return n !== undefined && Number.isFinite(n) ? n : undefined
  }
  /** The first number of a tag anywhere below, in the order of the file. */
  anywhere(set: DataSet | undefined, tag: string): number | undefined {
    if (!set) return undefined
    if (set.has(tag)) return this.number(set, tag)
    for (const { items } of set.values())
      for (const item of items) {
        const n = this.anywhere(item, tag)
        if (n !== undefined) return n
      }
    return undefined
  }
  power(kind: number, side: Side, eye: DataSet | undefined, path: string): void {
    const cylinder = this.first(eye, '00460018')
    this.notes.power(kind, side, path, {
      sph: this.number(eye, '00460146') ?? this.number(eye, '00220007'),
      cyl:
        this.number(cylinder, '00460147') ??
        this.number(cylinder, '00220008') ??
        (eye && !cylinder ? this.number(eye, '00220008') : undefined),
      axis: this.number(cylinder, '00220009') ?? this.number(eye, '00220009'),
    })
    this.notes.put('refraction', `add${side}`, this.number(this.first(eye, '00460100'), '00460104'), kind)
  }
}

const both = (right: string, left: string) =>
  [
    [right, 'Od', 'R'],
    [left, 'Os', 'L'],
  ] as const
const refraction = (kind: number, right: string, left: string) => (m: Measures, set: DataSet) => {
  for (const [tag, side, r] of both(right, left)) m.power(kind, side, m.first(set, tag), r)
  m.notes.put('pd', 'pdFar', m.number(set, '00460060'))
  m.notes.put('pd', 'pdNear', m.number(set, '00460062'))
  if (m.notes.taken.some((e) => e.kind === 'pd')) m.notes.put('pd', 'pdMethod', 3)
}

const READ: Readonly<Record<string, (m: Measures, set: DataSet, ascii: Ascii) => void>> = {
  autorefraction: refraction(2, '00460050', '00460052'),
  subjective: refraction(4, '00460097', '00460098'),
  lensometry: (m, set, ascii) => {
    for (const [tag, side, r] of both('00460014', '00460015')) {
      const lens = m.first(set, tag)
      m.power(1, side, lens, r)
      const prism = m.first(lens, '00460028')
      const prismOf = (power: string, base: string) => [m.number(prism, power), ascii(prism?.get(base)) ?? ''] as const
      m.notes.prism(1, side, `${r}/Prism`, prismOf('00460030', '00460032'), prismOf('00460034', '00460036'))
    }
  },
  keratometry: (m, set) => {
    for (const [tag, side, r] of both('00460070', '00460071')) {
      const eye = m.first(set, tag)
      for (const [meridian, n] of [
        ['00460080', '1'],
        ['00460074', '2'],
      ] as const) {
        const element = m.first(eye, meridian)
        m.notes.put('cornea', `k${n}${side}`, m.number(element, '00460076'))
        m.notes.put('cornea', `k${n}Axis${side}`, m.notes.axis(m.number(element, '00460077'), `${r}/${n}/Axis`))
        m.notes.put('cornea', `r${n}${side}`, m.number(element, '00460075'))
      }
    }
  },
  acuity: (m, set, ascii) => {
    const type = ascii(m.first(set, '00460121')?.get('00080104'))?.toLowerCase() ?? ''
    const field = ACUITIES.find(([word]) => type.includes(word))?.[1]
    if (!field) return void m.notes.warn('VisualAcuityType', `不知道是哪种视力（${type || '空'}），未取用`)
    for (const [tag, side] of [
      ['00460122', 'Od'],
      ['00460123', 'Os'],
      ['00460124', 'Ou'],
    ] as const)
      m.notes.put('visual', field + side, m.notes.acuity(m.number(m.first(set, tag), '00460137')?.toString(), `VA/${side}`))
  },
  axial: (m, set) => {
    for (const [tag, side] of both('00221007', '00221008')) {
      const eye = m.first(set, tag)
      // The selected length is the device's answer; single measurements come before it in some files.
      const selected = [...(eye?.values() ?? [])]
        .flatMap((e) => e.items)
        .map((i) => selectedLength(m, i))
        .find((n) => n !== undefined)
      m.notes.put('bioMeter', `al${side}`, selected ?? m.anywhere(eye, '00221019'))
      for (const [name, field] of [
        ['00221131', 'acd'],
        ['00221130', 'lt'],
        ['00221155', 'snr'],
      ] as const)
        m.notes.put('bioMeter', field + side, m.anywhere(eye, name))
    }
  },
}
const ACUITIES = [
  ['uncorrected', 'ucva'],
  ['best corrected', 'bcva'],
  ['near', 'near'],
  ['habitual', 'cva'],
  ['spectacle', 'cva'],
] as const

/** The length below a sequence of selected ones, however deep. */
function selectedLength(m: Measures, set: DataSet, depth = 0): number | undefined {
  if (depth > 4) return undefined
  for (const tag of ['00221255', '00221230', '00221260']) {
    const n = m.anywhere(m.first(set, tag), '00221019')
    if (n !== undefined) return n
  }
  for (const { items } of set.values())
    for (const item of items) {
      const n = selectedLength(m, item, depth + 1)
      if (n !== undefined) return n
    }
  return undefined
}
