/**
 * Traffic lights of the first record: what was measured beside the limits of the store, and what a verdict must say for itself. Advises; a
 * doctor decides.
 */
import type { OkLimits } from '#modules/settings/contract/ok.ts'
import type { Body, RecordFault } from '../kinds/kind.ts'

export type Colour = 'green' | 'amber' | 'red' | 'unmeasured'
export interface Light {
  readonly item: string
  readonly eye: 'od' | 'os' | null
  readonly colour: Colour
  /** What was found and what the limit is, in words. */
  readonly says: string
}
const num = (body: Body, name: string): number | null => (typeof body[name] === 'number' ? body[name] : null)
type Judged = readonly [colour: Colour, limit: string]
const line = (item: string, eye: Light['eye'], value: number | null, judge: (value: number) => Judged): Light => {
  if (value === null) return { item, eye, colour: 'unmeasured', says: '未测' }
  const [colour, limit] = judge(value)
  return { item, eye, colour, says: `${value}（${limit}）` }
}
const within =
  (low: number, high: number, unit = '') =>
  (value: number): Judged => [value >= low && value <= high ? 'green' : 'amber', `${low}～${high}${unit}`]
const below =
  (limit: number, unit: string) =>
  (value: number): Judged => [value < limit ? 'green' : 'amber', `< ${limit} ${unit}`]
const above =
  (limit: number, unit: string) =>
  (value: number): Judged => [value > limit ? 'green' : 'amber', `> ${limit}${unit}`]

/** Minus cylinders lying within 30° of the horizontal are with the rule; those elsewhere have the stricter limit. */
const withTheRule = (axis: number): boolean => axis <= 30 || axis >= 150

function eyeLights(body: Body, eye: 'od' | 'os', limits: OkLimits): Light[] {
  const side = eye === 'od' ? 'Od' : 'Os'
  const value = (name: string) => num(body, `${name}${side}`)
  const [ds, dc, ax, k1, k2] = [value('ds'), value('dc'), value('ax'), value('k1'), value('k2')]
  const sphere = (value: number): Judged => {
    const limit = `${limits.sphereMin}～${limits.sphereMax} D`
    if (value < limits.sphereMin) return ['red', limit]
    return [value > limits.sphereMax ? 'amber' : 'green', limit]
  }
  const most = ax !== null && withTheRule(ax) ? limits.cylinderWith : limits.cylinderAgainst
  const cylinder = (value: number): Judged => [Math.abs(value) <= most ? 'green' : 'amber', `≤ ${most} D`]
  const ratio = ds !== null && dc ? Math.round((Math.abs(ds) / Math.abs(dc)) * 100) / 100 : null
  const deltaK = k1 !== null && k2 !== null ? Math.round(Math.abs(k2 - k1) * 100) / 100 : null
  return [
    line('球镜', eye, ds, sphere),
    line('柱镜', eye, dc, cylinder),
    ...(ratio === null ? [] : [line('球柱比', eye, ratio, above(limits.ratioMin, ''))]),
    line('平K', eye, k1, within(limits.kMin, limits.kMax, ' D')),
    line('角膜散光', eye, deltaK, below(limits.deltaKMax, 'D')),
    line('e 值', eye, value('ecc'), within(limits.eccMin, limits.eccMax)),
    line('瞳孔直径', eye, value('pupil'), below(limits.pupilMax, 'mm')),
    line('角膜直径', eye, value('wtw'), within(limits.hvidMin, limits.hvidMax, ' mm')),
    line('眼压', eye, value('iop'), within(limits.iopMin, limits.iopMax, ' mmHg')),
    line('角膜厚度', eye, value('cct'), above(limits.cctMin, ' µm')),
  ]
}

const WORDS: Readonly<Record<string, string>> = { yes: '有', no: '无', unknown: '不详', good: '良好', doubtful: '存疑', poor: '差' }
/** An answer that bars, one that is a caution, or neither. */
const bar = (item: string, value: unknown, bars: readonly string[], cautions: readonly string[]): Light => {
  if (typeof value !== 'string') return { item, eye: null, colour: 'unmeasured', says: '未问' }
  const caution: Colour = cautions.includes(value) ? 'amber' : 'green'
  return { item, eye: null, colour: bars.includes(value) ? 'red' : caution, says: WORDS[value] ?? value }
}

/** Every item with its light, right eye first. `age` in whole years on the day of the record; null where the birthday is not known. */
export const suitability = (body: Body, age: number | null, limits: OkLimits): Light[] => [
  line('年龄', null, age, (years) => [years >= limits.ageMin ? 'green' : 'red', `≥ ${limits.ageMin} 岁`]),
  ...eyeLights(body, 'od', limits),
  ...eyeLights(body, 'os', limits),
  bar('眼部活动性炎症', body.inflammation, ['yes'], ['unknown']),
  bar('干眼', body.dryEye, [], ['yes', 'unknown']),
  bar('全身禁忌', body.systemicBar, ['yes'], ['unknown']),
  bar('卫生与依从性', body.hygiene, ['poor'], ['doubtful']),
]
/** The worst of some lights; what was not measured is neither good nor bad. */
export const worst = (lights: readonly Light[]): Colour =>
  (['red', 'amber', 'green'] as const).find((c) => lights.some((l) => l.colour === c)) ?? 'unmeasured'

/** Verdicts that lead to a lens. */
export const FITS: readonly unknown[] = ['suitable', 'care']
/** What a verdict must say for itself, whatever was measured. */
export const verdictFaults = (body: Body, day: string): readonly RecordFault[] => [
  ...(body.result && body.result !== 'suitable' && !body.resultReason ? [{ field: 'resultReason', what: '请填写结论的理由' }] : []),
  ...(body.result === 'later' && !body.recheckOn ? [{ field: 'recheckOn', what: '暂不适合请填写复评日期' }] : []),
  ...(typeof body.recheckOn === 'string' && body.recheckOn <= day ? [{ field: 'recheckOn', what: '复评日期应在今天之后' }] : []),
]
/** What stands between a verdict and the lights: plain 适合 is for green alone. */
export const lightFaults = (body: Body, lights: readonly Light[]): readonly RecordFault[] => {
  const bad = lights.filter((l) => l.colour === 'red' || l.colour === 'amber')
  return body.result === 'suitable' && bad.length
    ? [{ field: 'result', what: `${bad.map((l) => `${l.item} ${l.says}`).join('；')}：请选择“慎重”并写明理由` }]
    : []
}
