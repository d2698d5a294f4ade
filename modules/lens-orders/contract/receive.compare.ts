/**
 * A receipt is a comparison: what a label or an instrument says of a piece against the line it was ordered by, every parameter its kind names. What a label
 * prints is the one ordered or it is another lens; what was measured is judged by the tolerance set in force. Pure, and the same on screen and server.
 */
import { judgeEye, axisApart, toleranceSetOn, type Column } from '#modules/frame-orders/contract/tolerance.ts'
import { metaOf } from '#kernel/contract/index.ts'
import { eyeName } from './check.ts'
import { lineParameters, type LineParameter } from './fields.ts'
import type { OrderKind } from './kinds/kind.ts'
import { allowedOf, contactSetOn } from './receive.tolerance.ts'

type Value = number | string | null
export type Said = Readonly<Partial<Record<LineParameter, Value | undefined>>>
export interface ComparedLine extends Readonly<Partial<Record<LineParameter, Value>>> {
  readonly lineId: number
  readonly eye: 'od' | 'os' | null
  readonly name: string
}
export interface Difference {
  readonly field: LineParameter | 'eye' | 'product'
  readonly eye: 'od' | 'os' | null
  readonly ordered: Value
  readonly got: Value
  readonly sentence: string
  /** Nobody may accept it: the wrong eye, sign or power. */
  readonly never: boolean
}
/** Parameters that are the power of a lens: a difference in one is never accepted. */
const POWER: ReadonlySet<LineParameter> = new Set(['sph', 'cyl', 'axis', 'addition', 'prism', 'base', 'target'])
/** A label that says nothing of these says none. */
const NONE: ReadonlySet<LineParameter> = new Set(['cyl', 'axis', 'addition', 'prism', 'base'])

export interface Comparing {
  readonly kind: OrderKind
  readonly day: string
  /** Read with an instrument, or off the label. */
  readonly by: 'label' | 'meter'
}
const shown = (value: Value): string => (value === null ? '未填' : String(value))
const differing = (line: ComparedLine, name: LineParameter, got: Value): Difference => {
  const ordered = line[name] ?? null
  return {
    field: name,
    eye: line.eye,
    ordered,
    got,
    sentence: `${eyeName(line.eye)}${metaOf(lineParameters[name]).label}：订 ${shown(ordered)}，到 ${shown(got)}`,
    never: POWER.has(name),
  }
}
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Columns of a judgement as a line names them. */
const NAMES: Readonly<Partial<Record<Column, LineParameter>>> = { ds: 'sph', dc: 'cyl', ax: 'axis', add: 'addition' }
const TOGETHER: ReadonlySet<LineParameter> = new Set(['sph', 'cyl', 'axis', 'addition'])
/** Spectacle powers that were measured fail together where one of a lens's meridians does. */
function spectacle(line: ComparedLine, said: Said, day: string): LineParameter[] {
  const [sph, read] = [number(line.sph), number(said.sph)]
  if (sph === null || read === null) return []
  const addition = number(line.addition)
  const ordered = { sph, cyl: number(line.cyl) ?? 0, axis: number(line.axis), ...(addition ? { add: addition } : {}) }
  const measured = { sph: read, cyl: number(said.cyl) ?? 0, axis: number(said.axis), add: number(said.addition) }
  const failed = judgeEye(line.eye ?? 'od', ordered, measured, addition ? 'progressive' : 'single', toleranceSetOn(day)).filter(
    (i) => !i.ok,
  )
  return [...new Set(failed.flatMap((i) => i.columns.flatMap((c) => NAMES[c] ?? [])))]
}
function agrees(name: LineParameter, ordered: Value, got: Value, { kind, by, day }: Comparing): boolean {
  if (typeof ordered !== 'number' || typeof got !== 'number') return ordered === got
  const apart = name === 'axis' ? axisApart(ordered, got) : Math.abs(ordered - got)
  const make = kind.receipt.scan.includes('serial') ? 'rigid' : 'soft'
  // Makers print the centre thickness they meant and the label the one they made.
  const judged = by === 'meter' || name === 'ct'
  return apart <= (judged ? allowedOf(name, ordered, make, contactSetOn(day)) : 0) + 1e-9
}
/** What a label must say of a piece that goes to a member: that what it is told by is what was ordered. */
const mustBeSaid = (kind: OrderKind): readonly LineParameter[] => (kind.receipt.to === 'member' ? kind.needed : [])

/** Parameters in which a piece is not the one ordered. */
export function differences(line: ComparedLine, said: Said, of: Comparing): Difference[] {
  const { kind } = of
  const spoken = kind.receipt.compare.filter((n) => said[n] !== undefined || (NONE.has(n) && said.sph !== undefined))
  const unsaid = mustBeSaid(kind).filter((n) => said[n] === undefined || said[n] === null)
  const glasses = of.by === 'meter' && kind.categories.includes(3)
  const failed = glasses ? new Set(spectacle(line, said, of.day)) : undefined
  const wrong = spoken.filter((n) => {
    if (failed && TOGETHER.has(n)) return failed.has(n)
    const [ordered, got] = [plain(n, line[n] ?? null), plain(n, said[n] ?? null)]
    // What the order leaves open agrees with anything.
    return (ordered !== null || NONE.has(n)) && !agrees(n, ordered, got, of)
  })
  return [...new Set([...unsaid, ...wrong])].map((n) => differing(line, n, said[n] ?? null))
}
/** No cylinder is a cylinder of 0; without one an axis says nothing, without a prism a base. */
const plain = (name: LineParameter, value: Value): Value => (value === 0 && NONE.has(name) ? null : value)

/** A piece against its line; where it is the other eye's lens, it says that instead of eighteen parameters. */
export function compared(line: ComparedLine, said: Said, others: readonly ComparedLine[], of: Comparing): Difference[] {
  const found = differences(line, said, of)
  const other = others.find((o) => o.eye !== null && line.eye !== null && o.eye !== line.eye)
  if (!found.length || !other || differences(other, said, of).length) return found
  const sentence = `${eyeName(line.eye)}扫到的是${eyeName(other.eye)}的镜片：左右眼放反了`
  return [{ field: 'eye', eye: line.eye, ordered: line.eye, got: other.eye, sentence, never: true }]
}
