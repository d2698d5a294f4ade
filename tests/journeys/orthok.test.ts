/**
 * A pair of ortho-k lenses, from the signed prescription to the member's eyes: reviewed by another, its file sent, exchanged boxes stopped,
 * handed over by scan.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { scan, settled } from './app.ts'
import { cellsIn, wordsOn } from './paper.ts'
import { journey } from './journey.ts'
import type { JourneyStage } from './stage.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { approveBought } from '../../modules/gsp/server/make.ts'
import { linkFor, makeFitting, makeGoods, makeOrthokRx, makeSupplier } from '../../modules/lens-orders/server/make.ts'

const NAME = '林晚舟'
/** As prescribed by `linkFor`. */
const POWERS = { dsOd: -3.25, dcOd: -0.75, axOd: 175, dsOs: -2.5, dcOs: -1, axOs: 10 }
const LENS = { bcOd: 8.3, targetOd: -3.25, diaOd: 10.6, bcOs: 8.2, targetOs: -2.5, diaOs: 10.6 }
const udi = (serial: string) => `01069012345678921730053110K2609\u001d21${serial}`
const RIGHT = 'R BC8.60 T-3.00 D10.6'
const LEFT = 'L BC8.52 T-2.75 D10.6'
/** Keys an order may cost, from the signed prescription on. */
const MOST_KEYS = 12
/** Share of an order the store of this journey asks before it is placed. */
const DEPOSIT = 0.3
/** What a label says whose eye is another than its lens. */
const swapped = (label: string) => label.replace(/^[RL]/, (eye) => (eye === 'R' ? 'L' : 'R'))

