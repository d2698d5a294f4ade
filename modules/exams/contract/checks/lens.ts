/** Rules of the slit lamp and of contact lenses: what keeps a lens out of the eye, and what the next step has to answer. */
import { stops } from '#kernel/contract/index.ts'
import { askExaminer } from './findings.ts'
import { EYES, num, powerFindings, type Earlier, type Finding } from './checks.ts'
import { ZONES } from '../zones.ts'

type Values = Readonly<Record<string, unknown>>
/**
 * From this grade on a stained cornea wears no lens (CCLRU grade 2, Efron grade 2: the trade's rule; they are not compared with each
 * other).
 */
const STOP = 2

/** Zones of an eye that are stained to the degree at which a lens stays out, by their field. */
const stained = (values: Values, eye: 'Od' | 'Os'): Array<{ field: string; zone: string; grade: number }> =>
  Object.entries(ZONES).flatMap(([letter, zone]) => {
    const fields = [`stainArea${letter}${eye}`, `stainDepth${letter}${eye}`].filter((field) => (num(values, field) ?? 0) >= STOP)
    return fields.slice(0, 1).map((field) => ({ field, zone, grade: num(values, field) ?? 0 }))
  })
/** Eyes whose lens has to stay out: stained to grade 2 or infiltrated. */
export const lensStops = (values: Values): Array<'Od' | 'Os'> =>
  EYES.map(([eye]) => eye).filter((eye) => stained(values, eye).length > 0 || (num(values, `infiltrate${eye}`) ?? 0) > 0)

/** From this grade on, or with an infiltrate, an eye is inflamed: no lens is worn on either until a doctor has seen both clear. */
const INFLAMED = 3
const isInflamed = (values: Values): boolean =>
  EYES.some(
    ([eye]) =>
      (num(values, `infiltrate${eye}`) ?? 0) > 0 ||
      Object.keys(ZONES).some((z) => ['Area', 'Depth'].some((of) => (num(values, `stain${of}${z}${eye}`) ?? 0) >= INFLAMED)),
  )
/** What is asked of a cornea that should wear no lens. `wears`: what is known of a lens. */
function corneaOf(values: Values, wears: boolean): Finding[] {
  const then = wears ? '，应停戴镜片' : ''
  return EYES.flatMap(([eye, side]): Finding[] => [
    ...stained(values, eye).map(({ field, zone, grade }): Finding => ({
      ...askExaminer,
      field,
      code: `stain-${field}`,
      sentence: `${side}${zone}角膜染色 ${grade} 级${then}，确认吗？`,
    })),
    ...((num(values, `infiltrate${eye}`) ?? 0) > 0
      ? [{ ...askExaminer, field: `infiltrate${eye}`, code: `infiltrate-${eye}`, sentence: `${side}角膜浸润${then}，确认吗？` } as const]
      : []),
  ])
}

/**
 * Slit lamp: staining from grade 2 and infiltrates are confirmed, a cup of 0.6 or 0.2 apart is asked. Scales are never compared with each
 * other.
 */
export function slitLampFindings(values: Values): Finding[] {
  const [r, l] = [num(values, 'cupDiscOd'), num(values, 'cupDiscOs')]
  const apart = r !== null && l !== null ? Math.round(Math.abs(r - l) * 100) / 100 : 0
  return [
    ...corneaOf(values, (num(values, 'lensType') ?? 0) > 0),
    ...(apart >= 0.2
      ? [
          {
            ...askExaminer,
            field: 'cupDiscOd',
            code: 'cup-eyes',
            sentence: `双眼杯盘比相差 ${apart.toFixed(1)}（${r} / ${l}），请排查青光眼`,
          } as const,
        ]
      : []),
  ]
}

/** Numbers of the decisions at a review of a hard lens. */
export const decisions = { 1: '继续配戴', 2: '再次宣教', 3: '暂停配戴', 4: '调整参数', 5: '更换镜片' } as const
const [GO_ON, PAUSE] = [1, 3]
const MONTHS_AT_MOST = 18

/** Hard lens: staining from grade 2 is confirmed and does not go on, a lens beyond 18 months is replaced, the next date lies ahead. */
export function hardLensFindings(values: Values, day: string, _last?: Earlier): Finding[] {
  const next = values.nextDate
  const old = EYES.find(([eye]) => (num(values, `lensMonths${eye}`) ?? 0) > MONTHS_AT_MOST)
  return [
    ...powerFindings(values, { fine: true }),
    ...corneaOf(values, true),
    ...(lensStops(values).length > 0 && values.decision === GO_ON
      ? [{ ...stops, field: 'decision', code: 'stop-goes-on', sentence: '角膜染色达 2 级或有浸润，不能继续配戴' } as const]
      : []),
    ...(isInflamed(values) && values.decision != null && values.decision !== PAUSE && values.decision !== GO_ON
      ? [
          {
            ...stops,
            field: 'decision',
            code: 'inflamed-goes-on',
            sentence: '角膜染色达 3 级或有浸润：只能暂停配戴，双眼停戴至医师检查',
          } as const,
        ]
      : []),
    ...(old && values.decision === GO_ON
      ? [
          {
            ...askExaminer,
            field: 'decision',
            code: 'lens-old',
            sentence: `${old[1]}镜片已用超过 ${MONTHS_AT_MOST} 个月，应更换，确认继续吗？`,
          } as const,
        ]
      : []),
    ...(typeof next === 'string' && next <= day
      ? [{ ...stops, field: 'nextDate', code: 'next-past', sentence: '下次复查应在检查之后' } as const]
      : []),
  ]
}
