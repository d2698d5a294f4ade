import {
  backdateReason,
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
  planned,
  span,
  text,
  word,
  z,
} from '#kernel/contract/index.ts'
import { gender } from '#modules/patients/contract/fields.ts'
import { code, deviceId, opId, resultFields as r, taskFields as f } from './fields.results.ts'
import { screeningTask } from './states.results.ts'

export const TaskRow = z.object({
  ...f,
  schoolName: text('学校').nullable(),
  /** Children, and those nobody has to call again. */
  total: count('人数'),
  over: count('已筛'),
})
export type TaskRow = z.output<typeof TaskRow>
export const TaskPage = page(TaskRow)
export const ScreeningTask = TaskRow.extend({
  classIds: z.array(id('班级')).meta({ label: '班级' }),
  villageIds: z.array(id('村居委')).meta({ label: '村居委' }),
})
export type ScreeningTask = z.output<typeof ScreeningTask>
export const TaskQuery = z.object({
  hid: f.hid.optional(),
  schoolId: id('学校').optional(),
  schoolYear: f.schoolYear.optional(),
  status: f.status.optional(),
  ...page_size,
})
export type TaskQuery = z.output<typeof TaskQuery>
const written = {
  name: f.name,
  schoolId: f.schoolId.default(null),
  schoolYear: f.schoolYear.optional(),
  term: f.term.default(1),
  items: f.items.default(['ucva', 'cva', 'autorefraction']),
  myopiaOperator: f.myopiaOperator.default('<'),
  startOn: planned(f.startOn),
  endOn: planned(f.endOn),
  lux: f.lux.default(null),
  chartDistance: f.chartDistance.default(null),
  examiners: f.examiners.default([]),
  devices: f.devices.default([]),
  note: f.note.default(null),
  classIds: z.array(id('班级')).max(400).default([]).meta({ label: '班级' }),
  villageIds: z.array(id('村居委')).max(400).default([]).meta({ label: '村居委' }),
}
export const NewTask = z.object({ hid: f.hid.optional(), ...written })
export type NewTask = z.output<typeof NewTask>
export const EditTask = z.object({ id: f.id, version: f.version.optional(), ...written }).partial({
  name: true,
  startOn: true,
  endOn: true,
})
export type EditTask = z.output<typeof EditTask>
export const TaskId = z.object({ id: f.id })
const { publish, finish, reopen, archive } = screeningTask.moves
export const MoveTask = TaskId.extend({
  move: word('步骤', { publish: publish.label, finish: finish.label, reopen: reopen.label, archive: archive.label }),
  reason: note('原因', 500).optional(),
})
export type MoveTask = z.output<typeof MoveTask>
export const TaskPin = z.object({ pin: code('口令') })
export const Told = TaskId.extend({ feedbackOn: happened(date('反馈日期')).optional(), backdateReason })

/** What a station takes along: nothing else of a child leaves the house. */
export const PackChild = z.object({
  studentId: r.studentId,
  /** Seat, or place in the list. */
  no: count('号'),
  name: personal(text('姓名'), 'name', 'studentId'),
  gender,
  birth: personal(date('出生日期'), undefined, 'studentId'),
  groupId: id('班级'),
  glassesType: r.glassesType,
  formerOd: text('上次右眼').nullable(),
  formerOs: text('上次左眼').nullable(),
  retest: flag('抽中复测'),
  status: r.status,
})
export type PackChild = z.output<typeof PackChild>
export const PackGroup = z.object({ groupId: id('班级'), name: text('班级'), total: count('人数'), grade: count('年级').nullable() })
export const Pack = z.object({
  taskId: f.id,
  taskName: f.name,
  schoolName: text('学校').nullable(),
  stationId: id('筛查站'),
  stationName: text('筛查站'),
  ctid: id('检查者'),
  staffName: text('检查者'),
  items: f.items,
  endOn: f.endOn,
  /** The pack and everything entered are wiped at this moment. */
  wipeAt: moment('清除时间'),
  groups: z.array(PackGroup).meta({ label: '班级' }),
  children: z.array(PackChild).meta({ label: '学生' }),
})
export type Pack = z.output<typeof Pack>
export const AskPack = TaskId.extend({ pin: code('口令'), deviceId, name: text('筛查站', { max: 20 }).min(1) })
export type AskPack = z.output<typeof AskPack>

