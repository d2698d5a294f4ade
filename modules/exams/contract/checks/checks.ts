/** Rules across fields and across visits, the same for the eye grid and the server: what stops a save and what is asked first. */
import { ageOn, daysBetween, eyeOf, eyesOf, minusForm, sphericalEquivalent, type Eyes, type Power, stops } from '#kernel/contract/index.ts'
import { askExaminer, type Finding } from './findings.ts'
import { powerSlip, slippedPower, slips } from './slip.ts'
import { powerVector } from '../formulas/refraction.ts'
import { alVelocity, growsFast } from '../formulas/eye.ts'

export type { Finding }
type Values = Readonly<Record<string, unknown>>
export const num = (values: Values, key: string): number | null => (typeof values[key] === 'number' ? (values[key] as number) : null)
export const EYES = [
  ['Od', '右眼'],
  ['Os', '左眼'],
] as const
const signed = (n: number) => `${n < 0 ? '−' : '+'}${Math.abs(n).toFixed(2)}`
// Limits are met on the decimal digits a reader sees: 23.9 − 23.4 is 0.5, whatever its binary digits.
const EPS = 1e-9
const over = (n: number, limit: number): boolean => n > limit + EPS
const reaches = (n: number, limit: number): boolean => n >= limit - EPS

/** Cylinder and axis belong together; powers come in quarter steps unless a device says otherwise. `fine` = device values. */
export function powerFindings(values: Values, { fine = false }: { fine?: boolean } = {}): Finding[] {
  const out = EYES.flatMap(([eye, side]): Finding[] => {
    const [ds, dc, ax, prism] = [num(values, `ds${eye}`), num(values, `dc${eye}`), num(values, `ax${eye}`), num(values, `prism${eye}`)]
    const out: Finding[] = []
    if (dc && ax === null) out.push({ ...stops, field: `ax${eye}`, code: `axis-missing-${eye}`, sentence: `${side}有柱镜时必须填写轴位` })
    if (!dc && ax !== null)
      out.push({ ...askExaminer, field: `ax${eye}`, code: `axis-alone-${eye}`, sentence: `${side}没有柱镜，轴位 ${ax}° 将不起作用` })
    if (dc !== null && ds === null)
      out.push({ ...stops, field: `ds${eye}`, code: `sphere-missing-${eye}`, sentence: `${side}有柱镜时必须填写球镜（平光填 0）` })
    if (prism && !values[`base${eye}`])
      out.push({ ...stops, field: `base${eye}`, code: `base-missing-${eye}`, sentence: `${side}有棱镜时必须填写底向` })
    for (const [key, label, n] of [
      ['ds', '球镜', ds],
      ['dc', '柱镜', dc],
    ] as const) {
      if (n !== null && !fine && Math.abs(n * 4 - Math.round(n * 4)) > 1e-6)
        out.push({
          ...askExaminer,
          field: `${key}${eye}`,
          code: `quarter-${key}${eye}`,
          sentence: `${side}${label} ${signed(n)} 不是 0.25 的倍数，是仪器值吗？`,
        })
    }
    return out
  })
  const [r, l] = [num(values, 'dcOd'), num(values, 'dcOs')]
  if (r && l && r < 0 !== l < 0)
    out.push({
      ...askExaminer,
      field: r > 0 ? 'dcOd' : 'dcOs',
      code: 'cylinder-signs',
      sentence: `双眼柱镜一正一负（${signed(r)} / ${signed(l)}），请核对符号`,
    })
  return [...out, ...monocularPd(values, 'pdOd', 'pdOs')]
}
/** More than 3 mm between the two halves of a PD is asked about. */
function monocularPd(values: Values, right: string, left: string): Finding[] {
  const [od, os] = [num(values, right), num(values, left)]
  return od !== null && os !== null && over(Math.abs(od - os), 3)
    ? [{ ...askExaminer, field: right, code: 'pd-side', sentence: `左右单眼瞳距相差 ${Math.abs(od - os).toFixed(1)} mm` }]
    : []
}

export interface Earlier {
  /** Day of the former visit. */
  examTime: string
  values: Values
}

/** Whose eyes they are, as far as a rule asks. */
export interface CheckedMember {
  birth?: string | null | undefined
  /** Values of a device, finer than a quarter. */
  fine?: boolean
}
const yearsAt = ({ birth }: CheckedMember, day: string): number | undefined => (birth ? ageOn(birth, day)?.years : undefined)

