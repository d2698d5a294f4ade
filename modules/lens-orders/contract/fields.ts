import { choice, clinical, count, date, eyes, id, moment, money, note, text, word, z, planned } from '#kernel/contract/index.ts'
import { powers } from '#modules/frame-orders/contract/fields.ts'
import { lensParameters } from '#modules/records/contract/okjing/fields.ts'
import { axis, base } from '#kernel/contract/eye.ts'

export { orderOptions } from '#modules/frame-orders/contract/fields.ts'
export const orderId = id('订单')
export const eyeOfLine = word('眼别', { od: '右眼', os: '左眼' })
export const mode = choice('订单性质', { 1: '备货', 2: '会员', 3: '补片' })
export const orderType = choice('隐形订单类型', { 1: '硬镜', 2: '软镜' })
export const cause = word('补片原因', { lost: '丢失', broken: '破损', adjust: '参数调整', quality: '质量' })
/** Supplier's stock or made for this order. */
const classifyStatus = choice('现片/订制', { 1: '现片', 2: '订制' })
/** The state of any kind: its words are those of the machine its kind moves in (`statusName`). */
export const status = z.int().min(0).max(99).meta({ label: '状态', format: 'count', width: 96 })
export const kindWord = text('订单种类', { max: 20 })

const plain = clinical('sphere', { label: '球镜' })
/** What one piece is, whatever its kind asks of it: powers in D and °, distances and curves in mm. */
export const lineParameters = {
  sph: plain.nullable(),
  cyl: clinical('cylinder').nullable(),
  axis: axis().nullable(),
  addition: clinical('addition').nullable(),
  prism: clinical('prism').nullable(),
  base: base('棱镜底向').nullable(),
  monoPd: clinical('monocularPd').nullable(),
  fitHeight: clinical('fittingHeight').nullable(),
  bc: lensParameters.bc.nullable(),
  rc: lensParameters.rc.nullable(),
  ac: lensParameters.ac.nullable(),
  target: lensParameters.target.nullable(),
  rzd: lensParameters.rzd.nullable(),
  lza: lensParameters.lza.nullable(),
  dia: lensParameters.dia.nullable(),
  ct: lensParameters.ct.nullable(),
  colour: lensParameters.colour.nullable(),
}
export type LineParameter = keyof typeof lineParameters
export const lineParameterNames: readonly LineParameter[] = [
  'sph',
  'cyl',
  'axis',
  'addition',
  'prism',
  'base',
  'monoPd',
  'fitHeight',
  'bc',
  'rc',
  'ac',
  'target',
  'rzd',
  'lza',
  'dia',
  'ct',
  'colour',
]
/** The same of a pair of eyes, spelled as on the wire: `dsOd`, `bcOs`. */
export const pairParameters = {
  ...powers,
  ...eyes('bc', lineParameters.bc),
  ...eyes('rc', lineParameters.rc),
  ...eyes('ac', lineParameters.ac),
  ...eyes('target', lineParameters.target),
  ...eyes('rzd', lineParameters.rzd),
  ...eyes('lza', lineParameters.lza),
  ...eyes('dia', lineParameters.dia),
  ...eyes('ct', lineParameters.ct),
  ...eyes('colour', lineParameters.colour),
}
/** Name of a pair (`ds` of dsOd) → name in a line. */
export const PAIRS = {
  ds: 'sph',
  dc: 'cyl',
  ax: 'axis',
  add: 'addition',
  prism: 'prism',
  base: 'base',
  pd: 'monoPd',
  ph: 'fitHeight',
  bc: 'bc',
  rc: 'rc',
  ac: 'ac',
  target: 'target',
  rzd: 'rzd',
  lza: 'lza',
  dia: 'dia',
  ct: 'ct',
  colour: 'colour',
} as const satisfies Record<string, LineParameter>
export const pieces = count('数量', { min: 1, max: 9999 })
export const unit = text('单位', { max: 8 })

/** Fields of an order that people write, of any kind. */
export const headFields = {
  pid: id('会员').nullable(),
  ctid: id('接待人').nullable(),
  prescriptionId: id('处方').nullable(),
  rxLineId: id('处方行').nullable(),
  fittingId: id('配适记录').nullable(),
  recordFrameId: id('配镜订单').nullable(),
  supplierId: id('供应商').nullable(),
  promisedOn: planned(date('承诺到货')).nullable(),
  optristId: id('验光师').nullable(),
  operatorId: id('操作人').nullable(),
  orderNote: note('订单备注', 500).nullable(),
  lastEmsNumber: text('快递单号', { max: 50 }).nullable(),
  optometryUrl: text('验光单照片', { max: 300 }).nullable(),
  mirrorUrl: text('镜架照片', { max: 300 }).nullable(),
  lensType: count('镜片类型', { max: 99 }).nullable(),
  classifyStatus: classifyStatus.nullable(),
  stockInType: count('入库类型', { max: 99 }).nullable(),
  inWareHouseId: id('入库仓库').nullable(),
  paymentOrderType: count('付款类型', { max: 99 }).nullable(),
}
export const orderNo = text('订单号', { max: 30, width: 140 })
export { collectorFields, proofFields } from '#modules/patients/contract/collector.ts'
export const price = money('零售价', { adds: false })
export const cost = money('进价', { adds: false })
export const field = moment('时间')
export const person = (label: string) => text(label, { max: 50 })
