/**
 * Two powers compared as an order's check does it, whatever kind of order it is: the same lens written with the other cylinder sign is no
 * difference.
 */
import { asks, minusForm, showDioptre, stops, transpose, type Power, type Stance } from '#kernel/contract/index.ts'
import { eyesSwapped } from '#modules/exams/contract/checks/checks.ts'
import { CLINICIAN } from './confirm.ts'
import { axisApart } from './tolerance.ts'

export const near = (a: number, b: number, within = 0.005): boolean => Math.abs(a - b) <= within
interface PowerDifference {
  readonly key: 'ds' | 'dc' | 'ax'
  readonly code: 'cylinder-sign' | 'sign' | 'sphere' | 'cylinder' | 'axis'
  readonly sentence: string
}
/**
 * A sign turned over against what is in force is never confirmed: the prescription is replaced instead. Any other difference is a
 * clinician's.
 */
export const stanceOn = (code: PowerDifference['code']): Stance => (code === 'sign' || code === 'cylinder-sign' ? stops : asks(CLINICIAN))
interface Asked {
  /** What is added to the prescribed sphere, D: near glasses carry the addition. */
  readonly added?: number
  /** What the other power is called in the sentences. */
  readonly as?: string
}
/**
 * The other sign, at half a dioptre or more on both sides: below that a power may cross zero. What carries an addition crosses it by
 * itself.
 */
const turnedAgainst = (now: number, then: number, added: number): boolean =>
  now * then < 0 && (near(now, -then) || (added === 0 && Math.min(Math.abs(now), Math.abs(then)) >= 0.5))
/** Every difference of a power from the one it follows, in the form of that one, each by its name. */
export function powerDifferences(e: Power, rx: Power, { added = 0, as = '处方' }: Asked = {}): PowerDifference[] {
  const sph = rx.sph + added
  // Compared in the form of what it follows, so that only a real difference is said, and by its name.
  const turn = e.axis !== null && rx.cyl && rx.cyl < 0 !== e.cyl < 0
  const o = turn ? transpose(e) : e
  const form = turn ? `（换算为${as}的柱镜写法）` : ''
  if (rx.cyl && near(e.sph, sph) && near(e.cyl, -rx.cyl))
    return [
      {
        key: 'dc',
        code: 'cylinder-sign',
        sentence: `柱镜 ${showDioptre(e.cyl)} 与${as} ${showDioptre(rx.cyl)} 符号相反，球镜没有换算`,
      },
    ]
  const out: PowerDifference[] = []
  if (turnedAgainst(o.sph, sph, added))
    out.push({ key: 'ds', code: 'sign', sentence: `球镜 ${showDioptre(o.sph)} 与${as} ${showDioptre(sph)} 符号相反${form}` })
  else if (!near(o.sph, sph))
    out.push({
      key: 'ds',
      code: 'sphere',
      sentence: added
        ? `近用球镜 ${showDioptre(o.sph)} 应为远用加下加光：${showDioptre(rx.sph)} + ${added.toFixed(2)} = ${showDioptre(sph)}${form}`
        : `球镜 ${showDioptre(o.sph)} 与${as} ${showDioptre(rx.sph)} 不同${form}`,
    })
  if (!near(o.cyl, rx.cyl))
    out.push({ key: 'dc', code: 'cylinder', sentence: `柱镜 ${showDioptre(o.cyl)} 与${as} ${showDioptre(rx.cyl)} 不同${form}` })
  else if (o.axis !== null && rx.axis !== null && axisApart(o.axis, rx.axis) > 0)
    out.push({ key: 'ax', code: 'axis', sentence: `轴位 ${o.axis}° 与${as} ${rx.axis}° 不同${form}` })
  return out
}

/** The same lens, in whichever cylinder form. */
function sameLens(x: Power, y: Power): boolean {
  const [a, b] = [minusForm(x), minusForm(y)]
  return (
    near(a.sph, b.sph) && near(a.cyl, b.cyl) && (a.cyl === 0 || (a.axis !== null && b.axis !== null && axisApart(a.axis, b.axis) === 0))
  )
}
interface Pair<P> {
  readonly od?: P | null | undefined
  readonly os?: P | null | undefined
}
/** Both eyes are the other eye of what they follow. Eyes alike but for the axis count too; eyes that are alike altogether do not. */
export function exchangedEyes<P>(now: Pair<P>, then: Pair<P>, same: (x: P, y: P) => boolean): boolean {
  const { od, os } = now
  if (!od || !os || !then.od || !then.os) return false
  return same(od, then.os) && same(os, then.od) && !(same(od, then.od) && same(os, then.os))
}
/** Both eyes are the other eye of what they follow, exactly or clearly nearer to it than to their own. */
export const isExchanged = (now: Pair<Power>, then: Pair<Power>): boolean =>
  exchangedEyes(now, then, sameLens) ||
  eyesSwapped({ od: now.od ?? null, os: now.os ?? null }, { od: then.od ?? null, os: then.os ?? null })
