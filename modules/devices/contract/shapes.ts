import { comparisonWords, count, date, file, id, name, note, page, perPage, personal, text, word, z } from '#kernel/contract/index.ts'
import { everyKind } from '#modules/exams/contract/kinds/index.ts'
import { PatientHit } from '#modules/patients/contract/shapes.ts'
import { fileFields as f, keyFields } from './fields.ts'

/** Examinations a file fills: those that are declared. */
const kind = word('检查', Object.fromEntries(everyKind.map((k) => [k.kind, k.title])))
const measured = z.union([z.number(), z.string()])

const ReadExam = z.object({ kind: text('检查'), values: z.record(z.string(), measured).meta({ label: '测量值' }) })
const Beside = z.object({
  what: text('项目'),
  od: text('右眼').optional(),
  os: text('左眼').optional(),
  ou: text('双眼').optional(),
})
const Warning = z.object({ at: text('位置', { max: 200 }), sentence: text('说明', { max: 300 }) })
const mm = z
  .number()
  .nullable()
  .meta({ label: '毫米', unit: 'mm', reason: 'as the tracer or the lab wrote it: shown and drawn, never kept as a measure' })
const Trace = z.object({
  points: z.array(z.tuple([z.number(), z.number()])),
  a: z.number(),
  b: z.number(),
  ed: z.number(),
  circumference: z.number(),
})
/** The shape of a frame, of OMA alone; mm. */
export const TracedFrame = z.object({
  name: text('镜架').nullable(),
  a: mm,
  b: mm,
  dbl: mm,
  ed: mm,
  circumference: mm,
  od: Trace.nullable(),
  os: Trace.nullable(),
  ipdOd: mm,
  ipdOs: mm,
})
/** What a row keeps of a reading. */
export const KeptReading = z.object({
  exams: z.array(ReadExam),
  beside: z.array(Beside),
  warnings: z.array(Warning),
  /** What the file holds and nobody takes, by its own names; files read before have none. */
  untaken: z.array(z.object({ name: text('项目', { max: 100 }), value: text('内容', { max: 100 }) })).optional(),
  frame: TracedFrame.optional(),
})
export type KeptReading = z.output<typeof KeptReading>
/** Fields a file filled in one examination. */
const Taken = z.object({ kind, id: id('检查'), fields: z.array(text('字段')) })

export const DeviceFileRow = z.object({
  fileId: f.fileId,
  hid: f.hid,
  filename: f.filename,
  source: f.source,
  profile: f.profile.nullable(),
  model: f.model.nullable(),
  measuredAt: f.measuredAt.nullable(),
  receivedAt: f.receivedAt,
  saidId: f.saidId.nullable(),
  saidName: f.saidName.nullable(),
  pid: f.pid.nullable(),
  memberNo: text('会员号').nullable(),
  name: personal(name('会员'), 'name').nullable(),
  matchedBy: f.matchedBy.nullable(),
  warnings: count('警告'),
  status: f.status,
  version: f.version,
})
export type DeviceFileRow = z.output<typeof DeviceFileRow>
export const DeviceFilePage = page(DeviceFileRow)
export const DeviceFileQuery = z.object({
  hid: f.hid,
  status: f.status.optional(),
  profile: f.profile.optional(),
  pid: f.pid.optional(),
  startDate: date('开始日期').optional(),
  endDate: date('结束日期').optional(),
  ...perPage,
})

