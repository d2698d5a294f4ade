import { describe, expect, it } from 'vitest'
import { fieldsOf, text, z } from './index.ts'
import { sentenceOf } from './say.ts'

describe('the sentence of bad input', () => {
  it('names a key that every object of the language has like any other unknown one', () => {
    const shape = z.object({ origin: z.record(z.string(), z.string()).meta({ label: '来源' }), name: text('姓名') })
    for (const key of ['constructor', 'toString', '__proto__x']) {
      expect(fieldsOf(shape)[key]).toBeUndefined()
      const input = { origin: { [key]: 1 }, name: 'x' }
      const { error } = shape.safeParse(input)
      expect(sentenceOf(error!, shape, input)).toEqual({ field: `origin.${key}`, sentence: `来源 ${key}：应为文字` })
    }
  })
})
