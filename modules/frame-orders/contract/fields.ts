import {
  axis,
  choice,
  count,
  date,
  dioptre,
  eyes,
  flag,
  id,
  measure,
  moment,
  money,
  name,
  note,
  statusOptions,
  text,
  word,
  z,
} from '#kernel/contract/index.ts'
import { frameOrder } from './states.ts'

export const recordFrameId = id('订单')
export const orderNo = text('订单号', { max: 30, width: 140 })
export const status = z.int().meta({ label: '状态', format: 'choice', ...statusOptions(frameOrder), width: 116 })
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
export const base = word('棱镜底向', { IN: '内', OUT: '外', UP: '上', DOWN: '下' })

/** Powers as ordered. Limits of clinical.md §2.2 (trade limits) for block, the lens trade's usual stock for warn. */
export const powers = {
  ...eyes('ds', dioptre('球镜', { block: [-30, 30], warn: [-12, 12] }).nullable()),
  ...eyes('dc', dioptre('柱镜', { block: [-10, 10], warn: [-4, 4] }).nullable()),
  ...eyes('ax', axis().nullable()),
  ...eyes('add', dioptre('下加光', { block: [0, 5], warn: [0.5, 4] }).nullable()),
  ...eyes('prism', measure('棱镜', { block: [0, 20], warn: [0, 5], unit: 'Δ', step: 0.25, decimals: 2 }).nullable()),
  ...eyes('base', base.nullable()),
  ...eyes('pd', measure('单眼瞳距', { block: [17, 45], warn: [20, 42], unit: 'mm', step: 0.5, decimals: 1 }).nullable()),
  ...eyes('ph', measure('瞳高', { block: [8, 50], warn: [10, 40], unit: 'mm', step: 0.5, decimals: 1 }).nullable()),
}
/** What the lensmeter read. Finer than the ordered step: kept as read. */
export const readings = {
  ...eyes('ds', measure('球镜', { block: [-30, 30], format: 'dioptre', unit: 'D', step: 0.01, decimals: 2 })),
  ...eyes('dc', measure('柱镜', { block: [-10, 10], format: 'dioptre', unit: 'D', step: 0.01, decimals: 2 })),
  ...eyes('ax', axis().nullable()),
  ...eyes('add', measure('下加光', { block: [0, 5], format: 'dioptre', unit: 'D', step: 0.01, decimals: 2 }).nullable()),
  ...eyes('pd', measure('单眼瞳距', { block: [17, 45], unit: 'mm', step: 0.1, decimals: 1 }).nullable()),
  ...eyes('ph', measure('瞳高', { block: [8, 50], unit: 'mm', step: 0.1, decimals: 1 }).nullable()),
}
export const frameSize = {
  frameA: measure('镜圈宽', { block: [30, 70], warn: [38, 62], unit: 'mm', step: 1, decimals: 0 }).nullable(),
  frameDbl: measure('鼻梁', { block: [8, 30], warn: [12, 26], unit: 'mm', step: 1, decimals: 0 }).nullable(),
  frameEd: measure('有效直径', { block: [30, 80], warn: [38, 70], unit: 'mm', step: 1, decimals: 0 }).nullable(),
}
export const orderFields = {
  recordFrameId,
  hid: id('门店'),
  pid: id('会员'),
  orderNo,
  status,
  version: count('版本'),
  prescriptionId: id('处方').nullable(),
  binocleType,
  lenOrderType,
  orderDate: date('下单日期'),
  promisedAt: moment('取镜时间').nullable(),
  rush: flag('加急'),
  salerId: id('销售').nullable(),
  optristId: id('验光师').nullable(),
  ...powers,
  ownFrame: flag('自带镜架'),
  frameProductId: id('镜架').nullable(),
  frameBrand: text('镜架品牌').nullable(),
  ...frameSize,
  lensProductOd: id('右眼镜片').nullable(),
  lensProductOs: id('左眼镜片').nullable(),
  lensBrand: text('镜片品牌').nullable(),
  orderOptions: text('加工要求', { max: 200 }).nullable(),
  note: note().nullable(),
  fbid: id('收费单').nullable(),
  total: money('金额'),
  onOrder: flag('需订片'),
  lab: text('委外单位').nullable(),
  trackingNumber: text('快递单号', { max: 50 }).nullable(),
  notifiedAt: moment('通知时间').nullable(),
  shelf: text('货位', { max: 20 }).nullable(),
  receiver: name('取镜人').nullable(),
  pickedAt: moment('取镜时间').nullable(),
}
export const cause = word('不合格原因', { order: '下单', lens: '镜片', frame: '镜架', process: '加工', refraction: '验光', member: '会员' })
export const side = word('眼别', { od: '右眼', os: '左眼', ou: '双眼' })
/** Drawn signature: an SVG path in a 300 × 100 box. */
export const signature = z
  .string()
  .max(20_000)
  .regex(/^M[\d\s.,MLQ-]+$/, '请签名')
  .meta({ label: '签名' })
