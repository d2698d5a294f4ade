/** Sentences for bad input: which field, and what is wrong with it, in the words of the screen. */
import { z } from 'zod'
import { fieldsOf, metaOf, bareOf } from './field.ts'

/**
 * The first thing wrong with an input, as a sentence naming the field: what is not there is missing, what is there is of the wrong kind.
 */
export function sentenceOf(error: z.ZodError, shape: z.ZodType, input: unknown): { field: string; sentence: string } {
  const issue = error.issues[0]!
  const path = issue.path.map(String)
  const label = labelAt(shape, path)
  const sentence = wrong(issue, isNothing(valueAt(input, path)))
  return { field: path.join('.'), sentence: `${label}${label && !/^[，：]/.test(sentence) ? '：' : ''}${sentence}` }
}
const valueAt = (input: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (within, part) =>
      within === null || typeof within !== 'object' ? undefined : new Map<string, unknown>(Object.entries(within)).get(part),
    input,
  )
const isNothing = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Label of the field at a path: 明细第 2 行 球镜. */
export function labelAt(shape: z.ZodType, path: readonly string[]): string {
  const words: string[] = []
  let current: z.ZodType | undefined = shape
  for (const part of path) {
    const bare: z.ZodType | undefined = current && bareOf(current)
    if (bare instanceof z.ZodArray) {
      words.push(`第 ${Number(part) + 1} 行`)
      current = bare.element as z.ZodType
      continue
    }
    current = bare ? fieldsOf(bare)[part] : undefined
    words.push(current ? (metaOf(current).label ?? part) : part)
  }
  return words.join(' ')
}

/** Kinds of values in the words of the screen. */
const KINDS: Record<string, string> = {
  number: '数字',
  int: '整数',
  string: '文字',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  record: '对象',
  date: '日期',
}
type Issue = z.core.$ZodIssue
function wrong(issue: Issue, missing: boolean): string {
  switch (issue.code) {
    case 'invalid_type':
      return missing ? '必填' : `应为${KINDS[issue.expected] ?? issue.expected}`
    case 'too_small':
      return issue.origin === 'string'
        ? issue.minimum === 1
          ? '必填'
          : `至少 ${issue.minimum} 个字`
        : issue.origin === 'array'
          ? `至少 ${issue.minimum} 行`
          : `不能小于 ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `最多 ${issue.maximum} 个字`
        : issue.origin === 'array'
          ? `最多 ${issue.maximum} 行`
          : `不能大于 ${issue.maximum}`
    case 'invalid_value':
      return '请从列表中选择'
    case 'not_multiple_of':
      return `应为 ${issue.divisor} 的倍数`
    case 'unrecognized_keys':
      return `不认识的字段 ${issue.keys.join('、')}`
    case 'invalid_union':
      return '格式不对'
    default:
      return issue.message && !/^Invalid/.test(issue.message) ? issue.message : '格式不对'
  }
}
