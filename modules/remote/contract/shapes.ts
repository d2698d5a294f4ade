import {
  choice,
  count,
  date,
  flag,
  inUse,
  id,
  moment,
  note,
  page,
  page_size,
  perPage,
  personal,
  planned,
  text,
  word,
  z,
} from '#kernel/contract/index.ts'
import { gender } from '#modules/patients/contract/fields.ts'
import { ExamImage } from '#modules/exams/contract/images/shapes.ts'
import { Shapes } from '#modules/exams/contract/images/marks.ts'
import { caseFields as c, packKind, PackItem, Present, recordFields as r, specialistFields as f } from './fields.ts'
import { remoteCase } from './states.ts'

/** An expert as the store sees one: with the room and the next free beginning. */
export const Specialist = z.object({
  ...f,
  name: text('姓名'),
  roomId: text('房间号'),
  nextSlot: moment('最近可约').nullable(),
  /** Cases not over yet. */
  open: count('进行中'),
})
export type Specialist = z.output<typeof Specialist>
export const Specialists = page(Specialist)
export const SpecialistQuery = z.object({ name: text('姓名或擅长').optional(), withStopped: flag('含停用').optional(), ...page_size })
const written = {
  title: f.title.optional(),
  hospital: f.hospital.optional(),
  skills: f.skills.optional(),
  intro: f.intro.optional(),
  minutes: f.minutes.default(20),
  slots: f.slots.default([]),
  fee: f.fee.default(100),
  status: f.status.default(inUse.is.on),
}
export const NewSpecialist = z.object({ ctid: f.ctid, ...written })
export const EditSpecialist = NewSpecialist.extend({ version: f.version.optional() })
export const SpecialistId = z.object({ id: f.id })
export const SlotQuery = z.object({ ctid: f.ctid, from: date('从').optional(), days: count('天数', { min: 1, max: 31 }).default(14) })
export const FreeSlot = z.object({ startAt: moment('开始时间'), endAt: moment('结束时间') })
export const FreeSlots = page(FreeSlot)

export const ConsultationRow = z.object({
  ...c,
  hospitalName: text('门店'),
  patientName: personal(text('会员'), 'name'),
  gender: gender.nullable(),
  birth: personal(date('出生日期').nullable()),
  doctorName: text('申请医生').nullable(),
  expertName: text('专家'),
  roomId: text('房间号'),
  recordId: id('远程会诊记录').nullable(),
  /** Somebody of the store is in the room now; of the experts. */
  storeHere: flag('门店已进入'),
  expertHere: flag('专家已进入'),
  /** Until when the expert may read the member's file. */
  openUntil: moment('档案开放至').nullable(),
})
export type ConsultationRow = z.output<typeof ConsultationRow>
export const CasePage = page(ConsultationRow)
export const Case = ConsultationRow.extend({
  /** Where of the pack something was changed since it was sent. */
  changed: z.array(text('已变更')).meta({ label: '已变更' }),
  history: z
    .array(
      z.object({
        at: moment('时间'),
        staffName: text('人员').nullable(),
        move: text('步骤'),
        fromStatus: z.int(),
        toStatus: z.int(),
        note: personal(text('说明', { max: 2000 }).nullable()),
      }),
    )
    .meta({ label: '流转' }),
  present: z.array(Present).meta({ label: '在场' }),
})
export type Case = z.output<typeof Case>
export const CaseQuery = z.object({
  hid: c.hid.optional(),
  ctid: c.ctid.optional(),
  pid: c.pid.optional(),
  status: z.array(c.status).optional().meta({ label: '状态' }),
  mode: c.mode.optional(),
  startDate: date('从').optional(),
  endDate: date('到').optional(),
  ...perPage,
})
export type CaseQuery = z.output<typeof CaseQuery>
/** Numbers are enough: version and name are what the server finds. */
const Sending = z.object({ kind: packKind, id: id('编号').nullish() })
export const NewCase = z.object({
  hid: c.hid.optional(),
  pid: c.pid,
  ctid: c.ctid,
  doctorId: c.doctorId.optional(),
  mode: c.mode.default(1),
  /** Of a video consultation. */
  startAt: planned(c.startAt).optional(),
  question: c.question,
  urgency: c.urgency.default(0),
  pack: z.array(Sending).max(60).default([]).meta({ label: '病例资料' }),
})
export type NewCase = z.output<typeof NewCase>
export const EditCase = NewCase.omit({ hid: true, pid: true, ctid: true }).partial().extend({ id: c.id, version: c.version.optional() })
export type EditCase = z.output<typeof EditCase>
export const CaseId = z.object({ id: c.id })
export const DropCase = CaseId.extend({ reason: note('取消原因', 500).optional() })
const { accept, hold, wait, start, rejoin, cancel, breakOff } = remoteCase.moves
export const MoveCase = CaseId.extend({
  move: word('步骤', {
    accept: accept.label,
    hold: hold.label,
    wait: wait.label,
    start: start.label,
    rejoin: rejoin.label,
    cancel: cancel.label,
    breakOff: breakOff.label,
  }),
  reason: note('原因', 500).optional(),
})
export type MoveCase = z.output<typeof MoveCase>