/** A refraction, the eyes it is of, and the former one: a slip of the pen before any change of the eye, then what a change means. */
export function refractionFindings(values: Values, today: string, last?: Earlier, exam: CheckedMember = {}): Finding[] {
  const out = [...powerFindings(values, exam), ...childFindings(values, today, last, exam)]
  if (!last) return out
  const swap = eyesSwapped(eyesOf(values), eyesOf(last.values))
  for (const [eye, side] of EYES) {
    const [now, before] = [eyeOf(values, eye), eyeOf(last.values, eye)]
    if (now && before)
      out.push(...changeOfEye(eye, side, now, before, today, last, swap), ...turnedAxis(eye, side, now, before, last, swap))
    out.push(...fallOf(values, `va${eye}`, side, last))
  }
  if (swap) out.push({ ...askExaminer, field: 'dsOd', code: 'swap', sentence: '左右眼的度数更像是填反了：与上次的另一只眼更接近' })
  return [...out, ...slips(values, today, last, exam.birth)]
}
type Side = (typeof EYES)[number][0]
/** A sign turned over; a power that cannot be; a change of 1.00 D or more within a year. The first of them. */
function changeOfEye(eye: Side, side: string, now: Power, before: Power, today: string, last: Earlier, swap: boolean): Finding[] {
  const day = last.examTime.slice(0, 10)
  const change = sphericalEquivalent(now) - sphericalEquivalent(before)
  const about = { ...askExaminer, field: `ds${eye}`, was: before.sph } as const
  if (turnedOver(now.sph, before.sph))
    return [{ ...about, code: `sign-${eye}`, sentence: `${side}球镜 ${signed(now.sph)} 与 ${day} 的 ${signed(before.sph)} 正负号相反` }]
  if (!swap && powerSlip(before, day, now, today)) return [slippedPower(eye, side, now, before, today, last)]
  if (!reaches(Math.abs(change), 1) || daysBetween(last.examTime, today) >= 365) return []
  return [{ ...about, code: `jump-${eye}`, sentence: `${side}与 ${day} 相比变化 ${signed(change)} D，不到一年` }]
}
/** Smallest angle between two axes, 0–90°. */
const axisApart = (a: number, b: number): number => Math.min((a - b + 360) % 180, (b - a + 360) % 180)
/** From 0.50 D on a cylinder's axis repeats within 30° (Bullimore MA et al., Optom Vis Sci 1998;75:617); weaker ones turn by themselves. */
function turnedAxis(eye: Side, side: string, power: Power, former: Power, last: Earlier, swap: boolean): Finding[] {
  const [now, previous] = [minusForm(power), minusForm(former)]
  if (
    swap ||
    previous.axis === null ||
    now.axis === null ||
    Math.max(previous.cyl, now.cyl) > -0.5 ||
    axisApart(previous.axis, now.axis) <= 30
  )
    return []
  const [shown, before] = [power.axis ?? now.axis, former.axis ?? previous.axis]
  return [
    {
      ...askExaminer,
      field: `ax${eye}`,
      code: `axis-turned-${eye}`,
      was: before,
      sentence: `${side}轴位 ${shown}° 打错了吗？${last.examTime.slice(0, 10)} 为 ${before}°`,
    },
  ]
}
/**
 * Two lines or more below the former visit are more than a chart's noise (0.2 logMAR: Rosser DA et al., IOVS 2003;44:3278). A loss of the
 * best corrected acuity is asked about as a slip first; none of it is a change of the glasses.
 */
function fallOf(values: Values, field: string, side: string, last: Earlier): Finding[] {
  const [now, before] = [num(values, field), num(last.values, field)]
  if (now === null || before === null || !reaches(before - now, 0.2)) return []
  const sentence = `${side}矫正视力 ${now.toFixed(1)} 比 ${last.examTime.slice(0, 10)} 的 ${before.toFixed(1)} 下降两行以上，打错了吗？`
  return [{ ...askExaminer, field, code: `fell-${field}`, was: before, sentence }]
}
/** Kinds of refraction that glasses are made from. */
const FOR_GLASSES: readonly unknown[] = [4, 6]
/**
 * What is unusual in a child: an addition (accommodation is 10 D and more until 18: Hofstetter 1950), and a first refraction for glasses
 * without cycloplegia up to 12 years (儿童青少年近视防控适宜技术指南 2019; 中国儿童睫状肌麻痹验光及安全用药专家共识 2019).
 */
