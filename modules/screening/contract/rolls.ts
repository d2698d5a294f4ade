/** What is done to many students at once: who follows them, the year change, the leaving cohort, and how many there are. */
import {
  binary,
  choice,
  count,
  date,
  del,
  done,
  flag,
  get,
  id,
  moment,
  note,
  outside,
  post,
  put,
  status,
  text,
  z,
} from '#kernel/contract/index.ts'
import { relation } from '#modules/patients/contract/shapes.record.ts'
import { archives } from './archives.ts'
import { archiveFields, consentWay, grade, residentNo, studentFields as f } from './fields.ts'
import { graduating } from './states.ts'
import { screeningTask } from './states.results.ts'
import { nextSteps, Student, StudentQuery } from './students.ts'

const manage = { can: 'screening:manage' } as const
export const MOST_STUDENTS = 5000
const studentIds = z.array(f.studentId).min(1).max(MOST_STUDENTS).meta({ label: '学生' })
/** Students by their ids, or all that the filters of the list find. */
export const StudentFilter = StudentQuery.omit({ hid: true, page_num: true, page_size: true })
export type StudentFilter = z.output<typeof StudentFilter>

const GradeRow = z.object({
  grade,
  label: text('年级'),
  ageFrom: count('起始年龄', { unit: '岁' }),
  ageTo: count('截止年龄', { unit: '岁' }),
  standard: text('筛查标准'),
})
/** How many students, by where they are and what is open with them. */
export const StudentCounts = z.object({
  present: count('在读'),
  left: count('离校'),
  graduated: count('已毕业'),
  linked: count('已是会员'),
  unlinked: count('未转入'),
  consented: count('已同意转入'),
  unassigned: count('无人跟进'),
  latent: count('潜在会员'),
  open: count('要办的'),
  /** What is open, by its step. */
  toCall: count(nextSteps.call),
  toScreen: count(nextSteps.screen),
  toPlace: count(nextSteps.place),
  toLink: count(nextSteps.link),
})
export type StudentCounts = z.output<typeof StudentCounts>
const ClassCounts = StudentCounts.extend({
  classId: id('班级'),
  grade,
  className: text('班级'),
  teacher: text('班主任').nullable(),
  status: archiveFields.classStatus.unwrap(),
})
const SchoolCounts = StudentCounts.extend({
  schoolId: id('学校'),
  schoolName: text('学校'),
  stage: archiveFields.stage,
  areaCode: text('地区代码'),
  areaName: text('地区', { max: 200 }),
  channelId: id('筛查渠道').nullable(),
  graduateStatus: status('毕业状态', graduating),
  /** School year of the last year change that stands. */
  movedYear: count('最近升级学年').nullable(),
  /** Some of its classes still stand in the grade of a former school year. */
  waits: flag('待升级'),
  /** Students without a class. */
  unplaced: count('未编班'),
  classes: z.array(ClassCounts),
})
export type SchoolCounts = z.output<typeof SchoolCounts>
const VillageCounts = StudentCounts.extend({
  villageId: id('村居委'),
  villageName: text('村居委'),
  communityId: id('街道社区'),
  communityName: text('街道社区'),
})
/** The latest screening of what is chosen: how far it is, what became of those advised, who read the letters. */
export const LatestScreening = z.object({
  taskId: id('筛查任务'),
  taskName: text('筛查任务'),
  status: status('状态', screeningTask),
  endOn: date('结束日期'),
  feedbackOn: date('反馈日期').nullable(),
  total: count('应筛'),
  over: count('已筛'),
  retestDue: count('待复测'),
  retested: count('复测完成'),
  /** Screening myopia of whom could be judged, with Wilson's interval. */
  myopia: count('筛查性近视'),
  judged: count('可判定'),
  low: z.number().meta({ label: '下限' }),
  high: z.number().meta({ label: '上限' }),
  waiting: count('未就诊'),
  visited: count('已就诊'),
  refused: count('拒绝'),
  /** Letters parents opened. */
  read: count('家长看过'),
})
export type LatestScreening = z.output<typeof LatestScreening>
export const StudentsNum = z.object({ total: StudentCounts, schools: z.array(SchoolCounts), villages: z.array(VillageCounts) })
export type StudentsNum = z.output<typeof StudentsNum>

