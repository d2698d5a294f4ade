/**
 * Typing slips: a value further from the former one than an instrument errs and an eye changes meanwhile. It is asked about first, with the
 * former value, and nothing is made of the difference: neither a trend nor an alert.
 */
import { ageOn, daysBetween, sphericalEquivalent, type Power } from '#kernel/contract/index.ts'
import { askExaminer } from './findings.ts'
import type { Earlier, Finding } from './checks.ts'

/** How far a measure may be from the former one: `errs` of two readings, and a change by the year up and down. */
interface Limit {
  readonly label: string
  readonly unit: string
  readonly decimals: number
  readonly errs: number
  /** By age in years at the former reading; undefined where the age is not known. */
  readonly grows: (age: number | undefined) => number
  /** Left out: a fall is told by a check of its own. */
  readonly falls?: number
}
const EYE_GROWTH = (age: number | undefined): number => (age !== undefined && age < 3 ? 5 : 1)
const none = () => 0
/**
 * Measures of one eye. What is said of the whole eye's length holds for its largest part.
 * - al, vt: contact ultrasound repeats within 0.2 mm, optical biometry within 0.05 (Santodomingo-Rubido J et al., Br J Ophthalmol
 * 2002;86:458); an eye
 *   grows 3.8 mm in its first 18 months (Larsen JS, Acta Ophthalmol 1971;49:873), a progressing myope's at most half a mm a year on average
 *   (Chamberlain P et al., Ophthalmic Physiol Opt 2021;41:523): twice that is asked. Red light takes up to 0.2 mm off (Jiang Y et al.,
 *   Ophthalmology 2022;129:509).
 * - k1, k2: overnight lenses flatten a cornea by some 3 D and give it back (Swarbrick HA, Clin Exp Optom 2006;89:124).
 * - acd, lt: within 0.3 mm between instruments (Santodomingo-Rubido 2002); a lens thickens by 0.02 mm a year.
 * - wtw: within 0.5 mm (Rüfer F et al., Cornea 2005;24:259).
 * - cct: 40 µm of instruments and of the day together (Doughty MJ, Zaman ML, Surv Ophthalmol 2000;44:367), 20 µm of a swelling under
 * lenses.
 * - pd of one eye: ±1 mm of the examiner; from 46 to 62 mm between 1 and 19 years (MacLachlan C, Howland HC, Ophthalmic Physiol Opt
 * 2002;22:175).
 */
const OF_EYE: Readonly<Record<string, Limit>> = {
  al: { label: '眼轴', unit: 'mm', decimals: 2, errs: 0.2, grows: EYE_GROWTH, falls: 0.2 },
  vt: { label: '玻璃体', unit: 'mm', decimals: 2, errs: 0.4, grows: EYE_GROWTH, falls: 0.2 },
  k1: { label: '平K', unit: 'D', decimals: 2, errs: 3, grows: none, falls: 0 },
  k2: { label: '陡K', unit: 'D', decimals: 2, errs: 3, grows: none, falls: 0 },
  acd: { label: '前房深度', unit: 'mm', decimals: 2, errs: 0.4, grows: () => 0.1, falls: 0.1 },
  lt: { label: '晶体厚度', unit: 'mm', decimals: 2, errs: 0.4, grows: () => 0.1, falls: 0.1 },
  wtw: { label: '角膜直径', unit: 'mm', decimals: 1, errs: 0.6, grows: none, falls: 0 },
  cct: { label: '角膜厚度', unit: 'µm', decimals: 0, errs: 60, grows: none, falls: 0 },
  pd: { label: '单眼瞳距', unit: 'mm', decimals: 1, errs: 2, grows: () => 1, falls: 0 },
}
const HALF: Limit = { label: '单眼瞳距', unit: 'mm', decimals: 1, errs: 2, grows: () => 1, falls: 0 }
/**
 * Measures that belong to no eye. pd as above, of both eyes; height: within 1 cm of the stadiometer, up to 25 cm in a first year and 12 in
 * the fastest later one (Tanner JM et al., Arch Dis Child 1966;41:454). That a height fell is told by a check of its own.
 */
