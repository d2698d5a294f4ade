/** What `receives` and the hand-over take, and what the kinds promise of it. */
import { describe, expect, it } from 'vitest'
import { everyKind } from './kinds/index.ts'
import { HandOver, ReceiveOrder } from './shapes.ts'

describe('a delivery', () => {
  it('may name nothing but its order; a scanned line is one piece', () => {
    expect(ReceiveOrder.parse({ id: 3 })).toEqual({ id: 3, lines: [] })
    expect(ReceiveOrder.parse({ id: 3, lines: [{ code: '(01)06901234567892' }] }).lines).toEqual([
      { code: '(01)06901234567892', quantity: 1 },
    ])
  })
  it('accepts or refuses a line by a word that is declared', () => {
    expect(ReceiveOrder.safeParse({ id: 3, lines: [{ verdict: 'pass' }] }).success).toBe(false)
  })
  it('is handed over to somebody who signs', () => {
    expect(HandOver.safeParse({ id: 3, receiver: '本人', signature: '' }).success).toBe(false)
    expect(HandOver.safeParse({ id: 3, receiver: '本人', signature: 'M1 2 L3 4' }).success).toBe(true)
  })
})
describe('a kind', () => {
  it('compares no parameter that its pieces are not told by, and needs none', () => {
    const wrong = everyKind().flatMap((k) =>
      [...k.receipt.compare, ...k.needed].filter((p) => !k.parameters.includes(p)).map((p) => `${k.kind}.${p}`),
    )
    expect(wrong).toEqual([])
  })
  it('whose goods go to a member names one', () => {
    expect(
      everyKind()
        .filter((k) => k.receipt.to === 'member' && k.member !== 'required')
        .map((k) => k.kind),
    ).toEqual([])
  })
})
