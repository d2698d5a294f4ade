import { choice, count, date, id, page, perPage, status as stateField, text, z, personal, expires } from '#kernel/contract/index.ts'
import * as f from './fields.ts'
import { memberPackage } from './states.ts'

const status = stateField('状态', memberPackage)
const pieces = (label: string) => count(label, { max: 9999 })

export const PackageItem = z.object({
  package_item_id: id('套餐项目'),
  package_id: id('套餐'),
  fiid: id('收费项目').nullable(),
  name: text('项目', { width: 180 }),
  price: f.gift('单次原价'),
  quantity: pieces('总次数'),
  used: pieces('已用'),
  left: pieces('剩余'),
})
export type PackageItem = z.output<typeof PackageItem>
export const Package = z.object({
  package_id: id('套餐'),
  pid: f.pid,
  patientName: personal(text('会员'), 'name'),
  hid: f.hid,
  storeName: text('购买门店'),
  name: text('套餐', { width: 180 }),
  price: f.principal('购买金额'),
  status,
  startsOn: date('购买日期'),
  expiresOn: date('有效期至').nullable(),
  validDays: count('首次使用后天数').nullable(),
  total: pieces('总次数'),
  left: pieces('剩余次数'),
  ref: text('来源单据'),
  version: count('版本'),
  items: z.array(PackageItem),
})
export type Package = z.output<typeof Package>
export const PackagePage = page(Package)
export const PackageQuery = z.object({
  pid: f.pid.optional(),
  status: status.optional(),
  search: text('会员或套餐', { max: 40 }).optional(),
  ...perPage,
})
export const ByPackage = z.object({ package_id: id('套餐') })
export const PackageItems = z.array(PackageItem)
/** Extends a package to a day. `approver` approved the extension. */
export const DelayPackage = z.object({
  package_id: id('套餐'),
  expiresOn: expires(date('延期至')),
  approver: id('批准人'),
  /** Of an approver who is not signed in here: typed by that person. */
  approverPassword: z.string().max(200).optional().meta({ label: '批准人登录密码', format: 'secret' }),
  reason: f.reason,
})
/** Uses pieces of a package item now, in the current store. */
export const ConfirmItem = z.object({
  package_item_id: id('套餐项目'),
  quantity: count('次数', { min: 1, max: 999 }).default(1),
  staffId: id('服务人').optional(),
  note: f.remark.optional(),
})
export const CancelRecord = z.object({ recordId: id('核销记录'), reason: f.reason })
export const FreezePackage = z.object({
  package_id: id('套餐'),
  frozen: z.boolean().meta({ label: '冻结', format: 'flag' }),
  reason: text('原因', { max: 200 }).optional(),
})
/** Uses of packages: who, what, where, served by whom. */
export const PackageRecord = z.object({
  recordId: id('记录'),
  package_id: id('套餐'),
  packageName: text('套餐', { width: 160 }),
  itemName: text('项目', { width: 160 }).nullable(),
  pid: f.pid,
  patientName: personal(text('会员'), 'name'),
  memberNo: text('会员号', { width: 118 }).nullable(),
  hid: f.hid,
  storeName: text('门店'),
  kind: choice('类型', { 1: '核销', 2: '撤销核销', 3: '延期' }),
  quantity: pieces('次数'),
  staffName: text('服务人').nullable(),
  operatorName: f.staffName.nullable(),
  expiresBefore: date('原有效期').nullable(),
  expiresAfter: date('新有效期').nullable(),
  cancelled: z.boolean().meta({ label: '已撤销', format: 'flag' }),
  at: f.happenedAt,
  note: f.remark.nullable(),
})
export type PackageRecord = z.output<typeof PackageRecord>
export const PackageRecordPage = page(PackageRecord)
export const RecordQuery = z.object({
  pid: f.pid.optional(),
  package_id: id('套餐').optional(),
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
  ...perPage,
})
