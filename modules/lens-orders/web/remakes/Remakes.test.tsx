import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import Remakes from './Remakes.tsx'

const line = {
  at: '2026-11-20 10:00:00',
  hid: 1,
  recordFrameId: null,
  orderId: 7,
  foundAt: null,
  side: null,
  pieces: 1,
  productName: '护理液',
  staffName: null,
  cost: 107,
  note: null,
}
const refused = {
  ...line,
  key: 'refused-5',
  what: 'refused',
  cause: 'refused',
  orderNo: 'DG1',
  supplierName: '豪雅',
  payer: 'supplier',
  credited: 60,
  creditNos: 'PF-1',
}
const scrapped = {
  ...line,
  key: 'scrap-9',
  what: 'scrap',
  cause: 'scrapped',
  orderNo: 'DG2',
  supplierName: null,
  payer: 'store',
  credited: null,
  creditNos: null,
}
const sums = [{ cause: 'refused', payer: 'supplier', count: 1, pieces: 1, cost: 107, credited: 60 }]
const backend = () =>
  answering(({ method, url }) => {
    if (method !== 'GET') return ok({ key: 'refused-5', credited: 107, creditNos: 'PF-1、PF-2' })
    if (url.pathname.endsWith('/sums')) return ok(sums)
    if (url.pathname.endsWith('/remakes')) return ok({ list: [refused, scrapped], total: 2 })
    return ok({ list: [], total: 0 })
  })
const finance = { ...doctor, permissions: ['order:view', 'order:cost', 'payorder:edit', 'supplier:view'] }
const rowOf = async (orderNo: string) => within((await screen.findByText(orderNo)).closest('tr')!)

describe('the remake ledger', () => {
  it('shows what suppliers made good beside what they bear; a credit note is written on the line it is for', async () => {
    const requests = backend()
    await stage(<Remakes />, { who: finance, at: '/order/remakes' })
    const row = await rowOf('DG1')
    expect(row.getByText('PF-1')).toBeTruthy()
    await screen.findByText(/供应商已赔付 ¥60/)
    await userEvent.click(row.getByRole('button', { name: '登记赔付' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByLabelText(/供应商/)).toBeNull()
    await userEvent.type(dialog.getByLabelText(/赔付单号/), 'PF-2')
    await userEvent.type(dialog.getByLabelText(/赔付金额/), '47')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(requests.filter((a) => a.method === 'POST')).toHaveLength(1))
    const sent = requests.find((a) => a.method === 'POST')!
    expect(sent.url.pathname).toMatch(/order\/remakes\/credit$/)
    expect(sent.body).toMatchObject({ key: 'refused-5', docNo: 'PF-2', amount: 47 })
  })
  it('asks whose credit note it is where no supplier bears the line; only what was made good is taken back', async () => {
    backend()
    await stage(<Remakes />, { who: finance, at: '/order/remakes' })
    const row = await rowOf('DG2')
    expect(row.queryByRole('button', { name: '撤回赔付' })).toBeNull()
    expect((await rowOf('DG1')).getByRole('button', { name: '撤回赔付' })).toBeTruthy()
    await userEvent.click(row.getByRole('button', { name: '登记赔付' }))
    expect(within(await screen.findByRole('dialog')).getByLabelText(/供应商/)).toBeTruthy()
  })
  it('offers nothing to whoever writes no payments', async () => {
    backend()
    await stage(<Remakes />, { who: { ...finance, permissions: ['order:view', 'order:cost'] }, at: '/order/remakes' })
    expect((await rowOf('DG1')).queryByRole('button', { name: '登记赔付' })).toBeNull()
  })
})
