import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import Makers from './Makers.tsx'

const profile = {
  supplierId: 3,
  format: 'excel',
  account: '588',
  height: 'box',
  extra: null,
  names: [{ ours: 'PMC160', theirs: 'PM-16' }],
  columns: [{ field: 'sph', heading: 'Sphere' }],
}
const supplier = { supplierId: 3, name: '豪雅', licenceState: 1, paymentDays: 30 }
const who = { ...doctor, permissions: ['order:view', 'order:send', 'supplier:view'] }
const backend = () =>
  answering(({ method, url }) => {
    if (method !== 'GET') return ok(profile)
    if (url.pathname.endsWith('/maker-profile')) return ok(profile)
    return ok({ list: [supplier], total: 1 })
  })

describe('the format of a supplier’s files', () => {
  it('is shown with its names and columns and saved as it is changed', async () => {
    const requests = backend()
    await stage(<Makers />, { who, at: '/order/makers?supplierId=3' })
    const account = await screen.findByLabelText('客户编号')
    expect(screen.getByDisplayValue('PM-16')).toBeTruthy()
    expect(screen.getByDisplayValue('Sphere')).toBeTruthy()
    await userEvent.clear(account)
    await userEvent.type(account, '612')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(requests.filter((a) => a.method === 'PUT')).toHaveLength(1))
    const sent = requests.find((a) => a.method === 'PUT')!
    expect(sent.url.pathname).toMatch(/supplier\/3\/maker-profile$/)
    expect(sent.body).toMatchObject({ account: '612', format: 'excel', names: profile.names, columns: profile.columns })
  })
  it('is of no supplier until one is chosen', async () => {
    const sent = backend()
    await stage(<Makers />, { who, at: '/order/makers' })
    await screen.findByText('先选择供应商')
    expect(sent.some((a) => a.url.pathname.endsWith('/maker-profile'))).toBe(false)
  })
})
