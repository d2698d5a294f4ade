import { clinical, count, date, id, moment, money, name, note, status, text, z, type ClinicalName, term } from '#kernel/contract/index.ts'
import { contractStates } from './states.ts'

export const contractId = id('合同')
export const supplierName = text('供应商', { width: 180 })
export const version = z.int().min(0).meta({ label: '版本', format: 'count' })
export const reason = text('原因', { max: 200 })

const band = (measure: ClinicalName, label: string) =>
  clinical(measure, { label, warn: null, reason: 'the end of a price range is no power of an eye' }).nullable()
/** Goods a price applies to. */
export const lineFields = {
  productId: id('商品').nullable(),
  brand: text('品牌', { max: 60 }).nullable(),
  sphFrom: band('sphere', '球镜从'),
  sphTo: band('sphere', '球镜到'),
  cylFrom: band('cylinder', '柱镜从'),
  cylTo: band('cylinder', '柱镜到'),
  quantityFrom: count('数量从', { min: 1, max: 100_000 }),
  quantityTo: count('数量到', { min: 1, max: 100_000 }).nullable(),
  cost: money('协议价', { adds: false }),
  note: text('备注', { max: 200 }).nullable(),
}
export const contractFields = {
  contractNo: name('合同编号', { max: 40, width: 130 }),
  name: name('合同名称', { max: 80, width: 200 }),
  supplierId: id('供应商'),
  applyStores: z.array(id('门店')).min(1).max(500).nullable().meta({ label: '适用门店' }),
  startsOn: term(date('开始日期')),
  endsOn: term(date('结束日期')),
  paymentDays: count('账期（天）', { max: 365 }),
  creditLimit: money('信用额度').nullable(),
  warrantyDays: count('质保（天）', { max: 3650 }).nullable(),
  returnDays: count('无理由退货（天）', { max: 3650 }).nullable(),
  note: note().nullable(),
}
export const contractStatus = status('状态', contractStates)
export const createdAt = moment('登记时间')
