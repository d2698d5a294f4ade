import { axis, choice, clinical, count, date, eyes, id, measure, note, planned } from '#kernel/contract/index.ts'
import { decisions, hardLensFindings, lensStops } from '../checks/lens.ts'
import { acuity } from '../fields.ts'
import { ZONES, zoned, zonesOf } from '../zones.ts'
import { always, both, crud, exam } from './kind.ts'

const grade = (label: string, warn: readonly [number, number] | null = [0, 1.5]) =>
  measure(label, { block: [0, 4], ...(warn ? { warn } : {}), unit: '', step: 0.5, decimals: 1 }).nullable()
const mm = (label: string, block: readonly [number, number], warn?: readonly [number, number]) =>
  measure(label, { block, ...(warn ? { warn } : {}), unit: 'mm', step: 0.1, decimals: 1, reason: 'of a lens on the eye' }).nullable()
const hours = (label: string, most: number, warn?: readonly [number, number]) =>
  measure(label, { block: [0, most], ...(warn ? { warn } : {}), unit: '小时', step: 0.5, decimals: 1 }).nullable()

const fields = {
  /** The lens in the eye, among those the clinic follows. */
  ...eyes('lensId', id('镜片').nullable()),
  ...eyes('lensMonths', measure('镜龄', { block: [0, 240], warn: [0, 12], unit: '月', step: 1, decimals: 0 }).nullable()),
  wearHours: hours('昨夜戴镜', 24, [0, 10]),
  daysWorn: count('已戴', { max: 20_000, unit: '天' }).nullable(),
  removedHours: hours('摘镜后', 240),
  ...eyes('ucva', acuity('裸眼视力').nullable()),
  ...eyes('ds', clinical('sphere', { label: '戴镜验光球镜' }).nullable()),
  ...eyes('dc', clinical('cylinder', { label: '戴镜验光柱镜' }).nullable()),
  ...eyes('ax', axis('戴镜验光轴位').nullable()),
  ...eyes('position', choice('镜片位置', { 0: '居中', 1: '偏上', 2: '偏下', 3: '偏鼻侧', 4: '偏颞侧' }).nullable()),
  ...eyes('decentre', mm('偏位', [0, 5], [0, 0.8])),
  ...eyes('movement', mm('移动度', [0, 5], [0.5, 1.5])),
  ...eyes('treatmentZone', mm('治疗区直径', [0, 10])),
  ...eyes('touchWidth', mm('基弧区宽', [0, 10], [3, 5])),
  ...eyes('reverseWidth', mm('反转弧区宽', [0, 5])),
  ...eyes('alignment', choice('定位弧', { 1: '过松', 2: '合适', 3: '过紧' }).nullable()),
  ...eyes('edgeLift', mm('边翘', [0, 2])),
  ...eyes('adhesion', choice('粘附', { 0: '无', 1: '有' }).nullable()),
  ...zoned('stainArea', grade('染色范围', null)),
  ...zoned('stainDepth', grade('染色深度', null)),
  ...eyes('infiltrate', grade('浸润', null)),
  ...eyes('deposit', grade('沉淀')),
  ...eyes('damage', choice('镜片情况', { 0: '完好', 1: '划痕', 2: '缺损', 3: '左右标记不清' }).nullable()),
  compliance: choice('依从性', { 1: '好', 2: '一般', 3: '差' }).nullable(),
  complianceNote: note('护理问答', 500).nullable(),
  decision: choice('处理', decisions).nullable(),
  nextDate: planned(date('下次复查')).nullable(),
}
const clear = {
  ...Object.fromEntries(Object.keys(ZONES).map((letter) => [`stainArea${letter}`, 0])),
  infiltrate: 0,
  deposit: 0,
  damage: 0,
  adhesion: 0,
}

export const hardLens = exam({
  kind: 'hardLens',
  table: 'exam_hard_lens',
  noun: '硬镜复查',
  title: '硬镜检查',
  english: 'Hard lens on the eye',
  tab: 'shaping',
  calls: crud('/v1/{product}/exam-hard-lens'),
  fields,
  beside: [
    'lensIdOd',
    'lensIdOs',
    'lensMonthsOd',
    'lensMonthsOs',
    'wearHours',
    'daysWorn',
    'removedHours',
    'compliance',
    'complianceNote',
    'decision',
    'nextDate',
  ],
  due: ['decision'],
  groups: [
    { title: '配戴', items: ['wearHours', 'daysWorn', 'removedHours'] },
    { title: '摘镜后视力与戴镜验光', eyes: ['ucva', 'ds', 'dc', 'ax', 'lensMonths'] },
    { title: '镜片位置与配适', eyes: ['position', 'decentre', 'movement', 'treatmentZone', 'adhesion', 'deposit', 'damage'] },
    { title: '荧光分区', eyes: ['touchWidth', 'reverseWidth', 'alignment', 'edgeLift'] },
    { title: '角膜染色范围', eyes: [...zonesOf('stainArea'), 'infiltrate'] },
    { title: '角膜染色深度', eyes: zonesOf('stainDepth'), folded: true },
    { title: '结论', items: ['decision', 'nextDate', 'compliance', 'complianceNote'] },
    { items: ['lensIdOd', 'lensIdOs'], folded: true },
  ],
  needs: ['ucva*', 'movement*'],
  checks: hardLensFindings,
  normal: both({ ...clear, position: 0, alignment: 2 }),
  history: ['ucva', 'decentre'],
  trends: [{ of: 'decentre', label: '偏位', unit: 'mm', from: [0, 2], usual: always(0, 0.8, '偏位超过 0.8 mm 提醒，为行业常用界限') }],
  print: [
    { items: ['wearHours', 'daysWorn', 'removedHours', 'compliance', 'decision', 'nextDate'] },
    { eyes: ['ucva', 'ds', 'dc', 'ax', 'lensMonths', 'position', 'decentre', 'movement'] },
    { eyes: ['treatmentZone', 'touchWidth', 'reverseWidth', 'alignment', 'edgeLift', 'adhesion', 'deposit', 'damage'] },
    { title: '角膜染色', eyes: [...zonesOf('stainArea'), ...zonesOf('stainDepth'), 'infiltrate'] },
  ],
  stops: lensStops,
  example: {
    wearHours: 8.5,
    daysWorn: 30,
    removedHours: 2,
    compliance: 1,
    decision: 1,
    ...both({
      ...clear,
      lensMonths: 3,
      ucva: 5,
      ds: 0,
      position: 0,
      decentre: 0.3,
      movement: 1,
      treatmentZone: 4.2,
      touchWidth: 4,
      alignment: 2,
    }),
  },
})
