/** Pictures and papers of examinations. */
import { choice, count, date, file, flag, happened, id, moment, note, page, perPage, text, word, z } from '#kernel/contract/index.ts'
import { Shapes } from './marks.ts'
import { chainReason, ExamKey } from '../shapes.ts'

const eye = word('眼别', { OD: '右眼', OS: '左眼', OU: '双眼' })
const imageTypes = {
  1: '裂隙灯',
  2: '角膜地形图',
  3: '眼底照相',
  4: 'OCT',
  5: '睑板腺',
  6: '荧光染色',
  7: '角膜内皮',
  8: '眼前节',
  9: '报告单',
  99: '其他图像',
} as const
const imageType = choice('图像类型', imageTypes)

/** The file of a form. */
export const UploadImage = z.object({ file: file('图像'), hid: id('门店').optional() })
/** The same as base64 with or without `data:…,` before it; `image_type` is what the sender calls it, the first bytes decide. */
export const UploadBase = z.object({
  base64: z
    .string()
    .max(1_900_000, '图像过大，请以文件上传')
    .regex(/^(data:[\w/+.-]+;base64,)?[A-Za-z0-9+/\s]*={0,2}\s*$/, '不是 base64')
    .meta({ label: '图像' }),
  image_type: text('图像格式', { max: 40 }).optional(),
  hid: id('门店').optional(),
})
/** What was stored: `url` is read by whoever sent it until the file is somebody's picture. */
export const Uploaded = z.object({ id: id('文件'), url: text('地址') })
export type Uploaded = z.output<typeof Uploaded>

const tie = {
  pid: id('会员'),
  kind: ExamKey.shape.kind,
  examId: id('检查'),
}
const picture = {
  /** `id` of the upload. */
  fileId: id('文件'),
  imageType,
  takenAt: happened(moment('拍摄时间')).optional(),
  note: note('图像备注', 500).optional(),
  /** Why the record of another store is added to. */
  reason: chainReason,
}
export const NewImage = z.object({ ...tie, ...picture, eye })
export type NewImage = z.output<typeof NewImage>
/** Several at once: all or none. */
export const NewImages = z.object({ list: z.array(NewImage).min(1).max(50).meta({ label: '图像' }) })
/** A pair: `od` is the upload of the right eye, `os` of the left. */
export const NewPair = NewImage.omit({ eye: true, fileId: true }).extend({ od: id('右眼文件'), os: id('左眼文件') })

export const ExamImage = z.object({
  id: id('图像'),
  pid: tie.pid,
  hid: id('门店'),
  hospitalName: text('门店').nullable(),
  kind: tie.kind,
  examId: tie.examId,
  eye,
  imageType,
  takenAt: moment('拍摄时间'),
  note: note('图像备注', 500).nullable(),
  mime: text('文件类型'),
  size: count('大小'),
  /** Address of the bytes, below the API. */
  url: text('地址'),
  shapes: Shapes,
  /** Who drew last, and when. */
  markedBy: text('标注者').nullable(),
  markedAt: moment('标注时间').nullable(),
  createdBy: id('上传者'),
  createdByName: text('上传者').nullable(),
  createdAt: moment('上传时间'),
  /** The examination left the draft: eye, type and note stay. */
  locked: flag('已锁定'),
  voidedAt: moment('作废时间').nullable(),
  voidReason: note('作废原因', 500).nullable(),
})
export type ExamImage = z.output<typeof ExamImage>
export const ExamImages = page(ExamImage)

export const ImageQuery = z.object({
  pid: tie.pid,
  kind: tie.kind.optional(),
  examId: tie.examId.optional(),
  eye: eye.optional(),
  imageType: imageType.optional(),
  day: date('日期').optional(),
  withVoid: flag('含作废').optional(),
  ...perPage,
  per_page: z.int().min(0).max(200).default(50).meta({ label: '每页条数' }),
})
export type ImageQuery = z.output<typeof ImageQuery>
/** `shapes` adds a version of the drawing; the rest changes while the examination is a draft. */
export const EditImage = z.object({
  id: id('图像'),
  eye: eye.optional(),
  imageType: imageType.optional(),
  takenAt: picture.takenAt,
  note: note('图像备注', 500).nullable().optional(),
  shapes: Shapes.optional(),
  reason: chainReason,
})
export type EditImage = z.output<typeof EditImage>
export const VoidImage = z.object({ id: id('图像'), reason: note('原因', 500).optional() })
/** The bytes of a picture, of the member it is of. */
export const ImageFile = z.object({ pid: tie.pid, id: id('图像') })
export const UploadId = z.object({ id: id('文件') })
