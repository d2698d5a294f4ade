import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import Purchase from './Purchase.tsx'

const who = { ...doctor, permissions: ['order:view', 'order:stock'] }
const cell = (sph: number, cyl: number, more: object = {}) => ({ sph, cyl, onHand: 0, onOrder: 0, demand: 0, ...more })
const list = [cell(0, 0), cell(0, -0.25), cell(-0.25, 0, { onHand: 3, onOrder: 2, demand: 5 }), cell(-0.25, -0.25, { demand: 4 })]

describe('ordering by powers', () => {
  it('is typed into the grid by arrows, says what is short in words too, and makes the drafts', async () => {
    const requests = answering(({ method, url }) => {
      if (method !== 'GET') return ok([{ orderId: 1, orderNo: 'DG1', kind: 'glasses', supplierName: null, pieces: 3 }])
      return ok(url.pathname.endsWith('/powers') ? { name: '1.60 单光', list, total: 4 } : { list: [], total: 0 })
    })
    await stage(<Purchase />, { who, at: '/order/purchase?view=powers&productId=42' })
    const first = await screen.findByLabelText(/^0\.00 0\.00 数量/)
    expect(screen.getByLabelText('−0.25 −0.25 数量，现有 0，在途 0，90 天用量 4').closest('td')?.textContent).toBe('0 · 0 · 4 !')
    await userEvent.click(first)
    await userEvent.keyboard('2{ArrowRight}{ArrowDown}1x')
    await userEvent.click(screen.getByRole('button', { name: '生成备货订单（2 行）' }))
    const sent = await waitFor(() => {
      const found = requests.find((a) => a.method === 'POST')
      expect(found).toBeDefined()
      return found
    })
    expect(sent?.body).toMatchObject({
      items: [
        { productId: 42, sph: 0, cyl: 0, number: 2 },
        { productId: 42, sph: -0.25, cyl: -0.25, number: 1 },
      ],
    })
  })
})
