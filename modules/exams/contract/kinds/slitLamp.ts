import { choice, count, eyes, measure, text } from '#kernel/contract/index.ts'
import { lensStops, slitLampFindings } from '../checks/lens.ts'
import { ZONES, zoned, zonesOf } from '../zones.ts'
import { both, crud, exam } from './kind.ts'

const grade = (label: string, warn: readonly [number, number] | null = [0, 1.5]) =>
  measure(label, { block: [0, 4], ...(warn ? { warn } : {}), unit: '', step: 0.5, decimals: 1 }).nullable()
const words = (label: string) => text(label, { max: 100 }).nullable()
/** Asked about by zone, with what it means for a lens: not by a range as well. */
const STAINING = { area: grade('染色范围', null), depth: grade('染色深度', null) }
const stainTypes = { 0: '无', 1: '点状', 2: '融合点状', 3: '片状' } as const

const fields = {
  scale: choice('分级标准', { 1: 'Efron', 2: 'CCLRU' }),
  lensType: choice('接触镜', { 0: '不戴', 1: '软镜', 2: '硬镜', 3: '夜戴塑形镜' }).nullable(),
  ...eyes('lids', choice('眼睑', { 0: '正常', 1: '睑缘炎', 2: '睑板腺功能障碍', 3: '其他' }).nullable()),
  ...eyes('lashes', choice('睫毛', { 0: '正常', 1: '倒睫', 2: '其他' }).nullable()),
  ...eyes('bulbar', grade('球结膜充血')),
  ...eyes('limbal', grade('角膜缘充血')),
  ...eyes('papillae', grade('乳头')),
  ...eyes('follicles', grade('滤泡')),
  ...zoned('stainType', choice('染色类型', stainTypes).nullable()),
  ...zoned('stainArea', STAINING.area),
  ...zoned('stainDepth', STAINING.depth),
  ...eyes('infiltrate', grade('浸润', null)),
  ...eyes(
    'vessels',
    measure('新生血管', {
      block: [0, 6],
      warn: [0, 0.9],
      unit: 'mm',
      step: 0.1,
      decimals: 1,
      reason: 'measured at the slit lamp alone',
    }).nullable(),
  ),
  ...eyes('vanHerick', count('前房深度 van Herick', { min: 1, max: 4, warn: [3, 4], unit: '级' }).nullable()),
  ...eyes('cells', grade('前房细胞', [0, 0])),
  ...eyes('flare', grade('前房闪辉', [0, 0])),
  ...eyes('iris', words('虹膜')),
  ...eyes('pupil', words('瞳孔')),
  ...eyes('lens', words('晶状体')),
  ...eyes('vitreous', words('前部玻璃体')),
  ...eyes('cupDisc', measure('杯盘比', { block: [0, 1], warn: [0, 0.5], unit: '', step: 0.1, decimals: 1 }).nullable()),
  ...eyes('fundus', words('眼底')),
}
const clear = {
  lids: 0,
  lashes: 0,
  bulbar: 0,
  limbal: 0,
  papillae: 0,
  follicles: 0,
  infiltrate: 0,
  vessels: 0,
  vanHerick: 4,
  cells: 0,
  flare: 0,
  ...Object.fromEntries(Object.keys(ZONES).map((letter) => [`stainArea${letter}`, 0])),
}

export const slitLamp = exam({
  kind: 'slitLamp',
  table: 'exam_slit_lamp',
  noun: '裂隙灯检查',
  title: '裂隙灯',
  english: 'Slit lamp',
  tab: 'fracture',
  item: 'slitLamp',
  calls: crud('/v1/{product}/exam-slit-lamp'),
  fields,
  beside: ['scale', 'lensType'],
  required: ['scale'],
  // A grade of one scale says nothing of a grade of the other.
  within: 'scale',
  groups: [
    { items: ['scale', 'lensType'] },
    { title: '眼睑与结膜', eyes: ['lids', 'lashes', 'bulbar', 'limbal', 'papillae', 'follicles'] },
    { title: '角膜染色范围', eyes: zonesOf('stainArea') },
    { title: '角膜染色深度', eyes: zonesOf('stainDepth') },
    { title: '角膜染色类型', eyes: zonesOf('stainType'), folded: true },
    { title: '角膜与前房', eyes: ['infiltrate', 'vessels', 'vanHerick', 'cells', 'flare'] },
    { title: '虹膜、晶状体与眼底', eyes: ['iris', 'pupil', 'lens', 'vitreous', 'cupDisc', 'fundus'] },
  ],
  needs: ['bulbar*', 'vanHerick*'],
  start: () => ({ scale: 1 }),
  checks: slitLampFindings,
  normal: both({ ...clear, iris: '纹理清', pupil: '圆，对光反射灵敏', lens: '透明', vitreous: '清', fundus: '未见异常' }),
  history: ['bulbar', 'stainAreaC'],
  trends: [{ of: 'cupDisc', label: '杯盘比', unit: '', from: [0, 1] }],
  print: [
    { items: ['scale', 'lensType'] },
    { eyes: ['lids', 'lashes', 'bulbar', 'limbal', 'papillae', 'follicles'] },
    { title: '角膜染色', eyes: [...zonesOf('stainArea'), ...zonesOf('stainDepth')] },
    { eyes: ['infiltrate', 'vessels', 'vanHerick', 'cells', 'flare'] },
    { eyes: ['iris', 'pupil', 'lens', 'vitreous', 'cupDisc', 'fundus'] },
  ],
  stops: lensStops,
  example: { scale: 1, lensType: 3, ...both({ ...clear, bulbar: 0.5, cupDisc: 0.3, lens: '透明', fundus: '未见异常' }) },
})
