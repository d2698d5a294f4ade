/** Students: what is listed, read and saved of them. */
import { date, del, done, flag, get, id, page, page_size, personal, post, put, status, text, word, z } from '#kernel/contract/index.ts'
import { grade, studentFields as f } from './fields.ts'
import { studentStates } from './states.ts'

const view = { can: 'screening:view' } as const
const edit = { can: 'screening:edit' } as const

export const nextSteps = { call: '打电话', screen: '补筛', place: '编班', link: '转入会员' } as const
/** Why each step is open. */
export const nextReasons = { call: '转诊未就诊', screen: '未筛', place: '未编班', link: '已同意转入' } as const satisfies Record<
  keyof typeof nextSteps,
  string
>
export const Student = z.object({
  ...f,
  schoolName: text('学校').nullable(),
  grade: grade.nullable(),
  className: personal(text('班级')).nullable(),
  villageName: text('村居委').nullable(),
  staffName: text('跟进人').nullable(),
  /** A guardian agreed to 「筛查转入门诊」 and did not take it back. */
  consented: flag('转入同意'),
  /** What is to be done for the child, the most pressing first; null where nothing is open. */
  next: word('下一步', nextSteps).nullable(),
  /** Since when it is advised to see a doctor and was not. */
  advisedOn: date('建议就诊').nullable(),
})
export type Student = z.output<typeof Student>
export const StudentQuery = z.object({
  hid: f.hid,
  ...page_size,
  /** Beginning or part of the name, student number, or tail of the identity number. */
  name: text('姓名').optional(),
  status: status('状态', studentStates).optional(),
  schoolId: id('学校').optional(),
  classId: id('班级').optional(),
  communityId: id('街道社区').optional(),
  villageId: id('村居委').optional(),
  grade: grade.optional(),
  ctid: id('跟进人').optional(),
  glasses: f.glasses.optional(),
  latent: flag('潜在会员').optional(),
  /** Is a member. */
  linked: flag('已是会员').optional(),
  assigned: flag('已有跟进人').optional(),
  /** Of a school: is in a class. */
  placed: flag('已编班').optional(),
  consented: flag('转入同意').optional(),
  /** Something is to be done for the child. */
  open: flag('要办的').optional(),
  /** What is to be done for it. */
  next: word('下一步', nextSteps).optional(),
  /** Those something is to be done for first. */
  openFirst: flag('要办的在前').optional(),
})
export type StudentQuery = z.output<typeof StudentQuery>

const writable = {
  name: f.name,
  gender: f.gender,
  birth: f.birth,
  nation: f.nation.optional(),
  idCard: f.idCard.optional(),
  passport: f.passport.optional(),
  studentNo: f.studentNo.optional(),
  guardian: f.guardian.optional(),
  mobile: f.mobile.optional(),
  schoolId: f.schoolId.optional(),
  classId: f.classId.optional(),
  villageId: f.villageId.optional(),
  seat: f.seat.optional(),
  ctid: f.ctid.optional(),
  glasses: f.glasses.optional(),
  latent: f.latent.optional(),
  status: f.status.optional(),
  /** Somebody looked: the child with the same name, birth and sex in the school is another one. */
  isAnother: flag('确认不是同一人').optional(),
}
const NewStudent = z.object({ hid: f.hid, ...writable })
export const EditStudent = z.object({ id: f.studentId, version: f.version.optional(), hid: f.hid.optional(), ...writable })
export type SaveStudent = z.output<typeof NewStudent> & { id?: number | undefined; version?: number | undefined }

const saving = [
  'student_exists',
  'passport_exists',
  'student_exists_who',
  'student_similar',
  'placed',
  'class_needs_school',
  'class_of_school',
  'id_disagrees',
] as const
const ById = z.object({ id: f.studentId })

export const studentEndpoints = {
  'eyefile.students.list': get('/v1/eyefile/students', {
    ...view,
    summary: 'Students of a store, by school, class, village, state and name',
    input: StudentQuery,
    output: page(Student),
    reads: 'many',
  }),
  'eyefile.students.get': get('/v1/eyefile/students/{id}', {
    ...view,
    summary: 'One student',
    input: ById,
    output: Student,
    reads: 'many',
  }),
  'eyefile.students.create': post('/v1/eyefile/students', {
    ...edit,
    summary: 'Registers a student; the same identity number is the same student (1406)',
    input: NewStudent,
    output: Student,
    reads: 'written',
    fails: saving,
  }),
  'eyefile.students.update': put('/v1/eyefile/students/{id}', {
    ...edit,
    summary: 'Changes a student',
    input: EditStudent,
    output: Student,
    changes: 'id',
    reads: 'written',
    fails: saving,
  }),
  'eyefile.students.delete': del('/v1/eyefile/students/{id}', {
    ...edit,
    summary: 'Deletes a student nothing hangs on',
    input: ById,
    output: done(),
  }),
}
