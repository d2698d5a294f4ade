/** Facts that several records of the ortho-k chain speak of: what a lens is, and how it sits. */
import { clinical, count, eyes, id, measure, metaOf, text, word, type z } from '#kernel/contract/index.ts'

const LENS = 'of an ortho-k lens, not of an eye or a spectacle lens'
export const eyeWord = word('眼别', { od: '右眼', os: '左眼' })
export type OrthokSide = z.output<typeof eyeWord>
export const family = word('设计', { CRT: 'CRT', VST: 'VST' })
/** Green for the right eye, blue for the left is the trade's habit; others are made. */
export const lensColour = word('片色', { green: '绿', blue: '蓝', grey: '灰', red: '红', clear: '无色' })

/** What a lens is ordered by, and what is read off the one that came. */
export const lensParameters = {
  bc: clinical('backCurve', { label: '基弧' }),
  rc: clinical('backCurve', { label: '反转弧' }),
  ac: clinical('keratometry', { label: '定位弧', warn: null, reason: 'the curve of a lens, chosen from its table' }),
  target: clinical('sphere', { label: '降幅', block: [-10, 0], warn: null, reason: LENS }),
  rzd: measure('反转区深', { block: [300, 900], unit: 'µm', step: 25, decimals: 0, reason: LENS }),
  lza: measure('着陆角', { block: [20, 50], unit: '°', step: 1, decimals: 0, reason: LENS }),
  dia: clinical('contactDiameter', { label: '直径' }),
  ct: measure('中厚', { block: [0.05, 1], unit: 'mm', step: 0.01, decimals: 2, reason: LENS }),
  colour: lensColour,
} as const
export type LensParameter = keyof typeof lensParameters
export const lensParameterNames: readonly LensParameter[] = ['bc', 'rc', 'ac', 'target', 'rzd', 'lza', 'dia', 'ct', 'colour']
export const labelOf = (name: LensParameter): string => metaOf(lensParameters[name]).label ?? name
/** The same of both eyes: `bcOd`, `bcOs`. */
export const lensPair = {
  ...eyes('bc', lensParameters.bc),
  ...eyes('rc', lensParameters.rc),
  ...eyes('ac', lensParameters.ac),
  ...eyes('target', lensParameters.target),
  ...eyes('rzd', lensParameters.rzd),
  ...eyes('lza', lensParameters.lza),
  ...eyes('dia', lensParameters.dia),
  ...eyes('ct', lensParameters.ct),
  ...eyes('colour', lensParameters.colour),
}

/** How a lens sits on the cornea. */
export const seat = {
  position: word('镜位', { centre: '居中', up: '偏上', down: '偏下', nasal: '偏鼻', temporal: '偏颞' }),
  decentre: measure('偏位', { block: [0, 5], warn: [0, 0.8], unit: 'mm', step: 0.1, decimals: 1, reason: LENS }),
  movement: measure('活动度', { block: [0, 6], warn: [0.5, 1.5], unit: 'mm', step: 0.1, decimals: 1, reason: LENS }),
}
export const zoneFit = (label: string) => word(label, { loose: '过松', right: '合适', tight: '过紧' })
export const product = text('产品', { max: 80 })
export const designId = id('镜片设计')
export const minutesIn = count('戴入', { max: 600, unit: '分钟' })
