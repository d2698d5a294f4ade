/** Results into the examinations of linked members: each result once, whoever asks and however often. */
import {
  all,
  happenedElsewhere,
  insert,
  job,
  lit,
  refusalIn,
  Refused,
  sql,
  type Condition,
  type Cx,
  type Sql,
} from '#kernel/server/index.ts'
import { z } from '#kernel/contract/index.ts'
import { keepScreened } from '#modules/exams/server/door.ts'
import type { ExamKind } from '#modules/exams/contract/kinds/index.ts'
import { screeningResult } from '../contract/states.results.ts'
import { studentStates } from '../contract/states.ts'
import type { OpenNum, Synced } from '../contract/transfer.ts'
import { foundStudents, whichStudents, type Which } from './follow.ts'
import { consented } from './queries.ts'

/** More results than these are written by a job. */
const AT_ONCE = 1000
const RESULTS = 2
/** How the autorefractor of a screening stands among the ways of refraction. */
const BY_DEVICE = 2
const COMPLETE = lit(screeningResult.in.complete)

/** Tables a result can stand in. What it was written into says so by the origin of its values. */
const TABLES = ['exam_visual', 'exam_refraction', 'exam_bio_meter', 'exam_iop', 'exam_height_weight'] as const
const standsIn = (table: (typeof TABLES)[number]): Sql => {
  const tables = {
    exam_visual: sql`exam_visual`,
    exam_refraction: sql`exam_refraction`,
    exam_bio_meter: sql`exam_bio_meter`,
    exam_iop: sql`exam_iop`,
    exam_height_weight: sql`exam_height_weight`,
  }
  return sql`
    exists (
      select 1
      from ${tables[table]} e
      where e.oid = s.oid and e.pid = s.pid and e.origin::text like '%"screening:' || r.id || '"%'
    )
  `
}
const written = sql`
  (
    ${standsIn('exam_visual')}
    or ${standsIn('exam_refraction')}
    or ${standsIn('exam_bio_meter')}
    or ${standsIn('exam_iop')}
    or ${standsIn('exam_height_weight')}
  )
`
const open = sql`r.status in ${COMPLETE} and s.pid is not null and not ${written}`

/** What is open: results of linked students that stand in no examination, and students that are no members. */
export async function openNum(cx: Cx, where: Sql): Promise<OpenNum> {
  const [results, students] = await Promise.all([
    cx.db.the(
      { num: 'number', students: 'number' },
      sql`
        select count(*) num, count(distinct s.id) students
        from screening_result r
        join student s on s.oid = r.oid and s.id = r.student_id
        where ${where} and ${open}
      `,
    ),
    cx.db.the(
      { unlinked: 'number', consented: 'number' },
      sql`
        select count(*) unlinked, count(*) filter (where ${consented}) consented
        from student s
        where ${where} and s.pid is null and s.status = ${lit(studentStates.is.present)}
      `,
    ),
  ])
  return { ...results, ...students }
}

const Result = z.object({
  id: z.int(),
  studentId: z.int(),
  hid: z.int(),
  pid: z.int(),
  measuredOn: z.string(),
  ctid: z.int().nullable(),
  glassesType: z.int().nullable(),
  ...Object.fromEntries(
    ['ucva', 'cva', 'ds', 'dc', 'ax', 'al', 'iop'].flatMap((base) =>
      [`${base}Od`, `${base}Os`].map((name) => [name, z.number().nullable()] as const),
    ),
  ),
  ucvaCodeOd: z.string().nullable(),
  ucvaCodeOs: z.string().nullable(),
  height: z.number().nullable(),
  weight: z.number().nullable(),
})
type Result = z.output<typeof Result> & Readonly<Record<string, unknown>>
const columns = sql`
  r.id, r.student_id, r.hid, coalesce(s.pid, 0) pid, coalesce(r.measured_on, r.signed_at::date, t.start_on) measured_on, r.ctid_,
  r.glasses_type, r.ucva_od, r.ucva_os, r.cva_od, r.cva_os, r.ds_od, r.ds_os, r.dc_od, r.dc_os, r.ax_od, r.ax_os, r.al_od, r.al_os,
  r.iop_od, r.iop_os, r.ucva_code_od, r.ucva_code_os, r.height, r.weight
`

/** The examinations a result makes: those whose item was measured. */
function examsOf(result: Result): Array<readonly [ExamKind, Record<string, unknown>]> {
  const pick = (...names: string[]) => Object.fromEntries(names.map((name) => [name, result[name] ?? null]))
  const has = (...names: string[]) => names.some((name) => result[name] !== null && result[name] !== undefined)
  const both = (...bases: string[]) => bases.flatMap((base) => [`${base}Od`, `${base}Os`])
  const acuity = [...both('ucva', 'cva'), 'ucvaCodeOd', 'ucvaCodeOs']
  return [
    ...(has(...acuity) ? [['visual', pick(...acuity, 'glassesType')] as const] : []),
    ...(has(...both('ds')) ? [['refraction', { kind: BY_DEVICE, cycloplegia: 0, ...pick(...both('ds', 'dc', 'ax')) }] as const] : []),
    ...(has(...both('al')) ? [['bioMeter', pick(...both('al'))] as const] : []),
    ...(has(...both('iop')) ? [['iop', pick(...both('iop'))] as const] : []),
    ...(has('height', 'weight') ? [['heightWeight', pick('height', 'weight')] as const] : []),
  ]
}
/** A refusal of one result is that child's line, not the answer of the call. */
const refusing = (cx: Cx): Cx<string> => ({
  ...cx,
  refuse: (key, params = {}) => {
    throw new Refused(key, params, params.field)
  },
})
async function write(cx: Cx<string>, result: Result): Promise<number> {
  const { pid, hid, measuredOn, ctid, id } = result
  const exams = examsOf(result)
  if (!exams.length) return 0
  // It happened at a school, often before somebody links the child: no limit for late entries holds for it.
  await happenedElsewhere(cx, '学校筛查结果转入')
  for (const [kind, measures] of exams) await keepScreened(cx, kind, { pid, hid, on: measuredOn, examiner: ctid, resultId: id, measures })
  await happenedElsewhere(cx, '')
  return 1
}

