import {
  code,
  clinical,
  confirmationOf,
  ConfirmedFinding,
  count,
  date,
  file,
  findingReason,
  flag,
  id,
  moment,
  money,
  name,
  note,
  page,
  pageSize,
  perPage,
  text,
  z,
  word,
  personal,
  planned,
} from '#kernel/contract/index.ts'
import { collectorFields, proofFields } from '#modules/patients/contract/collector.ts'
import { TracedFrame } from '#modules/devices/contract/shapes.ts'
import { productFields } from '#modules/products/contract/fields.ts'
import { concessionReasons } from './check/concession.ts'
import { orderReasons } from './check/confirm.ts'
import {
  binocleType,
  cause,
  frameSize,
  lenOrderType,
  orderFields,
  orderOptions,
  powers,
  readings,
  recordFrameId,
  side,
  status,
} from './fields.ts'

export const FrameOrder = z.object(orderFields)
export type FrameOrder = z.output<typeof FrameOrder>

/** A line of the list and a card of the board. */
export const FrameOrderRow = z.object({
  recordFrameId,
  orderNo: orderFields.orderNo,
  status,
  version: orderFields.version,
  pid: orderFields.pid,
  patientName: personal(name('会员'), 'name'),
  mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  gender: z.number().nullable().meta({ label: '性别' }),
  birth: personal(date('出生日期')).nullable(),
  binocleType,
  lenOrderType,
  lensBrand: text('镜片').nullable(),
  frameBrand: text('镜架').nullable(),
  ownFrame: flag('自带镜架'),
  orderDate: date('下单日期'),
  promisedAt: moment('取镜时间').nullable(),
  dsOd: powers.dsOd,
  dcOd: powers.dcOd,
  axOd: powers.axOd,
  dsOs: powers.dsOs,
  dcOs: powers.dcOs,
  axOs: powers.axOs,
  rush: flag('加急'),
  late: flag('逾期'),
  total: money('金额'),
  onOrder: flag('需订片'),
  notifiedAt: moment('通知时间').nullable(),
  fbid: orderFields.fbid,
  stopReason: orderFields.stopReason,
})
export type FrameOrderRow = z.output<typeof FrameOrderRow>
/** An order of lenses that glasses wait for. */
export const Awaited = z.object({
  recordFrameId,
  orderNo: text('镜片订单'),
  stateName: text('状态'),
  supplierName: text('供应商').nullable(),
  promisedOn: date('承诺到货').nullable(),
  late: flag('逾期'),
})
export type Awaited = z.output<typeof Awaited>
export const FrameOrderQuery = z.object({
  hid: id('门店'),
  name: text('姓名/手机/单号').optional(),
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
  status: z.array(z.int().min(0).max(999)).optional().meta({ label: '状态' }),
  binocleType: binocleType.optional(),
  lenOrderType: lenOrderType.optional(),
  late: flag('逾期').optional(),
  ...pageSize,
})
export const Board = z.object({
  stages: z.array(z.object({ status, label: text('阶段'), count: count('数量'), late: count('逾期'), list: z.array(FrameOrderRow) })),
})

/** A new order: for a member, out of a prescription where there is one. */
export const NewFrameOrder = z.object({
  hid: id('门店'),
  pid: orderFields.pid,
  prescriptionId: id('处方').nullish(),
  /** Line of the prescription that is ordered; the one the type of glasses is made from unless said. */
  rxLineId: orderFields.rxLineId.optional(),
  binocleType: binocleType.default(1),
  lenOrderType: lenOrderType.default(1),
  promisedAt: planned(moment('取镜时间')).nullish(),
  rush: flag('加急').default(false),
  salerId: id('销售').nullish(),
  optristId: id('验光师').nullish(),
  note: note().nullish(),
  ...z.object(powers).partial().shape,
})
export type NewFrameOrder = z.output<typeof NewFrameOrder>
/** A finding of the order check that is confirmed, with the reason. */
const Override = confirmationOf(orderReasons)
export type FrameOverride = z.output<typeof Override>
/** Changes an order; what is left out stays as it was. */
export const EditFrameOrder = NewFrameOrder.omit({ hid: true, pid: true }).extend({
  recordFrameId,
  version: orderFields.version.optional(),
  binocleType: binocleType.optional(),
  lenOrderType: lenOrderType.optional(),
  rush: flag('加急').optional(),
  overrides: z.array(Override).default([]),
})