/** One value of a file beside what the record says: of the draft it would be written into, or of the examination before. */
const ComparedValue = z.object({
  field: text('字段'),
  value: measured,
  old: measured.nullable(),
  difference: z.number().nullable(),
  /** Why the record cannot take it. */
  wrong: text('说明', { max: 300 }).nullable(),
})
export type ComparedValue = z.output<typeof ComparedValue>
const ComparedExam = z.object({
  /** Place of the examination within the file. */
  index: count('序号'),
  kind: text('检查'),
  title: text('检查'),
  /** Of a refraction: how it was made. */
  which: z.int().nullable().meta({ label: '验光方式' }),
  /** False where no examination of this kind is kept yet. */
  known: z.boolean(),
  oldAt: text('上次').nullable(),
  /** True where the values go into a draft of the same day. */
  intoDraft: z.boolean(),
  values: z.array(ComparedValue),
})
export type ComparedExam = z.output<typeof ComparedExam>
/** Name, sex and birth of the file beside the member's. */
const Identity = z.array(
  z.object({
    what: word('项目', { 姓名: '姓名', 性别: '性别', 出生日期: '出生日期' }),
    said: personal(text('文件', { max: 100 })).nullable(),
    member: personal(text('会员', { max: 100 })).nullable(),
    comparison: word('比较', comparisonWords),
  }),
)
/** A member the file may be of, with what speaks for it, and against. */
const Candidate = z.object({ ...PatientHit.omit({ levelName: true }).shape, why: f.matchedBy, identity: Identity })
export const DeviceFile = DeviceFileRow.extend({
  size: f.size,
  serial: f.serial.nullable(),
  sha256: f.sha256,
  reading: KeptReading.meta({ label: '读出的内容' }),
  compared: z.array(ComparedExam),
  saidBirth: f.saidBirth.nullable(),
  saidSex: f.saidSex.nullable(),
  differsReason: f.differsReason.nullable(),
  /** Of the member it is claimed for; empty where it is nobody's. */
  identity: Identity,
  candidates: z.array(Candidate),
  taken: z.array(Taken),
})
export type DeviceFile = z.output<typeof DeviceFile>

export const FileId = z.object({ id: f.fileId })
export const UploadDeviceFile = z.object({
  hid: f.hid,
  file: file(),
  source: word('来源', { drop: '拖入', serial: '串口' }).default('drop'),
})
export const ArrivedRow = z.object({ fileId: f.fileId, status: f.status, profile: f.profile.nullable(), warnings: count('警告') })
/** What came of an upload: `known` is true when the very same file was here before. */
export const Arrived = ArrivedRow.extend({ known: z.boolean() })
export type Arrived = z.output<typeof Arrived>
export const ArriveByKey = z.object({ key: text('密钥'), file: file() })
const seen = { id: f.fileId, version: z.int().min(0).nullable().optional().meta({ label: '版本' }) }
/** Whose it is; null says nobody's. */
export const ClaimFile = z.object({
  ...seen,
  pid: f.pid.nullable(),
  /** Why it is this member's all the same, where name, sex or birth differ. */
  differsReason: f.differsReason.min(4).nullish(),
})
export const IgnoreFile = z.object({ ...seen, reason: note('原因', 500).min(1) })
export const SeenFile = z.object(seen)
/** Fields taken of each examination of the file, by its place. */
export const AcceptFile = z.object({
  ...seen,
  /** When the examinations were made: by the device's clock, or when the file came, where that clock is wrong. */
  clock: word('检查时间', { device: '仪器时间', received: '收到时间' }).default('device'),
  backdateReason: note('补录原因', 500).optional(),
  take: z
    .array(z.object({ index: count('序号'), fields: z.array(text('字段')).max(60).meta({ label: '字段' }) }))
    .max(20)
    .meta({ label: '采用的测量值' }),
})
/** Frames traced for a member, newest first. */
export const FrameQuery = z.object({ pid: f.pid })
export const TracedFrames = z.object({
  pid: f.pid,
  list: z.array(z.object({ fileId: f.fileId, receivedAt: f.receivedAt, frame: TracedFrame })),
  total: z.int(),
})

export const DeviceKey = z.object(keyFields)
export const DeviceKeyPage = page(DeviceKey)
export const DeviceKeyQuery = z.object({ hid: keyFields.hid, ...perPage })
export const NewDeviceKey = z.object({ hid: keyFields.hid, name: keyFields.name })
/** The key itself is shown this once. */
export const MadeDeviceKey = DeviceKey.extend({ key: text('密钥', { format: 'secret' }) })
export const KeyId = z.object({ id: keyFields.keyId })
