/** What `receives` and the hand-over take, and what the kinds promise of it. */
import { describe, expect, it } from 'vitest'
import { everyKind } from '../kinds/index.ts'
import { HandOver, ReceiveOrder } from '../shapes.ts'

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
    for (const signature of ['', 'M1', 'M1 2 L3 4', '路人甲'])
      expect(HandOver.safeParse({ id: 3, receiver: '本人', signature }).success, signature).toBe(false)
    expect(HandOver.safeParse({ id: 3, receiver: '本人', signature: 'M20 60 L60 30 L100 70 L140 40' }).success).toBe(true)
  })
})
describe('a kind', () => {
  it('declares of each parameter whether a receipt must state it, or why no label prints it', () => {
    const wrong = everyKind().flatMap((k) => {
      const declared = [...k.receipt.told, ...Object.keys(k.receipt.untold)]
      return [
        ...k.parameters.filter((p) => declared.filter((d) => d === p).length !== 1).map((p) => `${k.kind}.${p} is not declared once`),
        ...declared.filter((d) => !k.parameters.some((p) => p === d)).map((d) => `${k.kind}.${d} is no parameter of it`),
        ...k.needed.filter((p) => !k.receipt.told.includes(p)).map((p) => `${k.kind}.${p} is needed and never asked for`),
      ]
    })
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