const Run = z.object({
  id: z.int(),
  total: z.int(),
  done: z.int(),
  created: z.int(),
  linked: z.int(),
  refused: z.array(z.object({ studentId: z.int(), sentence: z.string() })),
  finishedAt: z.string().nullable(),
})
async function syncedOf(cx: Cx, id: number): Promise<Synced> {
  const {
    created,
    linked,
    done: _,
    ...run
  } = await cx.db.the(
    Run,
    sql`
      select id, total, done, created, linked, refused, finished_at
      from sync_run
      where id = ${id}
    `,
  )
  return { ...run, written: created, unchanged: linked }
}
/** Writes what is open of these students. `unchanged` counts results that stood in the examinations already. */
async function syncWhere(cx: Cx, where: readonly Condition[]): Promise<Synced> {
  const results = await cx.db.rows(
    { id: 'number', written: 'boolean' },
    sql`
      select r.id, ${written} written
      from screening_result r
      join student s on s.oid = r.oid and s.id = r.student_id
      where ${all(where)} and r.status in ${COMPLETE} and s.pid is not null
      order by r.id
    `,
  )
  const ids = results.flatMap((r) => (r.written ? [] : [r.id]))
  const { id } = await insert(cx, 'sync_run', {
    hid: cx.who.hid,
    kind: RESULTS,
    total: results.length,
    done: results.length - ids.length,
    linked: results.length - ids.length,
    ...(ids.length ? {} : { finishedAt: cx.now }),
  })
  if (ids.length > AT_ONCE) await cx.enqueue('screening.transfer', { runId: id, ids })
  else if (ids.length) await writeMany(cx, id, ids)
  return syncedOf(cx, id)
}
async function writeMany(cx: Cx, runId: number, ids: readonly number[]): Promise<void> {
  // The results are locked first and looked at then: of two runs at once the later one finds them written.
  await cx.db.run(sql`
    select 1
    from screening_result
    where id = any(${[...ids]}::bigint[])
    order by id
    for no key update
  `)
  const results = (await cx.db.rows(
    Result,
    sql`
      select ${columns}
      from screening_result r
      join screening_task t on t.oid = r.oid and t.id = r.task_id
      join student s on s.oid = r.oid and s.id = r.student_id
      where r.id = any(${[...ids]}::bigint[]) and ${open}
      order by r.id
    `,
  )) as Result[]
  const own = refusing(cx)
  const refused: Array<{ studentId: number; sentence: string }> = []
  let made = 0
  for (const result of results) {
    const { refused: why, outcome } = await refusalIn(cx, () => write(own, result))
    if (why) refused.push({ studentId: result.studentId, sentence: why.message })
    made += outcome ?? 0
  }
  await cx.db.run(sql`
    update sync_run
    set done = done + ${ids.length},
      created = created + ${made},
      linked = linked + ${ids.length - results.length},
      refused = refused || ${JSON.stringify(refused)}::jsonb,
      finished_at = case when done + ${ids.length} >= total then app_now()
      end
    where id = ${runId}
  `)
  cx.touch('exams')
}
export async function syncMany(cx: Cx<'which_students'>, which: Which): Promise<Synced> {
  const conditions = whichStudents(cx, which)
  await foundStudents(cx, which.studentIds)
  return syncWhere(cx, conditions)
}
export async function syncOne(
  cx: Cx<'which_students'>,
  { studentId, pid }: { studentId?: number | undefined; pid?: number | undefined },
): Promise<Synced> {
  if (studentId === undefined && pid === undefined) return cx.refuse('which_students', { field: 'studentId' })
  await foundStudents(cx, studentId === undefined ? undefined : [studentId])
  return syncWhere(cx, [studentId !== undefined && sql`s.id = ${studentId}`, pid !== undefined && sql`s.pid = ${pid}`])
}

interface Payload {
  readonly runId: number
  readonly ids: readonly number[]
}
/** A few hundred in each transaction, so that progress is seen; what was written before a stop is found written. */
const STEP = 200
export const transferJob = job('screening.transfer', async ({ tx }, { runId, ids }: Payload) => {
  const begun = await tx(
    async (cx) => (await cx.db.the({ left: 'number' }, sql`select total - done as left from sync_run where id = ${runId}`)).left,
  )
  for (let from = Math.max(0, ids.length - begun); from < ids.length; from += STEP)
    await tx((cx) => writeMany(cx, runId, ids.slice(from, from + STEP)))
})
