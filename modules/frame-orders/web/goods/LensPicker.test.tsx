import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import type { LensFit } from '../../contract/shapes.ts'
import type { GlassesChoice } from './choice.ts'
import { LensPicker } from './LensPicker.tsx'

const lens = (productId: number, name: string, more: Partial<LensFit> = {}): LensFit => ({
  productId,
  name,
  lensType: 1,
  index: 1.6,
  diameter: '70',
  classifyStatus: 1,
  price: 260,
  due: 247,
  level: 'ok',
  reasons: [],
  stock: 3,
  edge: 3.1,
  ...more,
})
const choice: GlassesChoice = {
  ownFrame: false,
  frameProductId: 9,
  frameBrand: null,
  frameA: null,
  frameDbl: null,
  frameEd: null,
  lensProductOd: 1,
  lensProductOs: 1,
  processingFee: 0,
  orderOptions: null,
}
const former = lens(1, '旧镜片')
const found = [lens(2, '新镜片'), lens(3, '薄片', { level: 'block', reasons: ['右眼球镜 −3.25 超出 薄片 的范围'] })]
/** Lists look at the number of the key, which user-event leaves out. */
const enter = () => fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter', keyCode: 13 })
/** What the open list shows. */
const listed = (): string[] => [...document.querySelectorAll('.ant-select-item-option')].map((o) => o.textContent)
/** The one that Enter takes. */
const active = (): string | undefined => document.querySelector('.ant-select-item-option-active')?.textContent ?? undefined

it('what is typed replaces the former choice, the price is the member’s, and what does not fit says why and is not taken', async () => {
  const requests = answering(({ url }) => {
    if (url.pathname.includes('/product/info/')) return ok(former)
    return ok(url.searchParams.get('text') ? { list: found, total: 2 } : { list: [former, ...found], total: 3 })
  })
  const taken: Array<number | null> = []
  const props = { recordFrameId: 7, choice, eye: 'ou' as const, filter: { lensType: null, fits: false }, chosen: 1 }
  await stage(<LensPicker {...props} id="lens" onChange={(id) => taken.push(id)} />, { who: doctor })
  await screen.findByText('旧镜片')
  await userEvent.click(screen.getByRole('combobox'))
  await screen.findAllByText('右眼球镜 −3.25 超出 薄片 的范围')
  await userEvent.keyboard('片')
  await waitFor(() => expect(requests.at(-1)!.url.searchParams.get('text')).toBe('片'))
  expect(requests.at(-1)!.url.searchParams.get('frameProductId')).toBe('9')
  await waitFor(() => expect(listed()).toEqual([expect.stringMatching(/^新镜片.*247\.00$/), expect.stringContaining('薄片')]))
  await userEvent.click(screen.getByText('右眼球镜 −3.25 超出 薄片 的范围'))
  expect(taken).toEqual([])
  await waitFor(() => expect(active()).toContain('新镜片'))
  enter()
  expect(taken).toEqual([2])
})
