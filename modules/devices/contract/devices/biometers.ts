/**
 * Biometers: Topcon MYAH (XML, keratometry in mm) and Mediworks AL550 (JSON, thickness in mm, corneal diameter as a radius). Written from
 * their described layout.
 */
import {
  Notes,
  dayOf,
  dioptresOf,
  momentOf,
  numberOf,
  plain,
  sexOf,
  sides,
  textOrNull,
  untakenOf,
  type ReadPatient,
  type DeviceReading,
  type ReadingSide,
} from './reading.ts'
import { attribute, below, nodeAt, textAt, type Node } from './tree.ts'

export const isMyah = (root: Node): boolean => !below(root, 'PatientEyeData').next().done

export function readMyah(root: Node): DeviceReading {
  const notes = new Notes()
  for (const eye of below(root, 'PatientEyeData')) {
    const letter = (attribute(eye, 'Eye') ?? textAt(eye, 'Eye') ?? '').trim().toUpperCase()
    const found = sides.find(([r, , word]) => letter === r || letter === word.toUpperCase() || letter === (r === 'R' ? 'RIGHT' : 'LEFT'))
    if (found) myahEye(notes, nodeAt(eye, 'Data') ?? eye, found[1])
    else notes.warn('PatientEyeData', `不知道是哪只眼（${letter || '空'}），未取用`)
  }
  const patient = [...below(root, 'Patient')][0]
  const textOf = (name: string) => [...below(root, name)].map((n) => n.text.trim()).find(Boolean)
  return {
    profile: 'myah',
    model: 'Topcon MYAH',
    serial: textOrNull(textOf('SerialNumber|MachineNo')),
    measuredAt: momentOf(textOf('ExamDate|Date'), textOf('ExamTime|Time')),
    patient: {
      id: textOrNull(textAt(patient, 'ID|PatientID') ?? textOf('PatientID')),
      name: textOrNull([textAt(patient, 'LastName'), textAt(patient, 'FirstName')].filter(Boolean).join('')),
      birth: dayOf(textAt(patient, 'DOB|BirthDate')),
      sex: sexOf(textAt(patient, 'Sex|Gender')),
    },
    exams: notes.taken,
    beside: notes.beside,
    warnings: notes.warnings,
  }
}

function myahEye(notes: Notes, data: Node, side: ReadingSide): void {
  const read = (path: string) => notes.number(textAt(data, path), path)
  for (const [name, angle, n] of [
    ['FlatK', 'FlatAngle', '1'],
    ['SteepK', 'SteepAngle', '2'],
  ] as const) {
    const radius = read(name)
    notes.put('bioMeter', `k${n}${side}`, dioptresOf(radius))
    notes.put('bioMeter', `k${n}Axis${side}`, notes.axis(read(angle), angle))
    notes.besides(n === '1' ? '平坦曲率半径' : '陡峭曲率半径', side, radius === undefined ? undefined : `${radius} mm`)
  }
  for (const [path, field] of [
    ['AxialLength', 'al'],
    ['ACD', 'acd'],
    ['LT|LensThickness', 'lt'],
    ['CCT', 'cct'],
    ['WTW/Diameter', 'wtw'],
  ] as const)
    notes.put('bioMeter', field + side, read(path))
}

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((v, key) => (isObject(v) ? v[key] : undefined), value)

export const isAl550 = (json: unknown): boolean => isObject(json) && Array.isArray(json.Cases)

