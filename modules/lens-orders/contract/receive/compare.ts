/**
 * A receipt is a comparison: what a label or an instrument says of a piece against the line it was ordered by, every parameter its kind
 * names. What a label prints is the one ordered or it is another lens; what was measured is judged by the tolerance set in force. A
 * parameter the line orders and nobody stated is unknown: the piece is not received before it is stated. Pure, and the same on screen and
 * server.
 */
import { combineComparisons, compareFacts, compareNumbers, isMissing, metaOf, type Comparison } from '#kernel/contract/index.ts'
import { judgeEye, axisApart, toleranceSetOn, type ToleranceColumn } from '#modules/frame-orders/contract/check/tolerance.ts'
import { eyeName } from '../check/check.ts'
import { lineParameters, type LineParameter } from '../fields.ts'
import type { OrderKind } from '../kinds/kind.ts'
import { allowedOf, contactSetOn } from './tolerance.ts'

type Value = number | string | null
/** What was stated of a piece: read off its label, typed, or measured. */
export type LabelValues = Readonly<Partial<Record<LineParameter, Value | undefined>>>
export interface ComparedReceiptLine extends Readonly<Partial<Record<LineParameter, Value>>> {
  readonly lineId: number
  readonly eye: 'od' | 'os' | null
  readonly name: string
}
/** One parameter of a piece beside the one its line orders. */
export interface ComparedParameter {
  readonly field: LineParameter
  readonly ordered: Value
  readonly got: Value
  readonly comparison: Comparison
  /** Unknown, and asked of whoever unpacks; false where its maker prints it nowhere. */
  readonly asked: boolean
}
/** Why a piece is not received as it is: it differs, or something of it is not known yet. */
export interface Difference {
  readonly field: LineParameter | 'eye' | 'product'
  readonly eye: 'od' | 'os' | null
  readonly ordered: Value
  readonly got: Value
  readonly sentence: string
  readonly comparison: 'different' | 'unknown'
  /** Nobody may accept it: the wrong eye, sign or power. */
  readonly never: boolean
}
/** Parameters that are the power of a lens: a difference in one is never accepted. */
const POWER: ReadonlySet<LineParameter> = new Set(['sph', 'cyl', 'axis', 'addition', 'prism', 'base', 'target'])
/** Parameters a lens may have none of: a line without them orders none, and a label that prints a sphere without them says none. */
const NONE: ReadonlySet<LineParameter> = new Set(['cyl', 'axis', 'addition', 'prism', 'base'])
/** What an axis or a base is of: without it, it says nothing. */
const OF: Readonly<Partial<Record<LineParameter, LineParameter>>> = { axis: 'cyl', base: 'prism' }

export interface Comparing {
  readonly kind: OrderKind
  readonly day: string
  /** Read with an instrument, or off the label. */
  readonly by: 'label' | 'meter'
}
const shown = (value: Value): string => (value === null ? '未填' : String(value))
const labelIn = (name: LineParameter): string => metaOf(lineParameters[name]).label ?? name
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Columns of a judgement as a line names them. */
const NAMES: Readonly<Partial<Record<ToleranceColumn, LineParameter>>> = { ds: 'sph', dc: 'cyl', ax: 'axis', add: 'addition' }
const TOGETHER: ReadonlySet<LineParameter> = new Set(['sph', 'cyl', 'axis', 'addition'])
/** Spectacle powers that were measured fail together where one of a lens's meridians does. */
function failedPowers(line: ComparedReceiptLine, subject: LabelValues, day: string): ReadonlySet<LineParameter> {
  const [sph, read] = [number(line.sph), number(subject.sph)]
  // Meridians are judged once all of them were stated.
  if (sph === null || read === null || [...TOGETHER].some((name) => line[name] && isMissing(subject[name]))) return new Set()
  const addition = number(line.addition)
  const ordered = { sph, cyl: number(line.cyl) ?? 0, axis: number(line.axis), ...(addition ? { add: addition } : {}) }
  const measured = { sph: read, cyl: number(subject.cyl) ?? 0, axis: number(subject.axis), add: number(subject.addition) }
  const failed = judgeEye(line.eye ?? 'od', ordered, measured, addition ? 'progressive' : 'single', toleranceSetOn(day)).filter(
    (i) => !i.ok,
  )
  return new Set(failed.flatMap((i) => i.columns.flatMap((c) => NAMES[c] ?? [])))
}
/** Two stated values of a parameter. */
function compareStated(name: LineParameter, ordered: Value, got: Value, { kind, by, day }: Comparing): Comparison {
  if (typeof ordered !== 'number' || typeof got !== 'number') return compareFacts<number | string>(ordered, got)
  const make = kind.receipt.scan.includes('serial') ? 'rigid' : 'soft'
  // Makers print the centre thickness they meant and the label the one they made.
  const isJudged = by === 'meter' || name === 'ct'
  const tolerance = isJudged ? allowedOf(name, ordered, make, contactSetOn(day)) : 0
  return name === 'axis' ? compareNumbers(0, axisApart(ordered, got), tolerance) : compareNumbers(ordered, got, tolerance)
}
/** No cylinder is a cylinder of 0; without one an axis says nothing, without a prism a base. */
function plain(values: LabelValues, name: LineParameter): Value {
  const value = values[name] ?? null
  if (value === 0 && NONE.has(name)) return null
  const carrier = OF[name]
  return carrier !== undefined && (values[carrier] === 0 || values[carrier] === null) ? null : value
}
/**
 * Every parameter of a piece that its line orders, or that it has and its line does not; what the order leaves open is compared with
 * nothing.
 */
