/**
 * Glasses that wait for their lenses: the order is drafted of the maker by link, and its receipt alone sends the glasses to inspection.
 * Nothing is typed twice.
 */
import { describe, expect, it } from 'vitest'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { makeOrder } from '#modules/frame-orders/server/make.ts'
import { making } from '#modules/products/contract/states.ts'
import { makeGoods, makeSupplier } from '../../modules/lens-orders/server/make.ts'
import { scan, settled } from './app.ts'
import { journey } from './journey.ts'
import type { JourneyStage } from './stage.ts'

const NAME = '顾清和'
const POWERS = { dsOd: -3.25, dcOd: -0.5, axOd: 175, dsOs: -2.75, dcOs: -1, axOs: 5 }
const BARCODE = '6901234567892'
const LABELS = ['R SPH-3.25 CYL-0.50 AX175', 'L SPH-2.75 CYL-1.00 AX5']

describe('glasses that wait for their lenses', () => {
  let clinic: JourneyStage
  let glasses = 0
  let pid = 0
  let orderId = 0
  const status = async () => (await clinic.as('workshop').call('frame.info', { id: glasses })).status
  const order = () => clinic.as('manager').call('orders.info', { id: orderId })

  const { at: openAt, shot } = journey('lenses', async (made) => {
    clinic = made
    const chief = clinic.as('manager')
    const lens = await makeGoods(chief, 3, await makeSupplier(chief), { barCode: BARCODE, classifyStatus: making.is.custom })
    const person = { hid: clinic.hid, name: NAME, gender: 1, birth: '1996-03-02', mobile: '13900138779' } as const
    pid = (await clinic.as('reception').call('patients.save', person)).pid
    const { recordFrameId } = await makeOrder(clinic.as('optometrist'), { hid: clinic.hid, pid, ...POWERS })
    glasses = recordFrameId
    const goods = { id: glasses, ownFrame: true, lensProductOd: lens, lensProductOs: lens }
    const { fbid } = await clinic.as('optometrist').call('frame.product', goods)
    const { feebill } = await clinic.as('cashier').call('feebill.info', { id: fbid! })
    await clinic.as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: feebill.billPrice }] })
  })

  it('the workshop sees them wait; the warehouse finds their order drafted, with both eyes, member and supplier', async () => {
    const w = await openAt('workshop', '/current-work/frame-glass-waiting-delivery')
    await w.getByRole('row').filter({ hasText: NAME }).filter({ hasText: '待提交' }).waitFor()
    await shot(w, 'waiting')
    expect(await status()).toBe(frameOrder.is.awaitingGoods)
    const h = await openAt('warehouse', '/order/glasses')
    await h.getByRole('row').filter({ hasText: NAME }).click()
    await h.waitForURL(/order=\d+/)
    await settled(h)
    orderId = Number(/order=(\d+)/.exec(h.url())?.[1])
    expect(await order()).toMatchObject({ ...POWERS, pid, recordFrameId: glasses, statusName: '待提交', pieces: 2 })
    await h.getByRole('button', { name: '提交', exact: true }).click()
    await expect.poll(async () => (await order()).statusName).toBe('已提交')
    const d = await openAt('doctor', `/order/glasses?order=${orderId}`)
    await d.getByRole('button', { name: '审核', exact: true }).click()
    await d.locator('.toast').filter({ hasText: '已审核' }).first().waitFor()
    await shot(d, 'reviewed')
  })

  it('the lenses are scanned in, and the glasses stand at the first inspection: nobody touched them', async () => {
    if ((await order()).statusName === '已提交') await clinic.as('warehouse').call('orders.status', { oid: orderId, status: 3 })
    const w = await openAt('workshop', '/current-work/frame-glass-waiting-delivery')
    await w
      .getByRole('row')
      .filter({ hasText: NAME })
      .filter({ hasText: /生产中.* \d\d-\d\d 到/ })
      .waitFor()
    await shot(w, 'promised')
    const h = await openAt('warehouse', `/order/glasses?order=${orderId}`)
    await h.getByRole('button', { name: '扫码收货' }).click()
    await h.waitForURL(`**/order/receive?orders=${orderId}`)
    await settled(h)
    for (const [index, label] of LABELS.entries()) {
      await scan(h, label)
      await scan(h, BARCODE)
      await h
        .locator('.receive-band.ok')
        .filter({ hasText: index === 0 ? '右眼' : '左眼' })
        .waitFor()
    }
    await shot(h, 'scanned')
    await h.keyboard.press('Control+Enter')
    await expect.poll(status).toBe(frameOrder.is.inspecting)
    // Live: nobody reloads the list of the workshop.
    await w.getByRole('row').filter({ hasText: NAME }).waitFor({ state: 'detached' })
    const c = await openAt('workshop', '/current-work/frame-glass-init-inspection')
    await c.getByRole('row').filter({ hasText: NAME }).waitFor()
    await shot(c, 'inspection')
    expect((await order()).statusName).toBe('已入库')
    const { items } = await clinic.as('workshop').call('frame.info', { id: glasses })
    expect(items.map((i) => i.issued)).toEqual(items.map(() => true))
  })
})
