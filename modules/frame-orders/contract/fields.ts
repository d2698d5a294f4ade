import {
  happened,
  axis,
  base,
  choice,
  count,
  date,
  eyes,
  flag,
  id,
  moment,
  money,
  note,
  phone,
  clinical,
  status as statusField,
  text,
  word,
  type ClinicalName,
  personal,
} from '#kernel/contract/index.ts'
import { collectorFields } from '#modules/patients/contract/collector.ts'
import { frameOrder } from './states.ts'

/** What the workshop is asked for beside the usual (R105): sent as text of these, joined by commas. */
export const orderTokens = ['加急', '开槽', '打孔', '抛光', '染色', '棱镜', '美薄'] as const
/** The tokens of an order, in the order they are declared in. */
export const tokensOf = (options: string | null): string[] => orderTokens.filter((token) => options?.split(',').includes(token))
export const orderOptions = text('加工要求')
  .refine(
    (options) => options.split(',').every((token) => orderTokens.some((each) => each === token)),
    `加工要求只能是：${orderTokens.join('、')}`,
  )
  .transform((options) => tokensOf(options).join(','))

export const recordFrameId = id('订单')
const orderNo = text('订单号', { max: 30, width: 140 })
export const status = statusField('状态', frameOrder, { width: 116 })
export const binocleType = choice('眼镜类型', {
  1: '单光远用',
  2: '单光近用',
  3: '渐进',
  4: '双光',
  5: '离焦防控',
  6: '抗疲劳',
  7: '太阳镜及其他',
})
export const lenOrderType = choice('镜片订单类型', { 1: '现片', 2: '订制' })

/** Powers as ordered: whatever an eye may be measured and prescribed, glasses may be ordered for. */
export const powers = {
  ...eyes('ds', clinical('sphere').nullable()),
  ...eyes('dc', clinical('cylinder').nullable()),
  ...eyes('ax', axis().nullable()),
  ...eyes('add', clinical('addition').nullable()),
  ...eyes('prism', clinical('prism').nullable()),
  ...eyes('base', base('棱镜底向').nullable()),
  ...eyes('pd', clinical('monocularPd').nullable()),
  ...eyes('ph', clinical('fittingHeight').nullable()),
}
/** What the lensmeter read, finer than the ordered step and kept as read; what nobody touched is null: not measured. */
const read = (name: ClinicalName, step: number) =>
  clinical(name, { step, warn: null, reason: 'a reading is judged against the order, not by what is usual' }).nullable().default(null)
export const readings = {
  ...eyes('ds', read('sphere', 0.01)),
  ...eyes('dc', read('cylinder', 0.01)),
  ...eyes('ax', axis().nullable().default(null)),
  ...eyes('add', read('addition', 0.01)),
  ...eyes('prism', read('prism', 0.01)),
  ...eyes('base', base('棱镜底向').nullable().default(null)),
  ...eyes('pd', read('monocularPd', 0.1)),
  ...eyes('ph', read('fittingHeight', 0.1)),
}
/** What the initial inspection looks at, each confirmed by the person who did. */
export const initialChecks = ['镜片度数与订单一致', '膜层与折射率一致', '直径足够', '包装与标识完好', '镜架完好'] as const
export const frameSize = {
  frameA: clinical('eyeSize').nullable(),
  frameDbl: clinical('bridge').nullable(),
  frameEd: clinical('effectiveDiameter').nullable(),
}
export const orderFields = {
  recordFrameId,
  hid: id('门店'),
  pid: id('会员'),
  orderNo,
  status,
  version: count('版本'),
  prescriptionId: id('处方').nullable(),
  rxLineId: id('处方行').nullable(),
  binocleType,
  lenOrderType,
  orderDate: happened(date('下单日期')),
  promisedAt: moment('取镜时间').nullable(),
  rush: flag('加急'),
  salerId: id('销售').nullable(),
  optristId: id('验光师').nullable(),
  ...powers,
  ownFrame: flag('自带镜架'),
  frameProductId: id('镜架').nullable(),
  frameBrand: text('镜架品牌').nullable(),
  ...frameSize,
  traceId: id('镜框描迹').nullable(),
  lensProductOd: id('右眼镜片').nullable(),
  lensProductOs: id('左眼镜片').nullable(),
  lensBrand: text('镜片品牌').nullable(),
  orderOptions: text('加工要求').nullable(),
  note: note().nullable(),
  fbid: id('收费单').nullable(),
  /** What the order stands on has fallen: why nothing goes on, and who decides. */
  stopReason: text('停止原因', { max: 600, width: 220 }).nullable(),
  stoppedAt: moment('停止时间').nullable(),
  total: money('金额'),
  onOrder: flag('需订片'),
  lab: text('委外单位').nullable(),
  trackingNumber: text('快递单号', { max: 50 }).nullable(),
  notifiedAt: moment('通知时间').nullable(),
  shelf: text('货位', { max: 20 }).nullable(),
  receiver: collectorFields.receiver.nullable(),
  receiverRelation: collectorFields.receiverRelation.unwrap().unwrap().nullable(),
  receiverPhone: personal(phone('取镜人手机号')).nullable(),
  pickedAt: moment('取镜时间').nullable(),
}
export const cause = word('不合格原因', { order: '下单', lens: '镜片', frame: '镜架', process: '加工', refraction: '验光', member: '会员' })
export const side = word('眼别', { od: '右眼', os: '左眼', ou: '双眼' })