export function readAl550(json: unknown): DeviceReading {
  const notes = new Notes()
  const cases = valueAt(json, 'Cases')
  const list: unknown[] = Array.isArray(cases) ? cases : []
  // Cases come in the order they were measured: the last one is the answer.
  const last = list.findLast(isObject)
  if (list.length > 1) notes.warn('Cases', `文件里有 ${list.length} 次检查，取用最后一次`)
  for (const [, side, word] of sides) if (valueAt(last, word.toUpperCase())) al550Eye(notes, valueAt(last, word.toUpperCase()), side)
  const firstOf = (...paths: string[]) =>
    paths.flatMap((p) => [valueAt(last, p), valueAt(json, p)]).find((v) => typeof v === 'string' || typeof v === 'number')
  const text = (...paths: string[]) => textOrNull(firstOf(...paths)?.toString())
  const when = text('ExamDate', 'Date', 'CheckTime') ?? ''
  const [day, time] = /[ T]/.test(when) && !/(?:Z|[+-]\d\d:?\d\d)$/i.test(when) ? when.split(/[ T]/) : [when]
  return {
    profile: 'al550',
    model: 'Mediworks AL550',
    serial: text('DeviceSN', 'SerialNumber'),
    measuredAt: momentOf(day, time ?? text('Time') ?? undefined),
    patient: al550Patient(json, last),
    exams: notes.taken,
    beside: notes.beside,
    warnings: notes.warnings,
    untaken: untakenOf(
      [...leavesOf(isObject(json) ? { ...json, Cases: last } : last)]
        .map(([path, value]) => [path.replace(/^Cases\./, ''), value] as const)
        .filter(([path, value]) => !TAKEN.some((taken) => taken.test(path)) && !isPerson(path, value)),
    ),
  }
}
/** Keys of the block of the patient, by any case and with or without underscores. */
const NUMBER = /^(patient_?)?(id|no|code|number)$/i
const NAME = /^(patient_?)?(full_?)?name$/i
const [LAST, FIRST] = [/^last_?name$/i, /^first_?name$/i]
const BIRTH = /^(patient_?)?(birth(_?da(y|te))?|dob|date_?of_?birth)$/i
const SEX = /^(patient_?)?(sex|gender)$/i
/** A leaf that tells whose eyes they are: a sex in a code nobody knows tells nothing, and is named as not taken. */
const isPerson = (path: string, value: string): boolean => {
  const key = path.split('.').at(-1) ?? ''
  return [NUMBER, NAME, LAST, FIRST, BIRTH].some((name) => name.test(key)) || (SEX.test(key) && sexOf(value) !== null)
}
/** The block of the patient wherever the device puts it, by whatever case its keys have. */
function al550Patient(json: unknown, last: unknown): ReadPatient {
  const blocks = [json, last].flatMap((document) =>
    isObject(document)
      ? [
          ...Object.entries(document).flatMap(([key, value]) => (/patient|person|subject/i.test(key) && isObject(value) ? [value] : [])),
          document,
        ]
      : [],
  )
  const noteOf = (names: RegExp): string | null => {
    for (const block of blocks)
      for (const [key, value] of Object.entries(block))
        if (names.test(key) && (typeof value === 'string' || typeof value === 'number')) return textOrNull(String(value))
    return null
  }
  const parts = [noteOf(LAST), noteOf(FIRST)].filter(Boolean).join('')
  return {
    id: noteOf(NUMBER),
    name: noteOf(NAME) ?? textOrNull(parts),
    birth: dayOf(noteOf(BIRTH)),
    sex: sexOf(noteOf(SEX)),
  }
}
/** Paths of a case that are taken, or tell whose it is and when. */
const TAKEN = [
  /AxialCase\.Data\.dataFilter/,
  /CorneaFront\.(K1|K2|AxisFlat|AxisSteep|Kmax|SAI|SRI|IS)$/,
  /WTWCase\.Data\.wtw\.r$/,
  /^(ExamDate|Date|CheckTime|Time|DeviceSN|SerialNumber)$/,
]
/** Leaves of a JSON document by their path; those of a list under one name. */
function* leavesOf(value: unknown, path = ''): Generator<readonly [name: string, value: string]> {
  if (Array.isArray(value)) for (const each of value) yield* leavesOf(each, path)
  else if (isObject(value)) for (const [key, each] of Object.entries(value)) yield* leavesOf(each, path ? `${path}.${key}` : key)
  else if (value !== null && value !== undefined && value !== '') yield [path, String(value)]
}

function al550Eye(notes: Notes, eye: unknown, side: ReadingSide): void {
  const number = (value: unknown, where: string): number | undefined => {
    if (value === undefined || value === null || value === '') return undefined
    const n = typeof value === 'number' ? value : typeof value === 'string' ? numberOf(value) : undefined
    if (n === undefined || !Number.isFinite(n)) return void notes.warn(`${side}/${where}`, '不是数字，未取用')
    return n
  }
  const filtered = valueAt(eye, 'AxialCase.Data.dataFilter')
  const [al, cct, acd, lt] = (Array.isArray(filtered) ? filtered : []).map((v, i) => number(v, `dataFilter[${i}]`))
  // The device writes 0 for what it did not measure.
  notes.put('bioMeter', `al${side}`, al || undefined)
  notes.put('bioMeter', `cct${side}`, cct ? plain(cct * 1000) : undefined)
  notes.put('bioMeter', `acd${side}`, acd || undefined)
  notes.put('bioMeter', `lt${side}`, lt || undefined)
  const front = valueAt(eye, 'TopographyCase.Data.CorneaFront')
  const figureOf = (name: string) => number(valueAt(front, name), `CorneaFront/${name}`) || undefined
  notes.put('bioMeter', `k1${side}`, figureOf('K1'))
  notes.put('bioMeter', `k2${side}`, figureOf('K2'))
  notes.put('bioMeter', `k1Axis${side}`, notes.axis(figureOf('AxisFlat'), `${side}/AxisFlat`))
  notes.put('bioMeter', `k2Axis${side}`, notes.axis(figureOf('AxisSteep'), `${side}/AxisSteep`))
  for (const name of ['Kmax', 'SAI', 'SRI', 'IS']) notes.besides(name, side, figureOf(name)?.toString())
  const radius = number(valueAt(eye, 'WTWCase.Data.wtw.r'), 'WTWCase')
  notes.put('bioMeter', `wtw${side}`, radius ? plain(radius * 2) : undefined)
}
