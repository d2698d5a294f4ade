/** What the member complains of today, and how the lenses are worn and cared for. */
import { count, eyes, note, text, word } from '#kernel/contract/index.ts'
import { questions, askedFaults, recordKind, saidBy } from './kind.ts'

const complaintItems = {
  blur: '白天视物模糊',
  halo: '夜间光晕眩光',
  redness: '眼红',
  pain: '眼痛',
  itching: '眼痒',
  tearing: '流泪',
  discharge: '分泌物增多',
  photophobia: '畏光',
  dryness: '干涩',
  foreignBody: '异物感',
  doubleVision: '重影',
  headache: '头痛',
  waterContact: '戴镜时接触过水',
  tapWater: '用自来水冲洗镜片',
  lensDropped: '镜片掉落过',
  tornLens: '镜片有破损',
}
const comfort = word('舒适度', { good: '舒适', slight: '略感异物', poor: '不舒适', cannot: '无法耐受' })
export const inquiry = recordKind({
  noun: 'inquiry',
  chain: 'beside',
  fields: {
    chiefComplaint: note('主诉', 500),
    items: questions('症状与护理', complaintItems),
    deniedAll: saidBy.meta({ label: '全部否认（陈述人）' }),
    ...eyes('comfort', comfort),
    hoursPerNight: count('每晚戴镜', { max: 16, unit: '小时' }),
    nightsPerWeek: count('每周戴镜', { max: 7, unit: '晚' }),
    droppedDays: count('停戴天数', { max: 365, unit: '天' }),
    rinse: text('冲洗液', { max: 80 }),
    soak: text('护理液', { max: 80 }),
    protein: word('除蛋白', { weekly: '每周', monthly: '每月', seldom: '偶尔', never: '从不' }),
    careNote: note('护理情况', 500),
  },
  needed: [],
  concludes: [],
  checks: (body) => [
    ...askedFaults(body, 'items'),
    ...(body.chiefComplaint || body.deniedAll || (Array.isArray(body.items) && body.items.length)
      ? []
      : [{ field: 'chiefComplaint', what: '请填写主诉，或至少询问一项' }]),
  ],
  hasStatus: false,
  hasPrint: false,
})
