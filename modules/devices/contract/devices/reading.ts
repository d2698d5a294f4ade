/**
 * What a file of a device says, before anybody has looked at it: measures by examination and field, what stands beside them, and what could
 * not be read. Pure. A bad node costs itself, never the file: it becomes a warning, and the original stays.
 */

import { clinicNow } from '#kernel/contract/index.ts'

/** Where a reading came from: the shape of the file, not the maker's name on it. */
export const profiles = {
  'nidek-rkt': 'NIDEK ARK/RKT',
  'nidek-nt': 'NIDEK NT',
  'nidek-lm': 'NIDEK LM-7',
  joia: 'JOIA',
  myah: 'Topcon MYAH',
  al550: 'Mediworks AL550',
  rt5100: 'NIDEK RT-5100',
  dicom: 'DICOM',
  oma: 'OMA/VCA',
} as const
export type Profile = keyof typeof profiles

/** Examinations a device measures, by the word the examinations use. */
export type ReadKind = 'visual' | 'refraction' | 'pd' | 'bioMeter' | 'iop' | 'cornea'
export interface ReadExam {
  kind: ReadKind
  values: Record<string, number | string>
}
/** What the device said that no examination has a field for, as it said it. */
export interface EyeTexts {
  what: string
  od?: string
  os?: string
  ou?: string
}
export interface Warning {
  /** Path of the node within the file. */
  at: string
  sentence: string
}
/** Whose eyes the device says they were: what was typed or scanned at it. */
export interface ReadPatient {
  id: string | null
  name: string | null
  birth: string | null
  /** 0 is male, 1 female; null where the device was not told, or in a code nobody knows. */
  sex?: number | null
}
/** Something of the file that is neither taken nor shown beside: by its own name. */
export interface Untaken {
  name: string
  value: string
}
export interface DeviceReading {
  profile: Profile
  model: string | null
  serial: string | null
  /** By the device's own clock, `2013-03-11 16:03:07`. */
  measuredAt: string | null
  patient: ReadPatient
  exams: ReadExam[]
  beside: EyeTexts[]
  warnings: Warning[]
  /** What else the file holds. */
  untaken?: Untaken[]
  /** The shape of a frame, of OMA alone. */
  frame?: ReadFrame
}
/** The outline of one rim: radii in mm around the centre of the box, counter-clockwise from 0°, with its box. */
export interface FrameTrace {
  points: ReadonlyArray<readonly [number, number]>
  a: number
  b: number
  /** Circle around the centre of the box that holds the shape. */
  ed: number
  circumference: number
}
/** Lengths in mm. What the file gives is taken before what its trace gives. */
export interface ReadFrame {
  name: string | null
  a: number | null
  b: number | null
  dbl: number | null
  ed: number | null
  circumference: number | null
  od: FrameTrace | null
  os: FrameTrace | null
  ipdOd: number | null
  ipdOs: number | null
}

/** A file that cannot be taken at all: the sentence for whoever sent it. */
export class NoReading extends Error {}

export const sides = [
  ['R', 'Od', 'od'],
  ['L', 'Os', 'os'],
] as const
export type ReadingSide = (typeof sides)[number][1]

const NUMBER = /^([+-]?)\s*(\d+(?:[.,]\d+)?|[.,]\d+)\s*(?:D|mm|cm|um|µm|μm|deg|°|prism|mmHg|%)?$/i
/** A number as devices write it: `+ 3.00`, `12.00 mm`, `557um`, and `0,25` with a decimal comma. Undefined when it is none. */
export function numberOf(text: string): number | undefined {
  const found = NUMBER.exec(text.trim())
  return found ? Number(`${found[1]}${found[2]}`.replace(',', '.')) || 0 : undefined
}
/** Takes off what binary fractions add: 7 digits are what a device's single precision holds. */
export const plain = (n: number, digits = 7): number => Number(n.toPrecision(digits))

