/** What a refraction means for a use, and where a prescription differs from it: the same on the form and on the server. */
import { OTHER, asks, eyeOf, eyesOf, metaOf, showPower, type Confirmer } from '#kernel/contract/index.ts'
import { atCornea, isContactFor } from '#modules/exams/contract/formulas/contact.ts'
import { disagreements } from '#modules/exams/contract/checks/agreement.ts'
import type { Finding } from '#modules/exams/contract/checks/checks.ts'
import { refractionFields, refractionKinds } from '#modules/exams/contract/fields.ts'
import { nearPd, nearPdOfEye, needsVertex, round, toricToCornea } from '#modules/exams/contract/formulas/formulas.ts'

/** A prescription that differs from what was measured is its writer's to answer for, who may prescribe. */
export const PRESCRIBER: Confirmer = { can: 'prescription:edit', who: '医师或验光师' }
type Values = Readonly<Record<string, unknown>>
const powerNames = ['dsOd', 'dcOd', 'axOd', 'addOd', 'prismOd', 'baseOd', 'dsOs', 'dcOs', 'axOs', 'addOs', 'prismOs', 'baseOs'] as const
type PowerName = (typeof powerNames)[number]
/** The part of a refraction a prescription is made from. */
export type DerivedRefraction = { readonly [K in PowerName]: number | string | null } & {
  readonly kind: number
  readonly examTime: string
  readonly vd: number | null
}
/** Contact lenses, which sit on the cornea. */
const CONTACT = 4
const quarter = (d: number): number => round(d * 4, 0) / 4

/**
 * Near lenses (2) carry the addition in the sphere, intermediate ones (5) half of it, progressive ones (3) keep it apart, the others have
 * none; contact lenses (4) sit on the cornea: both meridians are taken there from 4.00 D on and given in quarter steps.
 */
export function expectedOf(kind: number, exam: DerivedRefraction): Record<PowerName, number | string | null> {
  const out = Object.fromEntries(powerNames.map((name) => [name, exam[name]])) as Record<PowerName, number | string | null>
  const share = kind === 2 ? 1 : kind === 5 ? 0.5 : 0
  for (const eye of ['Od', 'Os'] as const) {
    const power = eyeOf(exam, eye)
    if (kind !== 3) out[`add${eye}`] = null
    if (!power) continue
    const add = power.add ?? 0
    if (share > 0) out[`ds${eye}`] = share === 1 ? power.sph + add : quarter(power.sph + add / 2)
    if (kind === CONTACT && needsVertex(power)) {
      const lens = toricToCornea(power, exam.vd ?? 12)
      const cyl = quarter(lens.cyl)
      out[`ds${eye}`] = quarter(lens.sph)
      if (out[`dc${eye}`] !== null) out[`dc${eye}`] = cyl
      if (cyl === 0) out[`ax${eye}`] = null
    }
  }
  return out
}

type Mm = number | null
/** What an examination of the pupillary distances says, mm. */
export interface Distances {
  readonly pdFar: Mm
  readonly pdFarOd: Mm
  readonly pdFarOs: Mm
  readonly pdNear: Mm
  readonly workingDistance: Mm
}
/** Where a far distance alone was measured, near is 400 mm. */
const READING = 400
const half = (mm: number): number => round(mm * 2, 0) / 2

/**
 * Pupillary distances of a line, mm: for near (2) the eyes turn in. A measured near distance is parted between the eyes as the far one is;
 * without one it follows from the far one and the working distance. Intermediate lenses (5) have half the addition, and so twice that
 * distance.
 */
export function distancesOf(
  kind: number,
  exam: { readonly pdOd: Mm; readonly pdOs: Mm },
  pd: Distances | undefined,
): Record<'pdOd' | 'pdOs' | 'pd', Mm> {
  const [od, os] = [exam.pdOd ?? pd?.pdFarOd ?? null, exam.pdOs ?? pd?.pdFarOs ?? null]
  const far = pd?.pdFar ?? null
  if (kind !== 2 && kind !== 5) return { pdOd: od, pdOs: os, pd: far }
  const working = (pd?.workingDistance ?? READING) * (kind === 5 ? 2 : 1)
  const measured = (kind === 2 && pd?.pdNear) || null
  if (measured && od && os) {
    const right = half((measured * od) / (od + os))
    return { pdOd: right, pdOs: measured - right, pd: measured }
  }
  const near = (mm: Mm): Mm => mm && nearPdOfEye(mm, working)
  return { pdOd: near(od), pdOs: near(os), pd: measured ?? (far && half(nearPd(far, working))) }
}

