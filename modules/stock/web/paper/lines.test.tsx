import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { answering, ok, stage } from '#kernel/web/testing/stage.tsx'
import type { Product } from '#modules/products/contract/shapes.ts'
import { useScannedLines, withScanned, type FormLine } from './lines.tsx'

afterEach(cleanup)
const product = (productId: number, category: number, barCode: string) =>
  ({ productId, category, barCode, name: `P${productId}`, cost: 10 }) as Product
const fill = (p: Product) => ({ cost: p.cost })

function Receipt() {
  const [values, setValues] = useState<Record<string, unknown>>({ items: [{ quantity: 1 }] })
  useScannedLines({ values, set: (name, value) => setValues((old) => ({ ...old, [name]: value })) }, fill)
  return <output>{(values.items as FormLine[]).map((l) => `${l.productId ?? '-'}×${l.quantity}`).join(' ')}</output>
}
let clock = 1000
function scan(code: string): void {
  for (const key of [...code, 'Enter']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: (clock += 3) })
    fireEvent(document.body, event)
  }
  clock += 1000
}

describe('scanning a delivery', () => {
  it('twenty codes one upon the other lose no piece, however slow the answers are', async () => {
    const goods = [product(1, 1, '6901234567892'), product(2, 5, '6901234567885')]
    const calls = answering(({ url }) => ok({ list: goods.filter((p) => p.barCode === url.searchParams.get('text')), total: 1 }))
    const quick = globalThis.fetch
    let answer = () => {}
    const scanned = new Promise<void>((go) => (answer = go))
    globalThis.fetch = async (...args) => {
      await scanned
      return quick(...args)
    }
    await stage(<Receipt />)
    for (let i = 0; i < 20; i++) scan(goods[i % 2]!.barCode!)
    answer()
    await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('1×10 2×10'))
    expect(calls).toHaveLength(2)
  })
  it('lenses get a line each, as every one has its own power', () => {
    const lens = product(3, 3, '690')
    expect(withScanned(withScanned([], lens, fill), lens, fill)).toEqual([
      { productId: 3, quantity: 1, cost: 10 },
      { productId: 3, quantity: 1, cost: 10 },
    ])
  })
})