export const SendableQuery = z.object({ pid: c.pid })
export const Sendable = page(PackItem)
export const messageKind = choice('类别', { 1: '消息', 2: '追问', 3: '改约建议' })
export const Message = z.object({
  id: id('消息'),
  caseId: c.id,
  pid: c.pid,
  kind: messageKind,
  content: personal(text('内容', { max: 1000, format: 'long' })),
  proposedAt: moment('建议时间').nullable(),
  at: moment('时间'),
  ctid: id('人员').nullable(),
  staffName: text('人员').nullable(),
})
export type Message = z.output<typeof Message>
export const Messages = page(Message)
export const Say = CaseId.extend({
  kind: messageKind.default(1),
  content: text('内容', { max: 1000, format: 'long' }).min(1),
  proposedAt: planned(moment('建议时间')).optional(),
})

export const RecordRow = z.object({
  ...r,
  patientName: personal(text('会员'), 'name'),
  expertName: text('专家'),
  signerName: text('签名').nullable(),
  hospitalName: text('门店'),
  present: z.array(Present).meta({ label: '在场' }),
})
export type RecordRow = z.output<typeof RecordRow>
export const RecordPage = page(RecordRow)
export const RecordQuery = z.object({ pid: r.pid.optional(), ctid: r.ctid.optional(), ...perPage })
export const RecordId = z.object({ id: r.id })
const opinions = { opinion: r.opinion.optional(), advice: r.advice.optional(), images: r.images.default([]) }
export const NewRecord = z.object({ reserveId: r.reserveId, ...opinions })
export const EditRecord = RecordId.extend({ ...opinions, version: r.version.optional(), reason: note('更正原因', 500).optional() })
export const SignRecord = RecordId.extend({ version: r.version.optional() })
export const DropRecord = RecordId.extend({ reason: note('作废原因', 500).optional() })
export const RecordPaper = RecordRow.extend({
  case: Case,
  pictures: z.array(ExamImage).meta({ label: '图像' }),
  messages: z.array(Message).meta({ label: '消息' }),
})

/** R014: what the room is called with, and who one is there. */
export const RemoteRoom = z.object({
  reserveId: c.id,
  pid: c.pid,
  roomId: text('房间号'),
  doctorName: text('专家'),
  patientName: personal(text('会员'), 'name'),
  /** Host or none (R102). */
  mode: word('身份', { host: '主持' }).nullable(),
  userId: text('用户号'),
  /**
   * Name of the room at whoever carries sound and picture, and the key that opens it and no other; null where the browsers talk to each
   * other.
   */
  channel: text('通道房间号'),
  channelKey: text('通道密钥', { max: 2000 }).nullable(),
  /** Of two who talk, the lower one gives way. */
  case: ConsultationRow,
  canSave: flag('可保存图像'),
})
export type RemoteRoom = z.output<typeof RemoteRoom>
export const NewFrame = CaseId.extend({ fileId: id('文件'), eye: ExamImage.shape.eye })
export const FrameImages = page(ExamImage)
/** `base` is what was drawn on: what the other side drew meanwhile stays. Without it the drawing is taken as it is. */
export const DrawFrame = CaseId.extend({ imageId: id('图像'), shapes: Shapes, base: Shapes.optional() })

export const UserSigQuery = z.object({
  userId: text('用户号', { max: 32 }).regex(/^[A-Za-z0-9_-]{1,32}$/, '只能是字母、数字、下划线和连字符'),
})
export const UserSig = z.object({
  mode: word('通道', { trtc: '腾讯实时音视频', local: '直连' }),
  sdkAppId: z.int().nullable().meta({ label: '应用号' }),
  sdk: text('程序地址', { max: 300 }).nullable(),
  userId: text('用户号'),
  userSig: text('签名', { max: 1000 }),
  expire: count('有效期', { max: 100_000, unit: '秒' }),
  iceServers: z
    .array(
      z.object({
        urls: z.array(text('地址', { max: 300 })),
        username: text('用户名', { max: 200 }).optional(),
        credential: text('凭据', { max: 200 }).optional(),
      }),
    )
    .meta({ label: '中继' }),
})
export type UserSig = z.output<typeof UserSig>
export { PackItem }