/** An order on another prescription of its member. */
export const Rebase = z.object({
  id: recordFrameId,
  prescriptionId: id('处方'),
  rxLineId: id('处方行').nullish(),
  version: orderFields.version.optional(),
  overrides: z.array(Override).default([]),
})
export type Rebase = z.output<typeof Rebase>
/** A length worked out from frame and centration: it has no limits of its own. */
export const computed = (label: string) => z.number().nullable().meta({ label, unit: 'mm', reason: 'computed' })
/** What is chosen for an order at the stage 待选择商品. */
export const ChooseGoods = z.object({
  id: recordFrameId,
  ownFrame: flag('自带镜架').default(false),
  frameProductId: id('镜架').nullish(),
  frameBrand: text('镜架品牌').nullish(),
  ...z.object(frameSize).partial().shape,
  lensProductOd: id('右眼镜片').nullish(),
  lensProductOs: id('左眼镜片').nullish(),
  /** Fen; left out, what the order has. Another one than it had wants the reason. */
  processingFee: money('加工费').optional(),
  feeReason: text('改加工费的原因', { max: 100 }).nullish(),
  orderOptions: orderOptions.nullish(),
  /** Findings of the order check that the user overrides, with the reason. */
  overrides: z.array(Override).default([]),
})
export type ChooseGoods = z.output<typeof ChooseGoods>
/** Lenses for an order, ranked: GET /frame/product/{id}/lenses. */
export const LensQuery = z.object({
  id: recordFrameId,
  /** Whose lens is looked for. */
  eye: side.default('ou'),
  text: text('名称、品牌、型号或拼音首字母').optional(),
  lensType: productFields.lensType.unwrap().optional(),
  classifyStatus: productFields.classifyStatus.optional(),
  /** Leaves out what does not fit. */
  fits: flag('只看合适的').default(false),
  ownFrame: flag('自带镜架').default(false),
  frameProductId: id('镜架').optional(),
  ...z.object(frameSize).partial().shape,
  ...perPage,
})
export const LensFit = z.object({
  productId: id('镜片'),
  name: text('名称'),
  lensType: productFields.lensType,
  index: productFields.index,
  diameter: productFields.diameter,
  classifyStatus: productFields.classifyStatus,
  price: money('零售价', { adds: false }),
  /** What the till takes of this member for one. */
  due: money('应收'),
  level: word('合适', { ok: '合适', warn: '要确认', block: '不合适' }),
  /** What the order check says of it. */
  reasons: z.array(text('说明', { max: 300 })),
  stock: z.int().nullable().meta({ label: '可用库存', format: 'count' }),
  edge: computed('最厚处'),
})
export type LensFit = z.output<typeof LensFit>
export const LensPage = page(LensFit)
export const GoodsPreview = z.object({
  findings: z.array(ConfirmedFinding),
  /** By the price list; what the till takes of this member, and how the one becomes the other. */
  total: money('金额'),
  due: money('应收'),
  trace: z.array(z.object({ label: text('说明'), off: money('优惠'), total: money('金额') })),
  /** The frame as it is reckoned with, and how each eye sits in it. */
  frame: z.object({ a: clinical('eyeSize').nullable(), dbl: clinical('bridge').nullable(), ed: clinical('effectiveDiameter').nullable() }),
  fit: z.array(z.object({ eye: side, decentration: computed('移心'), blank: computed('最小直径'), edge: computed('最厚处') })),
  items: z.array(
    z.object({
      part: text('部位'),
      productId: id('商品').nullable(),
      name: text('名称'),
      price: money('单价', { adds: false }),
      quantity: count('数量'),
      available: z.int().nullable().meta({ label: '可用库存' }),
      source: text('来源'),
    }),
  ),
})

const Item = z.object({
  itemId: id('明细'),
  part: text('部位'),
  productId: id('商品').nullable(),
  name: text('名称'),
  price: money('单价', { adds: false }),
  quantity: count('数量'),
  source: text('来源'),
  issued: flag('已出库'),
})
const Judged = z.object({
  eye: text('眼别'),
  what: text('项目'),
  ordered: z.number().nullable().meta({ label: '订单' }),
  measured: z.number().nullable().meta({ label: '实测' }),
  tolerance: z.number().nullable().meta({ label: '允差' }),
  ok: flag('合格'),
  sentence: text('判定', { max: 300 }),
})
const Inspection = z.object({
  inspectionId: id('检验'),
  kind: word('检验', { initial: '初检', final: '终检' }),
  at: moment('时间'),
  ctid: id('检验人'),
  inspector: text('检验人').nullable(),
  setId: text('标准').nullable(),
  verdict: word('结论', { pass: '合格', fail: '不合格', concession: '让步放行' }),
  items: z.array(Judged),
  note: note().nullable(),
  lensmeterId: id('焦度计文件').nullable(),
})
const Step = z.object({
  at: moment('时间'),
  person: text('人员').nullable(),
  move: text('动作'),
  label: text('动作'),
  fromStatus: z.int(),
  toStatus: z.int(),
  note: text('备注', { max: 2000 }).nullable(),
})
const Slip = z.object({
  slipId: id('单号'),
  at: moment('时间'),
  foundAt: z.int().meta({ label: '发现阶段' }),
  cause,
  side,
  responsible: text('责任人').nullable(),
  cost: money('损失'),
  note: note().nullable(),
})

/**
 * What an order was written by, and when that was measured: the powers of an order are never of the day it was written on unless these say
 * so.
 */
