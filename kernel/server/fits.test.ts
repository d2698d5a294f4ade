import { describe, expect, it } from 'vitest'
import { choice, id, money, note, page, text, z } from '#kernel/contract/index.ts'
import { fitOf } from './fits.ts'
import { envelopeOf } from './wire.ts'

const Member = z.object({
  pid: id('会员'),
  name: text('姓名'),
  note: note().nullable(),
  nick: text('昵称').optional(),
  gender: choice('性别', { 1: '男', 2: '女' }),
  paid: money('已付'),
  tags: z.array(z.string()),
  more: z.record(z.string(), z.unknown()),
})
const fits = fitOf(page(Member))
const right = { pid: 1, name: '张三', note: null, gender: 1, paid: 1050, tags: ['A'], more: { any: { thing: 1 } } }
const listed = (change: object) => fits({ list: [right, { ...right, ...change }], total: 2 })

describe('an answer and its shape', () => {
  it('what fits says nothing: nulls and absences the shape allows, fen, whatever stands in a record', () => {
    expect(listed({})).toBeUndefined()
    expect(listed({ nick: '小张', note: '近视' })).toBeUndefined()
  })
  it.each([
    [{ name: undefined }, '.list[].name is missing'],
    [{ name: null }, '.list[].name is null'],
    [{ pid: '1' }, '.list[].pid is a string, not a number'],
    [{ gender: 7 }, '.list[].gender is none of the choices'],
    [{ tags: 'A' }, '.list[].tags is no list'],
    [{ tags: ['A', 2] }, '.list[].tags[] is a number, not a string'],
    [{ nick: null }, '.list[].nick is null'],
  ])('what does not fit is named by its place, without its value: %o', (change, sentence) => {
    expect(listed(change)).toBe(sentence)
  })
  it('nothing that a shape does not name is ever serialised, in a choice of words neither', () => {
    const Kept = z.object({ verdict: z.literal(['allowed', 'refused']), name: text('姓名') })
    const sent = envelopeOf(Kept)({ verdict: { passwordHash: 'x' }, name: '张三', passwordHash: 'x' })
    expect(sent).not.toContain('passwordHash')
  })
})
