import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { ProductPicker } from './ProductPicker.tsx'

const product = (productId: number, name: string) => ({
  productId,
  name,
  category: 3,
  price: 100,
  brand: null,
  version: null,
  spec: null,
  colour: null,
})
const [former, wanted] = [product(1, '旧镜片'), product(2, '新镜片')]
/** Lists look at the number of the key, which user-event leaves out. */
const enter = () => fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter', keyCode: 13 })
/** What the open list shows. */
const listed = (): string[] => [...document.querySelectorAll('.ant-select-item-option')].map((o) => o.textContent)
/** The one that Enter takes. */
const active = (): string | undefined => document.querySelector('.ant-select-item-option-active')?.textContent ?? undefined

it('what is typed replaces the former choice: Enter takes what was found, and nothing before it is', async () => {
  answering(({ url }) => {
    if (url.pathname.includes('/product/info/')) return ok(former)
    return ok(url.searchParams.get('text') ? { list: [wanted], total: 1 } : { list: [former, wanted], total: 2 })
  })
  const taken: Array<number | undefined> = []
  await stage(<ProductPicker id="goods" chosen={1} onChange={(p) => taken.push(p?.productId)} />, { who: doctor })
  await screen.findByText('旧镜片')
  await userEvent.click(screen.getByRole('combobox'))
  await screen.findAllByText('新镜片')
  await userEvent.keyboard('新')
  enter()
  expect(taken).toEqual([])
  await waitFor(() => expect(listed()).toEqual([expect.stringContaining('新镜片')]))
  await waitFor(() => expect(active()).toContain('新镜片'))
  enter()
  expect(taken).toEqual([2])
})