/** Why a line is prescribed that is not what was measured. */
export const rxReasons = ['双眼平衡后调整', '按试戴结果', '沿用原镜度数', '复测后以本次为准', OTHER] as const
/** Whoever may sign clinical records answers for eyes that look exchanged and signs that look flipped. */
const DOCTOR: Confirmer = { can: 'record:sign', who: '医师', reasons: rxReasons }
const DIFFERING: Confirmer = { ...PRESCRIBER, reasons: rxReasons }
/** How an examination is called in a sentence: `2026-11-27 主觉验光`. */
const nameOf = (exam: DerivedRefraction): string =>
  `${exam.examTime.slice(0, 10)} ${refractionKinds[exam.kind as keyof typeof refractionKinds]}`
const SIDES = { od: ['Od', '右眼'], os: ['Os', '左眼'] } as const
/**
 * Powers further from a refraction than measuring repeats to, signs and exchanged eyes: what a line is asked about whether or not it names
 * the refraction it was made from.
 */
export function farFrom(kind: number, exam: DerivedRefraction, values: Values): Finding[] {
  const far = disagreements(eyesOf(values), eyesOf(expectedOf(kind, exam)), nameOf(exam)).map(({ eye, key, code, sentence }) => {
    const [suffix, side] = SIDES[eye]
    return {
      ...asks(code === 'swap' || code === 'sign' ? DOCTOR : DIFFERING),
      field: `${key}${suffix}`,
      code: `far-${code}-${eye}`,
      sentence: code === 'swap' ? sentence : `${side}${sentence}`,
    }
  })
  return kind === CONTACT ? [...far, ...otherContacts(exam, values, far)] : far
}
/**
 * Contact lenses of another step than the spectacles mean at the cornea, of eyes nothing else was said of: −3.25 is a stronger lens than
 * spectacles of −3.00.
 */
function otherContacts(exam: DerivedRefraction, values: Values, far: readonly Finding[]): Finding[] {
  if (far.some((f) => f.code.startsWith('far-swap'))) return []
  return (['Od', 'Os'] as const).flatMap((suffix): Finding[] => {
    const [lens, spectacle] = [eyeOf(values, suffix), eyeOf(exam, suffix)]
    const isTold = far.some((f) => f.field.endsWith(suffix))
    if (!lens || !spectacle || isTold || isContactFor(lens, spectacle, exam.vd ?? undefined)) return []
    const expected = showPower(atCornea(spectacle, exam.vd ?? undefined))
    const sentence = `${suffix === 'Od' ? '右眼' : '左眼'}隐形度数 ${showPower(lens)} 与 ${nameOf(exam)} 换算到角膜的 ${expected} 不是同一档`
    return [{ ...asks(DIFFERING), field: `ds${suffix}`, code: `contact-${suffix.toLowerCase()}`, sentence }]
  })
}

/** Every power that is not what the examination says for this use. */
export function differences(kind: number, exam: DerivedRefraction, values: Values): Finding[] {
  const expected = expectedOf(kind, exam)
  const from = nameOf(exam)
  return powerNames.flatMap((field): Finding[] => {
    if ((values[field] ?? null) === (expected[field] ?? null)) return []
    return [
      {
        ...asks(PRESCRIBER),
        field,
        code: `differs-${field}`,
        sentence: `${metaOf(refractionFields[field]).label ?? field} ${spelt(values[field])} 与 ${from} 的 ${spelt(expected[field])} 不同`,
      },
    ]
  })
}
const spelt = (v: unknown): string =>
  v === null || v === undefined ? '空' : typeof v === 'number' ? String(v).replace('-', '−') : String(v)
