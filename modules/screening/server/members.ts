/** Members of students: whose guardian agreed, linked where the same person is a member already. */
import { all, insert, job, lit, refusalIn, Refused, sql, update, type Cx } from '#kernel/server/index.ts'
import { z } from '#kernel/contract/index.ts'
import { carryConsent, registerPatient } from '#modules/patients/server/door.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { gradeLabel } from '../contract/grades.ts'
import { studentStates } from '../contract/states.ts'
import { SyncRun } from '../contract/sync.ts'
import { foundStudents, whichStudents, type Which } from './follow.ts'

/** More than these are made by a job. */
const AT_ONCE = 1000
const TAKEN_OVER = 3
const MEMBERS = 1
const MALE = 0

const Candidate = z.object({
  studentId: z.int(),
  hid: z.int(),
  name: z.string(),
  gender: z.int(),
  birth: z.string(),
  guardian: z.string().nullable(),
  mobile: z.string().nullable(),
  schoolName: z.string().nullable(),
  grade: z.int().nullable(),
  className: z.string().nullable(),
  latent: z.boolean(),
  pid: z.int().nullable(),
  textId: z.int().nullable(),
  way: z.int().nullable(),
  guardianName: z.string().nullable(),
  guardianRelation: z.int().nullable(),
  at: z.string().nullable(),
})
type Candidate = z.output<typeof Candidate>

const Run = SyncRun.extend({ id: z.int() })
export const runOf = async (cx: Cx, id: number): Promise<SyncRun> =>
  (await cx.db.one(
    Run,
    sql`
      select id, total, done, created, linked, refused, finished_at
      from sync_run
      where id = ${id}
    `,
  )) ?? cx.refuse('not_found', { what: '转入批次' })

export async function makeMembers(cx: Cx<'which_students'>, which: Which): Promise<SyncRun> {
  await foundStudents(cx, which.studentIds)
  const ids = await cx.db.rows(
    { id: 'number' },
    sql`
      select s.id
      from student s
      where ${all(whichStudents(cx, which))} and s.status = ${lit(studentStates.is.present)}
      order by s.id
    `,
  )
  const { id } = await insert(cx, 'sync_run', { hid: cx.who.hid, kind: MEMBERS, total: ids.length })
  const studentIds = ids.map((s) => s.id)
  if (studentIds.length > AT_ONCE) await cx.enqueue('screening.members', { runId: id, studentIds, at: 0 })
  else await membersOf(cx, id, studentIds)
  return runOf(cx, id)
}

/** Makes members of some students, within the run that counts them. */
async function membersOf(cx: Cx, runId: number, studentIds: readonly number[]): Promise<void> {
  const candidates = await candidatesOf(cx, studentIds)
  const numbers = await numbersOf(cx, candidates)
  const refused: Array<{ studentId: number; sentence: string }> = []
  let [created, linked] = [0, 0]
  const own = refusing(cx)
  for (const student of candidates) {
    const { refused: why, outcome } = await refusalIn(cx, () => memberOf(own, student, numbers.get(student.studentId) ?? null))
    if (why) refused.push({ studentId: student.studentId, sentence: why.message })
    if (outcome === 'created') created++
    if (outcome === 'linked') linked++
  }
  await cx.db.run(sql`
    update sync_run
    set done = done + ${studentIds.length},
      created = created + ${created},
      linked = linked + ${linked},
      refused = refused || ${JSON.stringify(refused)}::jsonb,
      finished_at = case when done + ${studentIds.length} >= total then app_now()
      end
    where id = ${runId}
  `)
  cx.touch('screening')
  if (created) cx.touch('patients')
}
/** A refusal of one student is that student's line, not the answer of the call. */
const refusing = (cx: Cx): Cx<string> => ({
  ...cx,
  refuse: (key, params = {}) => {
    throw new Refused(key, params, params.field)
  },
})
const candidatesOf = (cx: Cx, ids: readonly number[]): Promise<Candidate[]> =>
  cx.db.rows(
    Candidate,
    sql`
      select
        s.id student_id, s.hid, s.name, s.gender, s.birth, s.guardian, s.mobile, k.name school_name, c.grade, c.name class_name, s.latent,
        s.pid, a.text_id, a.way, a.guardian_name, a.guardian_relation, a.at
      from student s
      left join school k on k.oid = s.oid and k.id = s.school_id
      left join school_class c on c.oid = s.oid and c.id = s.class_id
      left join student_consent a on a.oid = s.oid and a.student_id = s.id and a.withdrawn_at is null
      where s.id = any(${[...ids]}::bigint[])
      order by s.id
      for no key update of s
    `,
  )
