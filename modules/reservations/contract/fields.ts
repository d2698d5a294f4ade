import {
  planned,
  choice,
  count,
  date,
  flag,
  id,
  inUse as used,
  moment,
  name,
  note,
  status as stateField,
  statusOptions,
  text,
  z,
} from '#kernel/contract/index.ts'
import { examReservationStates, queueStates, reservationStates } from './states.ts'

export const hid = id('门店')
export const resid = id('预约编号')
export const pid = id('会员')
export const doctorId = id('医生')
export const consultingId = id('诊室')
export const officeId = id('科室')

/** Kinds of reservation with their default duration. */
export const types = { 1: '初诊', 2: '复查', 3: '角塑', 4: '视训', 5: '配镜', 6: '其他' } as const
export const minutesOf: Readonly<Record<keyof typeof types, number>> = { 1: 60, 2: 30, 3: 60, 4: 60, 5: 30, 6: 30 }
export const type = choice('预约类型', types, { width: 72 })
export const trainType = choice('训练类型', { 1: '到店训练', 2: '家庭训练指导', 3: '训练评估' })
export const requestFrom = choice('预约来源', { 1: '前台', 2: '电话', 3: '微信', 4: '复诊计划', 5: '现场' })

const statusField = (label: string, machine: Parameters<typeof statusOptions>[0], values: readonly number[]) =>
  z.literal(values as number[]).meta({ label, format: 'choice', ...statusOptions(machine) })
export const status = statusField('状态', reservationStates, [1, 2, 3, 4, 5, 10, 15, 20, 30, 31, 32])
export const ticketStatus = statusField('号码状态', queueStates, [0, 1, 2, 3])
export const examStatus = statusField('检查状态', examReservationStates, [0, 1, 2, 3])

export const visitAt = planned(moment('预约时间'))
export const visitEnd = planned(moment('结束时间'))
export const day = planned(date('日期'))
export const ticketNo = text('号码', { max: 6, width: 64 })
export const version = count('版本')
export const reason = text('原因', { max: 200 }).min(1)

export const shifts = { 1: '全天', 2: '上午', 3: '下午', 4: '晚诊' } as const
export const shift = choice('班次', shifts)
export const offDutyNote = text('排班外说明', { max: 100 })
export const remark = note('备注', 500)
export const walkIn = flag('现场登记')
export const confirm = flag('确认再约一次')

/** Examinations of a visit. `corneal` is the endothelium, `shaping` the rigid lens on the eye. */
export const examItems = {
  sight: '视力',
  refraction: '验光',
  pd: '瞳距',
  biology: '眼生物测量',
  iop: '眼压',
  heightAndWeight: '身高体重',
  slitLamp: '裂隙灯',
  fundus: '眼底',
  cornea: '角膜地形图',
  corneal: '角膜内皮',
  vision: '视功能',
  dry: '干眼检查',
  shaping: '硬镜检查',
} as const
/** Section of the visit page for each examination. The omitted one is only marked as done. */
export const FORMS: Readonly<Partial<Record<string, string>>> = {
  sight: 'sight',
  refraction: 'refraction',
  pd: 'pd',
  biology: 'biology',
  iop: 'iop',
  heightAndWeight: 'heightAndWeight',
  slitLamp: 'fracture',
  cornea: 'cornea',
  corneal: 'corneal',
  vision: 'vision',
  dry: 'dry',
  shaping: 'shaping',
} satisfies Partial<Record<keyof typeof examItems, string>>
export const examItem = z
  .literal(Object.keys(examItems) as Array<keyof typeof examItems>)
  .meta({ label: '检查项目', format: 'choice', options: examItems })

export const roomName = name('诊室名称', { max: 20 })
export const officeName = name('科室名称', { max: 20 })
export const screenName = name('大屏名称', { max: 20 })
export const series = z
  .string()
  .regex(/^[A-Z]$/, '应为一个大写字母')
  .meta({ label: '号码字母', format: 'text', width: 72 })
export const inUse = stateField('状态', used).default(used.is.on)

/** The note of a reservation with its cost estimate, replacing a previous estimate. */
export const withPlan = (note: string, plan: string | undefined): string =>
  [note.replace(/(^|；)预计：[^；]*/, ''), ...(plan ? [`预计：${plan}`] : [])].filter(Boolean).join('；')
