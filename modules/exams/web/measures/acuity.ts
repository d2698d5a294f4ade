/** Acuity for stores that write decimals: shown and typed as decimals, kept as five-grade values. */
import { eyes, z } from '#kernel/contract/index.ts'
import type { FormValues } from '#kernel/web/form/check.ts'
import { decimalOf, fiveGradeOf } from '../../contract/formulas/formulas.ts'

const decimal = (label: string) => z.number().min(0.01).max(2).meta({ label, format: 'acuity', step: 0.1 }).nullable()
const ou = (pair: string, label: string) => decimal(label).meta({ label, format: 'acuity', step: 0.1, eye: 'ou', pair })

/** The pairs of an acuity examination, in decimals. */
export const DecimalShape = z.object({
  ...eyes('ucva', decimal('裸眼视力')),
  ucvaOu: ou('ucva', '双眼裸眼视力'),
  ...eyes('cva', decimal('戴镜视力')),
  cvaOu: ou('cva', '双眼戴镜视力'),
  ...eyes('bcva', decimal('矫正视力')),
  bcvaOu: ou('bcva', '双眼矫正视力'),
  ...eyes('near', decimal('近视力')),
})
const names = Object.keys(DecimalShape.shape)

/** Five-grade values as the decimals printed on charts. */
export const decimalsOf = (values: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => (typeof values[name] === 'number' ? [[name, Number(decimalOf(values[name] as number))] as const] : [])),
  )
/** Decimals as the five-grade line they belong to. */
export const fiveGradesOf = (patch: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [name, typeof value === 'number' && value > 0 ? fiveGradeOf(value) : value]),
  )
