/**
 * Cycloplegia: drops in their order, contraindications asked about, and a cycloplegic refraction that names its drops or says why it has
 * none.
 */
import { metaOf, stops } from '#kernel/contract/index.ts'
import { askExaminer } from './findings.ts'
import { ATROPINE_DAYS, cycloplegiaDrug, dropsOf, readyAt, readyDay } from '../aids/cycloplegia.ts'
import type { Values } from '../aids/values.ts'
import type { Finding } from './checks.ts'

const RISKS = [
  ['narrowAngle', '青光眼或浅前房'],
  ['allergic', '药物过敏'],
  ['heart', '心脏病或癫痫'],
  ['fever', '发热'],
] as const
/** A risk that was found is asked about before drops are given; drops follow each other. */
export function cycloplegiaFindings(values: Values, day: string): Finding[] {
  const drops = dropsOf(values, day)
  const out = drops.flatMap(({ field, at: time }, i): Finding[] => {
    const before = drops[i - 1]
    return before && time <= before.at
      ? [{ ...stops, field, code: `drop-order-${field}`, sentence: `${time.slice(11)} 不晚于上一滴 ${before.at.slice(11)}` }]
      : []
  })
  return [
    ...out,
    ...RISKS.filter(([field]) => values[field] === true).map(([field, label]): Finding => ({
      ...askExaminer,
      field,
      code: `risk-${field}`,
      sentence: `有${label}，确认仍然散瞳吗？`,
    })),
  ]
}

/** The kind of refraction that is made under cycloplegia. */
export const CYCLOPLEGIC = 5
/** Drops a refraction names: when they were given, on which day. */
export interface Given {
  readonly examTime: string
  readonly values: Values
}
/** The drug a refraction says beside the one its drops were of. */
export function otherDrops(values: Values, drops: Given | undefined): Finding[] {
  const [named, drug] = [values.cycloplegia, drops?.values.drug]
  if (!named || !drug || named === drug) return []
  const word = (code: unknown): string => metaOf(cycloplegiaDrug).options?.[String(code)] ?? ''
  return [
    {
      ...askExaminer,
      field: 'cycloplegia',
      code: 'drops-differ',
      sentence: `散瞳药物 ${word(named)} 与散瞳记录的 ${word(drug)} 不同，填错了吗？`,
    },
  ]
}
/** A cycloplegic refraction names its drops, or says why there are none; it waits for them to work. */
export function underDrops(values: Values, examTime: string, drops: Given | undefined): Finding[] {
  if (values.kind !== CYCLOPLEGIC) return []
  const why = typeof values.cycloplegiaWhy === 'string' && values.cycloplegiaWhy.trim() !== ''
  if (!values.cycloplegiaId && !why)
    return [{ ...stops, field: 'cycloplegiaWhy', code: 'no-drops', sentence: '散瞳验光请选择散瞳记录，没有时请说明原因' }]
  const day = drops && readyDay(drops.values, drops.examTime)
  if (day) {
    if (examTime.slice(0, 10) >= day) return []
    const sentence = `阿托品须连续用药 ${ATROPINE_DAYS} 天后验光：${day} 起才可验光`
    return [{ ...askExaminer, field: 'cycloplegiaId', code: 'not-ready', sentence }]
  }
  const ready = drops && readyAt(dropsOf(drops.values, drops.examTime.slice(0, 10)))
  if (!ready || examTime.slice(0, 16) >= ready) return []
  const sentence = `末次点药后 30 分钟（${ready.slice(11)}）才可验光`
  return [{ ...askExaminer, field: 'cycloplegiaId', code: 'not-ready', sentence }]
}
