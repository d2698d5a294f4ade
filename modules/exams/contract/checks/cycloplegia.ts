/**
 * Cycloplegia: drops in their order, contraindications asked about, and a cycloplegic refraction that names its drops or says why it has
 * none.
 */
import { metaOf, stops } from '#kernel/contract/index.ts'
import { allergyHit } from '#modules/patients/contract/allergy.ts'
import { askExaminer } from './findings.ts'
import { ATROPINE_DAYS, cycloplegiaDrug, dropsOf, readyAt, readyDay, wornOffAfter } from '../aids/cycloplegia.ts'
import type { AidValues } from '../aids/values.ts'
import { EYES, num, type Finding } from './checks.ts'

const RISKS = [
  ['narrowAngle', '青光眼或浅前房'],
  ['allergic', '药物过敏'],
  ['heart', '心脏病或癫痫'],
  ['fever', '发热'],
] as const
/** A risk that was found is asked about before drops are given; drops follow each other. */
export function cycloplegiaFindings(values: AidValues, day: string): Finding[] {
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
export interface CycloplegicExam {
  readonly examTime: string
  readonly values: AidValues
}
/** The drug a refraction says beside the one its drops were of. */
export function otherDrops(values: AidValues, drops: CycloplegicExam | undefined): Finding[] {
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
export function underDrops(values: AidValues, examTime: string, drops: CycloplegicExam | undefined): Finding[] {
  if (values.kind !== CYCLOPLEGIC) return []
  const why = typeof values.cycloplegiaWhy === 'string' && values.cycloplegiaWhy.trim() !== ''
  if (!values.cycloplegiaId && !why)
    return [{ ...stops, field: 'cycloplegiaWhy', code: 'no-drops', sentence: '散瞳验光请选择散瞳记录，没有时请说明原因' }]
  if (!drops) return []
  return [...notUnder(values, examTime, drops), ...tooEarly(examTime, drops)]
}
/** Drops that have worn off, or were of the other eye. */
function notUnder(values: AidValues, examTime: string, { values: drops, examTime: droppedAt }: CycloplegicExam): Finding[] {
  const last = wornOffAfter(drops, droppedAt)
  const over: Finding[] =
    examTime.slice(0, 10) > last
      ? [
          {
            ...askExaminer,
            field: 'cycloplegiaId',
            code: 'worn-off',
            sentence: `散瞳记录是 ${droppedAt.slice(0, 10)} 的，药效已过，选错了吗？`,
          },
        ]
      : []
  const bare = EYES.find(([eye]) => drops.eye && drops.eye !== 'OU' && drops.eye !== eye.toUpperCase() && num(values, `ds${eye}`) !== null)
  if (!bare) return over
  return [
    ...over,
    { ...askExaminer, field: `ds${bare[0]}`, code: 'eye-without-drops', sentence: `${bare[1]}没有散瞳，散瞳记录只有另一眼，填错了吗？` },
  ]
}
function tooEarly(examTime: string, drops: CycloplegicExam): Finding[] {
  const day = readyDay(drops.values, drops.examTime)
  if (day) {
    if (examTime.slice(0, 10) >= day) return []
    const sentence = `阿托品须连续用药 ${ATROPINE_DAYS} 天后验光：${day} 起才可验光`
    return [{ ...askExaminer, field: 'cycloplegiaId', code: 'not-ready', sentence }]
  }
  const ready = readyAt(dropsOf(drops.values, drops.examTime.slice(0, 10)))
  if (!ready || examTime.slice(0, 16) >= ready) return []
  const sentence = `末次点药后 30 分钟（${ready.slice(11)}）才可验光`
  return [{ ...askExaminer, field: 'cycloplegiaId', code: 'not-ready', sentence }]
}
/** Drops of a drug the member's file names as an allergy. */
export function allergicDrops(values: AidValues, allergy: string | null): Finding[] {
  const name = metaOf(cycloplegiaDrug).options?.[String(values.drug)]
  const hit = name && allergyHit(allergy, { name })
  return hit
    ? [{ ...askExaminer, field: 'drug', code: 'drops-allergy', sentence: `会员档案写有“${hit}”过敏，确认仍用${name}散瞳吗？` }]
    : []
}
