/**
 * A figure is followed down to its paper: year, month, bill, receipt; the file sums to it, the ledger says the same, and everybody sees
 * what they may.
 */
import fs from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow } from '#kernel/server/index.ts'
import { stage, type JourneyStage } from './stage.ts'
import { bookOf } from '../workbook.ts'

const today = clinicNow().slice(0, 10)
const YEAR = `startTime=${addDays(today, -364)}&endTime=${today}&by=month`
const SOLD = [1234.56, 88, 0.07]

describe('figures', () => {
  let house: JourneyStage
  beforeAll(async () => {
    house = await stage({}, { second: true })
    const { stores } = await house.as('chain').call('statistics.shop', { hid: 0 })
    const pay = async (role: 'manager' | 'manager2', prices: readonly number[]) => {
      const caller = house.as(role)
      const hid = role === 'manager' ? house.hid : stores.find((s) => s.hid !== house.hid)!.hid
      const { pid } = await caller.call('patients.save', { hid, name: '上官数' })
      for (const price of prices) {
        const { feebill } = await caller.call('feebill.save', {
          pid,
          items: [{ name: '定制项目', price, priceReason: '测试', quantity: 1 }],
        } as never)
        await caller.call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 1, amount: price }] } as never)
      }
    }
    await pay('manager', SOLD)
    await pay('manager2', [456.7])
  })
  afterAll(() => house.close())
  const goTo = async (page: Page, path: string) => {
    await page.goto(`${house.base}${path}`)
    await page.locator('.stat-figures').waitFor()
  }
  const drawer = (page: Page) => page.locator('.ant-drawer')

  it('manager goes from year to month to bill to paper and back to its lines; the file sums to the figure, ✓ is the ledger', async () => {
    const page = await house.open('manager')
    await goTo(page, `/statistics/sales?${YEAR}`)
    const net = page.locator('.stat-figures .figure').filter({ hasText: '销售净额' })
    expect(await net.innerText()).toContain('¥1,322.63')
    expect(await net.locator('.stat-book:not(.wrong)').innerText()).toContain('账本 ¥1,322.63')
    expect(await page.locator('.stat-book.wrong').count()).toBe(0)
    await page
      .locator('.stat-table tbody tr')
      .filter({ hasText: today.slice(0, 7) })
      .locator('td')
      .nth(1)
      .click()
    const lines = drawer(page).locator('tbody tr')
    await lines.first().waitFor()
    expect(await lines.count()).toBe(SOLD.length)
    expect(await drawer(page).locator('tfoot').innerText()).toContain('¥1,322.63')
    const [file] = await Promise.all([page.waitForEvent('download'), drawer(page).getByRole('button', { name: '导出' }).click()])
    const { lines: sold } = await bookOf(new Uint8Array(fs.readFileSync(await file.path())))
    const sum = sold.reduce((n, row) => n + Math.round(Number(row.at(-1)) * 100), 0)
    expect([sold.length, sum]).toEqual([SOLD.length, 132263])
    await lines.filter({ hasText: '¥1,234.56' }).getByRole('link').click()
    await page.waitForURL(/\/medical\/fee-edit\/\d+/)
    const [paper] = await Promise.all([page.waitForEvent('popup').catch(() => page), page.getByRole('link', { name: '打印小票' }).click()])
    await paper.getByText('1,234.56').first().waitFor()
    expect(new URL(paper.url()).pathname).toMatch(/fee-bill-print/)
    await goTo(page, `/statistics/sales?${YEAR}`)
    await net.locator('.stat-value').click()
    await lines.filter({ hasText: '¥0.07' }).getByRole('link').click()
    await page.waitForURL(/\/medical\/fee-edit\/\d+/)
    await page.goBack()
    await lines.filter({ hasText: '¥1,234.56' }).waitFor()
  })

  it('cashier sees their own performance and no other statistic; chain compares stores', async () => {
    const till = await house.open('cashier')
    await goTo(till, '/statistics/performance')
    expect(await till.locator('.stat-pages a').allInnerTexts()).toEqual(['绩效统计'])
    expect(await till.locator('.stat-figures .stat-book.wrong').count()).toBe(0)
    await till.goto(`${house.base}/statistics/sales`, { waitUntil: 'networkidle' })
    expect(await till.locator('.stat-figures').count()).toBe(0)
    const chain = await house.open('chain')
    await goTo(chain, '/statistics/shop')
    expect(await chain.locator('.ant-select').filter({ hasText: '全部门店' }).count()).toBe(1)
    await chain.locator('.stat-table').getByText('门店', { exact: true }).click()
    const row = (store: string) => chain.locator('.stat-table tbody tr').filter({ hasText: store })
    await row('朝阳').waitFor()
    expect(await row('朝阳').innerText()).toContain('¥1,322.63')
    expect(await row('海淀').innerText()).toContain('¥456.70')
    expect(house.errors.filter((e) => !/40[34]/.test(e))).toEqual([])
  })
})
