/** Rolls out of files: a child that is here already is filled in, what contradicts the archive is told, classes are made on request. */
import {
  change,
  insert,
  insertMany,
  snake,
  importRows,
  importHandlers,
  lit,
  sql,
  wholeRow,
  type Cx,
  type ImportSpec,
  type ImportOutcome,
  type Out,
  type Row,
  type RowOfImport,
} from '#kernel/server/index.ts'
import { inUse, type ImportResult } from '#kernel/contract/index.ts'
import { classNameOf, entryYearOf, gradeIn, gradeLabel, gradesOf } from '../contract/grades.ts'
import { ImportStudent, type ImportRoll } from '../contract/import.ts'
import { birthIn, disagreement, genderIn } from '../contract/resident.ts'
import { classStates } from '../contract/states.ts'
import { idCardKey, passportKey, sealedNumbers, type Sealed } from './students.ts'

type Student = Row<'student'>
interface School {
  readonly id: number
  readonly name: string
  readonly stage: number
}
interface Prepared {
  readonly schools: ReadonlyMap<string, School>
  /** The school of the whole file, where it has no such column. */
  readonly only: School | undefined
  readonly classes: ReadonlyMap<string, number>
  readonly sealed: ReadonlyMap<string, Sealed>
  readonly byHash: ReadonlyMap<string, Student>
  readonly byPerson: ReadonlyMap<string, Student>
  /** Which row of the file a child stands in first. */
  readonly rows: Map<string, number>
}
type Chosen = Pick<ImportRoll, 'schoolId' | 'makeClasses'>

const plain = (name: string): string => name.normalize('NFKC').replace(/\s/g, '')
const classKey = (schoolId: number, grade: number, name: string): string => `${schoolId}|${grade}|${name}`
const personKey = (name: string, birth: string, gender: number, schoolId: number | null): string =>
  [name, birth, gender === 0 ? 0 : 1, schoolId].join('|')

/** Grade and class of a row: 三年级 and 2班, or both in one cell. */
function placeIn({ grade, className }: ImportStudent): { grade: number | undefined; className: string | undefined } {
  return {
    grade: gradeIn(grade ?? '') ?? gradeIn(className ?? ''),
    className: className ? classNameOf(className) : undefined,
  }
}
const schoolIn = ({ schools, only }: Pick<Prepared, 'schools' | 'only'>, row: ImportStudent): School | undefined =>
  row.schoolName ? schools.get(plain(row.schoolName)) : only

async function prepare(cx: Cx, rows: readonly ImportStudent[], hid: number, { schoolId, makeClasses }: Chosen): Promise<Prepared> {
  const found = await cx.db.rows(
    { id: 'number', name: 'string', stage: 'number' },
    sql`select id, name, stage from school where hid = ${hid} and status = ${lit(inUse.is.on)}`,
  )
  const schools = new Map(found.map((s) => [plain(s.name), s]))
  const only = schoolId === undefined ? (found.length === 1 ? found[0] : undefined) : found.find((s) => s.id === schoolId)
  if (schoolId !== undefined && !only) return cx.refuse('not_found', { what: '学校', field: 'schoolId' })
  const classes = await classesIn(cx, hid)
  if (makeClasses) await makeMissing(cx, hid, classes, { schools, only }, rows)
  const numbers = rows.flatMap((r) => [...(r.idCard ? [idCardKey(r.idCard)] : []), ...(r.passport ? [passportKey(r.passport)] : [])])
  const sealed = await sealedNumbers(cx, numbers)
  const existing = await knownIn(
    cx,
    hid,
    rows,
    [...sealed.values()].map((s) => s.hash),
  )
  return {
    schools,
    only,
    classes,
    sealed,
    byHash: new Map(existing.flatMap((s) => [s.idHash, s.passportHash].flatMap((hash) => (hash ? [[hash, s] as const] : [])))),
    byPerson: new Map(existing.map((s) => [personKey(s.name, s.birth, s.gender, s.schoolId), s])),
    rows: new Map(),
  }
}
async function classesIn(cx: Cx, hid: number): Promise<Map<string, number>> {
  const rows = await cx.db.rows(
    { id: 'number', schoolId: 'number', grade: 'number', name: 'string' },
    sql`
      select id, school_id, grade, name
      from school_class
      where hid = ${hid} and status = ${lit(classStates.is.present)}
      order by entry_year
    `,
  )
  return new Map(rows.map((c) => [classKey(c.schoolId, c.grade, c.name), c.id]))
}
/** Makes the classes the rows name and the school does not have. They stay when the import is taken back. */
async function makeMissing(
  cx: Cx,
  hid: number,
  classes: Map<string, number>,
  prepared: Pick<Prepared, 'schools' | 'only'>,
  rows: readonly ImportStudent[],
): Promise<void> {
  const missing = new Map<string, Partial<Row<'school_class'>>>()
  for (const row of rows) {
    const school = schoolIn(prepared, row)
    const { grade, className } = placeIn(row)
    if (!school || grade === undefined || !className || !gradesOf(school.stage).includes(grade)) continue
    const key = classKey(school.id, grade, className)
    if (!classes.has(key)) missing.set(key, { hid, schoolId: school.id, grade, name: className, entryYear: entryYearOf(grade, cx.today) })
  }
  const made = await insertMany(cx, 'school_class', [...missing.values()])
  for (const c of made) classes.set(classKey(c.schoolId, c.grade, c.name), c.id)
}
/** Students the rows may mean: by number, or by name and birth. */
const knownIn = (cx: Cx, hid: number, rows: readonly ImportStudent[], hashes: readonly string[]): Promise<Student[]> =>
  cx.db.rows(
    wholeRow('student'),
    sql`
      select s.*
      from student s
      where s.id in (
        select k.id
        from student k
        where k.id_hash = any(${[...hashes]}::text[]) or k.passport_hash = any(${[...hashes]}::text[])
        union
        select k.id
        from unnest(${rows.map((r) => r.name)}::text[], ${rows.map((r) => birthOf(r) ?? null)}::date[]) x(name, birth)
        join student k on k.hid = ${hid} and k.birth = x.birth and k.name = x.name
      )
    `,
  )
