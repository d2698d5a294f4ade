/** Every text a call takes has a kind, and each kind one form: marks nobody sees make no second name, number or code. */
import { describe, expect, it } from 'vitest'
import { bareOf, fieldsOf, metaOf, name, text, z } from '#kernel/contract/index.ts'
import { served } from './served.ts'

/** Spellings of the same: each kind takes at least one of them. */
const MARKED = ['a\u200bb1', '\u200b13812345678', '1\u200b', '\u200b天河\u202e', '{"a\u200b":1}']
/** Texts of a shape that keep such a mark. */
function unkind(shape: z.ZodType, path: string): string[] {
  const bare = bareOf(shape)
  if (bare instanceof z.ZodArray) return unkind(bare.element as z.ZodType, path)
  if (bare instanceof z.ZodObject) return Object.entries(fieldsOf(bare)).flatMap(([key, field]) => unkind(field, `${path}.${key}`))
  if (!(bare instanceof z.ZodString)) return []
  const kept = MARKED.some((typed) => {
    const parsed = bare.safeParse(typed)
    return parsed.success && /[\u200b\u202e]/.test(parsed.data)
  })
  return kept ? [`${path} ${metaOf(shape).label ?? ''}`] : []
}
/** Texts that are kept letter for letter, and why. */
const VERBATIM: ReadonlyArray<readonly [RegExp, string]> = [
  [/[pP]assword /, 'a password is what was typed'],
  [/^(wechat\.push|payments\.notice).*\.body /, 'a message of another system, whose signature covers each letter'],
  [/\.(confirmed|columns|take) $/, 'names of the program, compared with its own list'],
]

describe('texts', () => {
  it('each text of an input has a kind with one form, or says why it is kept letter for letter', () => {
    const found = served.flatMap(([id, { input }]) => unkind(input, id))
    expect(found.filter((each) => !VERBATIM.some(([pattern]) => pattern.test(each)))).toEqual([])
    const idle = VERBATIM.filter(([pattern]) => !found.some((each) => pattern.test(each)))
    expect(idle).toEqual([])
  })
  it('a text without a kind would be seen', () => {
    const planted = z.object({ list: z.array(z.object({ model: z.string().max(9), name: name('名称'), note: text('备注') })) })
    expect(unkind(planted, 'planted')).toEqual(['planted.list.model '])
  })
})
