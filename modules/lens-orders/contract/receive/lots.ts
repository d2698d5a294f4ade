/** A lot of goods, followed: who has it, where it lies, what stands at the door, and what left the house. */
import { count, date, flag, get, id, moment, name, personal, scannedCode, text, word, z } from '#kernel/contract/index.ts'
import { cyl, sph } from '#modules/stock/contract/fields.ts'

const lot = text('批号', { max: 60 })
const product = { productId: id('商品'), productName: text('商品', { max: 200 }) }
const member = {
  pid: id('会员').nullable(),
  patientName: personal(name('会员'), 'name').nullable(),
  mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  memberNo: text('会员号').nullable(),
}
const store = { hid: id('门店'), storeName: text('门店') }
/** By what goods left: a bill, an order, glasses, a gift, a lens fitted elsewhere; anything else is a paper. */
const by = word('经由', {
  bill: '收费单',
  order: '订单',
  frame: '配镜订单',
  gift: '礼品',
  lens: '镜片档案',
  paper: '出库单',
  other: '其他',
})
const quantity = count('数量')

/** Pieces a member has, by what brought them; a lens with a number names it, and whether it is worn. */
const Holder = z.object({
  ...store,
  ...member,
  ...product,
  quantity,
  by,
  docId: id('单据').nullable(),
  docNo: text('单号').nullable(),
  at: moment('时间').nullable(),
  serials: text('序列号', { max: 400 }).nullable(),
  worn: flag('在用'),
})
/** Pieces on a shelf; held ones say for whose order. */
const Shelf = z.object({
  ...store,
  warehouseName: text('仓库'),
  ...product,
  sph: sph.nullable(),
  cyl: cyl.nullable(),
  expiry: date('有效期').nullable(),
  quantity,
  locked: flag('锁定'),
  heldFor: text('留给').nullable(),
})
/** Pieces that came and were not decided of yet. */
const Transit = z.object({
  ...store,
  ...product,
  quantity,
  orderId: id('订单'),
  orderNo: text('订单号'),
  supplierName: text('供应商').nullable(),
  at: moment('时间'),
})
/** Pieces that are with nobody any more: sent back, scrapped, used in the house. */
const Gone = Holder.omit({ pid: true, patientName: true, mobile: true, memberNo: true, serials: true, worn: true })

/** What came is on a shelf, with a holder or gone: `came` is their sum. */
export const LotTrace = z.object({
  lot,
  came: count('入库'),
  onShelf: count('在库'),
  held: count('会员手中'),
  left: count('已离店'),
  holders: z.array(Holder).meta({ label: '会员手中' }),
  shelf: z.array(Shelf).meta({ label: '在库' }),
  transit: z.array(Transit).meta({ label: '待判定' }),
  gone: z.array(Gone).meta({ label: '已离店' }),
})
export type LotTrace = z.output<typeof LotTrace>
/** The lot as printed, or the code of a box that names it. */
export const LotQuery = z.object({ lot: scannedCode('批号或条码', { max: 120 }).min(1), productId: id('商品').optional() })
export type LotQuery = z.output<typeof LotQuery>
export const lots = {
  'lots.trace': get('/v1/{product}/lots/trace', {
    can: 'order:view',
    summary: 'Ours: a lot followed in the stores of the account: who has it, where it lies, what stands at the door, what left',
    input: LotQuery,
    reads: 'many',
    output: LotTrace,
  }),
}
