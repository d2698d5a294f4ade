/**
 * What is measured of an eye and ordered for it: each range once, with unit, step and limits. A field takes it over (`clinical('sphere')`);
 * one with other limits says why. The database keeps the same limits under the names given here; the census compares them (decision 0088).
 * What has no range (acuity lines, grades, words) belongs to the module that owns it.
 */
import { z } from 'zod'
import { measure, word, type FieldMeta } from './field.ts'

type Range = readonly [number, number]
export interface ClinicalRange {
  readonly label: string
  readonly unit: string
  readonly format: 'dioptre' | 'measure' | 'axis'
  /** Outside of these nothing is saved. */
  readonly block: Range
  /** Outside of these the user is asked. */
  readonly warn?: Range
  /** What arrows and stock grids move by; finer values of a device are kept as they are. */
  readonly step: number
  readonly decimals: number
  /** Where the limits come from: a publication, or the trade. */
  readonly source: string
  /** Names on the wire and, with underscores, in tables: of a pair of eyes (`ds` of dsOd, dsOs) and as they stand. */
  readonly eyes?: readonly string[]
  readonly one?: readonly string[]
}

const TRADE = 'trade limit'
const dioptres = { unit: 'D', format: 'dioptre', step: 0.25, decimals: 2, source: TRADE } as const
const lengths = { unit: 'mm', format: 'measure', step: 0.5, decimals: 1, source: TRADE } as const
const biometry = { unit: 'mm', format: 'measure', step: 0.01, decimals: 2, source: 'trade limit of optical biometers' } as const

export const clinicalRanges = {
  sphere: {
    ...dioptres,
    label: '球镜',
    block: [-45, 45],
    warn: [-12, 12],
    eyes: ['ds', 'se'],
    one: ['sph', 'sphMin', 'sphMax', 'standard'],
  },
  cylinder: { ...dioptres, label: '柱镜', block: [-25, 25], warn: [-4, 4], eyes: ['dc'], one: ['cyl', 'cylMin', 'cylMax'] },
  /** Taken as 180 when 0 is typed. */
  axis: {
    label: '轴位',
    unit: '°',
    format: 'axis',
    block: [1, 180],
    step: 1,
    decimals: 0,
    source: 'ISO 8429:1986',
    eyes: ['ax', 'k1Axis', 'k2Axis'],
    one: ['axis'],
  },
  addition: { ...dioptres, label: '下加光', block: [0, 5], warn: [0.25, 4], eyes: ['add'] },
  /** |sphere| + |cylinder| of the strongest lens that is made (联合光度). */
  combined: { ...dioptres, label: '联合光度', block: [0, 70], one: ['combinedMax'] },
  prism: {
    unit: 'Δ',
    format: 'measure',
    step: 0.25,
    decimals: 2,
    source: TRADE,
    label: '棱镜',
    block: [0, 20],
    warn: [0, 5],
    eyes: ['prism'],
  },
  /** Of both eyes, far or near. */
  pd: { ...lengths, label: '瞳距', block: [33, 90], warn: [43, 80], one: ['pd', 'pdFar', 'pdNear'] },
  /** From the bridge to one eye. */
  monocularPd: { ...lengths, label: '单眼瞳距', block: [17, 45], warn: [20, 42], eyes: ['pd', 'pdFar'] },
  /** Pupil over the lower rim of the frame: where a progressive lens is fitted. */
  fittingHeight: { ...lengths, label: '瞳高', block: [8, 50], warn: [10, 40], eyes: ['ph'] },
  vertex: { ...lengths, label: '镜眼距', block: [0, 20], warn: [12, 12], one: ['vd'] },
  workingDistance: { ...lengths, label: '近用距离', block: [150, 1000], step: 10, decimals: 0, one: ['workingDistance'] },

  keratometry: {
    label: 'K',
    unit: 'D',
    format: 'measure',
    step: 0.01,
    decimals: 2,
    source: TRADE,
    block: [30, 60],
    warn: [39, 48],
    eyes: ['k1', 'k2'],
  },
  axialLength: { ...biometry, label: '眼轴', block: [15, 40], warn: [20, 28], eyes: ['al'] },
  chamberDepth: { ...biometry, label: '前房深度', block: [1.5, 6], warn: [2.5, 4.5], eyes: ['acd'] },
  lensThickness: { ...biometry, label: '晶体厚度', block: [2, 7], warn: [2.8, 5.2], eyes: ['lt'] },
  vitreousDepth: { ...biometry, label: '玻璃体腔', block: [8, 30], warn: [12, 22], eyes: ['vt'] },
  cornealThickness: {
    label: '角膜厚度',
    unit: 'µm',
    format: 'measure',
    step: 1,
    decimals: 0,
    source: TRADE,
    block: [300, 800],
    warn: [480, 620],
    eyes: ['cct'],
  },
  cornealDiameter: { ...biometry, label: '角膜直径', step: 0.1, decimals: 1, block: [8, 15], warn: [10.8, 13], eyes: ['wtw'] },
  pressure: {
    label: '眼压',
    unit: 'mmHg',
    format: 'measure',
    step: 0.1,
    decimals: 1,
    source: TRADE,
    block: [1, 80],
    warn: [8, 21],
    eyes: ['iop'],
  },

  eyeSize: { ...lengths, label: '镜圈宽', block: [30, 70], warn: [38, 62], step: 1, decimals: 0, one: ['frameA'] },
  bridge: { ...lengths, label: '鼻梁', block: [8, 30], warn: [12, 26], step: 1, decimals: 0, one: ['frameDbl'] },
  effectiveDiameter: { ...lengths, label: '有效直径', block: [30, 80], warn: [38, 70], step: 1, decimals: 0, one: ['frameEd'] },
  /** Of an uncut spectacle lens. */
  blankDiameter: { ...lengths, label: '直径', block: [40, 90], step: 1 },
  centreThickness: { ...lengths, label: '中心厚度', block: [0.5, 20], warn: [1, 12], step: 0.1 },
  /** Back optic zone radius of a contact lens: corneal, ortho-k and scleral ones included. */
  backCurve: { ...lengths, label: '基弧', block: [5, 12], warn: [7, 10], step: 0.01, decimals: 2 },
  contactDiameter: { ...lengths, label: '镜片直径', block: [7, 24], warn: [8.5, 16], step: 0.1 },
} as const satisfies Record<string, ClinicalRange>
export type ClinicalName = keyof typeof clinicalRanges

