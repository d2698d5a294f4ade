import { besideNorm } from '../aids/binocular.ts'
import { visionPairs } from '../checks/pairs.ts'
import { visionFindings } from '../checks/vision.ts'
import { amplitude } from '../aids/usual.ts'
import { always, both, exam, legacy } from './kind.ts'
import { visionFields } from './vision.fields.ts'

const GAZES = ['gazeR', 'gazeRu', 'gazeU', 'gazeLu', 'gazeL', 'gazeLd', 'gazeD', 'gazeRd'] as const
const FAR = ['farBiBlur', 'farBiBreak', 'farBiRecovery', 'farBoBlur', 'farBoBreak', 'farBoRecovery'] as const
const NEAR = ['nearBiBlur', 'nearBiBreak', 'nearBiRecovery', 'nearBoBlur', 'nearBoBreak', 'nearBoRecovery'] as const
const COVER = ['coverFar', 'coverFarPrism', 'coverNear', 'coverNearPrism', 'coverVertical', 'coverGlasses'] as const
const PHORIA = ['farPhoria', 'nearPhoria', 'verticalPhoria', 'verticalEye', 'phoriaMethod'] as const
const ACA = ['acaMethod', 'gradientLens', 'gradientPhoria', 'aca', 'workingDistance'] as const
const SENSES = ['worthFar', 'worthNear', 'stereoTest', 'stereo', 'stereoResult'] as const
const NPC = ['npcBreak', 'npcRecovery', 'vergenceFacility'] as const
const ACCOMMODATION = ['nra', 'pra', 'bcc', 'ampMethod'] as const
const REST = ['sensoryEye', 'dominantEye', 'disparity'] as const

export const vision = exam({
  kind: 'vision',
  table: 'exam_vision',
  noun: '视功能检查',
  title: '视功能',
  english: 'Binocular function',
  tab: 'vision',
  calls: legacy('/examVision'),
  fields: visionFields,
  beside: ['phoriaMethod', 'acaMethod', 'ampMethod', 'stereoTest', 'workingDistance', 'coverGlasses'],
  groups: [
    { title: '感觉融合', items: [...SENSES] },
    { title: '隐斜（内 + 外 −）', items: [...PHORIA] },
    { title: '聚散 远', items: [...FAR] },
    { title: '聚散 近', items: [...NEAR] },
    { title: '集合', items: [...NPC] },
    { title: '调节', eyes: ['amp', 'flip', 'lag'] },
    { items: [...ACCOMMODATION] },
    { title: 'AC/A', items: [...ACA] },
    { title: '遮盖试验', items: [...COVER], folded: true },
    { title: '眼球运动（不足 − 过强 +）', eyes: [...GAZES], folded: true },
    { title: '主导眼', items: [...REST], folded: true },
  ],
  needs: ['farPhoria', 'nearPhoria', 'amp*'],
  start: () => ({ workingDistance: 400 }),
  checks: (values) => [...visionFindings(values), ...visionPairs(values)],
  normal: { worthFar: 4, worthNear: 4, coverFar: 0, coverNear: 0, ...both(Object.fromEntries(GAZES.map((gaze) => [gaze, 0]))) },
  history: ['farPhoria', 'nearPhoria', 'amp'],
  trends: [
    { of: 'nearPhoria', label: '近隐斜', unit: 'Δ', usual: always(-6, 0, 'Morgan 1944：−3 ± 3 Δ') },
    { of: 'farPhoria', label: '远隐斜', unit: 'Δ', usual: always(-3, 1, 'Morgan 1944：−1 ± 2 Δ') },
    { of: 'amp', label: '调节幅度', unit: 'D', from: [0, 25], usual: amplitude },
  ],
  print: [
    { title: '感觉融合', items: [...SENSES] },
    { title: '隐斜和遮盖', items: [...PHORIA, ...COVER] },
    { title: '聚散', items: [...FAR, ...NEAR, ...NPC] },
    { title: '调节', eyes: ['amp', 'flip', 'lag'] },
    { items: [...ACCOMMODATION, ...ACA, ...REST] },
    { title: '眼球运动', eyes: [...GAZES] },
  ],
  norms: besideNorm,
  example: {
    worthFar: 4,
    worthNear: 4,
    stereoTest: 1,
    stereo: 40,
    stereoResult: 1,
    farPhoria: -1,
    nearPhoria: -3,
    phoriaMethod: 2,
    farBiBreak: 7,
    farBiRecovery: 4,
    farBoBlur: 9,
    farBoBreak: 19,
    farBoRecovery: 10,
    nearBiBlur: 13,
    nearBiBreak: 21,
    nearBiRecovery: 13,
    nearBoBlur: 17,
    nearBoBreak: 21,
    nearBoRecovery: 11,
    npcBreak: 5,
    npcRecovery: 7,
    nra: 2.25,
    pra: -2.5,
    bcc: 0.5,
    ampOd: 13,
    ampOs: 13,
    flipOd: 12,
    flipOs: 12,
    flipOu: 10,
    acaMethod: 1,
    gradientLens: -1,
    gradientPhoria: 1,
    aca: 4,
    workingDistance: 400,
  },
})
