/** A pair of glasses, from the signed prescription to the member's hand, each step on the screen of the person whose work it is. */
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { application, scan, settled, type App } from './app.ts'
import { codesOn, pagesOf, wordsOn } from './paper.ts'

const NAME = '上官云舒'
const Ordered = {
  recordFrameId: 'number',
  orderNo: 'string',
  dsOd: 'number',
  dcOd: 'number',
  axOd: 'number',
  pdOd: 'number',
  dsOs: 'number',
  dcOs: 'number',
  axOs: 'number',
  pdOs: 'number',
} as const
const POWERS = { dsOd: -3.25, dcOd: -0.5, axOd: 175, pdOd: 31.5, dsOs: -2.75, dcOs: -0.75, axOs: 10, pdOs: 31 }
const SHOTS = process.env.JOURNEY_SHOTS

describe('a pair of glasses', () => {
  let app: App
  const job = { pid: 0, rx: 0, id: 0, no: '', fbid: 0 }
  const page: Partial<Record<string, Page>> = {}
  const pageOf = async (role: string, address?: string): Promise<Page> => {
    const mine = page[role] ?? (page[role] = await app.as(role, address))
    if (address && !mine.url().endsWith(address)) await mine.goto(address)
    await settled(mine)
    return mine
  }
  const shot = async (p: Page, name: string) =>
    void (SHOTS && (await p.screenshot({ path: path.join(SHOTS, `glasses-${name}.png`), fullPage: true })))
  const toasted = (p: Page, sentence: string | RegExp) => p.locator('.toast').filter({ hasText: sentence }).first().waitFor()
  /** What the member holds, in fen and points. */
  const held = () =>
    app.inClinic(async (cx) => {
      const rows = await cx.db.rows(
        { book: 'string', balance: 'number' },
        sql`select book, balance from ledger_account where key = ${`member:${job.pid}`}`,
      )
      return Object.fromEntries(rows.map((r) => [r.book, r.balance]))
    })
  const status = () =>
    app.inClinic(
      async (cx) => (await cx.db.one({ status: 'number' }, sql`select status from record_frame where record_frame_id = ${job.id}`))!.status,
    )
  const bill = () =>
    app.inClinic((cx) =>
      cx.db.one(
        { billPrice: 'number', paid: 'number', refunded: 'number', status: 'number' },
        sql`select bill_price, paid, refunded, status from fee_bill where fbid = ${job.fbid}`,
      ),
    )

  beforeAll(async () => {
    app = await application()
    const { hid, levelId } = await app.inClinic(async (cx) => ({
      hid: cx.who.hid,
      levelId: (await cx.db.one({ id: 'number' }, sql`select id from level where hid = ${cx.who.hid} and discount = 9`))!.id,
    }))
    job.pid = (
      await app.calls('manager').call('patients.save', { hid, name: NAME, gender: 0, birth: '1996-05-06', mobile: '13900138456', levelId })
    ).pid
    const pid = job.pid
    await app.calls('optometrist').call('examRefraction.save', { pid, kind: 4, cycloplegia: 1, ...POWERS, vaOd: 5, vaOs: 5 })
    const rx = await app
      .calls('doctor')
      .call('prescription.create', { pid, diagnose: '近视', reviewMonths: 12, list: [{ kind: 1, ...POWERS }] })
    job.rx = (await app.calls('doctor').call('prescription.sign', { id: rx.id })).id
    await app.calls('cashier').call('chargebill.insert-and-pay', { hid, pid, money: 300, moneyGift: 30, payWay: 2 })
    await app.calls('manager').call('patients.points.adjust', { pid, points: 1500, reason: '周年礼' })
  })
  afterAll(() => {
    expect(Object.entries(page).flatMap(([role, p]) => (p ? app.troubles(p).map((trouble) => `${role}: ${trouble}`) : []))).toEqual([])
  })

  it('is ordered from the prescription: no number is typed twice', async () => {
    const o = await pageOf('optometrist', `/patients/detail/${job.pid}/prescription`)
    await o.getByRole('button', { name: '去配镜' }).click()
    await o.waitForURL('**/process/add?**')
    await settled(o)
    await shot(o, 'order')
    expect(await o.locator('input[data-field="dsOd"]').inputValue()).toBe('−3.25')
    await o.keyboard.press('Control+s')
    await o.waitForURL('**/process/edit/*')
    await settled(o)
    const order = await app.inClinic((cx) =>
      cx.db.one(
        Ordered,
        sql`
          select record_frame_id, order_no, ds_od, dc_od, ax_od, pd_od, ds_os, dc_os, ax_os, pd_os
          from record_frame
          where pid = ${job.pid}
        `,
      ),
    )
    expect(order).toMatchObject(POWERS)
    Object.assign(job, { id: order!.recordFrameId, no: order!.orderNo })
  })

  it('frame and lenses are chosen with price, stock and order check in sight; the choice makes the bill', async () => {
    const o = await pageOf('optometrist', `/process/edit/${job.id}`)
    const choose = async (field: string, words: string) => {
      await o.locator(`#${field}`).click()
      await o.keyboard.type(words)
      // What was typed stands first; the list of before is gone.
      await expect
        .poll(() =>
          o
            .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
            .first()
            .innerText()
            .catch(() => ''),
        )
        .toContain(words)
      await o.keyboard.press('Enter')
    }
    await choose('pick-frame', '精工')
    for (const [label, n] of [
      ['镜圈宽', '50'],
      ['鼻梁', '16'],
      ['有效直径', '53'],
    ] as const)
      await o.getByLabel(label, { exact: true }).fill(n)
    await choose('pick-od', '1.60 清锐')
    await choose('pick-os', '1.60 清锐')
    await o.getByLabel('加工费', { exact: true }).fill('60')
    await o.locator('.panel.stage .steps li').filter({ hasText: '应收' }).waitFor()
    await settled(o)
    await shot(o, 'goods')
    await o.getByRole('button', { name: '确认商品并生成收费单' }).click()
    await o.getByRole('button', { name: '重新选择商品' }).waitFor()
    job.fbid = await app.inClinic(
      async (cx) =>
        (await cx.db.one({ fbid: 'number' }, sql`select fbid from record_frame where record_frame_id = ${job.id} and status = 20`))!.fbid,
    )
  })

  it('is paid with the level’s discount, a discount of the house, a deposit, then cash, stored value and points together', async () => {
    const c = await pageOf('cashier', '/current-work/frame-glass-unpaid')
    await c.getByRole('row').filter({ hasText: NAME }).click()
    await c.waitForURL(`**/process/edit/${job.id}`)
    await c.getByRole('button', { name: '去收费' }).click()
    await c.waitForURL(`**/medical/fee-edit/${job.fbid}`)
    await settled(c)
    const original =
      (await app.inClinic(
        async (cx) => (await cx.db.one({ sum: 'number' }, sql`select sum(price * quantity) from bill_item where fbid = ${job.fbid}`))!.sum,
      )) / 100
    expect(await c.locator('.trace').innerText()).toMatch(/金卡会员/)
    await c.keyboard.press('F6')
    await c.keyboard.press('Control+a')
    await c.keyboard.type('9.5')
    await c.keyboard.press('Tab')
    const total = yuan(await c.locator('.sums-total strong').innerText())
    // 9 折 of the level, then 9.5 折 of the house, on goods that may be discounted.
    expect(total).toBeCloseTo(original * 0.9 * 0.95, 0)

    const way = (name: string) => c.locator('.pay').getByLabel(name, { exact: true })
    await c.keyboard.press('F4')
    await way('微信').fill('500')
    await c.keyboard.press('F7')
    await c.getByText('已收定金').first().waitFor()
    expect(await status()).toBe(20)
    expect((await bill())!.paid).toBe(500_00)
    await settled(c)

    // Points and the card are emptied with a space, the rest is cash and its change.
    await way('积分抵扣').focus()
    await c.keyboard.press('Space')
    await way('储值').focus()
    await c.keyboard.press('Space')
    expect([await way('积分抵扣').inputValue(), await way('储值').inputValue()]).toEqual(['15', '330'])
    await way('现金').fill('1000')
    const change = yuan(await c.locator('.pay-left em b').innerText())
    expect(change).toBeCloseTo(1000 - (total - 500 - 15 - 330), 2)
    await shot(c, 'desk')
    await c.keyboard.press('F8')
    await c.waitForURL('**/medical/fee-edit/*?paid=1')
    await settled(c)
    await shot(c, 'paid')
    expect(await bill()).toEqual({ billPrice: Math.round(total * 100), paid: Math.round(total * 100), refunded: 0, status: 1 })
    // Everything was on the shelf: the same moment took it out and sent the job to the workshop.
    expect(await status()).toBe(40)
    // Earned on what the member paid from the own pocket, 1.5 points a yuan of a gold card.
    expect(await held()).toMatchObject({ stored: 0, gift: 0, points: Math.floor((total - 15 - 30) * 1.5) })
  })

  it('the receipt says how it was paid', async () => {
    const c = await pageOf('cashier', `/fee-bill-print/${job.fbid}`)
    await c.locator('.paper').waitFor()
    const words = await c.locator('.paper').innerText()
    expect(words).toMatch(/储值（本金 ¥?300\.00 赠金 ¥?30\.00）/)
    expect(words).toMatch(/积分抵扣（1500 分）/)
    expect(words).toContain('找零')
    const [code] = codesOn(await c.pdf({ preferCSSPageSize: true }))
    expect(code).toMatch(/^CODE-128:\w+/)
    await shot(c, 'receipt')
  })

  it('a refund says beforehand what goes back and what is taken back, and then does exactly that', async () => {
    const c = await pageOf('cashier', `/medical/fee-edit/${job.fbid}`)
    const before = await held()
    await c.getByRole('button', { name: '退费' }).click()
    await c.locator('.refunding').getByLabel('加工费', { exact: true }).check()
    await c.locator('.forecast-sum').waitFor()
    expect(await held()).toEqual(before)
    await shot(c, 'refund')
    const sums = await c.locator('.forecast').innerText()
    const figure = (label: RegExp): number => Number((label.exec(sums)?.[1] ?? '0').replaceAll(',', ''))
    const [principal, gift, pointsBack, pointsTaken, returned] = [
      /本金 ¥?([\d.,]+)/,
      /赠金 ¥?([\d.,]+)/,
      /退回抵扣的积分\s*([\d,]+)/,
      /收回消费获得的积分\s*([\d,]+)/,
      /实退\s*¥?([\d.,]+)/,
    ].map(figure) as [number, number, number, number, number]
    expect([principal > 0, gift > 0, pointsTaken > 0, returned > 0]).toEqual([true, true, true, true])
    await c.locator('.refunding').getByLabel('退费原因').fill('免收加工费')
    await c.locator('.drawer-foot').getByRole('button', { name: /^退费/ }).click()
    await toasted(c, '已退费')
    expect((await bill())!.refunded).toBe(Math.round(returned * 100))
    expect(await held()).toEqual({
      ...before,
      stored: Math.round(principal * 100),
      gift: Math.round(gift * 100),
      points: before.points! + pointsBack - pointsTaken,
    })
    // What is left of the order goes on.
    expect(await status()).toBe(40)
  })

  it('the work ticket’s barcode opens the job at the bench, wherever the cursor is', async () => {
    const w = await pageOf('workshop', `/printProcess/${job.id}`)
    await w.locator('.paper').waitFor()
    await settled(w)
    const ticket = await w.pdf({ preferCSSPageSize: true })
    expect(pagesOf(ticket)).toBe(1)
    // The frame is measured: nobody in the workshop has to look for its size.
    const { frameA, frameDbl } = await app.calls('workshop').call('frame.print', { id: job.id })
    expect([frameA, frameDbl]).toEqual([expect.any(Number), expect.any(Number)])
    expect(wordsOn(ticket)).toContain(`${frameA} □ ${frameDbl} mm`)
    const codes = codesOn(ticket)
    expect(codes).toContain(`CODE-128:${job.no}`)
    expect(codes).toContain(`QR-Code:${app.base}/process/edit/${job.id}`)
    await pageOf('workshop', '/current-work/frame-glass-current')
    await shot(w, 'board')
    await scan(w, codes.find((c) => c.startsWith('CODE-128:'))!.slice('CODE-128:'.length))
    await w.waitForURL(`**/process/edit/${job.id}`)
  })

  it('goes through the workshop: checked, ground, measured; a reading out of tolerance is caught', async () => {
    const w = await pageOf('workshop', `/process/edit/${job.id}`)
    for (const box of await w.locator('.panel.stage').first().getByRole('checkbox').all()) await box.check()
    await w.getByRole('button', { name: '初检合格，开始加工' }).click()
    await w.getByRole('button', { name: '加工完成' }).click()
    await w.locator('.panel.stage input[data-field="dsOd"]').waitFor()
    const read = async (values: Record<string, string>) => {
      for (const [name, typed] of Object.entries(values)) {
        await w.locator(`.panel.stage input[data-field="${name}"]`).click()
        await w.keyboard.press('Control+a')
        await w.keyboard.type(typed)
        await w.keyboard.press('Tab')
      }
    }
    // Nothing measured is filled in beforehand: until the last cell is read there is no judgement.
    expect(await w.locator('.panel.stage input[data-field="pdOd"]').inputValue()).toBe('')
    expect(await w.getByRole('button', { name: '终检合格，待取镜' }).isDisabled()).toBe(true)
    expect(await w.locator('.judged tr').count()).toBe(await w.locator('.judged.powers tr').count())
    const centres = { pdOd: '31.5', phOd: '18', pdOs: '31', phOs: '18' }
    await read({ dsOd: '-3.50', dcOd: '-0.50', axOd: '175', dsOs: '-2.75', dcOs: '-0.75', axOs: '10', ...centres })
    await w.locator('.judged tr.wrong').first().waitFor()
    expect(await w.locator('.judged tr.wrong').first().innerText()).toMatch(/右眼[\s\S]*超差/)
    expect(await w.getByRole('button', { name: '终检合格，待取镜' }).isDisabled()).toBe(true)
    await shot(w, 'caught')
    await read({ dsOd: '-3.25' })
    await w.getByLabel('货位', { exact: true }).fill('B7')
    await w.getByRole('button', { name: '终检合格，待取镜' }).click()
    await expect.poll(status).toBe(70)
  })

  it('the dashboard says the takings of the day to the cent', async () => {
    const m = await pageOf('manager', '/dashboard')
    const net = await app.inClinic(
      async (cx) =>
        (await cx.db.one(
          { net: 'number' },
          sql`
            select (
              select coalesce(sum(amount), 0)
              from bill_payment
              where hid = ${cx.who.hid} and at >= ${cx.today}
              ) - ( select coalesce(sum(y.amount - y.deducted), 0)
                from refund r
                join refund_payment y using (oid, refund_id)
                where r.hid = ${cx.who.hid} and r.at >= ${cx.today}
            ) net
          `,
        ))!.net,
    )
    expect(yuan(/今日营收\s*(\S+)/.exec(await m.locator('.figures').innerText())![1]!)).toBe(net / 100)
    await shot(m, 'dashboard')
  })

  it('is handed over against a signature, and every screen knows', async () => {
    const m = await pageOf('manager', '/dashboard')
    const toHandOver = async () => Number(/待取镜\s*(\d+)/.exec(await m.locator('.figures').innerText())![1])
    const before = await toHandOver()
    const r = await pageOf('reception', '/current-work/frame-glass-pickup')
    await r.getByRole('row').filter({ hasText: NAME }).click()
    await r.waitForURL(`**/process/edit/${job.id}`)
    expect(await r.getByRole('button', { name: '确认取镜' }).isDisabled()).toBe(true)
    await r.getByRole('button', { name: '通知取镜' }).click()
    await r.getByText('已通知').waitFor()
    const pad = (await r.locator('svg.signature').boundingBox())!
    await r.mouse.move(pad.x + 30, pad.y + 60)
    await r.mouse.down()
    for (let i = 0; i < 12; i++) await r.mouse.move(pad.x + 30 + i * 15, pad.y + 60 + (i % 2 ? -20 : 20))
    await r.mouse.up()
    await shot(r, 'signature')
    await r.getByRole('button', { name: '确认取镜' }).click()
    await r.getByRole('img', { name: '签名', exact: true }).waitFor()
    expect(await status()).toBe(80)
    expect(
      await app.inClinic(
        async (cx) => (await cx.db.one({ status: 'number' }, sql`select status from prescription where id = ${job.rx}`))!.status,
      ),
    ).toBe(4)
    // Live: nobody reloads the dashboard.
    await expect.poll(toHandOver).toBe(before - 1)
  })

  it('afterwards every book of the ledger sums to zero', async () => {
    expect(
      await app.inClinic((cx) =>
        cx.db.rows({ book: 'string', sum: 'number' }, sql`select book, sum(amount) from ledger_line group by book having sum(amount) <> 0`),
      ),
    ).toEqual([])
  })
})

const yuan = (text: string): number => Number(text.replace(/[¥,]/g, ''))
