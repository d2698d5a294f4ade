/**
 * The order's own check: findings of what is ordered, of the eyes it is ordered for and of what the goods are made in. `block` stops,
 * `warn` is confirmed one by one with a reason. A kind names the checks it is held to; each is pure.
 */
import { metaOf, powerOf, showPower, stops, type CheckFinding, type Power } from '#kernel/contract/index.ts'
import { madeIn, showRange, type PowerRange } from '#modules/products/contract/range.ts'
import type { MeasuredCornea, MakerLimits } from './limits.ts'
import type { LinkedPowers, KnownToday } from './link.ts'
import type { OrderKind } from '../kinds/kind.ts'
import { lineParameters, type LineParameter } from '../fields.ts'

/** Its field says where it belongs on the form: `items.0.axis`, `supplierId`. */
export type LensOrderFinding = CheckFinding
/** What a line is made of and may be made in. */
export interface CheckedLine extends Readonly<Partial<Record<LineParameter, number | string | null>>> {
  readonly eye: 'od' | 'os' | null
  readonly ordered: number
  readonly product: PowerRange & {
    readonly name: string
    readonly category: number
    /** Type in the catalogue, from which the design follows. */
    readonly lensType?: number | null
    readonly maker?: MakerLimits | undefined
  }
}
/** An order as its checks see it. */
export interface CheckedOrder {
  readonly kind: OrderKind
  readonly mode: number
  readonly lines: readonly CheckedLine[]
  /** Whole years of the member on the day of the order. */
  readonly age?: number | undefined
  /** What it follows by its link. */
  readonly basis?: LinkedPowers | undefined
  /** What else is known of these eyes. */
  readonly known?: KnownToday | undefined
  /** What was measured for the fitting. */
  readonly measured?: MeasuredCornea | undefined
}
export type OrderCheck = (order: CheckedOrder) => readonly LensOrderFinding[]

export const eyeName = (eye: 'od' | 'os' | null): string => ({ od: '右眼', os: '左眼', none: '' })[eye ?? 'none']
const power = (line: CheckedLine): Power | null =>
  powerOf({
    sph: typeof line.sph === 'number' ? line.sph : null,
    cyl: typeof line.cyl === 'number' ? line.cyl : null,
    axis: typeof line.axis === 'number' ? line.axis : null,
  })

/** What an eye's line must say, and the axis of every cylinder. */
export const missing: OrderCheck = ({ kind, lines }) => [
  ...(lines.length ? [] : [{ ...stops, field: 'items', code: 'no-lines', sentence: '请至少订购一件商品' } as const]),
  ...lines.flatMap((line, i) => [
    ...kind.needed.flatMap((name): LensOrderFinding[] =>
      line[name] === null || line[name] === undefined
        ? [
            {
              ...stops,
              field: `items.${i}.${name}`,
              code: `missing-${name}-${line.eye ?? i}`,
              sentence: `${eyeName(line.eye)}${line.product.name}：请填写${metaOf(lineParameters[name]).label}`,
            },
          ]
        : [],
    ),
    ...(line.eye && line.cyl && !line.axis
      ? [
          {
            ...stops,
            field: `items.${i}.axis`,
            code: `axis-${line.eye}`,
            sentence: `${eyeName(line.eye)}：有柱镜时必须填写轴位`,
          } as const,
        ]
      : []),
  ]),
]
/** Powers the product is not made in. */
export const outOfRange: OrderCheck = ({ lines }) =>
  lines.flatMap((line, i): LensOrderFinding[] => {
    const ordered = power(line)
    if (!ordered || madeIn(line.product, ordered)) return []
    const sentence = `${eyeName(line.eye)}${line.product.name} 没有 ${showPower(ordered)}：生产范围 ${showRange(line.product)}`
    return [{ ...stops, field: `items.${i}.sph`, code: `range-${line.eye ?? i}`, sentence }]
  })
