/**
 * Fields of the exams. Blocks and warns from the clinic's reference (trade limits; sources at the field where a publication stands behind
 * one).
 */
import {
  happened,
  axis,
  base,
  choice,
  clock,
  count,
  eyes,
  flag,
  id,
  measure,
  metaOf,
  moment,
  note,
  clinical,
  text,
  word,
  z,
} from '#kernel/contract/index.ts'

/**
 * Five-grade notation (GB 11533-2011): L = 5 + lg V, 4.0–5.3 on the chart, 3.0–3.9 near the chart. What cannot be read off the chart is a
 * code.
 */
export const acuity = (label: string) =>
  z
    .number()
    .min(3)
    .max(5.3)
    .refine((l) => Math.abs(l * 10 - Math.round(l * 10)) < 1e-6, '五分记录应为 3.0–5.3，间隔 0.1')
    .meta({ label, format: 'acuity', step: 0.1, decimals: 1, source: 'GB 11533-2011' })
/** Below the chart, in falling order; never averaged. */
const acuityCode = word('低视力', { CF: '指数', HM: '手动', LP: '光感', NLP: '无光感' })

/** Of the refraction, or of one eye's half of it. */
const monocularPd = clinical('monocularPd')

/** Head of every exam. `status`: 0 草稿 1 已提交 2 已审核 9 已作废. */
export const examFields = {
  id: id('检查'),
  pid: id('会员'),
  hid: id('门店'),
  resid: id('预约').nullable(),
  examTime: happened(moment('检查时间')),
  examiner: id('检查者').nullable(),
  device: text('设备').nullable(),
  version: count('版本'),
  note: note().nullable(),
}
/** A line read with both eyes: third row of the grid. */
const bothEyes = (pair: string, label: string) => {
  const line = acuity(label)
  return line.meta({ ...line.meta(), eye: 'ou', pair }).nullable()
}
export const visualFields = {
  ...eyes('ucva', acuity('裸眼视力').nullable()),
  ucvaOu: bothEyes('ucva', '双眼裸眼视力'),
  ...eyes('ucvaCode', acuityCode.nullable()),
  ...eyes('cva', acuity('戴镜视力').nullable()),
  cvaOu: bothEyes('cva', '双眼戴镜视力'),
  ...eyes('bcva', acuity('矫正视力').nullable()),
  bcvaOu: bothEyes('bcva', '双眼矫正视力'),
  ...eyes('near', acuity('近视力').nullable()),
  distance: measure('距离', { block: [0.25, 6], unit: 'm', step: 0.5, decimals: 1 }).nullable(),
  glassesType: choice('戴镜类型', { 0: '不戴镜', 1: '框架镜', 2: '隐形眼镜', 3: '夜戴塑形镜' }).nullable(),
}
/** Refractions a prescription is made from: subjective ones and their repetition. */
export const SUBJECTIVE: readonly number[] = [4, 6]
export const refractionKinds = { 1: '原镜', 2: '电脑验光', 3: '检影', 4: '主觉验光', 5: '散瞳验光', 6: '复验', 7: '试戴' } as const
export const refractionFields = {
  kind: choice('验光方式', refractionKinds),
  cycloplegia: choice('散瞳', { 0: '小瞳', 1: '托吡卡胺', 2: '环喷托酯', 3: '阿托品' }).nullable(),
  ...eyes('ds', clinical('sphere').nullable()),
  ...eyes('dc', clinical('cylinder').nullable()),
  ...eyes('ax', axis().nullable()),
  ...eyes('va', acuity('视力').nullable()),
  ...eyes('pd', monocularPd.nullable()),
  ...eyes('add', clinical('addition').nullable()),
  ...eyes('prism', clinical('prism').nullable()),
  ...eyes('base', base().nullable()),
  vd: clinical('vertex').nullable(),
  dominantEye: word('主视眼', { OD: '右眼', OS: '左眼' }).nullable(),
  /** The drops before a cycloplegic one, or why there were none. */
  cycloplegiaId: id('散瞳记录').nullable(),
  cycloplegiaWhy: text('没有散瞳记录的原因', { max: 200 }).nullable(),
}
const FAR = 'far PD is wider than near PD by 2–6 mm'
export const pdFields = {
  pdFar: clinical('pd', { label: '远用瞳距', block: [35, 90], warn: [45, 74], reason: FAR }).nullable(),
  pdFarOd: monocularPd.meta({ ...metaOf(monocularPd), label: '右眼远用单眼瞳距', eye: 'od', pair: 'pdFar' }).nullable(),
  pdFarOs: monocularPd.meta({ ...metaOf(monocularPd), label: '左眼远用单眼瞳距', eye: 'os', pair: 'pdFar' }).nullable(),
  pdNear: clinical('pd', { label: '近用瞳距', warn: [43, 72], reason: FAR }).nullable(),
  ...eyes('ph', clinical('fittingHeight').nullable()),
  pdMethod: choice('测量方式', { 1: '直尺', 2: '瞳距仪', 3: '电脑验光仪', 4: '应用' }).nullable(),
  workingDistance: clinical('workingDistance').nullable(),
}
export const bioFields = {
  ...eyes('al', clinical('axialLength').nullable()),
  ...eyes('k1', clinical('keratometry', { label: '平K' }).nullable()),
  ...eyes('k1Axis', axis('平K轴').nullable()),
  ...eyes('k2', clinical('keratometry', { label: '陡K' }).nullable()),
  ...eyes('k2Axis', axis('陡K轴').nullable()),
  ...eyes('acd', clinical('chamberDepth').nullable()),
  ...eyes('lt', clinical('lensThickness').nullable()),
  ...eyes('vt', clinical('vitreousDepth').nullable()),
  ...eyes('cct', clinical('cornealThickness').nullable()),
  ...eyes('wtw', clinical('cornealDiameter').nullable()),
  ...eyes('snr', measure('信噪比', { block: [0, 5000], unit: '', step: 0.1, decimals: 1 }).nullable()),
  cycloplegia: flag('散瞳后').nullable(),
}
export const iopFields = {
  ...eyes('iop', clinical('pressure').nullable()),
  ...eyes('cct', clinical('cornealThickness').nullable()),
  iopMethod: choice('眼压计', { 1: '非接触', 2: 'Goldmann', 3: '回弹式', 4: 'Schiötz', 5: 'Tono-Pen' }),
  iopTime: clock('测量时刻'),
}
export const heightWeightFields = {
  height: measure('身高', { block: [40, 230], warn: [80, 200], unit: 'cm', step: 0.1, decimals: 1 }).nullable(),
  weight: measure('体重', { block: [2, 300], warn: [8, 150], unit: 'kg', step: 0.1, decimals: 1 }).nullable(),
}
