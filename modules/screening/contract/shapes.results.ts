import {
  anything,
  birthday,
  clinical,
  count,
  date,
  flag,
  happened,
  id,
  measure,
  moment,
  note,
  page,
  page_size,
  personal,
  span,
  text,
  word,
  z,
} from '#kernel/contract/index.ts'
import { behaviourAnswers, behaviourForm } from './letter/behaviour.ts'
import { gender } from '#modules/patients/contract/fields.ts'
import { grade } from './fields.ts'
import { code, referralFields as rf, resultFields as f } from './fields.results.ts'
import { screeningReferral } from './states.results.ts'

const child = {
  name: personal(text('姓名'), 'name', 'studentId'),
  gender,
  birth: personal(date('出生日期'), undefined, 'studentId'),
  schoolName: text('学校').nullable(),
  grade: grade.nullable(),
  className: text('班级').nullable(),
}
export const ResultRow = z.object({
  ...f,
  ...child,
  taskName: text('筛查任务'),
  staffName: text('检查者').nullable(),
  referralStatus: rf.status.nullable(),
  toldOn: rf.toldOn,
})
export type ResultRow = z.output<typeof ResultRow>
export const ResultPage = page(ResultRow)
export const ResultFilter = z.object({
  hid: f.hid.optional(),
  taskId: f.taskId.optional(),
  studentId: f.studentId.optional(),
  schoolId: id('学校').optional(),
  classId: id('班级').optional(),
  villageId: id('村居委').optional(),
  channelId: id('渠道').optional(),
  grade: grade.optional(),
  /** Of either eye; of no glasses. */
  ucvaBelow: measure('裸眼低于', { block: [4, 5.3], step: 0.1, decimals: 1 }).optional(),
  /** Spherical equivalent of either eye. */
  seBelow: clinical('sphere', { label: '等效低于' }).optional(),
  ageFrom: count('年龄从', { max: 100 }).optional(),
  gender: gender.optional(),
  schoolYear: f.schoolYear.optional(),
  term: f.term.optional(),
  status: f.status.optional(),
  name: text('姓名').optional(),
  glassesType: f.glassesType.unwrap().optional(),
  poorSight: f.poorSight.unwrap().optional(),
  poorSightDegree: f.poorSightDegree.unwrap().optional(),
  screeningMyopia: f.screeningMyopia.unwrap().optional(),
  preMyopia: f.preMyopia.unwrap().optional(),
  hyperopia: f.hyperopia.unwrap().optional(),
  astigmatism: f.astigmatism.unwrap().optional(),
  anisometropia: f.anisometropia.unwrap().optional(),
  correction: f.correction.unwrap().optional(),
  warning: f.warning.unwrap().optional(),
  forVisit: flag('建议就诊').optional(),
  isDisputed: flag('待裁定').optional(),
  referralStatus: rf.status.optional(),
  /** Advised to see a doctor more than 30 days after being told. */
  isLate: flag('逾期未就诊').optional(),
  startDate: span(date('从')).optional(),
  endDate: span(date('到')).optional(),
})
export type ResultFilter = z.output<typeof ResultFilter>
export const ResultQuery = ResultFilter.extend(page_size)
export type ResultQuery = z.output<typeof ResultQuery>
export const ExportResults = ResultFilter.extend({ reason: note('导出原因', 200).min(2) })
export type ExportResults = z.output<typeof ExportResults>
export const ResultId = z.object({ id: f.id })