const OF_BODY: Readonly<Record<string, Limit>> = {
  pdFar: { label: '远用瞳距', unit: 'mm', decimals: 1, errs: 3, grows: () => 2, falls: 0 },
  pdFarOd: HALF,
  pdFarOs: HALF,
  pdNear: { label: '近用瞳距', unit: 'mm', decimals: 1, errs: 3, grows: () => 2, falls: 0 },
  height: { label: '身高', unit: 'cm', decimals: 1, errs: 1, grows: (age) => (age !== undefined && age < 2 ? 25 : 12) },
}
/**
 * Spherical equivalent, D: readings of a refraction repeat within 0.75 (Zadnik K et al., IOVS 1992;33:2325), 1.00 with the quarter step;
 * myopia of urban Asian children grows 1.12 D in the fastest year of its mean (Donovan L et al., Optom Vis Sci 2012;89:27): 2.00 is asked.
 * The other way as much.
 */
const POWER = { errs: 1, perYear: 2 }

// Limits are met on the decimal digits a reader sees.
const EPS = 1e-9
interface Pair {
  readonly was: number
  readonly now: number
  readonly wasDay: string
  readonly day: string
  readonly birth?: string | null | undefined
}
const yearsOf = ({ wasDay, day }: Pair): number => Math.max(0, daysBetween(wasDay, day)) / 365.25
function beyond(limit: Limit, pair: Pair): boolean {
  const [age, years] = [pair.birth ? ageOn(pair.birth, pair.wasDay)?.decimal : undefined, yearsOf(pair)]
  const by = pair.now - pair.was
  return by > limit.errs + limit.grows(age) * years + EPS || (limit.falls !== undefined && -by > limit.errs + limit.falls * years + EPS)
}

/** True when two axial lengths of an eye (mm) are further apart than instruments and growth explain: no speed is computed of them. */
export const alSlip = (former: number, wasDay: string, now: number, day: string, birth?: string | null): boolean =>
  beyond(OF_EYE.al!, { was: former, now, wasDay, day, birth })
/** The same of two powers of an eye, by their spherical equivalents. */
export function powerSlip(before: Power, wasDay: string, now: Power, day: string): boolean {
  const pair = { was: sphericalEquivalent(before), now: sphericalEquivalent(now), wasDay, day }
  return Math.abs(pair.now - pair.was) > POWER.errs + POWER.perYear * yearsOf(pair) + EPS
}

const EYES = [
  ['Od', '右眼'],
  ['Os', '左眼'],
] as const
type Values = Readonly<Record<string, unknown>>
const shown = (n: number, decimals: number, sign = false) => `${n < 0 ? '−' : sign ? '+' : ''}${Math.abs(n).toFixed(decimals)}`

function questionsOf(
  field: string,
  limit: Limit,
  side: string,
  values: Values,
  day: string,
  last: Earlier,
  birth?: string | null,
): Finding[] {
  const [before, now] = [last.values[field], values[field]]
  const wasDay = last.examTime.slice(0, 10)
  if (typeof before !== 'number' || typeof now !== 'number' || !beyond(limit, { was: before, now, wasDay, day, birth })) return []
  const { label, unit, decimals } = limit
  const [value, former, change] = [shown(now, decimals), shown(before, decimals), shown(now - before, decimals, true)]
  return [
    {
      ...askExaminer,
      field,
      code: `slip-${field}`,
      was: before,
      sentence: `${side}${label} ${value} ${unit} 打错了吗？${wasDay} 为 ${former} ${unit}，相差 ${change}`,
    },
  ]
}
/** Measures of the eyes and of the body that are further from the former ones than they can be: one question each, at the field. */
export const slips = (values: Values, day: string, last: Earlier | undefined, birth?: string | null): Finding[] =>
  !last
    ? []
    : [
        ...EYES.flatMap(([eye, side]) =>
          Object.entries(OF_EYE).flatMap(([base, limit]) => questionsOf(base + eye, limit, side, values, day, last, birth)),
        ),
        ...Object.entries(OF_BODY).flatMap(([field, limit]) =>
          questionsOf(field, limit, EYES.find(([eye]) => field.endsWith(eye))?.[1] ?? '', values, day, last, birth),
        ),
      ]
/** The question about a power that is further from the former one than it can be. */
export function slippedPower(eye: 'Od' | 'Os', side: string, now: Power, before: Power, day: string, last: Earlier): Finding {
  const text = (p: Power) => `${shown(p.sph, 2, true)}${p.cyl ? `/${shown(p.cyl, 2, true)}×${p.axis ?? '—'}` : ''}`
  const difference = shown(sphericalEquivalent(now) - sphericalEquivalent(before), 2, true)
  return {
    ...askExaminer,
    field: `ds${eye}`,
    code: `slip-ds${eye}`,
    was: before.sph,
    sentence: `${side}度数 ${text(now)} 打错了吗？${last.examTime.slice(0, 10)} 为 ${text(before)}，等效球镜相差 ${difference} D`,
  }
}
