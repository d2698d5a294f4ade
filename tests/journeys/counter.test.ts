/**
 * A day at the counter without a mouse: charging the card, paying with it, giving back, points for a gift, and a statement that explains
 * every cent and point.
 */
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { application, choose, reach, settled, type App } from './app.ts'

const NAME = '司空见素'
const SHOTS = process.env.JOURNEY_SHOTS

describe('a day at the counter, by keyboard', () => {
  let app: App
  let cashier: Page | undefined
  let desk: Page | undefined
  /** Who works at the moment. */
  let page: Page
  let pid = 0
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
  }
  const toasted = (sentence: string) => page.locator('.toast').filter({ hasText: sentence }).first().waitFor()
  const shot = async (name: string) => void (SHOTS && (await page.screenshot({ path: path.join(SHOTS, `counter-${name}.png`) })))
  const goTo = async (to: string) => {
    await page.goto(to)
    await settled(page)
  }
  /** Types the first letters of the member's pinyin where the focus is, and takes who is found. */
  const find = async () => {
    await page.keyboard.type('skjs')
    await page.getByRole('option').filter({ hasText: NAME }).waitFor()
    await keys('Enter')
  }
  /** What the member holds, in fen and points. */
  const held = () =>
    app.inClinic(async (cx) => {
      const rows = await cx.db.rows(
        { book: 'string', balance: 'number' },
        sql`select book, balance from ledger_account where key = ${`member:${pid}`}`,
      )
      const balanceOf = (book: string) => rows.find((r) => r.book === book)?.balance ?? 0
      return { stored: balanceOf('stored'), gift: balanceOf('gift'), points: balanceOf('points') }
    })

  /** A pointer that touches anything on this page breaks the promise of this file. */
  const guarded = async () => {
    await page.addInitScript(() => addEventListener('pointerdown', () => sessionStorage.setItem('pressed', location.pathname), true))
    await page.reload()
    await settled(page)
  }

  beforeAll(async () => {
    app = await application()
    const hid = await app.inClinic((cx) => Promise.resolve(cx.who.hid))
    pid = (await app.calls('reception').call('patients.save', { hid, name: NAME, gender: 1, birth: '1990-02-03', mobile: '13900139456' }))
      .pid
    const manager = app.calls('manager')
    await manager.call('patients.points.adjust', { pid, points: 200, reason: '周年礼' })
    await manager.call('points.gifts.create', { giftName: '护眼台灯', points: 150, stock: 2 })
    page = cashier = await app.as('cashier', '/today/charge')
    await guarded()
  })
  afterAll(async () => {
    for (const own of [cashier, desk]) {
      if (!own) continue
      expect(await own.evaluate(() => sessionStorage.getItem('pressed'))).toBe(null)
      expect(app.troubles(own)).toEqual([])
    }
  })

  it('charges the card', async () => {
    await keys('n')
    await page.locator('.ant-drawer [role=combobox]').first().waitFor()
    await reach(page, '会员')
    await find()
    await reach(page, '储值金额')
    await page.keyboard.type('500')
    await reach(page, '赠送金额')
    await page.keyboard.type('50')
    await shot('charge')
    await keys('Control+s')
    await toasted('已储值')
    expect(await held()).toEqual({ stored: 500_00, gift: 50_00, points: 200 })
  })

  it('pays a bill with the card', async () => {
    await goTo('/medical/fee-add')
    await find()
    await page.locator('.finder input').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('验光费')
    await page.locator('#finder-list [role=option]').filter({ hasText: '验光费' }).waitFor()
    await keys('Enter', 'F4', 'Alt+5')
    await shot('pay')
    await keys('F8')
    await page.waitForURL('**/medical/fee-edit/*?paid=1')
    await settled(page)
    const paid = (await app.inClinic((cx) =>
      cx.db.one(
        { stored: 'number', gift: 'number' },
        sql`
          select stored, gift
          from bill_payment p
          join fee_bill b using (oid, fbid)
          where b.pid = ${pid}
        `,
      ),
    ))!
    expect(paid.stored + paid.gift).toBeGreaterThan(0)
    expect(await held()).toMatchObject({ stored: 500_00 - paid.stored, gift: 50_00 - paid.gift })
  })

  it('gives the money back to where it came from', async () => {
    await goTo('/medical/fee?tab=paid')
    await keys('/')
    await page.keyboard.type(NAME)
    const row = page.locator('tbody tr').filter({ hasText: NAME })
    await expect.poll(() => page.locator('tbody tr').filter({ hasText: /SF\d/ }).count()).toBe(1)
    await row.waitFor()
    await settled(page)
    await reach(page, /SF\d/)
    await keys('Enter')
    await page.waitForURL('**/medical/fee-edit/*')
    await settled(page)
    await reach(page, '退费')
    await keys('Enter')
    await page.locator('.refunding').waitFor()
    await reach(page, '验光费')
    await keys('Space')
    await reach(page, '退费原因')
    await page.keyboard.type('改日再做')
    await page.locator('.forecast-sum').waitFor()
    await shot('refund')
    await reach(page, /^退费 ¥/)
    await keys('Enter')
    await toasted('已退费')
    expect(await held()).toEqual({ stored: 500_00, gift: 50_00, points: 200 })
  })

  it('gives a gift for points, at the front desk', async () => {
    page = desk = await app.as('reception', '/patients/point')
    await guarded()
    await find()
    await page.getByRole('button', { name: '兑换礼品' }).waitFor()
    await reach(page, '兑换礼品')
    await keys('Enter')
    await choose(page, page.locator('.ant-drawer [id$="-f-giftId"]'), '护眼台灯')
    await shot('exchange')
    await keys('Control+s')
    await toasted('已兑换 护眼台灯')
    expect(await held()).toEqual({ stored: 500_00, gift: 50_00, points: 50 })
    page = cashier!
  })

  it('redeems one of the check-ups the member bought', async () => {
    const hid = await app.inClinic((cx) => Promise.resolve(cx.who.hid))
    const fiid = (await app.inClinic((cx) =>
      cx.db.one({ fiid: 'number' }, sql`select fiid from fee_item where hid = ${hid} and name = '验光费'`),
    ))!.fiid
    const { fgid } = await app
      .calls('manager')
      .call('feegroup.save', { hid, name: '一年三次验光', packagePrice: 120, groupItems: [{ fiid, quantity: 3 }] })
    const { feebill } = await app.calls('manager').call('feebill.save', { pid, items: [{ fgid, quantity: 1 }] })
    await app.calls('manager').call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 2, amount: 120 }] })
    await goTo(`/patients/detail/${pid}/check`)
    await reach(page, /^核销 验光费/)
    await keys('Enter')
    await page.locator('.ant-drawer [id$="-f-quantity"]').waitFor()
    await shot('redeem')
    await keys('Control+s')
    await toasted('已核销，套餐还剩 2 次')
  })

  it('the statement ends with what the member holds', async () => {
    const { points } = await held()
    await goTo(`/patients/detail/${pid}/prepaid?view=statement`)
    const words = await page.locator('#content').innerText()
    expect(words).toMatch(new RegExp(`期末\\s*本金 ¥500\\.00 · 赠金 ¥50\\.00 · 积分 ${points}`))
    await shot('statement')
  })
})
