/**
 * What a supervisor may let pass at the final inspection: a little beyond the tolerance, never another lens than the one that was ordered.
 */
import { OTHER, type Confirmer, type Eye, type Eyes, type Power } from '#kernel/contract/index.ts'
import { isExchanged } from './powers.ts'
import type { Judgement, JudgedItem, LensValues, LensReading, Readings } from './tolerance.ts'

/** How far beyond its tolerance a value may be let pass. Ours: half as much again, no standard gives one. */
const CONCESSION_FACTOR = 1.5
/** From this cylinder on an axis beyond its tolerance is another lens, D. */
const AXIS_FROM = 0.75
export const SUPERVISOR: Confirmer = { can: 'frame:supervise', who: '主管' }
export const concessionReasons = ['医师面诊试戴后同意', '镜片定制误差，厂家不能更好', '急用，已约定日期重做', OTHER] as const

const EYES = ['od', 'os'] as const
const NAMES = { od: '右眼', os: '左眼' } as const
const EPS = 1e-9
const readPower = (read: LensReading | null): Power | null =>
  read?.sph == null ? null : { sph: read.sph, cyl: read.cyl ?? 0, axis: read.axis ?? null }

/** A power turned over: the other sign, and as much as was ordered. */
const isTurned = (ordered: number, measured: number | null | undefined): boolean =>
  measured != null && ordered * measured < 0 && Math.min(Math.abs(ordered), Math.abs(measured)) >= 0.25
function wrongLens(eye: Eye, ordered: LensValues | null, read: LensReading | null, failed: readonly JudgedItem[]): string | undefined {
  if (!ordered || !read || !failed.length) return undefined
  if (failed.some((i) => i.columns.includes('ds')) && isTurned(ordered.sph, read.sph)) return `${NAMES[eye]}球镜正负号相反`
  if (failed.some((i) => i.columns.includes('ax')) && Math.abs(ordered.cyl) >= AXIS_FROM) return `${NAMES[eye]}轴位超出允差`
  const turned = read.prism && ordered.prism && read.base != null && read.base !== ordered.base
  return turned && failed.some((i) => i.columns.includes('base')) ? `${NAMES[eye]}棱镜底向不符` : undefined
}
/** How far a value is from what was ordered; an axis around the circle. */
function apart({ columns, ordered, measured }: JudgedItem): number {
  const straight = Math.abs((ordered ?? 0) - (measured ?? 0))
  return columns.includes('ax') ? Math.min(straight % 180, 180 - (straight % 180)) : straight
}
const isBeyond = (i: JudgedItem): boolean => apart(i) > (i.tolerance ?? Infinity) * CONCESSION_FACTOR + EPS

/** Why a pair that failed cannot be let pass; undefined where a supervisor may. */
export function whyNoConcession({ items }: Judgement, rx: Eyes<LensValues>, measured: Readings): string | undefined {
  const failed = items.filter((i) => !i.ok)
  const unmeasured = failed.find((i) => i.measured === null)
  if (unmeasured) return unmeasured.sentence
  const powers = { od: readPower(measured.od), os: readPower(measured.os) }
  if (failed.some((i) => i.columns.includes('ds') || i.columns.includes('dc')) && isExchanged(powers, rx)) return '左右眼镜片装反'
  const wrong = EYES.map((eye) =>
    wrongLens(
      eye,
      rx[eye],
      measured[eye],
      failed.filter((i) => i.eye === eye),
    ),
  ).find(Boolean)
  return wrong ?? failed.find(isBeyond)?.sentence
}
