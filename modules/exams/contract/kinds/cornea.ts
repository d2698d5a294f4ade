import { axis, clinical, count, eyes, measure, choice } from '#kernel/contract/index.ts'
import { axisPairs, thicknessPairs } from '../checks/pairs.ts'
import { astigmatismOf, corneaFindings, meanPower } from '../checks/cornea.ts'
import { both, each, exam, legacy } from './kind.ts'

const mm = (label: string, block: readonly [number, number], warn?: readonly [number, number]) =>
  measure(label, { block, ...(warn ? { warn } : {}), unit: 'mm', step: 0.01, decimals: 2, reason: 'measured by topography alone' })
const index = (label: string, block: readonly [number, number], warn: readonly [number, number]) =>
  measure(label, { block, warn, unit: '', step: 0.01, decimals: 2 })
const patterns = { 1: '规整', 2: '牛眼', 3: '笑脸', 4: '中央岛', 5: '偏心', 6: '其他' } as const

const fields = {
  ...eyes('k1', clinical('keratometry', { label: '平K' }).nullable()),
  ...eyes('k1Axis', axis('平K轴').nullable()),
  ...eyes('k2', clinical('keratometry', { label: '陡K' }).nullable()),
  ...eyes('k2Axis', axis('陡K轴').nullable()),
  ...eyes('r1', mm('平坦半径', [5.6, 11.3]).nullable()),
  ...eyes('r2', mm('陡峭半径', [5.6, 11.3]).nullable()),
  ...eyes(
    'kmax',
    measure('最大K', {
      block: [30, 90],
      unit: 'D',
      step: 0.01,
      decimals: 2,
      reason: 'the steepest point of a cone lies beyond any simulated K',
    }).nullable(),
  ),
  // Below 0 after ortho-k: the centre is flatter than the rim.
  ...eyes('eFlat', index('平轴 e 值', [-1, 1.2], [0.3, 0.8]).nullable()),
  ...eyes('eSteep', index('陡轴 e 值', [-1, 1.2], [0.3, 0.8]).nullable()),
  ...eyes('wtw', clinical('cornealDiameter').nullable()),
  ...eyes('pupil', mm('瞳孔直径', [0.5, 10], [2.5, 6]).nullable()),
  ...eyes('cct', clinical('cornealThickness').nullable()),
  ...eyes('thinnest', clinical('cornealThickness', { label: '最薄点厚度' }).nullable()),
  ...eyes('sai', index('SAI', [0, 20], [0, 0.5]).nullable()),
  ...eyes('sri', index('SRI', [0, 20], [0, 1]).nullable()),
  ...eyes(
    'is',
    measure('I−S 值', { block: [-30, 30], unit: 'D', step: 0.01, decimals: 2, reason: 'a difference of two powers' }).nullable(),
  ),
  ...eyes('pattern', choice('形态', patterns).nullable()),
  ...eyes('decentre', mm('偏心', [0, 5], [0, 1]).nullable()),
  ...eyes('decentreClock', count('偏心方向', { min: 1, max: 12, unit: '点' }).nullable()),
  ...eyes('treatmentZone', mm('治疗区直径', [0, 10]).nullable()),
  ...eyes('quality', measure('质量分', { block: [0, 100], unit: '', step: 1, decimals: 0 }).nullable()),
  lensOffHours: measure('停戴镜', { block: [0, 20_000], unit: '小时', step: 1, decimals: 0 }).nullable(),
}

export const cornea = exam({
  kind: 'cornea',
  table: 'exam_cornea',
  noun: '角膜地形图检查',
  title: '角膜地形图',
  english: 'Corneal topography',
  tab: 'cornea',
  calls: legacy('/examCornea'),
  fields,
  beside: ['qualityOd', 'qualityOs', 'lensOffHours'],
  groups: [
    { title: '角膜曲率', eyes: ['k1', 'k1Axis', 'k2', 'k2Axis', 'kmax'] },
    { title: '形状', eyes: ['eFlat', 'eSteep', 'sai', 'sri', 'is'] },
    { title: '直径与厚度', eyes: ['wtw', 'pupil', 'cct', 'thinnest'] },
    { title: '塑形后', eyes: ['pattern', 'decentre', 'decentreClock', 'treatmentZone'] },
    { title: '半径与质量', eyes: ['r1', 'r2', 'quality'], folded: true },
    { items: ['lensOffHours'], folded: true },
  ],
  needs: ['k1*', 'k2*'],
  checks: (values, day, last, examined) => [
    ...corneaFindings(values, day, last, examined),
    ...axisPairs(values),
    ...thicknessPairs(values),
  ],
  computed: [
    {
      name: 'avgK',
      label: '平均K',
      unit: 'D',
      decimals: 2,
      eye: true,
      formula: '(平K + 陡K) ÷ 2',
      source: 'ISO 19980:2021',
      of: meanPower,
    },
    {
      name: 'astigmatism',
      label: '角膜散光',
      unit: 'D',
      decimals: 2,
      eye: true,
      formula: '陡K − 平K',
      source: 'ISO 19980:2021',
      of: astigmatismOf,
    },
  ],
  history: ['k1', 'k2'],
  trends: [
    { of: 'k1', label: '平K', unit: 'D' },
    { of: 'kmax', label: '最大K', unit: 'D' },
  ],
  print: [
    { eyes: ['k1', 'k1Axis', 'k2', 'k2Axis', 'kmax', 'eFlat', 'eSteep'] },
    { eyes: ['wtw', 'pupil', 'cct', 'thinnest', 'sai', 'sri', 'is'] },
    { eyes: ['pattern', 'decentre', 'decentreClock', 'treatmentZone'] },
  ],
  example: {
    ...both({ eFlat: 0.5, wtw: 11.6, pupil: 4, sai: 0.3, sri: 0.4, is: 0.4, pattern: 1, quality: 98 }),
    ...each({ k1: [42.5, 42.75], k1Axis: [178, 3], k2: [43.5, 43.75], k2Axis: [88, 93] }),
    ...each({ kmax: [44, 44.2], cct: [540, 542], thinnest: [536, 538] }),
  },
})
