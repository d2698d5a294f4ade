/** What a refraction means for a use, and where a prescription differs from it: the same on the form and on the server. */
import { metaOf } from '#kernel/contract/index.ts'
import type { Finding } from '#modules/exams/contract/checks.ts'
import { refractionFields, refractionKinds } from '#modules/exams/contract/fields.ts'
import { round, toricToCornea } from '#modules/exams/contract/formulas.ts'

type Values = Readonly<Record<string, unknown>>
export const powerNames = [
  'dsOd',
  'dcOd',
  'axOd',
  'addOd',
  'prismOd',
  'baseOd',
  'dsOs',
  'dcOs',
  'axOs',
  'addOs',
  'prismOs',
  'baseOs',
] as const
type PowerName = (typeof powerNames)[number]
/** The part of a refraction a prescription is made from. */
export type Refracted = { readonly [K in PowerName]: number | string | null } & {
  readonly kind: number
  readonly examTime: string
  readonly vd: number | null
}
const quarter = (d: number): number => round(d * 4, 0) / 4

/**
 * Near lenses (2) carry the addition in the sphere, intermediate ones (5) half of it, progressive ones (3) keep it apart, the others have
 * none; contact lenses (4) sit on the cornea: both meridians are taken there from 4.00 D on and given in quarter steps.
 */
export function expectedOf(kind: number, exam: Refracted): Record<PowerName, number | string | null> {
  const out = Object.fromEntries(powerNames.map((name) => [name, exam[name]])) as Record<PowerName, number | string | null>
  const share = kind === 2 ? 1 : kind === 5 ? 0.5 : 0
  for (const eye of ['Od', 'Os'] as const) {
    const [ds, dc, ax, add] = [exam[`ds${eye}`], exam[`dc${eye}`], exam[`ax${eye}`], exam[`add${eye}`]] as Array<number | null>
    if (kind !== 3) out[`add${eye}`] = null
    if (ds === null || ds === undefined) continue
    if (share > 0) out[`ds${eye}`] = share === 1 ? ds + (add ?? 0) : quarter(ds + (add ?? 0) / 2)
    if (kind === 4 && (Math.abs(ds) >= 4 || Math.abs(ds + (dc ?? 0)) >= 4)) {
      const lens = toricToCornea({ sph: ds, cyl: dc ?? 0, axis: ax ?? null }, exam.vd ?? 12)
      const cyl = quarter(lens.cyl)
      Object.assign(out, { [`ds${eye}`]: quarter(lens.sph), [`dc${eye}`]: dc === null ? null : cyl, [`ax${eye}`]: cyl === 0 ? null : ax })
    }
  }
  return out
}

/** Every power that is not what the examination says for this use. */
export function differences(kind: number, exam: Refracted, values: Values): Finding[] {
  const expected = expectedOf(kind, exam)
  const from = `${exam.examTime.slice(0, 10)} ${refractionKinds[exam.kind as keyof typeof refractionKinds]}`
  return powerNames.flatMap((field): Finding[] => {
    if ((values[field] ?? null) === (expected[field] ?? null)) return []
    return [
      {
        level: 'warn',
        field,
        code: `differs-${field}`,
        sentence: `${metaOf(refractionFields[field]).label ?? field} ${said(values[field])} 与 ${from} 的 ${said(expected[field])} 不同`,
      },
    ]
  })
}
const said = (v: unknown): string =>
  v === null || v === undefined ? '空' : typeof v === 'number' ? String(v).replace('-', '−') : String(v)
