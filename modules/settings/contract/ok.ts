/** A store's ortho-k settings: suitability limits with author and day, and lens designs with their ranges. */
import { clinical, count, date, measure, text, word, happened } from '#kernel/contract/index.ts'

const LIMIT = 'a limit of suitability, not a measured value'
const figure = (label: string, block: readonly [number, number], unit = '', step = 0.1) =>
  measure(label, { block, step, decimals: step < 0.1 ? 2 : 1, ...(unit ? { unit } : {}), reason: LIMIT })
/** Defaults: the clinic's reference for first fittings of children, to be confirmed by the store's doctor. */
export const okLimitDefaults = {
  ageMin: 8,
  sphereMin: -6,
  sphereMax: -0.75,
  cylinderWith: 1.5,
  cylinderAgainst: 0.75,
  ratioMin: 2,
  kMin: 40,
  kMax: 46,
  deltaKMax: 1.5,
  eccMin: 0.4,
  eccMax: 0.6,
  pupilMax: 5,
  hvidMin: 11,
  hvidMax: 13,
  iopMin: 10,
  iopMax: 21,
  cctMin: 480,
} as const
export type OkLimits = { readonly [K in keyof typeof okLimitDefaults]: number }
/** Source of the defaults, for prints and screens. */
export const okLimitSource = '本系统默认值：8 岁以上儿童角膜塑形首次验配的通行界值，启用前请由本机构医师确认'

export const okLimitFields = {
  ageMin: count('最小年龄', { max: 40, unit: '岁' }).default(okLimitDefaults.ageMin),
  sphereMin: figure('最高近视', [-12, 0], 'D', 0.25).default(okLimitDefaults.sphereMin),
  sphereMax: figure('最低近视', [-6, 0], 'D', 0.25).default(okLimitDefaults.sphereMax),
  cylinderWith: figure('顺规散光上限', [0, 5], 'D', 0.25).default(okLimitDefaults.cylinderWith),
  cylinderAgainst: figure('逆规散光上限', [0, 5], 'D', 0.25).default(okLimitDefaults.cylinderAgainst),
  ratioMin: figure('球柱比下限', [0, 10]).default(okLimitDefaults.ratioMin),
  kMin: figure('平K 下限', [30, 60], 'D', 0.25).default(okLimitDefaults.kMin),
  kMax: figure('平K 上限', [30, 60], 'D', 0.25).default(okLimitDefaults.kMax),
  deltaKMax: figure('角膜散光上限', [0, 6], 'D', 0.25).default(okLimitDefaults.deltaKMax),
  eccMin: figure('e 值下限', [0, 1], '', 0.01).default(okLimitDefaults.eccMin),
  eccMax: figure('e 值上限', [0, 1], '', 0.01).default(okLimitDefaults.eccMax),
  pupilMax: figure('瞳孔上限', [2, 9], 'mm').default(okLimitDefaults.pupilMax),
  hvidMin: figure('角膜直径下限', [8, 15], 'mm').default(okLimitDefaults.hvidMin),
  hvidMax: figure('角膜直径上限', [8, 15], 'mm').default(okLimitDefaults.hvidMax),
  iopMin: figure('眼压下限', [1, 30], 'mmHg', 1).default(okLimitDefaults.iopMin),
  iopMax: figure('眼压上限', [1, 40], 'mmHg', 1).default(okLimitDefaults.iopMax),
  cctMin: figure('角膜厚度下限', [300, 700], 'µm', 1).default(okLimitDefaults.cctMin),
  author: text('制定人', { max: 50 }).min(1),
  decidedOn: happened(date('制定日期')),
  source: text('依据', { max: 200 }).nullable().default(null),
}
export const okDesignFields = {
  brand: text('品牌', { max: 50 }).min(1),
  family: word('设计', { CRT: 'CRT', VST: 'VST' }),
  factor: figure('Jessen 因子', [0, 2], 'D', 0.05).default(0.75),
  bcMin: clinical('backCurve', { label: '基弧最小', warn: null, reason: 'the end of a table' }).default(7.5),
  bcMax: clinical('backCurve', { label: '基弧最大', warn: null, reason: 'the end of a table' }).default(9.5),
  bcStep: figure('基弧步长', [0.01, 0.5], 'mm', 0.01).default(0.01),
  targetMin: figure('最大降幅', [-10, 0], 'D', 0.25).default(-6),
  targetMax: figure('最小降幅', [-10, 0], 'D', 0.25).default(-0.75),
  dia: clinical('contactDiameter', { label: '直径', warn: null, reason: 'of the table' }).nullable().default(null),
  months: count('镜片寿命', { min: 6, max: 36, unit: '月' }).default(18),
}