export function compareParameters(line: ComparedReceiptLine, subject: LabelValues, comparing: Comparing): ComparedParameter[] {
  const { parameters, receipt, categories } = comparing.kind
  const glasses = comparing.by === 'meter' && categories.includes(3)
  const failed = glasses ? failedPowers(line, subject, comparing.day) : undefined
  return parameters.flatMap((field): ComparedParameter[] => {
    const [ordered, got] = [plain(line, field), plain(subject, field)]
    const answer = (comparison: Comparison): ComparedParameter[] => [
      { field, ordered, got, comparison, asked: comparison === 'unknown' && receipt.told.includes(field) },
    ]
    if (isMissing(ordered)) {
      // A line that orders a sphere and no cylinder orders none; other parameters are left open.
      if (!NONE.has(field) || isMissing(line.sph)) return []
      if (!isMissing(got)) return answer('different')
      return isMissing(subject.sph) ? [] : answer('same')
    }
    if (failed && TOGETHER.has(field) && !isMissing(got)) return answer(failed.has(field) ? 'different' : 'same')
    // Somebody stated that there is none of it.
    if (NONE.has(field) && subject[field] === 0) return answer('different')
    return answer(compareStated(field, ordered, got, comparing))
  })
}
const asDifference = (line: ComparedReceiptLine, { field, ordered, got, comparison }: ComparedParameter): Difference => ({
  field,
  eye: line.eye,
  ordered,
  got,
  comparison: comparison === 'unknown' ? 'unknown' : 'different',
  sentence:
    comparison === 'unknown'
      ? `${eyeName(line.eye)}${line.name}：请填写标签上的${labelIn(field)}`
      : `${eyeName(line.eye)}${labelIn(field)}：订 ${shown(ordered)}，到 ${shown(got)}`,
  never: POWER.has(field),
})
/** What keeps a piece from being received: parameters that differ, then those that are asked for and nobody stated. */
export function differences(line: ComparedReceiptLine, subject: LabelValues, comparing: Comparing): Difference[] {
  const compared = compareParameters(line, subject, comparing)
  return [...compared.filter((p) => p.comparison === 'different'), ...compared.filter((p) => p.asked)].map((p) => asDifference(line, p))
}
/** Whether a piece is the one a line orders, as far as its parameters say; a line that orders none is told by its product alone. */
export function fitsLine(line: ComparedReceiptLine, subject: LabelValues, comparing: Comparing): Comparison {
  const decisive = compareParameters(line, subject, comparing).filter((p) => p.asked || p.comparison !== 'unknown')
  return decisive.length ? combineComparisons(decisive.map((p) => p.comparison)) : 'same'
}

/** A piece against its line; where it is the other eye's lens, it says that instead of eighteen parameters. */
export function compared(
  line: ComparedReceiptLine,
  subject: LabelValues,
  others: readonly ComparedReceiptLine[],
  comparing: Comparing,
): Difference[] {
  const found = differences(line, subject, comparing)
  const other = others.find((o) => compareFacts(o.eye, line.eye) === 'different')
  if (!found.some((f) => f.comparison === 'different') || !other || fitsLine(other, subject, comparing) !== 'same') return found
  const sentence = `${eyeName(line.eye)}扫到的是${eyeName(other.eye)}的镜片：左右眼放反了`
  return [{ field: 'eye', eye: line.eye, ordered: line.eye, got: other.eye, sentence, comparison: 'different', never: true }]
}
/** The product a code names against the one that was ordered; unknown where either has no trade number (GTIN). */
export function compareProduct(line: ComparedReceiptLine, ordered: string | undefined, got: string | null): Difference | undefined {
  const comparison = compareFacts(ordered, got)
  if (comparison === 'same') return undefined
  const name = `${eyeName(line.eye)}${line.name}`
  const sentence =
    comparison === 'different' ? `${name}的产品标识：订 ${ordered}，到 ${got}` : `${name}：条码不能说明是哪件商品，请选择订购明细`
  return { field: 'product', eye: null, ordered: ordered ?? null, got, sentence, comparison, never: false }
}
