/** Unusual values and how their confirmation is written: the same words in the browser's form and on the server. */
import { fieldsOf, metaOf, showDioptre, showNumber, type z } from '#kernel/contract/index.ts'
import { askExaminer } from './findings.ts'
import type { Finding } from './checks.ts'

/** Values that are possible but rare, by the range each field of a shape carries. */
export const rareValues = (shape: z.ZodType, values: Readonly<Record<string, unknown>>): Finding[] =>
  Object.entries(fieldsOf(shape)).flatMap(([field, schema]): Finding[] => {
    const { warn, label, format, decimals } = metaOf(schema)
    const value = values[field]
    if (!warn || typeof value !== 'number' || (value >= warn[0] && value <= warn[1])) return []
    const show = (n: number) => (format === 'dioptre' ? showDioptre(n, decimals) : showNumber(n, decimals))
    return [
      {
        ...askExaminer,
        field,
        code: `range-${field}`,
        sentence: `${label ?? field}：${show(value)} 超出常见范围 ${show(warn[0])} 至 ${show(warn[1])}，请确认`,
      },
    ]
  })

/** How a writer names a value that was confirmed; another value must be confirmed again. The kernel's form writes the same. */
export const confirmation = (field: string, value: unknown): string => `${field}=${String(value ?? null)}`