const Entry = z.object({
  opId: text('记录号'),
  value: anything().meta({ label: '数值' }),
  at: moment('时间'),
  ctid: id('检查者'),
  staffName: text('检查者').nullable(),
  stationName: text('筛查站').nullable(),
  device: text('仪器').nullable(),
  reason: text('原因', { max: 200 }).nullable(),
})
export const ResultField = z.object({
  field: text('项目'),
  /** What was entered first, before anybody thought about it. */
  first: Entry.meta({ label: '首次录入' }),
  changes: z.array(Entry).meta({ label: '更改' }),
  /** Values that stand; more than one different one asks. */
  heads: z.array(Entry).meta({ label: '现值' }),
  disputed: flag('待裁定'),
})
export const ScreeningResult = ResultRow.extend({
  fields: z.array(ResultField).meta({ label: '录入' }),
  letterCode: text('通知单码'),
  /** Five wrong days: it opens again under another code. */
  isLetterShut: flag('通知单已锁上'),
})
export type ScreeningResult = z.output<typeof ScreeningResult>
export const CorrectResult = z.object({
  id: f.id,
  field: text('项目', { max: 20 }),
  value: z.union([z.string().max(200), z.number(), z.boolean(), z.null()]).meta({ label: '数值' }),
  reason: note('原因', 200).min(2),
})
export type CorrectResult = z.output<typeof CorrectResult>
export const SignResults = z.object({ id: f.taskId, groupId: id('班级').optional() })
export const Signed = z.object({ signed: count('签发人数') })

export const ReferralRow = z.object({
  ...rf,
  ...child,
  taskName: text('筛查任务'),
  mobile: personal(text('监护人手机').nullable(), 'number', 'studentId'),
})
export type ReferralRow = z.output<typeof ReferralRow>
export const ReferralPage = page(ReferralRow)
export const ReferralQuery = z.object({
  hid: rf.hid.optional(),
  taskId: rf.taskId.optional(),
  schoolId: id('学校').optional(),
  studentId: id('学生').optional(),
  status: rf.status.optional(),
  /** Days since the parents were told. */
  openDays: count('未就诊天数', { max: 400 }).optional(),
  ...page_size,
})
export type ReferralQuery = z.output<typeof ReferralQuery>
const { visit, refuse, reopen } = screeningReferral.moves
export const MoveReferral = z.object({
  id: rf.id,
  move: word('步骤', { visit: visit.label, refuse: refuse.label, reopen: reopen.label }),
  visitedOn: happened(date('就诊日期')).optional(),
  reason: note('原因', 200).optional(),
})
export type MoveReferral = z.output<typeof MoveReferral>

const rate = (label: string) => measure(label, { block: [-100, 100], decimals: 4 })
export const measures = {
  poorSight: '视力不良',
  screeningMyopia: '筛查性近视',
  preMyopia: '前期倾向',
  uncorrected: '未矫或欠矫',
  forVisit: '建议就诊',
} as const
export const ScreeningRate = z.object({
  measure: word('指标', measures),
  hits: count('人数').nullable(),
  total: count('总数'),
  low: rate('下限').nullable(),
  high: rate('上限').nullable(),
  /** The same cohort a year before, and the interval of the difference. */
  formerHits: count('去年人数').nullable(),
  formerTotal: count('去年总数').nullable(),
  changeLow: rate('变化下限').nullable(),
  changeHigh: rate('变化上限').nullable(),
})
export type ScreeningRate = z.output<typeof ScreeningRate>
export const StatisticsRow = z.object({
  key: text('分组'),
  label: text('分组'),
  rates: z.array(ScreeningRate).meta({ label: '指标' }),
})
export type StatisticsRow = z.output<typeof StatisticsRow>
export const StatisticsQuery = z.object({
  hid: f.hid.optional(),
  taskId: f.taskId.optional(),
  schoolId: id('学校').optional(),
  classId: id('班级').optional(),
  villageId: id('村居委').optional(),
  channelId: id('渠道').optional(),
  grade: grade.optional(),
  gender: gender.optional(),
  schoolYear: f.schoolYear.optional(),
  term: f.term.optional(),
  by: word('分组', { all: '全部', grade: '年级', gender: '性别', area: '区县', school: '学校', class: '班级' }).default('all'),
  /** For what leaves the house: cells below ten are left out. */
  isOutside: flag('对外').default(false),
})
export type StatisticsQuery = z.output<typeof StatisticsQuery>
export const ScreeningStatistics = z.object({ standard: text('标准').nullable(), rows: z.array(StatisticsRow).meta({ label: '分组' }) })
export type ScreeningStatistics = z.output<typeof ScreeningStatistics>