function childFindings(values: Values, today: string, last: Earlier | undefined, exam: CheckedMember): Finding[] {
  const years = yearsAt(exam, today)
  if (years === undefined || years >= 18) return []
  const adds = EYES.flatMap(([eye, side]): Finding[] => {
    const [add, before] = [num(values, `add${eye}`), last ? num(last.values, `add${eye}`) : null]
    if (!add || before === add) return []
    return [
      {
        ...askExaminer,
        field: `add${eye}`,
        code: `add-child-${eye}`,
        sentence: `${side}下加光 ${signed(add)}：${years} 岁的孩子一般不用，打错了吗？`,
      },
    ]
  })
  const wide = !last && years <= 12 && FOR_GLASSES.includes(values.kind) && !num(values, 'cycloplegia')
  if (!wide) return adds
  return [
    ...adds,
    { ...askExaminer, field: 'cycloplegia', code: 'no-cycloplegia', sentence: `${years} 岁首次验光没有散瞳，确认是小瞳验光吗？` },
  ]
}
/** The same sphere but for its sign: a slip of the pen, not a change of the eye. */
export const turnedOver = (now: number, former: number): boolean =>
  Math.abs(former) >= 1 && now * former < 0 && !over(Math.abs(now + former), 0.5)
/** Values of both eyes fit the former values of the other eye clearly better. Only told when the eyes were `apart` or more. */
export function swapped(
  now: readonly (number | null | undefined)[],
  before: readonly (number | null | undefined)[],
  apart: number,
): boolean {
  const [od, os] = now
  const [wasOd, wasOs] = before
  return od != null && os != null && wasOd != null && wasOs != null && exchanged([od - os], [wasOd - wasOs], apart)
}
/** Half of the step powers are written in, D. */
const HALF_STEP = 0.125
/** The same of whole refractions, as power vectors: eyes of one equivalent are told apart by cylinder and axis. */
export function eyesSwapped(now: Eyes<Power>, before: Eyes<Power>, apart = 1): boolean {
  const between = (x: Power | null, y: Power | null): number[] | null => {
    if (!x || !y) return null
    const [a, b] = [powerVector(x), powerVector(y)]
    return [a.M - b.M, a.J0 - b.J0, a.J45 - b.J45]
  }
  // An eye that has its own power was exchanged with nobody: the sign of the other one was turned over.
  const isOwn = (eye: 'od' | 'os'): boolean => between(now[eye], before[eye])?.every((n) => Math.abs(n) < HALF_STEP) ?? false
  if (isOwn('od') || isOwn('os')) return false
  const [present, former] = [between(now.od, now.os), between(before.od, before.os)]
  return present !== null && former !== null && exchanged(present, former, apart)
}
/**
 * The difference between the eyes, as a vector, points the other way than before by half its former length or more. Progression shared by
 * the eyes drops out of the difference, so that a year of it hides no exchange and looks like none.
 */
function exchanged(now: readonly number[], before: readonly number[], apart: number): boolean {
  const length = Math.hypot(...before)
  const along = now.reduce((sum, n, i) => sum + n * before[i]!, 0) / (length || 1)
  return reaches(length, apart) && along <= -length / 2
}

/**
 * Best corrected acuity below which a child is examined for amblyopia: 0.5 from 3 to 5 years, 0.7 from 6 on (中国儿童弱视防治专家共识 2021, 中华眼科杂志
 * 2021;57:336); five-grade 4.7 and 4.85, of which a chart has 4.9 next.
 */
const amblyopiaFloor = (years: number | undefined): number | undefined => {
  if (years === undefined || years < 3 || years >= 18) return undefined
  return years < 6 ? 4.7 : 4.85
}

