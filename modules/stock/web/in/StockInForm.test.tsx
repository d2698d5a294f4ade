import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import type { StockIn } from '../../contract/shapes.papers.ts'
import { stockIn } from '../../contract/states.ts'
import { StockInForm } from './StockInForm.tsx'

const paper = {
  stockinId: 5,
  stockinNo: 'RK1',
  version: 2,
  hid: 1,
  stockinType: 1,
  status: stockIn.is.draft,
  deliveryNo: '送'.repeat(300),
  items: [{ productId: 1, productName: '镜架', quantity: 2, cost: 10 }],
} as unknown as StockIn

describe('a stock-in paper', () => {
  it('is handed in although keeping it as a draft was tried before and something was wrong', async () => {
    const calls = answering(({ method }) => (method === 'GET' ? ok([]) : ok(paper)))
    await stage(<StockInForm paper={paper} onDone={() => undefined} onLeave={() => undefined} />, {
      who: { ...doctor, permissions: ['stockin:edit'] },
    })
    await userEvent.click(await screen.findByRole('button', { name: '存为草稿' }))
    await userEvent.clear(screen.getByLabelText(/送货单号/))
    await userEvent.click(screen.getByRole('button', { name: /提交审核/ }))
    await waitFor(() => expect(calls.some((a) => a.method !== 'GET')).toBe(true))
    expect(calls.find((a) => a.method !== 'GET')).toMatchObject({ body: { status: stockIn.is.submitted } })
  })
})
