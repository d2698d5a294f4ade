/**
 * OMA/VCA data of tracers and labs: one `LABEL=value` a line, `right;left`. Every line is kept as it came, known or not, so that what is
 * written is byte for byte what was read. Radii in 1/100 mm, angles in 1/100°. Real files of three traces are read by the tests.
 */
import { NoReading, Notes, numberOf, textOrNull, untakenOf, type ReadFrame, type DeviceReading, type FrameTrace } from './reading.ts'

export interface OmaLine {
  /** Null where a line is no record: it is kept all the same. */
  label: string | null
  value: string
  /** With its line end. */
  raw: string
}
const RECORD = /^(_?[A-Z][A-Z0-9_]*)=([^\r\n]*)/i
export const isOma = (text: string): boolean => {
  const lines = text.split(/\r?\n/).filter((l) => l.trim())
  const records = lines.filter((l) => RECORD.test(l)).length
  return records > 2 && records >= lines.length * 0.8
}
export const parseOma = (text: string): OmaLine[] =>
  (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((raw) => {
    const found = RECORD.exec(raw)
    return { label: found?.[1]?.toUpperCase() ?? null, value: found?.[2] ?? '', raw }
  })
export const writeOma = (lines: readonly OmaLine[]): string => lines.map((l) => l.raw).join('')

interface RawTrace {
  side: 'R' | 'L'
  points: number
  even: boolean
  format: string
  radii: number[]
  angles: number[]
}

/** The traces of a file: `R=` and `A=` lines belong to the TRCFMT before them. */
function tracesOf(lines: readonly OmaLine[], notes: Notes): RawTrace[] {
  const found: RawTrace[] = []
  for (const { label, value } of lines) {
    const now = found.at(-1)
    if (label === 'TRCFMT') {
      const [format = '', points = '', spacing = '', side = ''] = value.split(';')
      found.push({ format, points: Number(points), even: spacing !== 'U', side: side === 'L' ? 'L' : 'R', radii: [], angles: [] })
    } else if ((label === 'R' || label === 'A') && now) {
      const numbers = value
        .split(';')
        .filter((v) => v.trim())
        .map(Number)
      if (numbers.some((n) => !Number.isFinite(n))) notes.warn(label, '描迹中有一行不是数字，未取用')
      else now[label === 'R' ? 'radii' : 'angles'].push(...numbers.slice(0, MOST_POINTS))
    }
  }
  return found
}
const MOST_POINTS = 10_000
/** Fewer radii than this enclose nothing a lens could be cut to. */
const FEWEST_POINTS = 8

/** The shape of a rim; undefined where the trace is of a kind that is not read. Refuses one that encloses nothing. */
function traceOf(raw: RawTrace, notes: Notes): FrameTrace | undefined {
  const path = `TRCFMT/${raw.side}`
  if (raw.radii.length < FEWEST_POINTS || raw.radii.some((r) => r <= 0 || r > 10_000))
    throw new NoReading(`镜框描迹只有 ${raw.radii.filter((r) => r > 0).length} 个半径，不成形状，请重新扫描`)
  if (raw.radii.length > MOST_POINTS) throw new NoReading('镜框描迹的点过多，无法读取')
  if (raw.radii.length !== raw.points) notes.warn(path, `应有 ${raw.points} 个半径，实有 ${raw.radii.length} 个`)
  if (!raw.even && raw.angles.length !== raw.radii.length) return void notes.warn(path, '描迹缺少角度，未取用')
  const step = (2 * Math.PI) / raw.radii.length
  const angle = (i: number) => (raw.even ? i * step : ((raw.angles[i] ?? 0) / 100) * (Math.PI / 180))
  return boxed(raw.radii.map((r, i) => [(r / 100) * Math.cos(angle(i)), (r / 100) * Math.sin(angle(i))] as const))
}

const hundredth = (n: number) => Math.round(n * 100) / 100
/** Puts the centre of the box at 0 and measures: width, height, the circle that holds all, the way around. */
function boxed(points: ReadonlyArray<readonly [number, number]>): FrameTrace {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of points) {
    ;[left, right] = [Math.min(left, x), Math.max(right, x)]
    ;[bottom, top] = [Math.min(bottom, y), Math.max(top, y)]
  }
  const centred = points.map(([x, y]) => [x - (left + right) / 2, y - (bottom + top) / 2] as const)
  const way = centred.reduce((sum, [x, y], i) => {
    const [fromX, fromY] = centred.at(i - 1) ?? [x, y]
    return sum + Math.hypot(x - fromX, y - fromY)
  }, 0)
  return {
    points: centred.map(([x, y]) => [hundredth(x), hundredth(y)] as const),
    a: hundredth(right - left),
    b: hundredth(top - bottom),
    ed: hundredth(2 * centred.reduce((most, [x, y]) => Math.max(most, Math.hypot(x, y)), 0)),
    circumference: hundredth(way),
  }
}