const Followed = z.object({
  rxNo: text('处方号'),
  orderDate: date('处方日期'),
  examOn: date('验光日期').nullable(),
  /** Where distance or height were measured on another day than the refraction. */
  distancesOn: date('瞳距测量日期').nullable(),
})
export type FollowedOrder = z.output<typeof Followed>
/** An order with all that belongs to it. */
export const FrameOrderInfo = FrameOrder.extend({
  patientName: personal(name('会员'), 'name'),
  mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  gender: z.number().nullable(),
  birth: personal(date('出生日期')).nullable(),
  guardian: personal(name('监护人'), 'name').nullable(),
  memberNo: text('会员号').nullable(),
  storeName: text('门店'),
  /** The prescription it follows; none of an order whose powers were typed. */
  followed: Followed.nullable(),
  saler: text('销售').nullable(),
  optrist: text('验光师').nullable(),
  late: flag('逾期'),
  items: z.array(Item),
  inspections: z.array(Inspection),
  history: z.array(Step),
  slips: z.array(Slip),
  /** What the order check finds of it now, with the reason it was confirmed with; empty once the glasses are ready. */
  findings: z.array(ConfirmedFinding),
  /** The rims as a tracer drew them. */
  trace: TracedFrame.nullable(),
  signature: text('签名', { max: 20_000 }).nullable(),
  /** The code the member received was shown. */
  byCode: flag('凭取镜码'),
  /** What the till takes for it, or took. */
  billPrice: money('应收').nullable(),
  billStatus: z.number().nullable().meta({ label: '收费单状态' }),
})
export type FrameOrderInfo = z.output<typeof FrameOrderInfo>

export const ById = z.object({ id: recordFrameId })
/** Why a file is the member's although it names somebody else. */
const differsReason = note('身份不符的理由', 200).min(4).nullish()
export const LensmeterFile = ById.extend({ file: file('焦度计文件'), differsReason })
export const TraceFrame = ById.extend({ file: file('描迹文件'), differsReason })
export const OverrideFindings = z.object({ id: recordFrameId, overrides: z.array(Override).min(1).max(50) })
export const Reasoned = z.object({ id: recordFrameId, reason: note('原因'), version: orderFields.version.optional() })
/** Powers as the bag of each lens states them. */
export const BagPowers = z.object(powers).partial()
export const Goods = z.object({
  id: recordFrameId,
  /** Powers the bags of the lenses state: every one that was ordered of a lens that is not kept for the order yet. */
  measured: BagPowers.optional(),
  note: note().nullish(),
  batchNo: code('批号', { max: 40 }).nullish(),
  supplierId: id('供应商').nullish(),
})
export const Process = z.object({
  id: recordFrameId,
  note: note().nullish(),
  checks: z.array(text('检查项')).default([]),
  external: flag('委外').default(false),
})
/** Out to a lab, with what the initial inspection looked at; back from it, without. */
export const External = Process.omit({ external: true }).extend({ lab: text('委外单位').nullish() })
export const Measured = z.object(readings)
/** What a lensmeter's file says of the finished glasses. */
export const LensReadings = z.object({
  fileId: id('设备文件'),
  device: text('设备').nullable(),
  measuredAt: moment('测量时间').nullable(),
  saidId: text('设备上的编号').nullable(),
  otherId: flag('编号不是本订单'),
  values: Measured.partial(),
})
export const ChangeStatus = z.object({
  id: recordFrameId,
  status: z.int().min(0).max(999).meta({ label: '目标状态', format: 'count' }),
  note: note().nullish(),
  reason: note('原因').nullish(),
  /** Lensmeter readings, with the final inspection. */
  measured: Measured.optional(),
  /** The file they were read from, unless somebody typed them. */
  lensmeterId: id('焦度计文件').nullish(),
  shelf: text('货位', { max: 20 }).nullish(),
  concession: findingReason(concessionReasons).nullish(),
})
export const Judgement = z.object({
  verdict: word('结论', { pass: '合格', fail: '不合格' }),
  setId: text('标准'),
  items: z.array(Judged),
  /** Why it cannot be let pass; null where it passes, or a supervisor may let it. */
  noConcession: text('不能让步放行的原因', { max: 300 }).nullable(),
})
export const JudgeQuery = z.object({ id: recordFrameId, measured: Measured })
export const Deliver = z.object({ id: recordFrameId, trackingNumber: text('快递单号', { max: 50 }).min(1) })
export const PickUp = z.object({ id: recordFrameId, ...collectorFields, ...proofFields, note: note().nullish() })
export const Unqualified = z.object({
  id: recordFrameId,
  cause,
  side,
  responsible: id('责任人').nullish(),
  cost: money('损失').default(0),
  reason: note('原因'),
})
export const Counted = z.object({
  list: z.array(z.object({ key: text('项目'), label: text('名称'), count: count('数量'), amount: money('金额') })),
  total: z.int(),
})
