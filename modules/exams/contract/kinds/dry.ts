import { choice, eyes, flag, measure } from '#kernel/contract/index.ts'
import { breakUpOf, DRY_SOURCE, NOT_APPLICABLE, osdiAnswers, osdiOf, stainScales } from '../aids/dry.ts'
import { dryFindings } from '../checks/dry.ts'
import { always, both, each, exam, legacy } from './kind.ts'

const often = { 0: '从不', 1: '偶尔', 2: '一半时间', 3: '大部分时间', 4: '一直', [NOT_APPLICABLE]: '不适用' } as const
const answer = (label: string) => choice(`OSDI ${label}`, often).nullable()
const seconds = (label: string) => measure(label, { block: [0, 60], warn: [1, 45], unit: 's', step: 0.1, decimals: 1 }).nullable()
/** What no other examination measures has no range of its own in the kernel. */
const reason = 'measured of tears and lids only'
const grade = (label: string, most = 3, step = 1) =>
  measure(label, { block: [0, most], unit: '', step, decimals: step < 1 ? 1 : 0 }).nullable()
/** A zone of the cornea; the scale says how far it goes. */
const zone = (label: string) => grade(label, 5, 0.5)

const dryFields = {
  ...eyes('fbut1', seconds('FBUT 1')),
  ...eyes('fbut2', seconds('FBUT 2')),
  ...eyes('fbut3', seconds('FBUT 3')),
  ...eyes('nibut', seconds('NIBUT 首次')),
  ...eyes('nibutAvg', seconds('NIBUT 平均')),
  ...eyes('schirmer', measure('Schirmer', { block: [0, 35], unit: 'mm', step: 1, decimals: 0, reason }).nullable()),
  ...eyes('meniscus', measure('泪河高度', { block: [0, 2], warn: [0.05, 1.5], unit: 'mm', step: 0.01, decimals: 2, reason }).nullable()),
  ...eyes('stainC', zone('染色 中央')),
  ...eyes('stainS', zone('染色 上方')),
  ...eyes('stainN', zone('染色 鼻侧')),
  ...eyes('stainT', zone('染色 颞侧')),
  ...eyes('stainI', zone('染色 下方')),
  ...eyes('stainDots', measure('染色点数', { block: [0, 200], unit: '', step: 1, decimals: 0 }).nullable()),
  ...eyes('conj', grade('结膜染色')),
  ...eyes('redness', grade('结膜充血', 4, 0.5)),
  ...eyes('meiboUpper', grade('上睑板腺缺失')),
  ...eyes('meiboLower', grade('下睑板腺缺失')),
  ...eyes('meibum', grade('睑脂性状')),
  ...eyes('lipid', measure('脂质层厚度', { block: [0, 300], unit: 'nm', step: 1, decimals: 0 }).nullable()),
  osdi1: answer('畏光'),
  osdi2: answer('异物感'),
  osdi3: answer('眼痛'),
  osdi4: answer('视物模糊'),
  osdi5: answer('视力差'),
  osdi6: answer('阅读'),
  osdi7: answer('夜间驾驶'),
  osdi8: answer('看屏幕'),
  osdi9: answer('看电视'),
  osdi10: answer('有风'),
  osdi11: answer('干燥环境'),
  osdi12: answer('空调环境'),
  symptoms: flag('主诉眼干不适').nullable(),
  schirmerAnaesthetic: flag('Schirmer 表面麻醉').nullable(),
  stainScale: choice('染色分级标准', stainScales).nullable(),
  blinkRate: measure('每分钟瞬目', { block: [0, 80], warn: [4, 40], unit: '次', step: 1, decimals: 0 }).nullable(),
  blinkPartial: measure('不完全瞬目', { block: [0, 100], unit: '%', step: 1, decimals: 0 }).nullable(),
  lensWear: choice('戴接触镜', { 0: '不戴', 1: '软镜', 2: '硬镜', 3: '塑形镜' }).nullable(),
}
const ZONES = ['stainC', 'stainS', 'stainN', 'stainT', 'stainI'] as const

export const dry = exam({
  kind: 'dry',
  table: 'exam_dryeye',
  noun: '干眼检查',
  title: '干眼检查',
  english: 'Dry eye',
  tab: 'dry',
  calls: legacy('/examDryeye'),
  fields: dryFields,
  beside: ['schirmerAnaesthetic', 'stainScale', 'lensWear'],
  groups: [
    { title: '泪膜', eyes: ['fbut1', 'fbut2', 'fbut3', 'nibut', 'nibutAvg'] },
    { eyes: ['schirmer', 'meniscus', 'lipid', 'redness'] },
    { title: '角膜染色', eyes: [...ZONES, 'stainDots', 'conj'] },
    { items: ['stainScale', 'schirmerAnaesthetic', 'symptoms'] },
    { title: '睑板腺', eyes: ['meiboUpper', 'meiboLower', 'meibum'], folded: true },
    { items: ['blinkRate', 'blinkPartial', 'lensWear'], folded: true },
    { title: 'OSDI 问卷', items: [...osdiAnswers], folded: true },
  ],
  needs: ['fbut1*', 'schirmer*'],
  start: () => ({ stainScale: 1, schirmerAnaesthetic: false }),
  checks: dryFindings,
  computed: [
    {
      name: 'osdi',
      label: 'OSDI',
      unit: '',
      decimals: 1,
      formula: 'Σ × 25 / 已答题数',
      source: 'Schiffman 2000',
      of: (values) => osdiOf(values)?.score ?? null,
    },
    {
      name: 'fbut',
      label: 'FBUT 平均',
      unit: 's',
      decimals: 1,
      formula: '各次之和 / 次数',
      source: DRY_SOURCE,
      eye: true,
      of: breakUpOf,
    },
  ],
  // What is looked at and graded; times and lengths are measured, and nobody states them.
  normal: both({ stainC: 0, stainS: 0, stainN: 0, stainT: 0, stainI: 0, conj: 0, redness: 0, meiboUpper: 0, meiboLower: 0, meibum: 0 }),
  history: ['fbut1', 'schirmer'],
  trends: [
    { of: 'fbut1', label: 'FBUT 1', unit: 's', from: [0, 20], usual: always(10, 20, '中国干眼专家共识（2020 年）') },
    { of: 'schirmer', label: 'Schirmer', unit: 'mm', from: [0, 35], usual: always(10, 35, '中国干眼专家共识（2020 年）') },
  ],
  print: [
    { title: '泪膜', eyes: ['fbut1', 'fbut2', 'fbut3', 'nibut', 'nibutAvg', 'schirmer', 'meniscus', 'lipid', 'redness'] },
    { title: '角膜染色', eyes: [...ZONES, 'stainDots', 'conj'] },
    { title: '睑板腺', eyes: ['meiboUpper', 'meiboLower', 'meibum'] },
    { items: ['stainScale', 'schirmerAnaesthetic', 'symptoms', 'blinkRate', 'blinkPartial', 'lensWear', ...osdiAnswers] },
  ],
  example: {
    ...each({ fbut1: [8, 7], fbut2: [9, 8], fbut3: [8.5, 7.5], nibut: [11, 10.4], schirmer: [12, 11], stainDots: [3, 4] }),
    ...both({ stainI: 1, meiboUpper: 1, meniscus: 0.22 }),
    stainScale: 1,
    symptoms: true,
    ...Object.fromEntries(osdiAnswers.map((name, i) => [name, [1, 0, 1, 0, 0, 1, NOT_APPLICABLE, 2, 1, 1, 1, 0][i]])),
  },
})
