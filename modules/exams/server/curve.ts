/** Development of a member over the years, and the report of one day. */
import { ageOn, eyeOf, inLife, sphericalEquivalent, type Power } from '#kernel/contract/index.ts'
import { sql, ident, join, lit, snake, type Cx } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import type {
  Curve,
  ExamAssess,
  ExamBioMeter,
  ExamHeightWeight,
  ExamRefraction,
  ExamVisual,
  LastTime,
  OfDay,
  Report,
} from '../contract/shapes.ts'
import { wordOfEye } from '../contract/eyes.ts'
import { byKind, type ExamKind } from '../contract/kinds/index.ts'
import { families, type ExamFamily } from './families.ts'
import { examsOf, type ExamRow } from './queries.ts'
import { examStates } from '../contract/states.ts'

const VALID = lit(examStates.in.valid)
const everyFamily = Object.values<ExamFamily>(families)
const all = { per_page: 0, page: 1 }
const seOf = (power: Power | null): number | null => power && sphericalEquivalent(power)

type Dated = Pick<ExamRow, 'id' | 'examTime' | 'status'>
/** Where a measurement stands on a curve, and what was said of an eye that was not measured. */
const pointOf = (birth: string | null, today: string) => (e: Dated) => ({
  id: e.id,
  at: e.examTime,
  age: birth && inLife(birth, e.examTime, today) ? (ageOn(birth, e.examTime)?.decimal ?? null) : null,
  notOd: wordOfEye(e, 'Od') ?? null,
  notOs: wordOfEye(e, 'Os') ?? null,
})
const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/**
 * Acuity, spherical equivalent, axial length, height and the trends of the kinds over age, oldest first. Drafts and voided examinations are
 * left out.
 */
export async function curveOf(cx: Cx, pid: number): Promise<Curve> {
  const patient = await patientOf(cx, pid)
  const point = pointOf(patient.birth, cx.today)
  const kept = async <R extends { status: number }>(family: ExamFamily) =>
    (await examsOf<R>(cx, family, { pid }, all)).list.filter((e) => examStates.in.valid.includes(e.status)).reverse()
  const [visual, refraction, bio, height, assessed] = await Promise.all([
    kept<ExamVisual>(families.visual),
    kept<ExamRefraction>(families.refraction),
    kept<ExamBioMeter>(families.bioMeter),
    kept<ExamHeightWeight>(families.heightWeight),
    kept<ExamAssess>(families.assess),
  ])
  const read: Partial<Record<ExamKind, readonly Dated[]>> = { visual, refraction, bioMeter: bio, heightWeight: height, assess: assessed }
  const trends: Curve['trends'] = []
  for (const family of everyFamily) {
    if (family.trends.length === 0) continue
    const rows = read[family.kind] ?? (await kept<ExamRow>(family))
    trends.push(
      ...family.trends.map(({ of: trend }) => ({
        kind: family.kind,
        of: trend,
        points: rows.map((e) => ({ ...point(e), ...measuredOf(e, trend) })).filter(isMeasured),
      })),
    )
  }
  return {
    pid,
    name: patient.name,
    gender: patient.gender,
    birth: patient.birth,
    parentsMyopic: patient.parentsMyopic,
    visual: visual.map((e) => ({ ...point(e), od: e.ucvaOd, os: e.ucvaOs, glassesType: e.glassesType })),
    se: refraction
      .filter((e) => e.kind !== 1 && e.kind !== 7)
      .map((e) => ({ ...point(e), od: seOf(eyeOf(e, 'Od')), os: seOf(eyeOf(e, 'Os')), kind: e.kind, cycloplegia: e.cycloplegia })),
    al: bio.map((e) => ({ ...point(e), od: e.alOd, os: e.alOs })),
    height: height.map((e) => ({ ...point(e), height: e.height, weight: e.weight })),
    asked: assessed.map((e) => ({ at: e.examTime, parents: e.parents, outdoorHours: e.outdoorHours })),
    trends,
  }
}
/** The values of a trend: of both eyes by the base name of their pair, or of the person. */
const measuredOf = (row: object, field: string) => {
  const values = new Map<string, unknown>(Object.entries(row))
  return { od: numberIn(values.get(`${field}Od`)), os: numberIn(values.get(`${field}Os`)), value: numberIn(values.get(field)) }
}
const isMeasured = ({ od, os, value }: ReturnType<typeof measuredOf>): boolean => od !== null || os !== null || value !== null

/** The examinations of one day, the last one when none is named, and the days there are. */
export async function reportOf(cx: Cx, pid: number, kinds?: string): Promise<Report> {
  const { name, gender, birth, memberNo, allergy } = await patientOf(cx, pid)
  const kept = await cx.db.rows(
    { day: 'string', kind: 'string' },
    sql`
      ${join(
        everyFamily.map(
          ({ kind, table }) =>
            sql`select distinct exam_time::date as day, ${kind}::text kind from ${ident(table)} where pid = ${pid} and status in ${VALID}`,
        ),
        ' union all ',
      )}
      order by 1 desc
    `,
  )
  const days = [...new Set(kept.map((k) => k.day))]
  const day = kinds ?? days[0] ?? null
  // Of the day's kinds only: most days know three of the fourteen.
  const recordsOf = async (family: ExamFamily): Promise<ExamRow[]> =>
    day !== null && kept.some((k) => k.day === day && k.kind === family.kind)
      ? (await examsOf<ExamRow>(cx, family, { pid, onDay: day }, all)).list
      : []
  const made: Record<string, unknown> = {}
  for (const family of everyFamily) {
    const rows = await recordsOf(family)
    made[family.several ?? family.kind] = family.several ? rows : (rows[0] ?? null)
  }
  return {
    pid,
    day,
    days,
    patient: { name, gender, birth, memberNo, allergy },
    // The shape of the answer is made of the same list, and reads every row.
    ...(made as OfDay),
  }
}

/** When each kind of examination was last made. */
export async function lastTimes(cx: Cx, pid: number): Promise<LastTime> {
  await patientOf(cx, pid)
  const lastOf = (table: string) => sql`select max(exam_time) from ${ident(table)} where pid = ${pid} and status in ${VALID}`
  const row = await cx.db.the(
    byKind(() => 'string | null' as const),
    sql`select ${join(everyFamily.map(({ kind, table }) => sql`(${lastOf(table)}) ${ident(snake(kind))}`))}`,
  )
  return { pid, ...row }
}
