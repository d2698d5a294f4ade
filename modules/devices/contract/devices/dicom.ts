/**
 * DICOM part 10: the header, and of the ophthalmic measurements (SOP classes 78.x) what an examination has a field for. Tags and classes
 * from the standard's tables of group 0022 and 0046. Nothing is copied out of pixels.
 */
import { dicomNames } from './dicom.names.ts'
import { Notes, dayOf, momentOf, sexOf, textOrNull, untakenOf, type DeviceReading, type ReadingSide } from './reading.ts'

/** An element of a data set: its bytes, its number where it is one (FD, FL), the items of a sequence. */
export interface Element {
  readonly bytes: Uint8Array
  readonly number: number | undefined
  readonly items: readonly DataSet[]
}
/** A data set by tag (`00460146`). */
export class DataSet extends Map<string, Element> {
  /** Tags that were read: the rest is listed by name. */
  readonly looked = new Set<string>()
  override get(tag: string): Element | undefined {
    this.looked.add(tag)
    return super.get(tag)
  }
}
/**
 * What the server lends (PS3.10): the elements of a file in their order, pixels left out; refuses what is cut off, compressed, too deep or
 * too much.
 */
export type DicomElements = (bytes: Uint8Array) => DataSet

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
export const isDicom = (bytes: Uint8Array): boolean => bytes.length > 131 && String.fromCharCode(...bytes.subarray(128, 132)) === 'DICM'

/** Groups of measurements (0022, 0046) and of makers (odd ones); the others say who, when, where and with what. */
const isMeasurement = (tag: string): boolean =>
  tag.startsWith('0022') || tag.startsWith('0046') || Number.parseInt(tag.slice(0, 4), 16) % 2 === 1
const PRINTABLE = /^[\x20-\x7e]+$/
/** Values of a data set that nobody read, however deep, by the standard's name or, where it is not known here, by their tag. */
function leftIn(set: DataSet, ascii: Ascii): Array<readonly [string, string]> {
  return [...set].flatMap(([tag, element]): Array<readonly [string, string]> => {
    if (element.items.length) return element.items.flatMap((item) => leftIn(item, ascii))
    if (set.looked.has(tag) || !isMeasurement(tag)) return []
    const text = element.number === undefined ? (ascii(element) ?? '') : String(element.number)
    const name = dicomNames[tag] ?? `(${tag.slice(0, 4)},${tag.slice(4)})`
    return [[name, PRINTABLE.test(text) ? text : element.bytes.length ? `${element.bytes.length} bytes` : '']]
  })
}

/** A text by the character set of the file. */
export type Decode = (bytes: Uint8Array, charset: string) => string

export function readDicom(bytes: Uint8Array, elementsOf: DicomElements, decode: Decode): DeviceReading {
  const ascii = (e: Element | undefined) => (e ? String.fromCharCode(...e.bytes.subarray(0, 200)).replace(/[\0 ]+$/, '') : undefined)
  const set = elementsOf(bytes)
  const notes = new Notes()
  const kind = CLASSES[ascii(set.get('00080016')) ?? ascii(set.get('00020002')) ?? '']
  if (kind && READ[kind]) READ[kind](new Measures(notes), set, ascii)
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
    untaken: untakenOf(leftIn(set, ascii)),
  }
}

type Ascii = (element: Element | undefined) => string | undefined

/** Finds measures in data sets and notes them. */
class Measures {
  constructor(readonly notes: Notes) {}
  first = (set: DataSet | undefined, tag: string): DataSet | undefined => set?.get(tag)?.items[0]
  number = (set: DataSet | undefined, tag: string): number | undefined => {
    const element = set?.get(tag)
    const n = element?.number
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
  power(kind: number, side: ReadingSide, eye: DataSet | undefined, path: string): void {
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
