/**
 * What a maker is told of an order: pieces by eye, the frame they go into, and how this maker wants it written (`MakerProfile`, data of a
 * supplier).
 */
import { count, id, text, word, z } from '#kernel/contract/index.ts'

/** One piece, right or left; powers in D and °, lengths in mm. Null is not asked for. */
export interface JobEye {
  readonly sph: number | null
  readonly cyl: number | null
  readonly axis: number | null
  readonly addition: number | null
  readonly prism: number | null
  readonly base: 'IN' | 'OUT' | 'UP' | 'DOWN' | null
  readonly monoPd: number | null
  /** Pupil over the lowest point of the rim. */
  readonly fitHeight: number | null
  readonly bc: number | null
  readonly rc: number | null
  readonly ac: number | null
  readonly target: number | null
  readonly rzd: number | null
  readonly lza: number | null
  readonly dia: number | null
  readonly ct: number | null
  readonly colour: string | null
  readonly product: JobProduct
  readonly number: number
}
export interface JobProduct {
  readonly name: string
  readonly model: string | null
  readonly lensType: number | null
  readonly index: number | null
  /** Largest blank, mm. */
  readonly diameter: number | null
  readonly film: string | null
}
export interface JobFrame {
  readonly a: number | null
  readonly b: number | null
  readonly dbl: number | null
  readonly ed: number | null
  /** Lines of a tracer as it wrote them: TRCFMT, R, A, Z. */
  readonly trace: readonly string[]
}
export interface Job {
  readonly orderNo: string
  readonly od: JobEye | null
  readonly os: JobEye | null
  /** Pieces for the shelf, of no eye. */
  readonly pieces: readonly JobEye[]
  readonly frame: JobFrame | null
  readonly options: readonly string[]
}

/** How a maker wants its files. */
export const makerFormat = word('文件格式', { dcs: 'DCS', excel: 'Excel', csv: 'CSV' })
/** Where OCHT is measured from: the bottom of the box, or the middle of it. */
const heightFrom = word('瞳高起点', { box: '框底', datum: '水平中线' })
const Column = z.object({ field: text('字段', { max: 30 }), heading: text('列名', { max: 40 }).min(1) })
export const MakerProfile = z.object({
  supplierId: id('供应商'),
  format: makerFormat,
  /** Our number at the maker's. */
  account: text('客户编号', { max: 40 }).nullable(),
  height: heightFrom,
  /** Records every file of this maker carries, `LABEL=value` a line. */
  extra: text('固定记录', { max: 1000 }).nullable(),
  /** What our products are called there: our model or name, and theirs. */
  names: z
    .array(z.object({ ours: text('我方名称', { max: 120 }).min(1), theirs: text('厂家代码', { max: 60 }).min(1) }))
    .max(500)
    .meta({ label: '商品代码对照' }),
  /** Columns of a table in their order; all of ours where none are named. */
  columns: z.array(Column).max(60).meta({ label: '列' }),
})
export type MakerProfile = z.output<typeof MakerProfile>
export const plainProfile = (supplierId: number, format: MakerProfile['format'] = 'excel'): MakerProfile => ({
  supplierId,
  format,
  account: null,
  height: 'box',
  extra: null,
  names: [],
  columns: [],
})
/** What a product is called at the maker's. */
export const nameAt = (profile: MakerProfile, { model, name }: JobProduct): string =>
  profile.names.find((n) => n.ours === model || n.ours === name)?.theirs ?? model ?? name
/** A file that was sent. */
export const SentFile = z.object({
  sentId: id('发送记录'),
  orderId: id('订单'),
  format: makerFormat,
  filename: text('文件名', { max: 120 }),
  sha256: text('校验值', { max: 64 }),
  size: count('大小'),
  sentAt: z.string().meta({ label: '发送时间', format: 'moment' }),
  sender: text('发送人').nullable(),
  /** The order was changed since: what the maker has is not what is ordered. */
  old: z.boolean().meta({ label: '已过时', format: 'flag' }),
})
export type SentFile = z.output<typeof SentFile>