/** How far a box of the file may stand from its trace, mm. */
const BOX = 0.1

export function readOma(text: string): DeviceReading {
  const notes = new Notes()
  const lines = parseOma(text)
  const records = new Map(lines.flatMap((l) => (l.label ? [[l.label, l.value] as const] : [])))
  /** Right and left of a record; one value stands for both, `?` for nobody knows. */
  const pair = (label: string): [number | null, number | null] => {
    const [right = '', left] = (records.get(label) ?? '').split(';')
    const number = (v: string) => (v.trim() === '?' ? null : (notes.number(v, label) ?? null))
    return left === undefined ? [number(right), number(right)] : [number(right), number(left)]
  }
  const traces = tracesOf(lines, notes)
  // Every shape that cannot be read is named, whichever eye has another one.
  for (const { format, side } of traces.filter((t) => t.format !== '1')) notes.warn(`TRCFMT/${side}`, `描迹格式 ${format} 不能读取，未取用`)
  const sideTrace = (side: 'R' | 'L') => {
    const raw = traces.find((t) => t.side === side && t.format === '1')
    return (raw && traceOf(raw, notes)) ?? null
  }
  const [od, os] = [sideTrace('R'), sideTrace('L')]
  const seen = od ?? os
  const measureOf = (label: string) => pair(label).find((n) => n !== null) ?? null
  const [a, b] = [measureOf('HBOX'), measureOf('VBOX')]
  for (const [label, stated, traced] of [
    ['HBOX', a, seen?.a],
    ['VBOX', b, seen?.b],
  ] as const)
    if (stated !== null && traced !== undefined && Math.abs(stated - traced) > BOX + 1e-9)
      notes.warn(label, `文件写 ${stated} mm，描迹为 ${traced} mm，相差超过 ${BOX} mm`)
  const [ipdOd, ipdOs] = pair('IPD')
  const frame: ReadFrame = {
    name: textOrNull([records.get('FMFR'), records.get('FRAM')].filter(Boolean).join(' ')),
    a: a ?? seen?.a ?? null,
    b: b ?? seen?.b ?? null,
    dbl: measureOf('DBL'),
    ed: measureOf('FED') ?? seen?.ed ?? null,
    circumference: measureOf('CIRC') ?? seen?.circumference ?? null,
    od,
    os,
    ipdOd,
    ipdOs,
  }
  if (!seen && frame.a === null) notes.warn('TRCFMT', '没有镜框描迹，也没有镜圈尺寸')
  prescribed(notes, records)
  return {
    profile: 'oma',
    model: textOrNull(records.get('VEN') ?? records.get('MODEL')),
    serial: textOrNull(records.get('SN')),
    measuredAt: null,
    // A job or account number of the lab is no member's number: it is told beside.
    patient: { id: null, name: textOrNull([records.get('LNAME'), records.get('FNAME')].filter(Boolean).join('')), birth: null },
    exams: [],
    beside: notes.beside,
    warnings: notes.warnings,
    untaken: untakenOf(lines.flatMap(({ label, value }) => (label && !READ.has(label) ? [[label, value] as const] : []))),
    frame,
  }
}

/** Records that are taken or shown; every other one is named as not taken. */
const READ: ReadonlySet<string> = new Set(
  'TRCFMT R A HBOX VBOX DBL FED CIRC FMFR FRAM IPD VEN MODEL SN LNAME FNAME JOB ACCN SPH CYL AX ADD OCHT DIA'.split(' '),
)
/** What the lab was told to make: shown, never taken for a measure of the eyes. */
function prescribed(notes: Notes, records: ReadonlyMap<string, string>): void {
  for (const [label, what] of [
    ['JOB', '工单号'],
    ['ACCN', '账号'],
  ] as const)
    notes.besides(what, 'Ou', records.get(label))
  for (const [label, what] of [
    ['SPH', '球镜'],
    ['CYL', '柱镜'],
    ['AX', '轴位'],
    ['ADD', '下加光'],
    ['IPD', '单眼瞳距'],
    ['OCHT', '瞳高（自框底）'],
    ['DIA', '镜片直径'],
  ] as const) {
    const [right, left] = (records.get(label) ?? '').split(';')
    notes.besides(what, 'Od', numberOf(right ?? '') === undefined ? undefined : right)
    notes.besides(what, 'Os', numberOf(left ?? '') === undefined ? undefined : left)
  }
}
