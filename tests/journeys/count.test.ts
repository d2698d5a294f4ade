/** Counting while goods are sold: sixty pieces by scanner without a mouse, one sold meanwhile, confirmed by another person (C.12). */
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePaidBill } from '../../modules/billing/server/make.ts'
import { makeFrame } from '../../modules/products/server/make.ts'
import { makeStock } from '../../modules/stock/server/make.ts'
import { scan, settled } from './app.ts'
import { stage, type JourneyStage } from './stage.ts'

const SHOTS = process.env.JOURNEY_SHOTS
const PIECES = 60
/** Pieces the ledger has: three more than lie on the shelf once one is sold. */
const BOUGHT = 64

describe('a count while the till sells', () => {
  let clinic: JourneyStage
  let frame = { productId: 0, barCode: '' }
  let countId = 0
  const shot = async (page: Page, name: string) =>
    void (SHOTS && (await page.screenshot({ path: path.join(SHOTS, `count-${name}.png`), fullPage: true })))
  const onHand = async () =>
    (await clinic.as('warehouse').call('stock.view', { hid: clinic.hid, query_type: 3, product_id: frame.productId })).list.reduce(
      (n, r) => n + r.quantity,
      0,
    )
  beforeAll(async () => {
    clinic = await stage()
    const { call } = clinic.as('warehouse')
    const made = await makeFrame(call)
    frame = { productId: made.productId, barCode: made.barCode! }
    await makeStock(call, clinic.hid, [{ productId: frame.productId, quantity: BOUGHT }])
    countId = (await call('stocktaking.create', { hid: clinic.hid, productIds: [frame.productId] })).countId
  })
  afterAll(async () => {
    const { errors } = clinic
    await clinic.close()
    expect(errors).toEqual([])
  })
  /** The cashier sells one of the frames, paid in full. */
  const sell = async () => {
    const member = { hid: clinic.hid, name: '盘点时来', gender: 1 as const, birth: '1990-05-06', mobile: '13900138601' }
    const { pid } = await clinic.as('reception').call('patients.save', member)
    await makePaidBill(clinic.as('cashier'), pid, [{ productId: frame.productId }])
  }

  it('sixty scans count sixty pieces, each large on the screen; an unknown code counts nothing and F4 takes the last back', async () => {
    const page = await clinic.open('warehouse', { width: 390, height: 844 })
    await page.goto(`${clinic.base}/inventory/count/${countId}`)
    await settled(page)
    const figure = page.locator('.count-last output')
    for (let n = 1; n <= PIECES; n++) {
      await scan(page, frame.barCode)
      if (n === PIECES / 2) await sell()
      await figure.filter({ hasText: new RegExp(`^${n}$`) }).waitFor()
    }
    await shot(page, 'sixty')
    await scan(page, '6901028000000')
    await page.locator('.count-band.bad').filter({ hasText: '不认识的码 6901028000000' }).waitFor()
    await page.keyboard.press('F4')
    await page.locator('.count-band.ok').waitFor()
    await page.keyboard.press('F4')
    await page.locator('.count-progress strong').filter({ hasText: /^59$/ }).waitFor()
    await scan(page, frame.barCode)
    await figure.filter({ hasText: /^60$/ }).waitFor()
    await page.context().close()
  })
  it('the warehouse finishes and completes, the manager confirms, and the stock is what lies there; what was sold stays sold', async () => {
    expect(await onHand()).toBe(BOUGHT - 1)
    const page = await clinic.open('warehouse')
    await page.goto(`${clinic.base}/inventory/count?paper=${countId}`)
    await page.getByRole('button', { name: '结束盘点' }).click()
    await page.locator('.paper-lines').getByText('-3', { exact: true }).waitFor()
    await shot(page, 'review')
    await page.getByRole('button', { name: '完成盘点' }).click()
    await page.waitForURL('**/inventory/lossAndOverflow?paper=*')
    await page.getByText('待确认').first().waitFor()
    const { list } = await clinic.as('manager').call('profitloss.list', { hid: clinic.hid })
    expect(list).toMatchObject([{ countId, lost: 3, found: 0 }])
    expect(await onHand()).toBe(BOUGHT - 1)
    const manager = await clinic.open('manager')
    await manager.goto(`${clinic.base}/inventory/lossAndOverflow?paper=${list[0]!.profitLossId}`)
    await manager.getByRole('button', { name: '确认', exact: true }).click()
    await manager.locator('.toast').filter({ hasText: '已确认' }).first().waitFor()
    await shot(manager, 'confirmed')
    expect(await onHand()).toBe(PIECES)
    for (const [address, title] of [
      [`/print/inventory-count/${countId}/blind`, '盘点表'],
      [`/print/inventory-count/${countId}/differences`, '盘点差异表'],
      [`/print/loss-and-overflow/${list[0]!.profitLossId}/1`, '报损报溢单'],
    ] as const) {
      await manager.goto(`${clinic.base}${address}`)
      await manager.locator('.paper h2').filter({ hasText: title }).waitFor()
      await manager.locator('.paper-body').getByText(frame.barCode).or(manager.locator('.paper-body tbody tr')).first().waitFor()
    }
    await shot(manager, 'paper')
  })
})
