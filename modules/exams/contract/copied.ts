/**
 * Values taken over from another visit: where they came from, of which day, and that somebody looked at them before they are answered for.
 */
import { fieldsOf, metaOf, show, type z } from '#kernel/contract/index.ts'
import { askExaminer } from './checks/findings.ts'
import type { Finding } from './checks/checks.ts'

/** `copied:exam_pd:7@2026-03-01`: of another day than the visit. Without a day it is the visit's own. */
export const originOf = (source: string, measuredAt: string, visitAt: string): string =>
  measuredAt.slice(0, 10) === visitAt.slice(0, 10) ? source : `${source}@${measuredAt.slice(0, 10)}`
/** The day a value was measured on, when that was another one than the visit's. */
export const dayOf = (origin: string | undefined): string | undefined => origin?.split('@')[1]

/** Every value of another day that stands in the values: asked about at its field, by its day. */
export const copiedFindings = (
  shape: z.ZodType,
  values: Readonly<Record<string, unknown>>,
  origin: Readonly<Record<string, string>>,
): Finding[] => {
  const fields = fieldsOf(shape)
  return Object.entries(origin).flatMap(([field, source]): Finding[] => {
    const [day, value, schema] = [dayOf(source), values[field], fields[field]]
    if (!day || !schema || value === null || value === undefined) return []
    const sentence = `${metaOf(schema).label ?? field} ${show(schema, value)} 是 ${day} 的数据，确认仍然适用吗？`
    return [{ ...askExaminer, field, code: `copied-${field}`, sentence }]
  })
}
