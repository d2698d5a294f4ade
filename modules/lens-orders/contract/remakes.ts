/** The remake ledger: whatever was refused, found unqualified, made again or brought back, with its cause, its cost and who bears it. */
import { binary, count, date, get, id, moment, money, outside, page, perPage, status, text, word, z } from '#kernel/contract/index.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { side } from '#modules/frame-orders/contract/fields.ts'

const what = word(
  '事由',
  { slip: '加工不合格', service: '售后', refused: '来料拒收', supplement: '补片', scrap: '报废' },
  { tones: { slip: 'warn', service: 'info', refused: 'bad', supplement: 'warn', scrap: 'bad' } },
)
/** Causes of all four, in the words of the papers they stand on. */
const cause = word('原因', {
  order: '下单',
  lens: '镜片',
  frame: '镜架',
  process: '加工',
  refraction: '验光',
  member: '会员',
  adjust: '调整',
  repair: '维修',
  relens: '换片',
  remake: '重做',
  return: '退货',
  refused: '与订单不符',
  lost: '丢失',
  broken: '破损',
  parameters: '参数调整',
  quality: '质量',
  scrapped: '报废',
})
/** A slip is borne by the store, or by the member who caused it; what was refused and what is replaced under warranty by the supplier. */
const payer = word('费用承担', { store: '门店', supplier: '供应商', member: '会员' })

/** Cost in fen: of the slip or the case as written there, of a refused or replaced piece what the supplier takes for it. */
export const Remake = z.object({
  key: text('编号', { max: 30 }),
  at: moment('日期'),
  hid: id('门店'),
  what,
  cause,
  orderNo: text('订单号', { max: 30 }),
  recordFrameId: id('配镜订单').nullable(),
  orderId: id('订单').nullable(),
  foundAt: status('发现环节', frameOrder).nullable(),
  side: side.nullable(),
  pieces: count('数量'),
  productName: text('商品').nullable(),
  supplierName: text('供应商').nullable(),
  staffName: text('责任人').nullable(),
  payer,
  cost: money('费用'),
  note: text('备注', { max: 500 }).nullable(),
})
export type Remake = z.output<typeof Remake>
const filters = {
  hid: id('门店').optional(),
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
  what: what.optional(),
  cause: cause.optional(),
  payer: payer.optional(),
  supplierId: id('供应商').optional(),
}
const RemakeQuery = z.object({ ...filters, ...perPage })
export const RemakeFilters = z.object(filters)
export type RemakeFilters = z.output<typeof RemakeFilters>
/** How many and how much, by cause and by who bears it. */
export const RemakeSum = z.object({ cause, payer, count: count('次数'), pieces: count('数量'), cost: money('费用') })
export type RemakeSum = z.output<typeof RemakeSum>

export const remakes = {
  'remakes.list': get('/order/remakes', {
    can: 'order:cost',
    summary: 'Ours: what was refused, found unqualified, made again or brought back, the newest first',
    input: RemakeQuery,
    output: page(Remake),
  }),
  'remakes.sums': get('/order/remakes/sums', {
    can: 'order:cost',
    summary: 'Ours: the same by cause and by who bears the cost, the dearest first',
    input: RemakeFilters,
    output: z.array(RemakeSum),
  }),
  'remakes.export': outside.get('/order/remakes/export', {
    can: 'order:cost',
    summary: 'Ours: the remake ledger as Excel',
    input: RemakeFilters,
    reads: 'nobody',
    output: binary(),
    binary: true,
  }),
}