const birthOf = ({ birth, idCard }: ImportStudent): string | undefined => birth ?? (idCard?.length === 18 ? birthIn(idCard) : undefined)

/** What a row says of the child, checked. */
function factsOf(
  cx: Cx<string>,
  row: ImportStudent,
  prepared: Prepared,
): Partial<Student> & { name: string; birth: string; gender: number } {
  const { idCard, passport, schoolName, grade: _, className: __, ...own } = row
  const birth = birthOf(row) ?? cx.refuse('bad_input', { what: '必填', field: 'birth' })
  const gender = row.gender ?? (idCard?.length === 18 ? genderIn(idCard) : cx.refuse('bad_input', { what: '必填', field: 'gender' }))
  const wrong = idCard && disagreement(idCard, { birth, gender })
  if (wrong) cx.refuse('bad_input', { what: wrong, field: 'idCard' })
  if (birth > cx.today) cx.refuse('bad_input', { what: '出生日期不能晚于今天', field: 'birth' })
  const school = schoolIn(prepared, row)
  if (!school)
    return cx.refuse('bad_input', {
      what: schoolName ? `没有名为“${schoolName}”的学校，请先建立` : '请填写学校，或在导入前选择',
      field: 'schoolName',
    })
  const card = idCard ? prepared.sealed.get(idCardKey(idCard)) : undefined
  const pass = passport ? prepared.sealed.get(passportKey(passport)) : undefined
  return {
    ...own,
    birth,
    gender,
    schoolId: school.id,
    ...classOf(cx, row, school, prepared),
    ...(card ? { idCard: card.sealed, idHash: card.hash, idTail: idCardKey(idCard!).slice(-4) } : {}),
    ...(pass ? { passport: pass.sealed, passportHash: pass.hash, passportTail: passport!.toUpperCase().slice(-3) } : {}),
  }
}
function classOf(cx: Cx<string>, row: ImportStudent, school: School, { classes }: Prepared): { classId?: number } {
  if (!row.className && !row.grade) return {}
  const { grade, className } = placeIn(row)
  if (grade === undefined) return cx.refuse('bad_input', { what: `看不懂年级“${row.grade ?? row.className ?? ''}”`, field: 'grade' })
  if (!gradesOf(school.stage).includes(grade))
    return cx.refuse('bad_input', { what: `${school.name}没有${gradeLabel(grade)}`, field: 'grade' })
  if (!className) return cx.refuse('bad_input', { what: '请填写班级', field: 'className' })
  const classId = classes.get(classKey(school.id, grade, className))
  return classId === undefined
    ? cx.refuse('bad_input', { what: `没有${gradeLabel(grade)}${className}，请先建立，或勾选“新建没有的班级”`, field: 'className' })
    : { classId }
}

async function write(cx: Cx<string>, row: ImportStudent, place: RowOfImport, prepared: Prepared): Promise<ImportOutcome> {
  const facts = factsOf(cx, row, prepared)
  const person = personKey(facts.name, facts.birth, facts.gender, facts.schoolId ?? null)
  const key = facts.idHash ?? facts.passportHash ?? person
  const first = prepared.rows.get(key) ?? place.rowNo
  if (first !== place.rowNo) return { conflict: `与第 ${first} 行是同一个学生`, field: row.idCard ? 'idCard' : 'name' }
  prepared.rows.set(key, place.rowNo)
  const byNumber = [facts.idHash, facts.passportHash].flatMap((hash) => (hash ? (prepared.byHash.get(hash) ?? []) : []))[0]
  const alike = prepared.byPerson.get(person)
  // Two numbers tell two children apart who share name, birth, sex and school.
  const numbers = new Set([alike?.idHash, facts.idHash].filter(Boolean))
  const existing = byNumber ?? (numbers.size > 1 ? undefined : alike)
  if (existing) return fill(cx, existing, facts, place)
  const { id } = await insert(cx, 'student', { ...facts, hid: place.hid })
  await place.made('student', id)
  return 'new'
}