const schoolYear = count('学年', { min: 2000, max: 2199 })
const GradeMove = z.object({ from: grade, to: grade.nullable(), classes: count('班级数'), students: count('人数') })
const SchoolMove = z.object({
  schoolId: id('学校'),
  schoolName: text('学校'),
  moved: count('升级人数'),
  leaving: count('离校人数'),
  grades: z.array(GradeMove),
  /** Why this school does not go up; null where it does. */
  refused: text('原因', { max: 200 }).nullable(),
})
export const UpgradeResult = z.object({
  schoolYear,
  dryRun: flag('预览'),
  moved: count('升级人数'),
  leaving: count('离校人数'),
  schools: z.array(SchoolMove),
})
export type UpgradeResult = z.output<typeof UpgradeResult>
const Upgrade = z.object({
  hid: f.hid.optional(),
  schoolIds: z.array(id('学校')).min(1).max(500).meta({ label: '学校' }),
  schoolYear,
  dryRun: flag('预览').default(false),
})
export const Moved = z.object({
  id: id('升级'),
  schoolId: id('学校'),
  schoolName: text('学校'),
  schoolYear,
  moved: count('升级人数'),
  leaving: count('离校人数'),
  at: moment('升级时间'),
  staffName: text('操作人').nullable(),
  undoneAt: moment('撤销时间').nullable(),
  /** Why it cannot be taken back any more; null where it can. */
  stays: text('不能撤销的原因', { max: 200 }).nullable(),
})

const Assigned = z.object({ assigned: count('已指定') })
const Agreed = z.object({ consented: count('已登记'), skipped: count('已有同意') })
const Area = z.object({ code: text('代码'), name: text('名称'), path: text('地区', { max: 200 }) })
const reason = note('原因', 200).min(2)
const disclosureYear = count('年份', { min: 2000, max: 2199 })

/** Purposes of files. */
export const disclosed = { roll: 2, results: 4, audit: 5 } as const
export const Disclosure = z.object({
  id: id('查看'),
  at: moment('时间'),
  purpose: choice('用途', { 1: '查看', 2: '导出名册', 3: '转入会员', 4: '导出筛查结果', 5: '导出审计' }),
  n: count('人数'),
  reason: text('原因', { max: 200 }),
  staffName: text('操作人').nullable(),
})

