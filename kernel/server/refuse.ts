/** Refusals at run time: what a handler throws through `cx.refuse`, and what the database's own "no" becomes. */
import { universal, type Refusals } from '#kernel/contract/internal.ts'

/** An expected "no". Thrown by `cx.refuse`, answered as the envelope, never logged as an error. */
export class Refused extends Error {
  constructor(
    readonly key: string,
    readonly params: Readonly<Record<string, string | number>> = {},
    readonly field?: string,
    /** What the answer carries beside the sentence. */
    readonly data: unknown = null,
  ) {
    super(key)
  }
}

/** An outside service that did not answer. */
export class OutsideFailure extends Error {
  constructor(
    readonly what: string,
    cause: unknown,
  ) {
    super(`${what} failed`, { cause })
  }
}

const sentences: Record<string, { code: number; sentence: string }> = Object.assign(Object.create(null), universal)
/**
 * Makes a module's refusals known by their keys. One key says one thing: a second module that gave it other words would take away the first
 * one's.
 */
export function learnRefusals(table: Refusals): void {
  for (const [key, refusal] of Object.entries(table)) {
    const entry = sentences[key]
    if (entry && (entry.sentence !== refusal.sentence || entry.code !== refusal.code))
      throw new Error(`refusal ${key} says both “${entry.sentence}” and “${refusal.sentence}”`)
    sentences[key] = refusal
  }
}
const knowsRefusal = (key: string): boolean => key in sentences

/** Code and filled-in sentence of a refusal. */
export function answerOf(refused: Refused): { code: number; message: string } {
  const entry = sentences[refused.key] ?? sentences.bad_input!
  return { code: entry.code, message: entry.sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(refused.params[name] ?? '')) }
}

/** Placeholders of a refusal's sentence that were left unfilled. */
export const holesOf = (refused: Refused): string[] =>
  [...(sentences[refused.key]?.sentence ?? '').matchAll(/\{(\w+)\}/g)]
    .map((m) => m[1]!)
    .filter((name) => refused.params[name] === undefined)

interface PgError {
  code?: string
  constraint?: string
  table?: string
  column?: string
  message: string
  detail?: string
}
const isPgError = (e: unknown): e is PgError =>
  e instanceof Error && typeof (e as PgError).code === 'string' && /^[0-9A-Z]{5}$/.test((e as PgError).code!)

/** True when running the transaction again may succeed. */
export const isTransient = (e: unknown): boolean => isPgError(e) && (e.code === '40001' || e.code === '40P01')

/** What `check_moments` answers: the column, and in the detail the day or the numbers the sentence needs. */
export const MOMENTS: ReadonlySet<string> = new Set(['not_yet', 'before_birth', 'before_opening', 'month_closed', 'too_long_ago'])
function momentRefused(key: string, { column = '', detail = '' }: PgError): Refused {
  const [first = '', second = ''] = detail.split(' ')
  const field = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return new Refused(key, { what: '时间', ...(key === 'too_long_ago' ? { ago: first, limit: second } : { day: first }) }, field)
}

/** The refusal a database error stands for; undefined when it is a bug. */
export function refusalOf(e: unknown): Refused | undefined {
  if (e instanceof Refused) return e
  if (!isPgError(e)) return undefined
  const key = e.constraint?.includes('__') ? e.constraint.slice(e.constraint.indexOf('__') + 2) : undefined
  if (key && MOMENTS.has(key)) return momentRefused(key, e)
  if (key && knowsRefusal(key)) return new Refused(key, { what: key === 'insufficient' ? '余额' : '记录' })
  switch (e.code) {
    case '23503':
      return e.message.includes('update or delete') ? new Refused('in_use', { what: '' }) : new Refused('not_found', { what: '记录' })
    case '23505':
      return new Refused('duplicate', { what: '记录' })
    case 'M0002':
      return new Refused('no_access', { what: '修改其他门店的记录', code: 'record:chain' })
    case '42501':
      return new Refused('not_found', { what: '记录' })
    case '22003':
      return new Refused('bad_input', { what: '数值超出范围' })
    // A text that came another way than through a call: from a device, a service, a file.
    case '22021':
    case '22P05':
      return new Refused('bad_input', { what: '内容不能含有控制字符' })
    case '22P02':
    case '22007':
    case '22008':
    case '22009':
      return new Refused('bad_input', { what: '格式不正确' })
    case '55P03':
    case '57014':
      return new Refused('too_frequent')
    default:
      return undefined
  }
}
