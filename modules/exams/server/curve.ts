/** Development of a member over the years, and the report of one day. */
import { ageOn, eyeOf, inLife, sphericalEquivalent, type Power } from '#kernel/contract/index.ts'
import { sql, ident, join, lit, type Cx } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import type { Curve, ExamBioMeter, ExamHeightWeight, ExamIop, ExamPd, ExamRefraction, ExamVisual, Report } from '../contract/shapes.ts'
import { families, type Family } from './families.ts'
import { examsOf } from './queries.ts'
import { examStates } from '../contract/states.ts'

const VALID = lit(examStates.in.valid)
const tables = Object.values<Family>(families).map((family) => ident(family.table))
const all = { per_page: 0, page: 1 }
const seOf = (power: Power | null): number | null => power && sphericalEquivalent(power)

/** Acuity, spherical equivalent, axial length and height over age, oldest first. Drafts and voided examinations are left out. */
export async function curveOf(cx: Cx, pid: number): Promise<Curve> {
  const patient = await patientOf(cx, pid)
  const age = (at: string) => (patient.birth && inLife(patient.birth, at, cx.today) ? (ageOn(patient.birth, at)?.decimal ?? null) : null)
  const kept = async <R extends { status: number }>(family: Family) =>
    (await examsOf<R>(cx, family, { pid }, all)).list.filter((e) => examStates.in.valid.includes(e.status)).reverse()
  const [visual, refraction, bio, height] = await Promise.all([
    kept<ExamVisual>(families.visual),
    kept<ExamRefraction>(families.refraction),
    kept<ExamBioMeter>(families.bioMeter),
    kept<ExamHeightWeight>(families.heightWeight),
  ])
  return {
    pid,
    name: patient.name,
    gender: patient.gender,
    birth: patient.birth,
    visual: visual.map((e) => ({ id: e.id, at: e.examTime, age: age(e.examTime), od: e.ucvaOd, os: e.ucvaOs })),
    se: refraction
      .filter((e) => e.kind !== 1 && e.kind !== 7)
      .map((e) => ({
        id: e.id,
        at: e.examTime,
        age: age(e.examTime),
        od: seOf(eyeOf(e, 'Od')),
        os: seOf(eyeOf(e, 'Os')),
        kind: e.kind,
        cycloplegia: e.cycloplegia,
      })),
    al: bio.map((e) => ({ id: e.id, at: e.examTime, age: age(e.examTime), od: e.alOd, os: e.alOs })),
    height: height.map((e) => ({ id: e.id, at: e.examTime, age: age(e.examTime), height: e.height })),
  }
}

/** The examinations of one day, the last one when none is named, and the days there are. */
export async function reportOf(cx: Cx, pid: number, asked?: string): Promise<Report> {
  const { name, gender, birth, memberNo, allergy } = await patientOf(cx, pid)
  const days = (
    await cx.db.rows(
      { day: 'string' },
      sql`select distinct exam_time::date as day from (${join(
        tables.map((table) => sql`select exam_time from ${table} where pid = ${pid} and status in ${VALID}`),
        ' union all ',
      )}) e order by 1 desc`,
    )
  ).map((d) => d.day)
  const day = asked ?? days[0] ?? null
  const of = async <R extends { status: number; examTime: string }>(family: Family): Promise<R[]> =>
    day === null
      ? []
      : (await examsOf<R>(cx, family, { pid }, all)).list.filter(
          (e) => examStates.in.valid.includes(e.status) && e.examTime.slice(0, 10) === day,
        )
  const [visual, refractions, pd, bioMeter, iop, heightWeight] = await Promise.all([
    of<ExamVisual>(families.visual),
    of<ExamRefraction>(families.refraction),
    of<ExamPd>(families.pd),
    of<ExamBioMeter>(families.bioMeter),
    of<ExamIop>(families.iop),
    of<ExamHeightWeight>(families.heightWeight),
  ])
  return {
    pid,
    day,
    days,
    patient: { name, gender, birth, memberNo, allergy },
    visual: visual[0] ?? null,
    refractions,
    pd: pd[0] ?? null,
    bioMeter: bioMeter[0] ?? null,
    iop: iop[0] ?? null,
    heightWeight: heightWeight[0] ?? null,
  }
}

/** When each kind of examination was last made. */
export async function lastTimes(
  cx: Cx,
  pid: number,
): Promise<{
  pid: number
  visual: string | null
  refraction: string | null
  pd: string | null
  bioMeter: string | null
  iop: string | null
  heightWeight: string | null
}> {
  await patientOf(cx, pid)
  const row = await cx.db.one(
    {
      visual: 'string | null',
      refraction: 'string | null',
      pd: 'string | null',
      bioMeter: 'string | null',
      iop: 'string | null',
      heightWeight: 'string | null',
    },
    sql`select
    (select max(exam_time) from exam_visual where pid = ${pid} and status in ${VALID}) visual, (select max(exam_time) from exam_refraction where pid = ${pid} and status in ${VALID}) refraction,
    (select max(exam_time) from exam_pd where pid = ${pid} and status in ${VALID}) pd, (select max(exam_time) from exam_bio_meter where pid = ${pid} and status in ${VALID}) bio_meter,
    (select max(exam_time) from exam_iop where pid = ${pid} and status in ${VALID}) iop, (select max(exam_time) from exam_height_weight where pid = ${pid} and status in ${VALID}) height_weight`,
  )
  return { pid, ...row! }
}
