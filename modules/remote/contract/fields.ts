import { choice, clock, count, id, inUse, money, moment, note, personal, status, text, word, z } from '#kernel/contract/index.ts'
import { everyKind } from '#modules/exams/contract/kinds/index.ts'
import { remoteCase, remoteRecord } from './states.ts'

const day = choice('星期', { 1: '周一', 2: '周二', 3: '周三', 4: '周四', 5: '周五', 6: '周六', 7: '周日' })
/** A time of every week in which the expert is asked. */
const slot = z
  .object({ day, from: clock('开始'), to: clock('结束') })
  .refine(({ from, to }) => from < to, { error: '结束时间应晚于开始时间', path: ['to'] })

/** An expert (R137: known by the staff number). */
export const specialistFields = {
  id: id('远程专家'),
  ctid: id('专家'),
  title: text('职称', { max: 40 }).nullable(),
  hospital: text('所在医院', { max: 60 }).nullable(),
  skills: text('擅长', { max: 200 }).nullable(),
  intro: note('简介', 1000).nullable(),
  minutes: count('会诊时长', { min: 5, max: 120, unit: '分钟' }),
  slots: z.array(slot).max(30).meta({ label: '每周时段' }),
  fee: money('会诊费', { min: 1, max: 100_000 }),
  status: status('状态', inUse),
  version: count('版本'),
}

/** What the expert is shown: kinds of examinations by their word, and the rest of the file. */
const packKinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(everyKind.map((k) => [k.kind, k.title])),
  image: '图像',
  prescription: '处方',
  curve: '生长曲线',
}
export const packKind = word('资料', packKinds)
export const PackItem = z.object({
  kind: packKind,
  /** Number of the examination, picture or prescription; null for the growth curve. */
  id: id('编号').nullable(),
  /** As it was when the case was sent; null where the thing has none. */
  version: count('版本').nullable(),
  label: text('名称'),
})
export type PackItem = z.output<typeof PackItem>

export const caseFields = {
  id: id('远程会诊'),
  hid: id('门店'),
  pid: id('会员'),
  ctid: id('专家'),
  doctorId: id('申请医生'),
  mode: choice('方式', { 0: '视频会诊', 1: '书面会诊' }, { width: 96 }),
  startAt: moment('开始时间'),
  endAt: moment('结束时间'),
  question: personal(note('会诊问题', 2000).min(1)),
  urgency: choice(
    '紧急程度',
    { 0: '常规', 1: '优先', 2: '加急', 3: '紧急' },
    { width: 88, tones: { 0: 'neutral', 1: 'info', 2: 'warn', 3: 'bad' } },
  ),
  pack: z.array(PackItem).meta({ label: '病例资料' }),
  fee: money('会诊费', { min: 1, max: 100_000 }),
  status: status('状态', remoteCase),
  version: count('版本'),
  cancelReason: personal(note('取消原因', 500).nullable()),
  signedAt: moment('签署时间').nullable(),
  createdAt: moment('申请时间'),
}
export const recordFields = {
  id: id('远程会诊记录'),
  reserveId: id('远程会诊'),
  pid: id('会员'),
  hid: id('门店'),
  ctid: id('专家'),
  opinion: personal(note('会诊意见', 2000).nullable()),
  advice: personal(note('处理建议', 2000).nullable()),
  images: z.array(id('图像')).max(50).meta({ label: '图像' }),
  status: status('状态', remoteRecord),
  version: count('版本'),
  changeReason: personal(note('更正原因', 500).nullable()),
  ecaseId: id('病历').nullable(),
  signedAt: moment('签名时间').nullable(),
  updatedAt: moment('保存时间'),
}
/** Who was in the room, as the server saw it. */
export const Present = z.object({ ctid: id('人员'), name: text('姓名'), from: moment('进入时间'), to: moment('离开').nullable() })
export type Present = z.output<typeof Present>
