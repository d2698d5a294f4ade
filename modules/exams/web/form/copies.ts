/** Values somebody took over or declared instead of typing them, and where they came from, until they are typed over. */
import { z } from '#kernel/contract/index.ts'
import type { FormState, FormValues } from '#kernel/web/index.ts'
import type { ExamBase } from './history.ts'

/** They stand with the values of the form: a draft that is restored knows its copies. */
export const COPIED = 'copied'
const Copied = z.record(z.string(), z.object({ value: z.unknown(), from: z.string() }))
type Copied = z.output<typeof Copied>
const copiedIn = (v: FormValues): Copied => Copied.safeParse(v[COPIED]).data ?? {}

/** Writes values and keeps where they came from; what is empty is not written. */
export type Copy = (form: FormState, values: FormValues, from: string) => void
export const copy: Copy = (form, values, from) => {
  const patch = Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null && v !== undefined))
  const taken = Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, { value, from }]))
  form.setAll({ ...patch, [COPIED]: { ...copiedIn(form.values), ...taken } })
}

/** The same of a field that holds several values by name, stated as normal: `values.colour`. */
export function copyWithin(form: FormState, field: string, values: FormValues, stated: readonly string[]): void {
  const taken = stated.map((name) => [`${field}.${name}`, { value: values[name], from: 'normal' }] as const)
  form.setAll({ [field]: values, [COPIED]: { ...copiedIn(form.values), ...Object.fromEntries(taken) } })
}
const valueAt = (values: FormValues, name: string): unknown => {
  const [field = '', within] = name.split('.')
  const whole = values[field]
  if (within === undefined) return whole
  return typeof whole === 'object' && whole !== null ? Object.entries(whole).find(([key]) => key === within)?.[1] : undefined
}

/** Values that still are what was taken over, and where they came from. */
export const stillCopied = (values: FormValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(copiedIn(values)).flatMap(([name, c]) => (valueAt(values, name) === c.value ? [[name, c.from] as const] : [])),
  )

/** Origins of the stored values that nobody has changed since; what was typed over is typed. */
export const untouched = (values: FormValues, exam: ExamBase): Record<string, string> => {
  const stored: FormValues = { ...exam }
  return Object.fromEntries(Object.entries(exam.origin).filter(([name]) => valueAt(values, name) === valueAt(stored, name)))
}