export const rollEndpoints = {
  'eyefile.grades': get('/v1/eyefile/classes/grades', {
    can: 'screening:view',
    summary: 'Grades with their labels, ages and the standard that holds for them',
    output: z.array(GradeRow),
  }),
  'eyefile.areas': get('/v1/eyefile/areas', {
    can: 'screening:view',
    summary: 'Ours: places below one, provinces first (GB/T 2260)',
    input: z.object({ parent: text('上级地区', { max: 4 }).optional() }),
    output: z.array(Area),
  }),
  'eyefile.students-num': get('/v1/eyefile/students-num', {
    can: 'screening:view',
    summary: 'How many students, by school, class and village, and what is open with them',
    input: z.object({ hid: f.hid, schoolId: id('学校').optional() }),
    output: StudentsNum,
  }),
  'eyefile.students.latest': get('/v1/eyefile/students/latest-screening', {
    can: 'screening:view',
    summary: 'Ours: the latest screening of a school, grade, class or village in figures; null where none was published',
    input: z.object({
      hid: f.hid,
      schoolId: id('学校').optional(),
      grade: grade.optional(),
      classId: id('班级').optional(),
      villageId: id('村居委').optional(),
    }),
    output: LatestScreening.nullable(),
  }),
  'eyefile.students.assign': post('/v1/eyefile/students/assign', {
    can: 'screening:edit',
    // The store that follows the child up, which need not be one of the caller's.
    store: null,
    summary: 'Who follows a child up: a person of a store',
    input: z.object({ studentId: f.studentId, hid: id('跟进门店').optional(), ctid: id('跟进人').nullable() }),
    output: Student,
    reads: 'written',
    fails: ['follower_of_store'],
  }),
  'eyefile.students.batch-assign': post('/v1/eyefile/students/batch-assign', {
    ...manage,
    store: null,
    summary: 'The same for many, by ids or by the filters of the list',
    input: z.object({
      hid: id('跟进门店').optional(),
      ctid: id('跟进人').nullable(),
      studentIds: studentIds.optional(),
      filter: StudentFilter.optional(),
    }),
    output: Assigned,
    timeout: 120,
    fails: ['follower_of_store', 'which_students'],
  }),
  'eyefile.students.upgrades': post('/v1/eyefile/students/upgrades', {
    ...manage,
    summary: 'The year change: all classes of schools one grade up, the top grade leaves; with dryRun only tells',
    input: Upgrade,
    output: UpgradeResult,
    timeout: 120,
    fails: ['moved_already', 'year_far'],
  }),
  'eyefile.students.upgrades-list': get('/v1/eyefile/students/upgrades', {
    can: 'screening:view',
    summary: 'Ours: year changes of a store, the latest first',
    input: z.object({ hid: f.hid, schoolId: id('学校').optional() }),
    output: z.array(Moved),
  }),
  'eyefile.students.upgrades-undo': post('/v1/eyefile/students/upgrades/{id}/undo', {
    ...manage,
    summary: 'Ours: takes a year change back, until the next result',
    input: z.object({ id: id('升级') }),
    output: Moved,
    fails: ['move_stays'],
  }),
  'eyefile.students.latent-delete': del('/v1/eyefile/students/latent/{id}', {
    can: 'screening:edit',
    summary: 'Takes the mark of a potential member away; the student stays',
    input: z.object({ id: f.studentId }),
    output: done(),
  }),
  'eyefile.schools.graduate': put('/v1/eyefile/schools/{id}/graduate-status', {
    ...manage,
    summary: 'The leaving cohort out of the active lists (1), or back while nobody was moved since (0)',
    input: z.object({ id: id('学校'), status: status('毕业状态', graduating) }),
    output: archives['eyefile.schools'].row,
    fails: ['graduate_nobody', 'graduate_moved'],
  }),
  'eyefile.students.number': post('/v1/eyefile/students/{id}/number', {
    can: 'student:secret',
    summary: 'Ours: the whole identity number of a student; who asked and why is kept',
    input: z.object({ id: f.studentId, reason }),
    output: z.object({ idCard: residentNo.nullable(), passport: text('护照号', { max: 20 }).nullable() }),
    reads: 'many',
    again: 'its answer is a secret that no stored copy may hold',
  }),
  'eyefile.students.disclosures': get('/v1/eyefile/students/disclosures', {
    can: 'student:secret',
    summary: 'Ours: who was shown whole numbers or took files, of how many and why; of a year',
    input: z.object({ hid: f.hid, year: disclosureYear.optional() }),
    output: z.array(Disclosure),
  }),
  'eyefile.students.disclosures-export': outside.post('/v1/eyefile/students/disclosures/export', {
    can: 'student:secret',
    summary: 'Ours: the same as Excel: the yearly audit of what was shown of minors; asks for a reason and carries who took it',
    input: z.object({ hid: f.hid, year: disclosureYear, reason }),
    reads: 'many',
    output: binary(),
    binary: true,
    again: 'a file that leaves is written down each time',
    timeout: 60,
  }),
  'eyefile.students.consent': post('/v1/eyefile/students/consent', {
    can: 'screening:edit',
    summary: 'Ours: guardians agreed that students become members (consent 6); without a name the guardian of the roll did',
    input: z.object({
      hid: f.hid,
      studentIds,
      way: consentWay,
      guardianName: text('监护人', { max: 50 }).optional(),
      guardianRelation: relation,
    }),
    output: Agreed,
    fails: ['guardian_missing'],
  }),
  'eyefile.students.consent-withdraw': del('/v1/eyefile/students/{id}/consent', {
    can: 'screening:edit',
    summary: 'Ours: a guardian took the consent back; nothing more is taken over',
    input: z.object({ id: f.studentId }),
    output: done(),
  }),
  'eyefile.students.export': outside.post('/v1/eyefile/students/export', {
    can: 'screening:export',
    summary: 'Ours: the roll as Excel, numbers as tails; asks for a reason and carries who took it',
    input: StudentQuery.omit({ page_num: true, page_size: true }).extend({ reason }),
    reads: 'many',
    output: binary(),
    binary: true,
    again: 'a file that leaves is written down each time',
    timeout: 120,
  }),
}