/** Identity numbers of those who may become members; that they were opened is written down. */
async function numbersOf(cx: Cx, candidates: readonly Candidate[]): Promise<ReadonlyMap<number, string | null>> {
  const ids = candidates.filter((c) => c.pid === null && c.textId !== null).map((c) => c.studentId)
  if (!ids.length) return new Map()
  const rows = await cx.db.rows(
    { id: 'number', idCard: 'string | null' },
    sql`select id, id_card from student_numbers(${ids}::bigint[], ${TAKEN_OVER}, ${'转入会员档案'})`,
  )
  return new Map(rows.map((row) => [row.id, row.idCard]))
}

async function memberOf(cx: Cx<string>, student: Candidate, idCard: string | null): Promise<'created' | 'linked' | 'same'> {
  if (student.pid !== null) return 'same'
  if (student.textId === null) return cx.refuse('bad_input', { what: '监护人尚未同意“筛查转入门诊”' })
  const existing = await knownMember(cx, student, idCard)
  const pid = existing ?? (await newMember(cx, student, idCard))
  await update(cx, 'student', { id: student.studentId }, { pid })
  await carryConsent(cx, {
    pid,
    textId: student.textId,
    way: student.way!,
    guardianName: student.guardianName!,
    guardianRelation: student.guardianRelation!,
    at: student.at!,
  })
  return existing === undefined ? 'created' : 'linked'
}
/** The member with the same name and number. The same identity number under another name is asked about, not guessed. */
async function knownMember(cx: Cx<string>, { name, mobile, birth }: Candidate, idCard: string | null): Promise<number | undefined> {
  if (!idCard && !mobile) return undefined
  const here = await cx.db.rows(
    { pid: 'number', name: 'string', memberNo: 'string', birth: 'string | null', sameCard: 'boolean' },
    sql`
      select p.pid, p.name, p.member_no, p.birth, p.id_card is not distinct from ${idCard}::text and p.id_card is not null same_card
      from patient p
      where p.status = ${lit(patientStates.is.present)} and (p.id_card = ${idCard} or p.name = ${name} and p.mobile = ${mobile})
      order by same_card desc
      limit 2
    `,
  )
  const [first] = here
  if (!first) return undefined
  if (first.sameCard && first.name !== name)
    return cx.refuse('bad_input', { what: `身份证号与会员 ${first.memberNo} 相同而姓名不同，请核对` })
  if (!first.sameCard && first.birth !== null && first.birth !== birth)
    return cx.refuse('bad_input', { what: `与会员 ${first.memberNo} 同名同手机而出生日期不同，请核对` })
  return first.pid
}
async function newMember(cx: Cx<string>, student: Candidate, idCard: string | null): Promise<number> {
  const className = student.grade === null ? student.className : `${gradeLabel(student.grade)}${student.className ?? ''}`
  const { pid } = await registerPatient(cx, {
    hid: student.hid,
    name: student.name,
    gender: student.gender === MALE ? 0 : 1,
    birth: student.birth,
    mobile: student.mobile,
    guardian: student.guardian,
    idCard,
    school: student.schoolName,
    className,
    isPotential: student.latent,
  })
  return pid
}

interface Payload {
  readonly runId: number
  readonly studentIds: readonly number[]
}
/** A few hundred in each transaction, so that progress is seen; a run that is taken up again goes on where it was. */
const STEP = 200
export const memberJob = job('screening.members', async ({ tx }, { runId, studentIds }: Payload) => {
  const done = await tx(async (cx) => (await runOf(cx, runId)).done)
  for (let from = done; from < studentIds.length; from += STEP) await tx((cx) => membersOf(cx, runId, studentIds.slice(from, from + STEP)))
})
