/**
 * A month with a supplier: its workbook beside orders and receipts, the payment of what agrees, and the paper; the other store sees none of
 * it.
 */
import path from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showMoney } from '#kernel/contract/index.ts'
import { dbOn } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { balance } from '#kernel/server/index.ts'
import { payables } from '#modules/purchasing/server/verify.ts'
import { makeMonth, sheetOf, type Month } from '../month.ts'
import { settled } from './app.ts'
import { stage, type JourneyStage } from './stage.ts'

const SHOTS = process.env.JOURNEY_SHOTS

describe('a month with a supplier', () => {
  let clinic: JourneyStage
  let month: Month
  let payment = 0
  const pages: Partial<Record<string, Page>> = {}
  const goTo = async (who: Parameters<JourneyStage['open']>[0], where: string): Promise<Page> => {
    const page = pages[who] ?? (pages[who] = await clinic.open(who))
    await page.goto(`${clinic.base}${where}`)
    await settled(page)
    return page
  }
  const shot = async (page: Page, name: string) =>
    void (SHOTS && (await page.screenshot({ path: path.join(SHOTS, `suppliers-${name}.png`), fullPage: true })))
  const paid = () => month.same + 200

  beforeAll(async () => {
    clinic = await stage({}, { second: true })
    month = await makeMonth(clinic.as('manager'), clinic.as('finance'))
  })
  afterAll(async () => {
    const { errors } = clinic
    await clinic.close()
    expect(errors.map((e) => e.slice(0, 600))).toEqual([])
  })

  it('finance reads the workbook: what differs stands first, each with what speaks for the house', async () => {
    const f = await goTo('finance', `/contract/supplier-check/file?supplierId=${month.supplierId}`)
    await f.getByPlaceholder('账期从').click()
    await f.getByText('本月', { exact: true }).click()
    const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: '对账单', rows: sheetOf(month) }] }))
    await f.locator('input[type=file]').setInputFiles({ name: '对账光学.xlsx', mimeType: 'application/vnd.ms-excel', buffer })
    await f.getByRole('button', { name: `导入 ${month.rows.length} 条明细` }).click()
    await f.getByRole('button', { name: '完成' }).click()
    await f.getByText(`不一样的 ${month.planted.length} 行，没处理的在前`).waitFor()
    await f.locator('.check-lines').getByText('订 4，收 3，验收拒收 1 件：划痕').waitFor()
    await shot(f, 'check')
  })

  it('a line is looked at beside its papers, accepted or disputed by one key; what agrees is paid for, the rest waits', async () => {
    const f = pages.finance!
    const here = f.locator('.check-lines tr.here')
    const goTo = async (finding: string) => {
      await f.locator('.check-lines tr').filter({ hasText: finding }).first().click()
      await here.filter({ hasText: finding }).waitFor()
    }
    await goTo('拒收 1 件')
    await f.keyboard.press('Enter')
    await f.getByRole('cell', { name: /^已入库 · 拒收 1 件 · 应到/ }).waitFor()
    await shot(f, 'papers')
    await f.keyboard.press('d')
    await f.getByLabel('原因').fill('划痕一件已退')
    await f.getByRole('button', { name: '确定' }).click()
    await f.locator('.check-bridge').getByText('有争议 1 行').waitFor()
    await goTo('单价不同')
    await f.keyboard.press('a')
    await f.locator('.check-bridge').getByText('已接受 1 行').waitFor()
    await f.getByText(`现在可付 ${showMoney(paid())}`).waitFor()
    await f.getByRole('button', { name: '生成付款单' }).click()
    await f.waitForURL('**/contract/payment?payment=*')
    payment = Number(new URL(f.url()).searchParams.get('payment'))
    await f.getByRole('dialog').getByText(showMoney(paid())).first().waitFor()
    await shot(f, 'payment')
  })

  it('another person approves it, finance enters the proof; paper, balance and ledger say the same', async () => {
    const m = await goTo('manager', `/contract/payment?payment=${payment}`)
    await m.getByRole('button', { name: '审核通过' }).click()
    await expect.poll(async () => (await clinic.as('manager').call('payment-order.get', { id: payment })).status).toBe(1)
    const f = await goTo('finance', `/contract/payment?payment=${payment}`)
    await f.getByRole('button', { name: '登记付款' }).click()
    await f.getByLabel('付款银行').fill('工商银行')
    await f.getByLabel('凭证号', { exact: true }).fill('FK-1123')
    await shot(f, 'proof')
    await f.locator('.ant-modal').getByRole('button', { name: /保存/ }).click()
    await expect.poll(async () => (await clinic.as('finance').call('payment-order.get', { id: payment })).status).toBe(2)
    const print = await goTo('finance', `/contract/payment/print/${payment}`)
    await print.getByText('伍仟贰佰贰拾玖元整').waitFor()
    expect(await print.locator('body').innerText()).toContain(showMoney(paid()))
    await shot(print, 'paper')
    // The accepted ten yuan are owed beside the goods.
    const owed = month.ours + 10 - paid()
    const list = await goTo('finance', `/contract/supplier`)
    await list.getByRole('row').filter({ hasText: month.supplierName }).getByText(showMoney(owed)).first().waitFor()
    await shot(list, 'supplier')
    expect(await clinic.tx((cx) => balance(cx, 'payable', `supplier:${month.supplierId}`))).toBe(owed * 100)
    expect((await clinic.as('finance').call('supplier.reconciliation', { supplierId: month.supplierId })).closing).toBe(owed)
    expect(await onClient(clinic.ownerUrl, async (client) => (await payables.run(dbOn(client))).differences)).toEqual([])
  })

  it('the manager of another store sees none of it', async () => {
    const check = await goTo('manager2', `/contract/supplier-check?supplierId=${month.supplierId}`)
    await check.getByText('期末应付').first().waitFor()
    expect(await check.locator('body').innerText()).not.toMatch(/DG\d|RK\d|对账光学\.xlsx/)
    await shot(check, 'other-store')
    const list = await goTo('manager2', '/contract/payment')
    await settled(list)
    expect(await list.locator('body').innerText()).not.toMatch(/FK\d|对账光学/)
    for (const [call, input] of [
      ['payment-order.get', { id: payment }],
      ['supplier.reconciliation', { supplierId: month.supplierId, hid: clinic.hid }],
    ] as const)
      expect(await clinic.as('manager2').refusal(call, input)).toMatchObject({ code: 1 })
    expect((await clinic.as('manager2').call('payment-order.supplier', { id: month.supplierId })).balance).toBe(0)
  })
})
