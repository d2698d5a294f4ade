import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { orderKinds } from '../../contract/kinds/index.ts'
import { EyesOrder } from './EyesOrder.tsx'

const who = { ...doctor, permissions: ['order:view', 'order:edit', 'order:stock'] }
const powers = { dsOd: -3, dcOd: -0.75, axOd: 175, dsOs: -2.5 }
const seen = {
  pid: 7,
  prescriptionId: 3,
  rxLineId: 31,
  fittingId: null,
  said: powers,
  productId: 42,
  total: 7960,
  costTotal: null,
  billed: true,
  findings: [] as object[],
  needsReview: true,
  credit: { limit: 500, used: 230, free: 270 },
  lead: { orders: 100, p50: 9, p90: 12, promisedOn: '2026-12-05' },
  supplierName: '依视路',
}
const different = {
  level: 'warn',
  field: 'dsOd',
  code: 'sphere-od',
  sentence: '右眼球镜 -4.00 与处方 -3.00 不同',
  reason: null,
  needs: 'record:sign',
  unless: null as string | null,
  who: '医师',
}
const order = { orderId: 8, orderNo: 'DG2611220001', kind: 'glasses', status: 1, version: 0 }
/** A server whose preview finds a right sphere that is not the prescription's. */
const backend = () =>
  answering(({ method, url, body }) => {
    if (url.pathname.endsWith('/order/preview')) {
      const { dsOd } = body as { dsOd?: number }
      return ok({ ...seen, findings: dsOd !== undefined && dsOd !== -3 ? [different] : [] })
    }
    if (method !== 'GET') return ok({ ...order, status: url.pathname.endsWith('/status') ? 2 : 1 })
    return ok({ list: [], total: 0 })
  })
const written = (requests: ReturnType<typeof backend>) => requests.filter((a) => a.method !== 'GET' && !a.url.pathname.endsWith('/preview'))

const filled = async () => {
  await stage(<EyesOrder of={orderKinds.glasses} pid={7} prescriptionId={3} />, { who })
  await waitFor(() => expect(document.querySelector<HTMLInputElement>('[data-field=dsOd]')?.value).toMatch(/3\.00/))
}

describe('an order from a prescription', () => {
  it('both eyes and the lens follow by the link: one key of the twelve allowed hands it in', async () => {
    const requests = backend()
    await filled()
    const keys = ['{Control>}s{/Control}']
    for (const key of keys) await userEvent.keyboard(key)
    await waitFor(() => expect(written(requests)).toHaveLength(2))
    expect(keys.length).toBeLessThanOrEqual(12)
    expect(written(requests)[0]).toMatchObject({
      method: 'POST',
      body: { pid: 7, prescriptionId: 3, rxLineId: 31, productId: 42, ...powers, eyeGlassOd: 1, eyeGlassOs: 1, overrides: [] },
    })
    expect(written(requests)[1]).toMatchObject({ body: { oid: 8, status: 2 } })
  })
  it('a finding lights its cell; F8 goes to it and Enter takes back what the prescription says', async () => {
    backend()
    await filled()
    const cell = document.querySelector<HTMLInputElement>('[data-field=dsOd]')
    await userEvent.tripleClick(cell!)
    await userEvent.keyboard('-400{Enter}')
    await screen.findByText('右眼球镜 -4.00 与处方 -3.00 不同')
    const found = () => cell?.closest('td')?.getAttribute('data-found')
    await waitFor(() => expect(found()).toBe('warn'))
    await userEvent.keyboard('{F8}')
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/改为/))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(cell?.value).toMatch(/3\.00/))
    await waitFor(() => expect(screen.queryByText('右眼球镜 -4.00 与处方 -3.00 不同')).toBeNull())
    await waitFor(() => expect(found()).toBeNull())
  })
  it('a reason that is given goes with the order', async () => {
    const sent = backend()
    await filled()
    await userEvent.tripleClick(document.querySelector('[data-field=dsOd]')!)
    await userEvent.keyboard('-400{Enter}')
    await userEvent.click(await screen.findByLabelText(/^理由：/))
    await userEvent.click(await screen.findByText('复测后确认'))
    await userEvent.click(screen.getByRole('button', { name: '存为草稿' }))
    await waitFor(() =>
      expect(written(sent)[0]).toMatchObject({ body: { dsOd: -4, overrides: [{ code: 'sphere-od', reason: '复测后确认' }] } }),
    )
  })
  it('who may not confirm a finding reads who may, and is offered no reason', async () => {
    different.unless = '须由医师确认'
    backend()
    await filled()
    await userEvent.tripleClick(document.querySelector('[data-field=dsOd]')!)
    await userEvent.keyboard('-400{Enter}')
    await screen.findByText('须由医师确认')
    expect(screen.queryByLabelText(/^理由：/)).toBeNull()
    different.unless = null
  })
  it('says beforehand that its writer cannot review it, and promises the day nine in ten were here by', async () => {
    backend()
    await filled()
    await screen.findByText('提交后须由他人审核，Chen 不能自审')
    await screen.findByText('五成 9 天内到，九成 12 天内到')
    await userEvent.click(screen.getByRole('button', { name: '承诺 2026-12-05' }))
    expect(document.querySelector<HTMLInputElement>('[id$="-f-promisedOn"]')?.value).toBe('2026-12-05')
  })
})