export const OpIn = z.object({
  opId,
  lamport: z.int().min(1).max(1e12).meta({ label: '逻辑时钟' }),
  studentId: r.studentId,
  field: text('项目', { max: 20 }),
  value: z.union([z.string().max(200), z.number(), z.boolean(), z.null()]).meta({ label: '数值' }),
  /** By the clock of the station, in the clinic's zone. */
  at: span(moment('录入时间')),
  device: text('仪器', { max: 40 }).nullable().optional(),
  reason: text('原因', { max: 200 }).nullable().optional(),
  settles: z.array(opId).max(20).optional().meta({ label: '裁定' }),
})
export type OpIn = z.output<typeof OpIn>
export const SendOps = z.object({
  taskId: f.id,
  deviceId,
  /** Entries the station still holds besides these. */
  unsent: count('待传', { max: 1_000_000 }).default(0),
  ops: z.array(OpIn).max(2000).meta({ label: '记录' }),
})
export type SendOps = z.output<typeof SendOps>
export const OpsTaken = z.object({
  /** Entries of the batch the server holds now, whenever they came. */
  have: z.array(opId).meta({ label: '已收到' }),
  refused: z.array(z.object({ opId, sentence: text('原因', { max: 300 }) })).meta({ label: '拒收' }),
  /** The tablet was recalled: it wipes itself. */
  recalled: flag('已收回'),
  /** How far the children of the task are, by whichever station. */
  states: z.array(z.object({ studentId: r.studentId, status: r.status, retest: r.retest, disputed: r.disputed })).meta({ label: '进度' }),
})
export type OpsTaken = z.output<typeof OpsTaken>
export const StationId = TaskId.extend({ stationId: id('筛查站') })

export const BoardClass = z.object({
  groupId: id('班级'),
  name: text('班级'),
  gradeName: text('年级').nullable(),
  total: count('人数'),
  over: count('已筛'),
  unable: count('不配合'),
  retestDue: count('待复测'),
  forVisit: count('建议就诊'),
  disputed: count('待裁定'),
  signed: count('已签发'),
  lastAt: moment('最后录入').nullable(),
})
export const BoardStation = z.object({
  id: id('筛查站'),
  name: text('筛查站'),
  staffName: text('检查者').nullable(),
  children: count('人'),
  secondsEach: count('秒/人').nullable(),
  unsent: count('待传'),
  seenAt: moment('最后'),
  silentMinutes: count('断网分钟'),
  recalled: flag('已收回'),
})
const share = (label: string) => measure(label, { block: [-100, 100], decimals: 3 })
export const BoardExaminer = z.object({
  ctid: id('检查者'),
  name: text('检查者').nullable(),
  measured: count('测'),
  retests: count('复测'),
  errors: count('差错'),
  errorLow: share('差错率下限'),
  errorHigh: share('差错率上限'),
  /** Mean difference from the others of the same classes, lines; null where nobody else measured there. */
  difference: share('偏差').nullable(),
  low: share('偏差下限').nullable(),
  high: share('偏差上限').nullable(),
  fullShare: share('5.0 占比').nullable(),
  otherShare: share('他人 5.0 占比').nullable(),
  /** The interval leaves out zero: the children are to be measured again by somebody else. */
  found: flag('偏读'),
  lines: z.array(z.object({ line: text('视力'), n: count('人') })).meta({ label: '分布' }),
})
/** Stations and instruments beside the others of the same classes, and last digits of numbers. */
export const QualityRow = z.object({
  kind: word('来源', { station: '筛查站', device: '仪器', digits: '末位数字' }),
  what: text('项目'),
  name: text('名称'),
  n: count('数'),
  /** Mean difference from the others, in the unit of what was measured. */
  difference: share('偏差').nullable(),
  low: share('偏差下限').nullable(),
  high: share('偏差上限').nullable(),
  /** Of numbers that end in 0 or 5. */
  share: share('末位 0 和 5 占比').nullable(),
  found: flag('异常'),
})
export type QualityRow = z.output<typeof QualityRow>
export const CascadeStep = z.object({ step: text('步骤'), n: count('人') })
export const LawRow = z.object({
  schoolId: id('学校'),
  schoolName: text('学校'),
  /** Finished screenings of the school year: two are due. */
  done: count('已完成'),
  taskId: f.id.nullable(),
  state: word('状态', { none: '未排', running: '在筛', telling: '待反馈', late: '反馈逾期', told: '已反馈' }),
  days: count('天').nullable(),
})
export const TaskBoard = z.object({
  task: ScreeningTask,
  classes: z.array(BoardClass).meta({ label: '班级' }),
  stations: z.array(BoardStation).meta({ label: '站' }),
  examiners: z.array(BoardExaminer).meta({ label: '检查者' }),
  quality: z.array(QualityRow).meta({ label: '站与仪器' }),
  cascade: z.array(CascadeStep).meta({ label: '闭环' }),
  law: z.array(LawRow).meta({ label: '法定期限' }),
  /** Children an hour over the last hour that anybody was measured in. */
  perHour: count('每小时').nullable(),
  endsAt: moment('预计做完').nullable(),
})
export type TaskBoard = z.output<typeof TaskBoard>