/** Acuity: corrected not below uncorrected, two lines between the eyes or against the former visit, a child's below its age's floor. */
export function visualFindings(values: Values, day: string, last?: Earlier, exam: CheckedMember = {}): Finding[] {
  const out: Finding[] = []
  for (const [eye, side] of EYES) {
    const [ucva, bcva] = [num(values, `ucva${eye}`), num(values, `bcva${eye}`)]
    if (ucva !== null && bcva !== null && over(ucva, bcva))
      out.push({
        ...askExaminer,
        field: `bcva${eye}`,
        code: `below-ucva-${eye}`,
        sentence: `${side}矫正视力 ${bcva.toFixed(1)} 低于裸眼视力 ${ucva.toFixed(1)}`,
      })
    if (last) out.push(...fallOf(values, `bcva${eye}`, side, last))
    const [years, floor] = [yearsAt(exam, day), amblyopiaFloor(yearsAt(exam, day))]
    if (bcva !== null && floor !== undefined && over(floor, bcva))
      out.push({
        ...askExaminer,
        field: `bcva${eye}`,
        code: `amblyopia-${eye}`,
        sentence: `${side}矫正视力 ${bcva.toFixed(1)} 低于 ${years} 岁应有的 ${floor === 4.7 ? '0.5（4.7）' : '0.7（4.9）'}，打错了吗？属实请排查弱视`,
      })
    const before = last && num(last.values, `ucva${eye}`)
    if (ucva !== null && before != null && reaches(before - ucva, 0.2))
      out.push({
        ...askExaminer,
        field: `ucva${eye}`,
        code: `drop-${eye}`,
        was: before,
        sentence: `${side}裸眼视力比 ${last!.examTime.slice(0, 10)} 下降两行以上（${before.toFixed(1)} → ${ucva.toFixed(1)}）`,
      })
    if (ucva !== null && values[`ucvaCode${eye}`])
      out.push({ ...stops, field: `ucvaCode${eye}`, code: `code-and-line-${eye}`, sentence: `${side}视力表读数和低视力只能填一个` })
  }
  const [r, l] = [num(values, 'bcvaOd'), num(values, 'bcvaOs')]
  if (r !== null && l !== null && reaches(Math.abs(r - l), 0.2))
    out.push({
      ...askExaminer,
      field: r < l ? 'bcvaOd' : 'bcvaOs',
      code: 'two-lines',
      sentence: `双眼矫正视力相差两行以上（${r.toFixed(1)} / ${l.toFixed(1)}）`,
    })
  return out
}

/** Pupillary distances: the two halves make the whole, near is smaller than far. */
export function pdFindings(values: Values, day: string, last?: Earlier, exam: CheckedMember = {}): Finding[] {
  const [far, od, os, near] = [num(values, 'pdFar'), num(values, 'pdFarOd'), num(values, 'pdFarOs'), num(values, 'pdNear')]
  const out: Finding[] = []
  if (far !== null && od !== null && os !== null && over(Math.abs(od + os - far), 1))
    out.push({
      ...stops,
      field: 'pdFar',
      code: 'pd-sum',
      sentence: `右 ${od} + 左 ${os} = ${(od + os).toFixed(1)} mm，与远用瞳距 ${far} mm 不符`,
    })
  out.push(...monocularPd(values, 'pdFarOd', 'pdFarOs'))
  if (far !== null && near !== null && near >= far)
    out.push({ ...askExaminer, field: 'pdNear', code: 'pd-near', sentence: `近用瞳距 ${near} mm 应小于远用瞳距 ${far} mm` })
  return [...out, ...slips(values, day, last, exam.birth)]
}