/** A parents' letter opened without an account. */
export const ReadLetter = z.object({
  code: code('通知单码'),
  birth: birthday(personal(date('出生日期'), undefined, 'code')),
  /** The pass of `picture-verification`: good for five questions within five minutes. */
  ticket: text('验证码票据', { max: 200 }),
})
export type ReadLetter = z.output<typeof ReadLetter>
const eyeOf = { now: text('视力').nullable(), former: text('上次').nullable(), corrected: text('戴镜视力').nullable() }
export const ParentsLetter = z.object({
  /** For what the parents do next, five minutes. */
  token: text('票据', { max: 200 }),
  closesAt: moment('关闭时间'),
  name: text('姓名'),
  gradeName: text('年级').nullable(),
  className: text('班级').nullable(),
  schoolName: text('学校').nullable(),
  taskName: text('筛查任务'),
  measuredOn: date('筛查日期').nullable(),
  od: z.object(eyeOf).meta({ label: '右眼' }),
  os: z.object(eyeOf).meta({ label: '左眼' }),
  glassesType: f.glassesType,
  status: f.status,
  /** Word in 「」, as screening may say it. */
  hints: z.array(text('提示')).meta({ label: '提示' }),
  forVisit: f.forVisit,
  visitBy: date('请在此前就诊').nullable(),
  frontSeat: flag('座位靠前'),
  desk: count('桌高').nullable(),
  chair: count('椅高').nullable(),
  advice: z.array(z.object({ title: text('建议'), text: text('说明', { max: 200 }) })).meta({ label: '建议' }),
  plan: f.plan,
  behaviourForm,
  behaviour: z.object({ answers: behaviourAnswers }).nullable().meta({ label: '行为表' }),
  isSigned: flag('已签发'),
  clinic: text('筛查单位'),
  clinicPhone: text('电话').nullable(),
})
export type ParentsLetter = z.output<typeof ParentsLetter>
export const BehaveLetter = z.object({
  code: code('通知单码'),
  token: text('票据', { max: 200 }),
  form: behaviourForm,
  answers: behaviourAnswers,
})
export const LetterAdvice = z.object({ advice: ParentsLetter.shape.advice })
export const PlanLetter = z.object({ code: code('通知单码'), token: text('票据', { max: 200 }), plan: f.plan.unwrap() })

/** Of a class on paper: the letters of its parents, with code, for those who hand them out. */
export const PaperQuery = z.object({ id: f.taskId, groupId: id('班级').optional(), resultId: f.id.optional() })
export type PaperQuery = z.output<typeof PaperQuery>
export const LetterPaper = ParentsLetter.omit({ token: true, closesAt: true, plan: true, behaviour: true, behaviourForm: true }).extend({
  resultId: f.id,
  code: text('通知单码'),
  name: personal(text('姓名'), 'name', 'resultId'),
  gender,
  birth: personal(date('出生日期'), undefined, 'resultId'),
  no: count('号'),
  dsOd: f.dsOd,
  dsOs: f.dsOs,
  dcOd: f.dcOd,
  dcOs: f.dcOs,
  axOd: f.axOd,
  axOs: f.axOs,
  standard: f.standard,
  staffName: text('检查者').nullable(),
})
export type LetterPaper = z.output<typeof LetterPaper>
export const LetterPapers = page(LetterPaper)
/** For the teacher: where a child sits and at which desk. Neither acuity nor a finding. */
export const SeatRow = z.object({
  no: count('号'),
  name: personal(text('姓名'), 'name', 'no'),
  isFront: flag('座位靠前'),
  isMissing: flag('待补测'),
  desk: count('桌高').nullable(),
  chair: count('椅高').nullable(),
  wears: flag('上课戴眼镜'),
  height: f.height,
  /** What the code on the child's badge says. */
  badge: text('胸牌'),
})
export const Seats = z.object({
  schoolName: text('学校').nullable(),
  gradeName: text('年级').nullable(),
  className: text('班级').nullable(),
  teacher: text('班主任').nullable(),
  measuredOn: date('筛查日期').nullable(),
  taskName: text('筛查任务'),
  rows: z.array(SeatRow).meta({ label: '学生' }),
})
export type Seats = z.output<typeof Seats>
export const SeatQuery = z.object({ id: f.taskId, groupId: id('班级') })