const LABELS: Readonly<Record<string, string>> = {
  classId: '班级',
  schoolId: '学校',
  name: '姓名',
  birth: '出生日期',
  gender: '性别',
  seat: '座号',
  studentNo: '学号',
  nation: '民族',
  guardian: '监护人',
  mobile: '监护人手机',
  idHash: '身份证号',
  passportHash: '护照号',
}
const FIELDS: Readonly<Record<string, string>> = {
  classId: 'className',
  schoolId: 'schoolName',
  idHash: 'idCard',
  passportHash: 'passport',
}
const SEALED = new Set(['idCard', 'passport', 'idTail', 'passportTail'])
/**
 * Fills a child that is here with what the row adds; what contradicts the archive is told, and written only where the file is to be
 * believed.
 */
async function fill(cx: Cx<string>, existing: Student, facts: Partial<Student>, place: RowOfImport): Promise<ImportOutcome> {
  if (place.existing === 'skip') return 'same'
  const entries = Object.entries(facts) as Array<[keyof Student & string, unknown]>
  const differs = entries.filter(
    ([field, value]) => value !== null && value !== undefined && value !== '' && !SEALED.has(field) && existing[field] !== value,
  )
  const against = differs.filter(([field]) => existing[field] !== null && existing[field] !== '')
  const [first] = place.existing === 'overwrite' ? against.filter(([field]) => field === 'name' || field === 'idHash') : against
  if (first) return { conflict: `与档案中 ${existing.name} 的${LABELS[first[0]] ?? first[0]}不同`, field: FIELDS[first[0]] ?? first[0] }
  if (!differs.length) return 'same'
  const changed = new Set(differs.map(([field]) => field))
  const set = entries.filter(
    ([field]) => changed.has(field) || (SEALED.has(field) && changed.has(field.startsWith('id') ? 'idHash' : 'passportHash')),
  )
  await change(cx, 'student', { id: existing.id }, {}, Object.fromEntries(set))
  const columns = (valueOf: (field: keyof Student & string, value: unknown) => unknown) =>
    Object.fromEntries(set.map(([field, value]) => [snake(field), valueOf(field, value)]))
  await place.changed(
    'student',
    existing.id,
    columns((field) => existing[field] ?? null),
    columns((_, value) => value),
  )
  return 'changed'
}

const specOf = (chosen: Chosen): ImportSpec<typeof ImportStudent, Prepared> => ({
  label: '学生',
  shape: ImportStudent,
  knows: true,
  aliases: {
    schoolName: ['学校名称', '所在学校', '就读学校', '幼儿园', '单位'],
    grade: ['年级名称', '所在年级'],
    className: ['班级名称', '所在班级', '班'],
    seat: ['座位号', '班内序号'],
    name: ['学生姓名', '姓 名', '儿童姓名', '名字'],
    gender: ['学生性别', 'sex'],
    birth: ['出生年月', '出生年月日', '生日', '出生'],
    idCard: ['身份证', '身份证号码', '公民身份号码', '证件号', '证件号码', '身份证件号', '学生身份证号'],
    passport: ['护照', '护照号码', '其他证件号'],
    studentNo: ['编码', '编号', '学籍号', '学生编码', '全国学籍号'],
    nation: ['民 族', '族别'],
    guardian: ['家长', '家长姓名', '监护人姓名', '联系人'],
    mobile: ['手机', '手机号', '手机号码', '联系电话', '家长电话', '家长手机', '监护人电话', '电话'],
  },
  prepare: (cx, rows, hid) => prepare(cx, rows, hid, chosen),
  write,
  root: {
    table: 'student',
    names: async (cx, ids) =>
      new Map(
        (await cx.db.rows({ id: 'number', name: 'string' }, sql`select id, name from student where id = any(${[...ids]}::bigint[])`)).map(
          (s) => [s.id, s.name],
        ),
      ),
  },
})
export const importRollHandlers = {
  ...importHandlers('eyefile.students', specOf({ makeClasses: true })),
  'eyefile.students.import': async (out: Out, { schoolId, makeClasses, ...upload }: ImportRoll): Promise<ImportResult> =>
    importRows(out, 'eyefile.students', specOf({ schoolId, makeClasses }), upload),
}
