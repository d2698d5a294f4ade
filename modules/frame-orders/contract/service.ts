/** After-sales: why glasses came back, who pays, and what came of it. */
import { count, date, flag, id, moment, money, name, note, personal, text, word, z } from '#kernel/contract/index.ts'
import { orderFields, recordFrameId } from './fields.ts'

const serviceKind = word('售后类型', { adjust: '调整', repair: '维修', relens: '换片', remake: '重做', return: '退货' })
const payer = word('费用承担', { store: '门店', supplier: '供应商', member: '会员' })
const caseFields = {
  kind: serviceKind,
  complaint: personal(note('原因', 500), 'words').nullable(),
  payer,
  cost: money('费用'),
  linkedId: id('关联订单').nullable(),
}
/** A case with the order it is of. */
export const ServiceCase = z.object({
  serviceId: id('售后单'),
  recordFrameId,
  orderNo: orderFields.orderNo,
  hid: orderFields.hid,
  pid: orderFields.pid,
  patientName: personal(name('会员'), 'name'),
  ...caseFields,
  warrantyUntil: date('质保至').nullable(),
  inWarranty: flag('质保内'),
  linkedNo: text('关联订单号', { max: 30 }).nullable(),
  openedAt: moment('受理时间'),
  opener: text('受理人').nullable(),
  outcome: note('处理结果', 500).nullable(),
  closedAt: moment('完成时间').nullable(),
  closer: text('完成人').nullable(),
  version: count('版本'),
})
export type ServiceCase = z.output<typeof ServiceCase>

/** PUT /frame/customer_service/{id}: opens a case of glasses that were handed over, and closes an open one with its outcome. */
export const Service = z.object({
  id: recordFrameId,
  note: note().nullish(),
  kind: caseFields.kind.optional(),
  complaint: caseFields.complaint.optional(),
  payer: caseFields.payer.optional(),
  cost: caseFields.cost.optional(),
  linkedId: caseFields.linkedId.optional(),
  outcome: note('处理结果', 500).nullish(),
})
/** Changes an open case; what is left out stays. */
export const EditService = Service.omit({ note: true, outcome: true }).extend({ version: count('版本').optional() })
