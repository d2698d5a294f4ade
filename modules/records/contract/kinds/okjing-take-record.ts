/** The lenses handed over: what their boxes say, whether they are the ones that were fitted, and what the wearer was taught. */
import { code, count, date, eyes, flag, id, note, phone, text, word, z, expires } from '#kernel/contract/index.ts'
import { lensPair, product } from '../okjing/fields.ts'
import { takeFaults } from '../okjing/take.ts'
import { recordKind } from './kind.ts'

export const taught = word('教学项目', {
  wash: '洗手',
  insert: '戴镜',
  remove: '摘镜',
  clean: '清洁冲洗',
  suction: '吸棒使用',
  stuck: '镜片吸附处理',
  redEye: '红痛停戴就诊',
  water: '不碰自来水',
})
/** As the scanner sends it: FNC1 (a control character other texts may not hold) ends its elements. */
const scannedUdi = z
  .string()
  .trim()
  .max(200)
  .regex(/^[\u001D\u0020-\u007E]*$/, 'UDI 只能是条码里的字符')
  .meta({ label: 'UDI', format: 'text' })
const Care = z.object({
  name: text('护理产品', { max: 80 }).min(1),
  batch: code('批号', { max: 40 }).nullish(),
  expiry: expires(date('效期')).nullish(),
})
export const takeRecord = recordKind({
  noun: 'ortho-k take record',
  chain: 'joins',
  fields: {
    fittingId: id('配适记录'),
    product,
    ...eyes('udi', scannedUdi),
    ...eyes('serial', text('序列号', { max: 40 })),
    ...eyes('gtin', text('产品标识', { max: 14 })),
    ...eyes('batch', code('批号', { max: 40 })),
    ...eyes('expiry', expires(date('效期'))),
    ...lensPair,
    ...eyes('spare', flag('备用片')),
    taught: z
      .array(taught)
      .max(20)
      .meta({ label: '佩戴教学', options: taught.meta()?.options ?? {} }),
    quiz: count('问答得分', { max: 100, unit: '分' }),
    care: z.array(Care).max(20).meta({ label: '护理产品' }),
    firstNight: note('首夜计划', 500),
    emergencyPhone: phone('急诊电话'),
    takenBy: word('取镜人', { self: '本人', father: '父亲', mother: '母亲', guardian: '其他监护人', post: '邮寄' }),
    remark: note('说明', 500),
  },
  needed: ['fittingId', 'takenBy'],
  concludes: [],
  checks: takeFaults,
  hasStatus: true,
  hasPrint: true,
})