const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i
/** M, male, 男 and their like; a bare number is a code of no known meaning. */
export function sexOf(text: string | null | undefined): number | null {
  const sentence = text?.trim().toLowerCase() ?? ''
  if (/^(m|male|man|男|男性)$/.test(sentence)) return 0
  return /^(f|female|woman|女|女性)$/.test(sentence) ? 1 : null
}
const MOST_UNTAKEN = 200
/** Names of what is left, each once with how often it stands and its first value. */
export function untakenOf(left: ReadonlyArray<readonly [name: string, value: string]>): Untaken[] {
  const found = new Map<string, string[]>()
  for (const [name, value] of left) if (value.trim()) found.set(name, [...(found.get(name) ?? []), value.trim()])
  return [...found].slice(0, MOST_UNTAKEN).map(([name, values]) => ({
    name: (values.length > 1 ? `${name} × ${values.length}` : name).slice(0, 100),
    value: (values[0] ?? '').slice(0, 100),
  }))
}

/** `2016/ 9/ 7`, `2024-05-13`, `20240513` and `16:03`, `19:48:59.562`, `194859` as a moment; null without a day. */
export function momentOf(day: string | undefined, time?: string): string | null {
  const zoned = ZONED.exec([day, time].filter(Boolean).join('T').trim())
  // A moment with its zone is told by the clinic's clock.
  if (zoned && Number.isFinite(Date.parse(zoned[0]))) return clinicNow(new Date(zoned[0]))
  const d = /^(\d{4})[-/. ]*(\d{1,2})[-/. ]+(\d{1,2})$/.exec(day?.trim() ?? '') ?? /^(\d{4})(\d\d)(\d\d)$/.exec(day?.trim() ?? '')
  if (!d) return null
  const [year, month, date] = [Number(d[1]), Number(d[2]), Number(d[3])]
  const utc = new Date(Date.UTC(year, month - 1, date))
  if (year < 1900 || year > 2199 || utc.getUTCMonth() !== month - 1 || utc.getUTCDate() !== date) return null
  const c = /^([01]?\d|2[0-3]):?([0-5]\d):?([0-5]\d)?/.exec(time?.trim() ?? '')
  const two = (n: string | number | undefined) => String(n ?? 0).padStart(2, '0')
  return `${d[1]}-${two(d[2])}-${two(d[3])} ${c ? `${two(c[1])}:${c[2]}:${two(c[3])}` : '00:00:00'}`
}
/** The day of a birth; one written as a moment with its zone is the clinic's day of it: 1990-03-01T16:00Z is 1990-03-02. */
export function dayOf(text: string | null | undefined): string | null {
  const zoned = momentOf(text ?? undefined)
  return (zoned ?? momentOf(text?.split(/[T ]/)[0]))?.slice(0, 10) ?? null
}
export const textOrNull = (text: string | undefined): string | null => text?.trim().slice(0, 100) || null

/** Decimal acuity of each line of the chart (GB 11533-2011) as the five-grade value; devices add 0.16, 0.32, 0.63 and 1.25 of ISO 8596. */
const LINES =
  '0.05=3.7 0.06=3.8 0.063=3.8 0.08=3.9 0.1=4 0.12=4.1 0.125=4.1 0.15=4.2 0.16=4.2 0.2=4.3 0.25=4.4 0.3=4.5 0.32=4.5 ' +
  '0.4=4.6 0.5=4.7 0.6=4.8 0.63=4.8 0.8=4.9 1=5 1.2=5.1 1.25=5.1 1.5=5.2 1.6=5.2 2=5.3'
const LINE_OF: ReadonlyMap<number, number> = new Map(
  LINES.split(' ').map((pair) => [Number(pair.split('=')[0]), Number(pair.split('=')[1])]),
)

/** Takes notes of one reading: each value at its examination and field, each bad node as a warning at its path. */
export class Notes {
  private readonly exams = new Map<string, ReadExam>()
  readonly beside: EyeTexts[] = []
  readonly warnings: Warning[] = []

