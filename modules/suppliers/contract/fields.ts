import { count, date, id, name, note, phone, text, z, inUse, status, expires } from '#kernel/contract/index.ts'
import { supplierLicence } from './states.ts'

/**
 * Goods categories of Chinese optical chains (import sheets 1–9), plus 10 and 11 for clinics. Declared here because suppliers use them
 * and precede products.
 */
export const categories = {
  1: '镜架',
  2: '配件',
  3: '镜片',
  4: '隐形眼镜',
  5: '护理液',
  6: '太阳镜',
  7: '耗材',
  8: '老花镜',
  9: '视光服务',
  10: '角膜塑形镜',
  11: '设备',
} as const
export const supplierId = id('供应商')
export const supplierFields = {
  name: name('供应商名称', { max: 80, width: 200 }),
  contactName: text('联系人', { max: 30 }).nullable(),
  phone: phone('联系电话').nullable(),
  address: text('地址', { max: 200 }).nullable(),
  licenceNo: text('许可证号', { max: 60 }).nullable(),
  licenceExpires: expires(date('许可证到期')).nullable(),
  bank: text('开户行', { max: 60 }).nullable(),
  bankAccount: text('银行账号', { max: 40 }).nullable(),
  categories: z.array(z.int().min(1).max(11)).max(11).meta({ label: '供应类别' }),
  paymentDays: count('账期（天）', { max: 365 }),
  status: status('状态', inUse),
  note: note().nullable(),
}
/** Approval of a record by quality management (首营), valid while the approved facts are unchanged. */
export const approved = { approvedOn: date('首营审批日').nullable(), approvedUntil: date('首营有效期至').nullable() }
export const licenceState = status('证照', supplierLicence)
