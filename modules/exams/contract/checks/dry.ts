/** Dry eye: what stops a save. An abnormal value is a finding to be read, not a slip to be asked about; the aid says what it means. */
import { stops } from '#kernel/contract/index.ts'
import { EYES, type Finding } from './checks.ts'
import { numberOf, type AidValues } from '../aids/values.ts'
import { stainMost, stainScales } from '../aids/dry.ts'

const SCALES: Readonly<Record<number, string>> = stainScales
const ZONES = ['C', 'S', 'N', 'T', 'I'] as const
/** A grade of staining belongs to a named scale, and lies on it. */
export function dryFindings(values: AidValues): Finding[] {
  const graded = EYES.flatMap(([eye, side]) =>
    ZONES.flatMap((zone) => {
      const field = `stain${zone}${eye}`
      const grade = numberOf(values, field)
      return grade === null ? [] : [{ field, side, grade }]
    }),
  )
  if (!graded.length) return []
  const scale = numberOf(values, 'stainScale')
  if (scale === null) return [{ ...stops, field: 'stainScale', code: 'stain-scale', sentence: '有染色分级时请选择分级标准' }]
  const most = stainMost[scale] ?? 0
  return graded
    .filter(({ grade }) => grade > most)
    .map(({ field, side, grade }) => ({
      ...stops,
      field,
      code: `stain-${field}`,
      sentence: `${side}染色 ${grade} 级超出 ${SCALES[scale]}`,
    }))
}