  warn(path: string, sentence: string): void {
    // A file of a thousand bad nodes says so once it is plain.
    if (this.warnings.length < 100) this.warnings.push({ at: path, sentence })
  }
  /** The number in a text; nothing for an empty one, a warning for what is none. */
  number(text: string | undefined, path: string): number | undefined {
    if (text === undefined || text.trim() === '') return undefined
    const n = numberOf(text)
    if (n === undefined) this.warn(path, `“${text.trim().slice(0, 40)}” 不是数字，未取用`)
    return n
  }
  /** An axis is taken as it is or not at all: a rounded one would look measured. 0 is written 180. */
  axis(n: number | undefined, path: string): number | undefined {
    if (n === undefined) return undefined
    if (!Number.isInteger(n) || n < 0 || n > 180) return void this.warn(path, `轴位 ${n} 不是 0–180 的整数，未取用`)
    return n === 0 ? 180 : n
  }
  /** A decimal acuity as the line of the chart it is printed on. */
  acuity(text: string | undefined, path: string): number | undefined {
    const decimal = this.number(text, path)
    if (decimal === undefined) return undefined
    const line = LINE_OF.get(decimal)
    if (line === undefined) this.warn(path, `视力 ${decimal} 不在视力表的行上，未取用`)
    return line
  }
  /** Notes a value; undefined notes nothing. `which` tells two examinations of a kind apart: the kind of a refraction. */
  put(kind: ReadKind, field: string, value: number | string | undefined, which?: number): void {
    if (value === undefined) return
    const key = `${kind} ${which ?? ''}`
    const exam = this.exams.get(key) ?? { kind, values: kind === 'refraction' ? { kind: which ?? 2 } : {} }
    exam.values[field] = value
    this.exams.set(key, exam)
  }
  /** Sphere, cylinder and axis of one eye. Without a cylinder there is no axis, whatever the device prints in its place. */
  power(
    which: number,
    side: ReadingSide,
    path: string,
    p: { sph?: number | undefined; cyl?: number | undefined; axis?: number | undefined },
  ): void {
    if (p.sph === undefined && p.cyl === undefined) return
    this.put('refraction', `ds${side}`, p.sph, which)
    const axis = p.cyl ? this.axis(p.axis, `${path}/Axis`) : undefined
    if (p.cyl && axis === undefined) return void this.warn(`${path}/Cylinder`, `柱镜 ${p.cyl} 没有可用的轴位，柱镜未取用`)
    this.put('refraction', `dc${side}`, p.cyl, which)
    this.put('refraction', `ax${side}`, axis, which)
  }
  /** A prism of one direction; one of two has no single base, it stands beside. */
  prism(
    which: number,
    side: ReadingSide,
    path: string,
    h: readonly [number | undefined, string],
    v: readonly [number | undefined, string],
  ): void {
    const used = [h, v].flatMap(([n, base]) => (n ? [{ prism: Math.abs(n), base }] : []))
    const [one, other] = used
    if (!one) return
    const base = other ? undefined : baseOf(one.base)
    if (base) {
      this.put('refraction', `prism${side}`, one.prism, which)
      return this.put('refraction', `base${side}`, base, which)
    }
    const text = used.map((u) => `${u.prism}Δ ${u.base}`).join(' + ')
    this.besides('棱镜', side, text)
    this.warn(path, `棱镜 ${text} 不能写成一个底向，请手工录入`)
  }
  besides(what: string, side: ReadingSide | 'Ou', text: string | undefined): void {
    if (!text?.trim()) return
    const key = side === 'Od' ? 'od' : side === 'Os' ? 'os' : ('ou' as const)
    const line = this.beside.find((b) => b.what === what && b[key] === undefined)
    if (line) line[key] = text.trim().slice(0, 100)
    else if (this.beside.length < 200) this.beside.push({ what, [key]: text.trim().slice(0, 100) })
  }
  /** Whether anything was measured. */
  get any(): boolean {
    return this.exams.size > 0
  }
  get taken(): ReadExam[] {
    return [...this.exams.values()]
  }
}
/** By its first letter, or the second behind B: `IN`, `bi`, `I`. */
const BASES: Readonly<Record<string, string>> = { I: 'IN', O: 'OUT', U: 'UP', D: 'DOWN' }
const baseOf = (word: string): string | undefined => BASES[/^(?:B(?=.$))?([IOUD])/.exec(word.trim().toUpperCase())?.[1] ?? '']

/** Keratometry in D of a radius in mm, by the index every device here is set to (1.3375), to the hundredth. */
export const dioptresOf = (radius: number | undefined): number | undefined => (radius ? Math.round(33750 / radius) / 100 : undefined)
