/**
 * Addition, prism and distance of the eyes of a lens, beside what the order follows and beside the design of its product. What a
 * prescription does not write of them is none, never unknown.
 */
import { asks, prismParts, showDioptre, showPrism, stops, type Base } from '#kernel/contract/index.ts'
import { BOOST_MAX } from '#modules/frame-orders/contract/check/check.ts'
import { CLINICIAN } from '#modules/frame-orders/contract/check/confirm.ts'
import { designOf } from '#modules/frame-orders/contract/check/goods.ts'
import { near } from '#modules/frame-orders/contract/check/powers.ts'
import { eyeName, type CheckedLine, type OrderCheck, type LensOrderFinding } from './check.ts'
import type { LineParameter } from '../fields.ts'

type Optics = Readonly<Partial<Record<LineParameter, number | string | null>>>
/** Category of spectacle lenses in the catalogue. */
const SPECTACLE_LENS = 3
type LensType = number | null | undefined
interface OpticsDifference {
  readonly name: LineParameter
  readonly sentence: string
}
const numberIn = (value: number | string | null | undefined): number | null => (typeof value === 'number' ? value : null)
const isBase = (value: unknown): value is Base => value === 'IN' || value === 'OUT' || value === 'UP' || value === 'DOWN'
const prismIn = ({ prism, base }: Optics) => ({ prism: numberIn(prism), base: isBase(base) ? base : null })
const isMultifocal = (lensType: LensType): boolean => ['progressive', 'bifocal'].includes(designOf(lensType) ?? '')

/** A single-vision lens leaves the addition and the fitting height of its prescription behind. */
export function takenForDesign(parameters: Readonly<Record<string, unknown>>, lensType: LensType): Readonly<Record<string, unknown>> {
  return designOf(lensType) === 'single' ? { ...parameters, addition: null, fitHeight: null } : parameters
}

/**
 * Whether an addition is another one than the source has: spectacle lenses of single vision leave it behind, anti-fatigue lenses bring a
 * small one.
 */
function isOtherAddition(ordered: number, prescribed: number, { category, lensType }: CheckedLine['product']): boolean {
  if (near(ordered, prescribed)) return false
  if (ordered === 0) return category !== SPECTACLE_LENS || isMultifocal(lensType)
  return !(designOf(lensType) === 'fatigue' && prescribed === 0 && ordered <= BOOST_MAX)
}
/** Monocular distances are measured to half a millimetre on each side, mm. */
const PD_WITHIN = 1
/** What an eye's line says otherwise than its source. */
export function opticsDifferences(line: CheckedLine, from: Optics, source: string): OpticsDifference[] {
  const out: OpticsDifference[] = []
  const [add, prescribedAdd] = [numberIn(line.addition) ?? 0, numberIn(from.addition) ?? 0]
  if (isOtherAddition(add, prescribedAdd, line.product))
    out.push({ name: 'addition', sentence: `下加光 ${showDioptre(add)} 与${source} ${showDioptre(prescribedAdd)} 不同` })
  const [prism, prescribedPrism] = [prismIn(line), prismIn(from)]
  const [parts, prescribed] = [prismParts(prism), prismParts(prescribedPrism)]
  if (!near(parts.horizontal, prescribed.horizontal) || !near(parts.vertical, prescribed.vertical))
    out.push({ name: 'prism', sentence: `棱镜 ${showPrism(prism)} 与${source} ${showPrism(prescribedPrism)} 不同` })
  const [pd, prescribedPd] = [numberIn(line.monoPd), numberIn(from.monoPd)]
  if (pd !== null && prescribedPd !== null && Math.abs(pd - prescribedPd) > PD_WITHIN + 1e-9)
    out.push({ name: 'monoPd', sentence: `单眼瞳距 ${pd} 与${source} ${prescribedPd} mm 相差超过 ${PD_WITHIN} mm` })
  return out
}

/** A multifocal lens is made with an addition; a single-vision lens has none. Of goods for the shelf nobody's eye is asked. */
export const additions: OrderCheck = ({ lines }) =>
  lines.flatMap((line, i): LensOrderFinding[] => {
    if (!line.eye) return []
    const finding = { field: `items.${i}.addition`, side: eyeName(line.eye) }
    const add = numberIn(line.addition)
    if (isMultifocal(line.product.lensType) && !add)
      return [
        { ...stops, field: finding.field, code: `add-missing-${line.eye}`, sentence: `${finding.side} ${line.product.name} 缺少下加光` },
      ]
    return designOf(line.product.lensType) === 'single' && add
      ? [{ ...asks(CLINICIAN), field: finding.field, code: `add-on-single-${line.eye}`, sentence: `${finding.side}单光镜填写了下加光` }]
      : []
  })
