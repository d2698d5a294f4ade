/**
 * The registers of medical devices, filled from normal work: what the rules for trading in medical devices (State Administration for Market
 * Regulation, order 54 of
 * 2022, in force 2022-05-01) and the quality rules for trading in them (NMPA notice 153 of 2023, in force 2024-07-01) have a trader keep,
 * until two years after the expiry of the goods, five years where they have none. What papers say is read from them, so that no register
 * can say other than they do; what only people can tell (`typed`) they type, and a row is put right by another one.
 */
import { code, binary, count, date, get, id, name, outside, page, perPage, personal, text, word, z } from '#kernel/contract/index.ts'

export const registers = {
  suppliers: '首营企业',
  products: '首营品种',
  accepted: '采购验收',
  expiring: '近效期',
  rejected: '不合格与销毁',
  outbound: '出库记录',
  sales: '销售记录',
  recalls: '召回',
  climate: '温湿度',
  upkeep: '养护',
  adverse: '售后与不良事件',
  equipment: '设备',
  training: '培训',
} as const
export type RegisterName = keyof typeof registers
export const register = word('台账', registers)
/** What each tells. */
export const tells: Readonly<Record<RegisterName, string>> = {
  suppliers: '供应商的经营许可证和有效期',
  products: '二、三类器械的注册证、类别和生产企业',
  accepted: '入库的二、三类器械：批号、效期、供应商、到货温度和验收人',
  expiring: '半年内到期和已过期而仍有库存的批次',
  rejected: '拒收和报废的商品，报废后怎样销毁',
  outbound: '凭出库单离开仓库的二、三类器械',
  sales: '会员购买或取走的二、三类器械：批号和购买人',
  recalls: '召回和演练，及通知是否按时',
  climate: '每个仓库上午、下午各记一次温湿度；超出范围要写处理措施',
  upkeep: '每月检查一次库存的二、三类器械',
  adverse: '售后、投诉和不良事件，及是否上报',
  equipment: '设备的保养、校准和维修，及下次到期',
  training: '质量管理培训和考核',
}
/** Those people type, and the family each is. */
export const typed = {
  climate: 'gsp-climate',
  upkeep: 'gsp-upkeep',
  adverse: 'gsp-adverse',
  equipment: 'gsp-equipment',
  training: 'gsp-training',
} as const satisfies Partial<Record<RegisterName, string>>
/** Those of a period; the others tell how things stand. */
export const dated: ReadonlySet<RegisterName> = new Set([
  'accepted',
  'rejected',
  'outbound',
  'sales',
  'recalls',
  'climate',
  'upkeep',
  'adverse',
  'equipment',
  'training',
])

/** What a row lacks that the rules ask for. */
const gaps = {
  approval_missing: '没有审批',
  approval_waits: '待审批',
  approval_over: '首营资料已过期',
  licence_missing: '缺许可证',
  licence_expired: '许可证已过期',
  certificate_missing: '缺注册证',
  certificate_expired: '注册证已过期',
  maker_missing: '缺生产企业',
  lot_missing: '缺批号',
  expiry_missing: '缺效期',
  supplier_missing: '缺供应商',
  certificates_unseen: '没有核对合格证明',
  expired_on_hand: '已过期仍有库存',
  not_destroyed: '未登记销毁',
  told_late: '通知超时',
  reading_missing: '没有记录',
  upkeep_due: '本月没有养护',
  report_missing: '没有上报',
  check_due: '检查到期',
  training_due: '一年内没有培训',
} as const

/** What kind of row one of those people type is. */
const kinds = {
  beyond: '超出范围',
  fine: '正常',
  wrong: '有问题',
  question: '售后咨询',
  complaint: '投诉',
  adverse: '不良事件',
  care: '清洁保养',
  calibration: '校准检定',
  repair: '维修',
  check: '例行检查',
} as const

/** A row of any register; what one does not tell is null. */
export const RegisterRow = z.object({
  key: text('编号'),
  at: date('日期').nullable(),
  paperNo: text('单号').nullable(),
  name: text('名称', { width: 220 }),
  certificate: text('许可证或注册证', { width: 180 }).nullable(),
  lot: text('批号').nullable(),
  validUntil: date('有效期至').nullable(),
  quantity: count('数量', { adds: true }).nullable(),
  supplierName: text('供应商').nullable(),
  pid: id('会员').nullable(),
  patientName: personal(name('购买人'), 'name').nullable(),
  staffName: text('经办人').nullable(),
  checkedName: text('复核人').nullable(),
  kind: word('类别', kinds, { tones: { beyond: 'bad', wrong: 'bad', adverse: 'warn' } }).nullable(),
  note: text('说明', { width: 200 }).nullable(),
  /** → what puts it right, ← what it puts right. */
  amends: text('更正').nullable(),
  gap: word('缺项', gaps).nullable(),
})
export type RegisterRow = z.output<typeof RegisterRow>
export const RegisterSum = z.object({ register, rows: count('条数'), gaps: count('缺项') })
export type RegisterSum = z.output<typeof RegisterSum>

const filters = {
  register,
  hid: id('门店').optional(),
  lot: code('批号').optional(),
  text: text('名称、单号或供应商').optional(),
  gap: word('缺项', { yes: '只看缺项' }).optional(),
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
}
export const RegisterFilters = z.object(filters)
export type RegisterFilters = z.output<typeof RegisterFilters>
export const RegisterQuery = z.object({ ...filters, ...perPage })

export const registerCalls = {
  'gsp.registers': get('/v1/{product}/gsp/registers', {
    can: 'gsp:view',
    summary:
      'Ours: the registers of medical devices of a store with their rows and gaps of a period (the last 30 days), those with gaps first',
    input: z.object({ hid: filters.hid, startTime: filters.startTime, endTime: filters.endTime }),
    output: z.array(RegisterSum),
  }),
  'gsp.register': get('/v1/{product}/gsp/register', {
    can: 'gsp:view',
    summary: 'Ours: the rows of one register, gaps first; of dated ones those of a period (the last 30 days)',
    input: RegisterQuery,
    reads: 'many',
    output: page(RegisterRow),
  }),
  'gsp.register-export': outside.get('/v1/{product}/gsp/register/export', {
    can: 'gsp:view',
    summary: 'Ours: a register as Excel',
    input: RegisterFilters,
    reads: 'many',
    output: binary(),
    binary: true,
    timeout: 300,
  }),
}
