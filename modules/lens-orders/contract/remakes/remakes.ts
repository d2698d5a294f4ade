/** The remake ledger: whatever was refused, found unqualified, made again or brought back, with its cause, its cost and who bears it. */
import {
  binary,
  count,
  date,
  get,
  id,
  moment,
  money,
  outside,
  page,
  perPage,
  post,
  status,
  text,
  word,
  z,
  happened,
} from '#kernel/contract/index.ts'
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

const MOST = 1_000_000_000
/** What papers of suppliers took off; less than nothing where a higher price was agreed. */
const credited = money('供应商赔付', { min: -MOST, max: MOST })
const docNo = text('赔付单号', { max: 60 })
/** The papers that say so: credit notes, returns, other prices. */
const creditNos = text('赔付单号')
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
  pieces: count('数量', { adds: true }),
  productName: text('商品').nullable(),
  supplierName: text('供应商').nullable(),
  staffName: text('责任人').nullable(),
  payer,
  cost: money('费用'),
  credited: credited.nullable(),
  creditNos: creditNos.nullable(),
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
const key = text('返工记录', { max: 30 })
/** A credit note of the supplier of a line; one of no supplier names whose it is. */
const CreditRemake = z.object({
  hid: id('门店').optional(),
  key,
  supplierId: id('供应商').nullish(),
  docNo: docNo.min(1),
  day: happened(date('赔付日期')),
  amount: money('赔付金额', { min: 0.01 }),
  note: text('备注', { max: 200 }).nullish(),
})
export type CreditRemake = z.output<typeof CreditRemake>
const UncreditRemake = z.object({ hid: id('门店').optional(), key, docNo: docNo.min(1), reason: text('原因', { max: 200 }).min(1) })
export type UncreditRemake = z.output<typeof UncreditRemake>
const Credited = z.object({ key, credited: credited.nullable(), creditNos: creditNos.nullable() })
export type Credited = z.output<typeof Credited>
/** How many and how much, by cause and by who bears it. */
export const RemakeSum = z.object({ cause, payer, count: count('次数'), pieces: count('数量'), cost: money('费用'), credited })
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
  'remakes.credit': post('/order/remakes/credit', {
    can: 'payorder:edit',
    summary: 'Ours: a credit note of a supplier that makes a line of the ledger good; what is owed is less by it',
    input: CreditRemake,
    output: Credited,
    fails: ['credit_twice'],
  }),
  'remakes.uncredit': post('/order/remakes/credit/revoke', {
    can: 'payorder:edit',
    summary: 'Ours: takes back a credit note written by mistake; what it took off is owed again',
    input: UncreditRemake,
    output: Credited,
    fails: ['credit_gone'],
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