/** What a field may say of itself. Other limits than its range's, always within them, need the reason; `warn: null` asks nobody. */
type Own = Omit<FieldMeta, 'warn' | 'range' | 'reason' | 'unit' | 'format'> &
  ({ block?: never; warn?: never; reason?: never } | { block?: Range; warn?: Range | null; reason: string })

/** A field of a quantity, with its label, unit, step and limits unless it says otherwise. */
export function clinical(name: ClinicalName, { block, warn, ...own }: Own = {}): z.ZodNumber {
  const { block: widest, warn: usual, eyes: _, one: _one, ...home }: ClinicalRange = clinicalRanges[name]
  const limits = block ?? widest
  if (limits[0] < widest[0] || limits[1] > widest[1]) throw new RangeError(`${own.label ?? home.label} is wider than ${name}`)
  const bounds = warn === undefined ? usual : warn
  const { label, ...meta } = { ...home, ...own }
  return measure(label, { block: limits, ...(bounds ? { warn: bounds } : {}), ...meta, range: name })
}

/** A cylinder axis, whole degrees 1–180 (0 is taken as 180). */
export const axis = (label: string = clinicalRanges.axis.label) => {
  const { unit, format, step, decimals, source, block } = clinicalRanges.axis
  return z
    .int()
    .min(0)
    .max(block[1])
    .transform((deg) => (deg === 0 ? 180 : deg))
    .meta({ label, format, unit, step, decimals, source, range: 'axis' })
}

/** Where the base of a prism lies. */
export const bases = { IN: '内', OUT: '外', UP: '上', DOWN: '下' } as const
export type Base = keyof typeof bases
export const base = (label = '底向') => word(label, bases)
