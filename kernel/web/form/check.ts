/** What is wrong with what has been typed: the contract's rules, the screen's own, and values that are possible but rare. */
import { bareOf, fieldsOf, isOptional, labelAt, metaOf, sentenceOf, showDioptre, showNumber, z } from '#kernel/contract/internal.ts'
import { t, tr, trSentence } from '../i18n.ts'

export interface Problem {
  /** Path of the field: `name`, `items.2.price`. */
  field: string
  sentence: string
  /** `ask`: the value is unusual and waits for a confirmation. */
  kind: 'wrong' | 'ask'
  /** Nothing was typed yet: the form is unfinished rather than wrong. */
  missing?: boolean
}
export type FormValues = Readonly<Record<string, unknown>>
/**
 * A rule across fields: cylinder ⇒ axis. Runs on its own, also while other fields are missing. `ask` waits for a confirmation instead of
 * stopping.
 */
export type FormRule = (values: FormValues) => ReadonlyArray<{ field: string; sentence: string; kind?: Problem['kind'] }>

/** Empty texts are nothing; texts keep their inner spaces. */
export const filled = (values: FormValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, v]) => v !== undefined && v !== ''))

/** Every problem of the values, contract first, one per field. */
export function problemsOf(shape: z.ZodType, values: FormValues, rules: FormRule | undefined, confirmed: ReadonlySet<string>): Problem[] {
  const entered = filled(values)
  const result = shape.safeParse(entered)
  const found: Problem[] = []
  const add = (p: Problem) => !found.some((f) => f.field === p.field) && found.push(p)
  for (const issue of result.error?.issues ?? []) {
    if (entered[String(issue.path[0])] instanceof Blob) continue
    const { field, sentence } = sentenceOf(new z.ZodError([issue]), shape, entered)
    const missing = entered[field] === undefined
    // What is not there is missing, whatever the shape would say about it.
    add({
      field,
      sentence: missing ? t`${trLabel(shape, issue.path)}：必填` : trSentence(sentence),
      kind: 'wrong',
      ...(missing ? { missing } : {}),
    })
  }
  for (const { kind = 'wrong', ...broken } of rules?.(entered) ?? [])
    if (kind === 'wrong' || !confirmed.has(mark(broken.field, entered[broken.field])))
      add({ ...broken, sentence: trSentence(broken.sentence), kind })
  for (const [name, field] of Object.entries(fieldsOf(shape))) {
    const rare = rarity(field, entered[name])
    if (rare && !confirmed.has(mark(name, entered[name])))
      add({ field: name, sentence: `${tr(labelAt(shape, [name]))}：${rare}`, kind: 'ask' })
  }
  return found
}

const trLabel = (shape: z.ZodType, path: readonly PropertyKey[]): string => labelAt(shape, path.map(String)).split(' ').map(tr).join(' ')

/** How a confirmed value is remembered: another value must be confirmed again. */
export const mark = (name: string, value: unknown): string => `${name}=${String(value ?? null)}`

/** The sentence of a number outside of its usual range, or undefined. */
function rarity(field: z.ZodType, value: unknown): string | undefined {
  const { warn, format, decimals } = metaOf(field)
  if (!warn || typeof value !== 'number' || (value >= warn[0] && value <= warn[1])) return undefined
  const show = (n: number) => (format === 'dioptre' ? showDioptre(n, decimals) : showNumber(n, decimals))
  return t`${show(value)} 超出常见范围 ${show(warn[0])} 至 ${show(warn[1])}，请确认`
}

/** Hard limits of a number field. */
export function limitsOf(field: z.ZodType): { min: number; max: number } {
  const bare = bareOf(field)
  const finite = (n: number | null, otherwise: number) =>
    n === null || !Number.isFinite(n) || Math.abs(n) >= Number.MAX_SAFE_INTEGER ? otherwise : n
  return bare instanceof z.ZodNumber
    ? { min: finite(bare.minValue, -Infinity), max: finite(bare.maxValue, Infinity) }
    : { min: -Infinity, max: Infinity }
}

/** True when a field must be filled. */
export const isRequired = (field: z.ZodType): boolean => !isOptional(field)
