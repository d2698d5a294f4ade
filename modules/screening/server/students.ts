/** Registering and changing students: identity numbers are sealed on the way in, and one number is one student. */
import { maskName } from '#kernel/contract/index.ts'
import { change, completed, find, insert, locked, remove, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { isMasked } from '../contract/fields.ts'
import { EditStudent, type SaveStudent, type Student } from '../contract/students.ts'
import { studentStates } from '../contract/states.ts'
import { disagreement } from '../contract/resident.ts'
import { studentOf } from './queries.ts'

type Fails =
  | 'student_exists'
  | 'passport_exists'
  | 'student_exists_who'
  | 'student_similar'
  | 'placed'
  | 'class_needs_school'
  | 'class_of_school'
  | 'id_disagrees'

export interface Sealed {
  readonly sealed: string
  readonly hash: string
}
/** Seals numbers, many in one trip. */
export async function sealedNumbers(cx: Cx, numbers: readonly string[]): Promise<ReadonlyMap<string, Sealed>> {
  if (!numbers.length) return new Map()
  const rows = await cx.db.rows(
    { number: 'string', sealed: 'string', hash: 'string' },
    sql`select number, sealed, hash from student_sealed(${[...new Set(numbers)]}::text[])`,
  )
  return new Map(rows.map((row) => [row.number, row]))
}
export const idCardKey = (number: string): string => number.toUpperCase()
/** Passport numbers are hashed apart from identity numbers. */
export const passportKey = (number: string): string => `P:${number.toUpperCase()}`

type Columns = Partial<Row<'student'>>
/** Columns of the numbers that were typed; of one that came back masked none. */
async function numberColumns(cx: Cx, input: Pick<SaveStudent, 'idCard' | 'passport'>): Promise<Columns> {
  const { idCard, passport } = input
  const typed = (number: string | null | undefined): number is string => typeof number === 'string' && number !== '' && !isMasked(number)
  const keys = [...(typed(idCard) ? [idCardKey(idCard)] : []), ...(typed(passport) ? [passportKey(passport)] : [])]
  const sealed = await sealedNumbers(cx, keys)
  const columns: Columns = {}
  if (typed(idCard)) {
    const found = sealed.get(idCardKey(idCard))!
    Object.assign(columns, { idCard: found.sealed, idHash: found.hash, idTail: idCardKey(idCard).slice(-4) })
  } else if (idCard === null || idCard === '') Object.assign(columns, { idCard: null, idHash: null, idTail: null })
  if (typed(passport)) {
    const found = sealed.get(passportKey(passport))!
    Object.assign(columns, { passport: found.sealed, passportHash: found.hash, passportTail: passport.toUpperCase().slice(-3) })
  } else if (passport === null || passport === '') Object.assign(columns, { passport: null, passportHash: null, passportTail: null })
  return columns
}

/** Says who is here already under the number. What comes in between is refused by the index. */
async function refuseSameNumber(cx: Cx<Fails>, id: number | undefined, { idHash, passportHash }: Columns): Promise<void> {
  if (!idHash && !passportHash) return
  const here = await cx.db.one(
    { name: 'string', schoolName: 'string | null', byCard: 'boolean' },
    sql`
      select s.name, k.name school_name, s.id_hash is not distinct from ${idHash ?? null}::text by_card
      from student s
      left join school k on k.oid = s.oid and k.id = s.school_id
      where (s.id_hash = ${idHash ?? null} or s.passport_hash = ${passportHash ?? null}) and s.id is distinct from ${id ?? null}::bigint
      limit 1
    `,
  )
  if (!here) return
  const who = `${maskName(here.name)}${here.schoolName ? `（${here.schoolName}）` : ''}`
  cx.refuse('student_exists_who', { who, field: here.byCard ? 'idCard' : 'passport' })
}
/** The same name, birth, sex and school may be the same child: somebody looks, unless two numbers tell them apart. */
async function askSimilar(cx: Cx<Fails>, id: number | undefined, row: Columns): Promise<void> {
  const here = await cx.db.one(
    { name: 'string', className: 'string | null', studentNo: 'string | null' },
    sql`
      select s.name, c.name class_name, s.student_no
      from student s
      left join school_class c on c.oid = s.oid and c.id = s.class_id
      where s.hid = ${row.hid}
        and s.birth = ${row.birth}
        and s.name = ${row.name}
        and s.gender = ${row.gender}
        and s.school_id is not distinct from ${row.schoolId ?? null}::bigint
        and s.id is distinct from ${id ?? null}::bigint
        and (s.id_hash is null or ${row.idHash ?? null}::text is null)
      limit 1
    `,
  )
  if (here) cx.refuse('student_similar', { who: [here.name, here.className, here.studentNo].filter(Boolean).join(' '), field: 'name' })
}
/** A class brings its school; one of another school is refused. */
async function placed(cx: Cx<Fails>, hid: number, row: Columns): Promise<Pick<Columns, 'schoolId' | 'classId' | 'villageId'>> {
  const { classId = null, villageId = null } = row
  const schoolClass = classId === null ? undefined : await find(cx, 'school_class', { id: classId, hid })
  if (classId !== null && !schoolClass) return cx.refuse('not_found', { what: '班级', field: 'classId' })
  const schoolId = row.schoolId ?? schoolClass?.schoolId ?? null
  if (schoolClass && schoolId !== schoolClass.schoolId) return cx.refuse('class_of_school', { field: 'classId' })
  if (schoolId === null && villageId === null) return cx.refuse('placed', { field: 'schoolId' })
  if (schoolId !== null && !(await find(cx, 'school', { id: schoolId, hid })))
    return cx.refuse('not_found', { what: '学校', field: 'schoolId' })
  if (villageId !== null && !(await find(cx, 'village', { id: villageId, hid })))
    return cx.refuse('not_found', { what: '村居委', field: 'villageId' })
  return { schoolId, classId, villageId }
}

/** Registers a student (no id) or changes one. */
export async function saveStudent(
  cx: Cx<Fails>,
  { id, version, hid: askedHid, isAnother, idCard, passport, ...input }: SaveStudent,
): Promise<Student> {
  const existing = id === undefined ? undefined : await locked(cx, 'student', { id }, { version: version ?? null })
  const hid = existing?.hid ?? askedHid
  if (!cx.who.hids.includes(hid)) return cx.refuse('not_found', { what: existing ? '学生' : '门店' })
  const values: Columns = existing
    ? completed(EditStudent.omit({ id: true, version: true, hid: true, idCard: true, passport: true, isAnother: true }), existing, input)
    : input
  const typed = typeof idCard === 'string' && idCard !== '' && !isMasked(idCard) ? idCard : undefined
  const wrong = typed && disagreement(typed, { birth: values.birth!, gender: values.gender! })
  if (wrong) cx.refuse('id_disagrees', { what: wrong, field: 'idCard' })
  if (values.birth! > cx.today) cx.refuse('bad_input', { what: '出生日期不能晚于今天', field: 'birth' })
  if (values.ctid && !(await find(cx, 'contact', { ctid: values.ctid }))) cx.refuse('not_found', { what: '跟进人', field: 'ctid' })
  const row: Columns = { ...values, ...(await placed(cx, hid, values)), ...(await numberColumns(cx, { idCard, passport })), hid }
  await refuseSameNumber(cx, id, row)
  const identity = (of: Columns) => [of.name, of.birth, of.gender, of.schoolId].join('|')
  if (!isAnother && (!existing || identity(existing) !== identity(row)))
    await askSimilar(cx, id, { idHash: existing?.idHash ?? null, ...row })
  if (row.status === studentStates.is.present) row.leftOn = null
  if (existing) await change(cx, 'student', { id: existing.id }, { version: version ?? null }, row)
  const made = existing ?? (await insert(cx, 'student', row))
  cx.touch('screening', hid)
  return studentOf(cx, made.id)
}

/** Deletes a student nothing hangs on: who has results stays, and leaves the school instead. */
export async function deleteStudent(cx: Cx, id: number): Promise<null> {
  const student = await locked(cx, 'student', { id })
  const uses = await cx.db.rows(
    { usedBy: 'string' },
    sql`
      select distinct used_by
      from rows_in_use('student', ${[id]})
      where used_by not in ('student_disclosure', 'student_consent')
    `,
  )
  if (uses.length) return cx.refuse('in_use', { what: `学生“${student.name}”` })
  await remove(cx, 'student', { id })
  cx.touch('screening', student.hid)
  return null
}
