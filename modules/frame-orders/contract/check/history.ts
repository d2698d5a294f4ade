/**
 * An order against what is known of the member's eyes: the former order and the autorefraction. A slip of the pen (a sign, the other eye,
 * an axis) shows against them even where the prescription itself was written wrong, or where there is none.
 */
import { asks, minusForm, showDioptre, sphericalEquivalent, type Eyes, type Power } from '#kernel/contract/index.ts'
import { disagreements } from '#modules/exams/contract/checks/agreement.ts'
import { eyesSwapped, turnedOver } from '#modules/exams/contract/checks/checks.ts'
import { daysBetween } from '#modules/exams/contract/formulas/eye.ts'
import { axisApart } from './tolerance.ts'
import { CLINICIAN } from './confirm.ts'
import type { FrameOrderFinding } from './check.ts'

/** Powers of both eyes on a day. */
export interface KnownRefraction extends Eyes<Power> {
  at: string
}
export interface KnownPowers {
  /** The member's last order of the same type of glasses. */
  former?: KnownRefraction | undefined
  /** The last autorefraction. */
  auto?: KnownRefraction | undefined
  /** The last subjective refraction, as a lens of the order's type has it. */
  subjective?: KnownRefraction | undefined
}
const SIDES = [
  ['od', 'Od', '右眼'],
  ['os', 'Os', '左眼'],
] as const
const SOURCES = [
  ['former', '上次订单'],
  ['auto', '电脑验光'],
] as const
/**
 * Signs and exchanged eyes are always asked about. How far the power or the axis moved is asked only without an issued prescription to
 * compare with: then 1.00 D within a year (trade limit), and 20° of axis at a cylinder of 1.00 D or more.
 */
export function historyFindings(
  order: Eyes<Power>,
  powers: KnownPowers,
  { today, prescribed }: { today: string; prescribed: boolean },
): FrameOrderFinding[] {
  return SOURCES.flatMap(([source, name]): FrameOrderFinding[] => {
    const before = powers[source]
    if (!before) return []
    const head = `${before.at.slice(0, 10)} ${name}`
    if (eyesSwapped(order, before))
      return [
        { ...asks(CLINICIAN), field: 'dsOd', code: `swap-${source}`, sentence: `左右眼的度数更像是填反了：与 ${head} 的另一只眼更接近` },
      ]
    const recent = daysBetween(before.at, today) < 365
    return SIDES.flatMap(([eye, suffix, side]): FrameOrderFinding[] => {
      const [then, now] = [before[eye], order[eye]]
      if (!then || !now) return []
      const [a, b] = [minusForm(then), minusForm(now)]
      if (turnedOver(b.sph, a.sph))
        return [
          {
            ...asks(CLINICIAN),
            field: `ds${suffix}`,
            code: `sign-${source}-${eye}`,
            sentence: `${side}球镜 ${showDioptre(b.sph)} 与 ${head} 的 ${showDioptre(a.sph)} 正负号相反`,
          },
        ]
      return prescribed || !recent ? [] : moved(a, b, { suffix, side, eye, head, source })
    })
  })
}
const SUFFIX = { od: ['Od', '右眼'], os: ['Os', '左眼'] } as const
/** Powers typed without a prescription beside the last subjective refraction and the last order of the year, by the same limits. */
export function typedFindings(order: Eyes<Power>, powers: KnownPowers, today: string): FrameOrderFinding[] {
  const sources = [
    ['subjective', '主觉验光'],
    ['former', '上次订单'],
  ] as const
  const seen = new Set<string>()
  return sources.flatMap(([source, name]): FrameOrderFinding[] => {
    const before = powers[source]
    if (!before || daysBetween(before.at, today) >= 365) return []
    return disagreements(order, before, `${before.at.slice(0, 10)} ${name}`).flatMap(
      ({ eye, key, code, sentence }): FrameOrderFinding[] => {
        const [suffix, side] = SUFFIX[eye]
        if (seen.has(`${key}${suffix}`)) return []
        seen.add(`${key}${suffix}`)
        return [
          {
            ...asks(CLINICIAN),
            field: `${key}${suffix}`,
            code: `typed-${code}-${eye}`,
            sentence: code === 'swap' ? sentence : `${side}${sentence}`,
          },
        ]
      },
    )
  })
}
function moved(
  a: Power,
  b: Power,
  { suffix, side, eye, head, source }: { suffix: string; side: string; eye: string; head: string; source: string },
): FrameOrderFinding[] {
  const out: FrameOrderFinding[] = []
  const change = sphericalEquivalent(b) - sphericalEquivalent(a)
  if (Math.abs(change) >= 1 - 1e-9)
    out.push({
      ...asks(CLINICIAN),
      field: `ds${suffix}`,
      code: `jump-${source}-${eye}`,
      sentence: `${side}等效球镜比 ${head} 变化 ${showDioptre(change)} D`,
    })
  if (a.cyl <= -1 && b.cyl <= -1 && a.axis !== null && b.axis !== null && axisApart(a.axis, b.axis) > 20)
    out.push({
      ...asks(CLINICIAN),
      field: `ax${suffix}`,
      code: `axis-${source}-${eye}`,
      sentence: `${side}轴位 ${b.axis}° 与 ${head} 的 ${a.axis}° 相差 ${axisApart(a.axis, b.axis)}°`,
    })
  return out
}