/** Biometry: the parts make the whole, K1 is the flat one, eyes and growth within reason, eyes not exchanged. */
export function bioFindings(values: Values, today: string, last?: Earlier, exam: CheckedMember = {}): Finding[] {
  const swap =
    last !== undefined && swapped([num(values, 'alOd'), num(values, 'alOs')], [num(last.values, 'alOd'), num(last.values, 'alOs')], 0.4)
  const slipped = swap ? [] : slips(values, today, last, exam.birth)
  const doubted = new Set(slipped.map((f) => f.field))
  const out = EYES.flatMap(([eye, side]): Finding[] => [
    ...partsOfEye(values, eye, side),
    // Nothing is made of a difference that is a slip or the other eye's.
    ...(swap || doubted.has(`al${eye}`) ? [] : growthOfEye(values, eye, side, today, last)),
  ])
  const [r, l] = [num(values, 'alOd'), num(values, 'alOs')]
  if (r !== null && l !== null && over(Math.abs(r - l), 0.5))
    out.push({ ...askExaminer, field: 'alOd', code: 'al-eyes', sentence: `双眼眼轴相差 ${Math.abs(r - l).toFixed(2)} mm` })
  if (swap) out.push({ ...askExaminer, field: 'alOd', code: 'swap', sentence: '左右眼的眼轴更像是填反了：与上次的另一只眼更接近' })
  return [...out, ...slipped]
}
/** K1 is the flat one, and the two axes lie across each other. */
export function keratometryOfEye(values: Values, eye: Side, side: string): Finding[] {
  const out: Finding[] = []
  const [k1, k2] = [num(values, `k1${eye}`), num(values, `k2${eye}`)]
  if (k1 != null && k2 != null && over(k1, k2))
    out.push({ ...stops, field: `k1${eye}`, code: `k-order-${eye}`, sentence: `${side}平K ${k1} 大于陡K ${k2}，请对调` })
  const [k1Axis, k2Axis] = [num(values, `k1Axis${eye}`), num(values, `k2Axis${eye}`)]
  // Of a nearly round cornea the axes mean nothing.
  if (
    k1 != null &&
    k2 != null &&
    k2 - k1 >= 0.5 &&
    k1Axis !== null &&
    k2Axis !== null &&
    Math.abs((Math.abs(k1Axis - k2Axis) % 180) - 90) > 10
  )
    out.push({
      ...askExaminer,
      field: `k2Axis${eye}`,
      code: `k-axes-${eye}`,
      sentence: `${side}平K轴 ${k1Axis}° 与陡K轴 ${k2Axis}° 应相差约 90°`,
    })
  return out
}
function partsOfEye(values: Values, eye: Side, side: string): Finding[] {
  const out = keratometryOfEye(values, eye, side)
  const [al, cct, acd, lt, vt] = ['al', 'cct', 'acd', 'lt', 'vt'].map((key) => num(values, `${key}${eye}`))
  if (al != null && acd != null && lt != null && vt != null) {
    // ACD of biometers counts from the corneal front; where the thickness is given apart, both readings are allowed.
    const [without, with_] = [acd + lt + vt, acd + lt + vt + (cct ?? 0) / 1000]
    if (Math.min(Math.abs(al - without), Math.abs(al - with_)) > 0.2 + EPS)
      out.push({
        ...askExaminer,
        field: `al${eye}`,
        code: `al-parts-${eye}`,
        sentence: `${side}眼轴 ${al.toFixed(2)} 与各段之和 ${with_.toFixed(2)} mm 不符`,
      })
  }
  return out
}
/** What the difference to the former axial length means. */
function growthOfEye(values: Values, eye: Side, side: string, today: string, last?: Earlier): Finding[] {
  const out: Finding[] = []
  const [al, before] = [num(values, `al${eye}`), last ? num(last.values, `al${eye}`) : null]
  if (al !== null && before !== null) {
    // Judged as it is shown: 0.30 mm in 365 days is 0.30 a year, not 0.3002.
    const speed = alVelocity(before, last!.examTime, al, today)
    if (over(before - al, 0.1))
      out.push({
        ...askExaminer,
        field: `al${eye}`,
        code: `al-shrink-${eye}`,
        was: before,
        sentence: `${side}眼轴比 ${last!.examTime.slice(0, 10)} 缩短 ${(before - al).toFixed(2)} mm`,
      })
    else if (last && speed !== null && growsFast(before, last.examTime, al, today))
      out.push({
        ...askExaminer,
        field: `al${eye}`,
        code: `al-fast-${eye}`,
        was: before,
        sentence: `${side}眼轴增长 ${speed.toFixed(2)} mm/年，进展较快`,
      })
  }
  return out
}

/** Pressure: more than 5 mmHg between the eyes is asked. */
export function iopFindings(values: Values): Finding[] {
  const [r, l] = [num(values, 'iopOd'), num(values, 'iopOs')]
  return r !== null && l !== null && over(Math.abs(r - l), 5)
    ? [{ ...askExaminer, field: 'iopOd', code: 'iop-eyes', sentence: `双眼眼压相差 ${Math.abs(r - l).toFixed(1)} mmHg` }]
    : []
}
/** Height does not fall by more than 1 cm. */
export function heightFindings(values: Values, day: string, last?: Earlier, exam: CheckedMember = {}): Finding[] {
  const [h, before] = [num(values, 'height'), last ? num(last.values, 'height') : null]
  const grown = slips(values, day, last, exam.birth)
  return h !== null && before !== null && over(before - h, 1)
    ? [
        {
          ...askExaminer,
          field: 'height',
          code: 'height-fell',
          was: before,
          sentence: `身高比 ${last!.examTime.slice(0, 10)} 矮了 ${(before - h).toFixed(1)} cm`,
        },
      ]
    : grown
}