describe('a pair of ortho-k lenses', () => {
  let clinic: JourneyStage
  let productId = 0
  let pid = 0
  /** Whose lenses are ordered by call, where the journey is not about the form. */
  let sister = 0
  const order = { orderId: 0, orderNo: '' }
  const band = (page: Page) => page.locator('.receive-band')
  const status = async () => (await clinic.as('manager').call('orders.info', { id: order.orderId })).statusName
  /** An order that is paid for, reviewed and on its way. */
  const written = async (over: object = {}) => {
    const input = {
      hid: clinic.hid,
      order: { pid: sister, ...(await linkFor(clinic.as, sister, 'okjing')) },
      orderOpt: {},
      orderLen: { ...POWERS, ...LENS, productId, ...over },
      orderType: 1 as const,
      overrides: [{ code: 'no-trial', reason: '会员自带参数' }],
    }
    return clinic.as('optometrist').call('orders.create', input)
  }
  const pay = async (fbid: number, amount: number) =>
    clinic.as('cashier').call('feebill.confirm', { fbid, payStyleList: [{ payWay: 1, amount }] })
  const move = (role: 'optometrist' | 'warehouse', oid: number, to: number) => clinic.as(role).call('orders.status', { oid, status: to })

  const { at: openAt, shot } = journey('orthok', async (made) => {
    clinic = made
    const chief = clinic.as('manager')
    const supplierId = await makeSupplier(chief)
    productId = await makeGoods(chief, 10, supplierId, { barCode: '6901234567892' })
    await approveBought(clinic.as('warehouse'), chief, [{ supplierId }, { productId }])
    await chief.call('settings.save', { hid: clinic.hid, frameStartDeposit: 100 * DEPOSIT })
    const add = async (name: string, mobile: string) => {
      const child = { hid: clinic.hid, name, gender: 0, birth: '2015-03-02', mobile, guardian: '周敏' } as const
      return (await clinic.as('reception').call('patients.save', child)).pid
    }
    pid = await add(NAME, '13900138777')
    sister = await add('林晚星', '13900138778')
    const staff = { optometrist: clinic.as('optometrist'), doctor: clinic.as('doctor'), reception: clinic.as('reception') }
    await makeFitting(staff, pid)
    await makeOrthokRx(clinic.as('doctor'), pid, productId)
  })

  it('is ordered from the signed prescription and the checked fitting, no number typed', async () => {
    const o = await openAt('optometrist', `/patients/detail/${pid}/prescription`)
    let keys = 0
    const press = async (key: string) => {
      keys++
      await o.keyboard.press(key)
    }
    await o.getByRole('button', { name: '去订硬镜' }).focus()
    await press('Enter')
    await o.waitForURL('**/order/okjing-add?**')
    await settled(o)
    await expect.poll(() => o.locator('[id$="-f-fittingId"]').evaluate((e) => e === document.activeElement)).toBe(true)
    await o.getByText('选择已核对的配适').waitFor()
    await press('ArrowDown')
    await o.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-active').waitFor()
    await press('Enter')
    await expect.poll(() => o.locator('input[data-field="bcOs"]').inputValue()).toBe('8.52')
    expect(await o.locator('input[data-field="dsOd"]').inputValue()).toBe('−3.00')
    await o.getByText('提交后须由他人审核').waitFor()
    await settled(o)
    await shot(o, 'form')
    await press('Control+s')
    await o.waitForURL('**/order/okjing-view/*')
    expect(keys).toBeLessThanOrEqual(MOST_KEYS)
    order.orderId = Number(/okjing-view\/(\d+)/.exec(o.url())?.[1])
    order.orderNo = (await clinic.as('manager').call('orders.info', { id: order.orderId })).orderNo
    expect(await status()).toBe('待审核')
  })

  it('who wrote it cannot review it; a doctor does, and the deposit of the cashier and the review place it', async () => {
    const o = await openAt('optometrist', `/order/okjing-view/${order.orderId}`)
    const own = o.getByRole('button', { name: '审核', exact: true })
    expect([await own.getAttribute('aria-disabled'), await own.getAttribute('title')]).toEqual(['true', '开单人不能审核自己的订单'])
    const { fbid, billPrice } = await clinic.as('manager').call('orders.info', { id: order.orderId })
    const d = await openAt('doctor', `/order/okjing-view/${order.orderId}`)
    await d.getByRole('button', { name: '审核', exact: true }).click()
    await d.locator('.toast').filter({ hasText: '已审核' }).first().waitFor()
    await shot(d, 'reviewed')
    expect(await status()).toBe('待审核')
    const c = await openAt('cashier', `/order/okjing-view/${order.orderId}`)
    await c.getByRole('button', { name: '去收费' }).click()
    await c.waitForURL(`**/medical/fee-edit/${fbid}`)
    await settled(c)
    await c
      .locator('.pay')
      .getByLabel('微信', { exact: true })
      .fill(String(Math.ceil(billPrice! * DEPOSIT)))
    await c.keyboard.press('F7')
    await c.getByText('已收定金').first().waitFor()
    await shot(c, 'deposit')
    await expect.poll(status).toBe('已下单')
  })

  it('its file is made and sent: another program reads both lenses in it; a file of before a change would say that it is old', async () => {
    const w = await openAt('warehouse', `/order/okjing-view/${order.orderId}`)
    const download = w.waitForEvent('download')
    await w.getByRole('button', { name: '发给厂家' }).click()
    const file = path.join(os.tmpdir(), `mingmou-${process.pid}-${(await download).suggestedFilename()}`)
    await (await download).saveAs(file)
    const [heads, right, left] = cellsIn(file)
    fs.rmSync(file)
    const cell = (row: string[] | undefined, head: string) => row?.[heads?.indexOf(head) ?? -1]
    expect([cell(right, '眼别'), cell(right, '基弧'), cell(right, '降幅')]).toEqual(['右眼 R', '8.6', '-3'])
    expect([cell(left, '眼别'), cell(left, '基弧'), cell(left, '降幅')]).toEqual(['左眼 L', '8.52', '-2.75'])
    expect(JSON.stringify([heads, right, left])).not.toContain(NAME)
    await expect.poll(status).toBe('生产中')
    await w.getByText('一致', { exact: true }).waitFor()
    await shot(w, 'sent')
    const paper = await openAt('warehouse', `/print/okjing-order/${order.orderId}`)
    await paper.locator('.paper').waitFor()
    const words = wordsOn(await paper.pdf({ preferCSSPageSize: true }))
    for (const text of [order.orderNo, '8.60', '8.52', '10.6']) expect(words).toContain(text)
    await move('warehouse', order.orderId, 5)
  })

  it('boxes whose eyes were exchanged are stopped without a button to accept them; scanned rightly they are taken', async () => {
    const w = await openAt('warehouse', `/order/okjing-view/${order.orderId}`)
    await w.getByRole('button', { name: '扫码收货' }).click()
    await w.waitForURL(`**/order/okjing-confirm/${order.orderId}`)
    await settled(w)
    await scan(w, udi('R6A21'))
    await band(w).filter({ hasText: '再扫参数码' }).waitFor()
    await scan(w, swapped(LEFT))
    await band(w).filter({ hasText: '左右眼反了' }).waitFor()
    await shot(w, 'exchanged')
    expect(await w.getByRole('button', { name: '让步接收' }).count()).toBe(0)
    expect(await w.getByRole('button', { name: /收完这箱/ }).getAttribute('aria-disabled')).toBe('true')
    await w.keyboard.press('F4')
    await scan(w, udi('R6A21'))
    await scan(w, RIGHT)
    await band(w).filter({ hasText: '右眼，相符' }).waitFor()
    await scan(w, udi('L6A22'))
    await scan(w, LEFT)
    await band(w).filter({ hasText: '左眼，相符' }).waitFor()
    await shot(w, 'taken')
    await w.keyboard.press('Control+Enter')
    await w.getByText('已为会员留货').waitFor()
    await shot(w, 'received')
    expect(await status()).toBe('待取镜')
  })

  it('the lenses leave only scanned, each for its eye, against the signature of the guardian', async () => {
    const { fbid, billPrice, paid } = await clinic.as('manager').call('orders.info', { id: order.orderId })
    await pay(fbid!, Math.round((billPrice! - paid!) * 100) / 100)
    const o = await openAt('optometrist', `/order/okjing-view/${order.orderId}`)
    await o.getByRole('button', { name: '取镜', exact: true }).click()
    await o.waitForURL(`**/order/hand-over/${order.orderId}`)
    await settled(o)
    await expect.poll(() => o.locator('#receiver').inputValue()).not.toBe('')
    expect(await o.locator('#receiver').inputValue()).toBe('周敏')
    await scan(o, udi('OTHER1'))
    await o.getByText('不是这张订单已验收的镜片').waitFor()
    await scan(o, udi('R6A21'))
    await scan(o, 'L6A22')
    await o.getByRole('img', { name: '取镜人签名' }).focus()
    await o.keyboard.press('Space')
    await shot(o, 'hand-over')
    await o.getByRole('button', { name: '确认取镜' }).click()
    await o.waitForURL(`**/order/okjing-view/${order.orderId}`)
    await expect.poll(status).toBe('已取镜')
    const d = await openAt('doctor', `/patients/detail/${pid}/okjing`)
    await d.getByText('SN R6A21').waitFor()
    await d.getByText('SN L6A22').waitFor()
    await d.getByRole('button', { name: order.orderNo }).waitFor()
    await shot(d, 'member')
  })

  it('reception cancels what is not paid; a paid one is refunded first, a produced one is the supervisor’s; nothing is left', async () => {
    const [unpaid, paid, produced] = [await written(), await written(), await written()]
    await move('optometrist', unpaid.orderId, 2)
    for (const { orderId } of [paid, produced]) {
      const waiting = await move('optometrist', orderId, 2)
      await pay(waiting.fbid!, waiting.billPrice!)
      await clinic.as('doctor').call('orders.review', { id: orderId })
    }
    await move('warehouse', produced.orderId, 4)
    const info = ({ orderId }: { orderId: number }) => clinic.as('manager').call('orders.info', { id: orderId })
    const giveUp = async ({ orderId }: { orderId: number }) => {
      const r = await openAt('reception', `/order/okjing-cancel/${orderId}`)
      await r.getByLabel('取消原因').fill('会员改期')
      return { r, button: r.getByRole('button', { name: '取消订单' }) }
    }
    const first = await giveUp(unpaid)
    await shot(first.r, 'cancel')
    await first.button.click()
    await first.r.waitForURL(`**/order/okjing-view/${unpaid.orderId}`)
    const after = await info(unpaid)
    expect([after.statusName, after.cancelReason, after.billStatus]).toEqual(['已取消', '会员改期', feeBill.is.cancelled])
    expect(await clinic.differences()).toEqual([])
    for (const [supplyOrder, why] of [
      [paid, '请先退费再取消'],
      [produced, '没有权限'],
    ] as const) {
      const { button } = await giveUp(supplyOrder)
      expect(await button.getAttribute('aria-disabled')).toBe('true')
      expect(await button.getAttribute('title')).toContain(why)
    }
    const refused = (role: 'reception' | 'manager', { orderId }: { orderId: number }) =>
      clinic.as(role).refusal('orders.status', { oid: orderId, status: 9, reason: '会员改期' })
    expect(await refused('reception', paid)).toMatchObject({ message: expect.stringContaining('已收款') })
    expect(await refused('reception', produced)).toMatchObject({ code: 20405 })
    expect(await refused('manager', produced)).toMatchObject({ message: expect.stringContaining('已收款') })

    // The whole money back gives up what is only ordered; what the maker works on is given up by a supervisor's refund alone.
    const back = async ({ orderId }: { orderId: number }) => {
      const fbid = (await info({ orderId })).fbid!
      const { BillItemList } = await clinic.as('cashier').call('feebill.info', { id: fbid })
      return { fbid, items: BillItemList.map(({ biid, quantity }) => ({ biid, quantity })), reason: '会员改期' }
    }
    expect(await clinic.as('cashier').refusal('fee-bills.refund', await back(produced))).toMatchObject({ code: 20405 })
    expect((await info(produced)).statusName).toBe('生产中')
    for (const [role, supplyOrder] of [
      ['cashier', paid],
      ['manager', produced],
    ] as const) {
      await clinic.as(role).call('fee-bills.refund', await back(supplyOrder))
      expect((await info(supplyOrder)).statusName).toBe('已取消')
      expect(await clinic.differences()).toEqual([])
    }
  })

  it('twenty lenses of ten members are received without a mouse, in less than two minutes', async () => {
    const orders: Array<{ orderId: number; right: string; left: string }> = []
    for (let i = 0; i < 10; i++) {
      const [bcOd, bcOs] = [8 + i * 0.05, 7.9 + i * 0.05]
      const made = await written({ bcOd, bcOs })
      const waiting = await move('optometrist', made.orderId, 2)
      await pay(waiting.fbid!, waiting.billPrice!)
      await clinic.as('doctor').call('orders.review', { id: made.orderId })
      await move('warehouse', made.orderId, 4)
      await move('warehouse', made.orderId, 5)
      orders.push({ orderId: made.orderId, right: `R BC${bcOd.toFixed(2)} T-3.25 D10.6`, left: `L BC${bcOs.toFixed(2)} T-2.50 D10.6` })
    }
    const w = await openAt('warehouse', '/order/receive?kind=okjing')
    await w.getByText('10 张订单 20 片').waitFor()
    const began = Date.now()
    let nth = 0
    for (const { right, left } of orders.toReversed())
      for (const label of [left, right]) {
        await scan(w, udi(`B${++nth}`))
        await scan(w, label)
        await band(w).and(w.locator('.ok')).waitFor()
      }
    await shot(w, 'twenty')
    await w.keyboard.press('Control+Enter')
    await expect.poll(() => w.getByText('已为会员留货').count()).toBe(10)
    expect(Date.now() - began).toBeLessThan(120_000)
    const states = await clinic.as('manager').call('orders.counts', { kind: 'okjing', pid: sister })
    expect(states.map((s) => [s.statusName, s.count])).toEqual([
      ['待取镜', 10],
      ['已取消', 3],
    ])
  })
})
