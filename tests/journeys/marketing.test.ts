/**
 * A recall of ortho-k wearers from the words of the marketer to the visit of the child: chips, approval, the parent's WeChat, a free time
 * by the link in it; then an offer sold out, which the phone says.
 */
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { newCaptcha } from '#modules/account/server/door.ts'
import { rechargeBalance } from '#modules/institution/server/door.ts'
import { dueTasks } from '#modules/marketing/server/tasks/send.ts'
import { localInbox } from '#ports/inbox.ts'
import { HANGS } from '../patience.ts'
import { settled, sideways } from './app.ts'
import { unfit } from './axe.ts'
import { worker } from './chromium.ts'
import { stage, type Stage } from './stage.ts'

const SHOTS = process.env.JOURNEY_SHOTS
const MOBILE = '13911113333'
const PHONE = 'local-phone-1'
const today = clinicNow().slice(0, 10)
const [tomorrow, day] = [addDays(today, 1), addDays(today, 2)]
let clinic: Stage
let context: BrowserContext | undefined
let phone: Page
let [parent, child] = [0, 0]
const errors: string[] = []

const shot = async (page: Page, name: string) =>
  void (SHOTS && (await page.screenshot({ path: path.join(SHOTS, `marketing-${name}.png`), fullPage: true })))
/** Lenses worn for eleven months whose last signed record is as old: what four visits of that time would leave behind. */
async function wearsLenses(pid: number): Promise<void> {
  const { oid, hid } = await clinic.tx((cx) => Promise.resolve({ oid: cx.who.oid, hid: clinic.hid }))
  await onClient(clinic.ownerUrl, async (client) => {
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `insert into ok_lens (oid, hid, pid, eye, serial, status, handed_on, ref)
       values ($1, $2, $3::bigint, 'od', 'J' || $3::bigint, 1, current_date - 350, 'stock:1')`,
      [oid, hid, pid],
    )
    await client.query(
      `with opened as (
         insert into okjing_case (oid, hid, pid, stage, opened_at)
         values ($1::bigint, $2::bigint, $3::bigint, 'review', now() - interval '350 days')
         returning case_id
       )
       insert into clinical_record (oid, hid, pid, kind, case_id, record_at, recorder_id, status, signed_by, signed_at)
       select $1::bigint, $2::bigint, $3::bigint, 'okjing-first-review', case_id, now() - interval '349 days', $4::bigint, 2, $5::bigint,
         now() - interval '349 days'
       from opened`,
      [oid, hid, pid, clinic.ctid('optometrist'), clinic.ctid('doctor')],
    )
  })
}
beforeAll(async () => {
  clinic = await stage({ phone: '010-88886666', timeOpen: '08:00', timeClose: '20:00' }, { second: true })
  const [desk, manager, marketer] = [clinic.as('reception'), clinic.as('manager'), clinic.as('marketer')]
  await clinic.tx((cx) => rechargeBalance(cx, { hid: clinic.hid, amount: 1000_00, reason: '充值', payWay: 1 }))
  await manager.call('account.sms-charge', { hid: clinic.hid, number: 500 })
  const save = async (name: string, birth: string, mobile?: string) =>
    (await desk.call('patients.save', { hid: clinic.hid, name, gender: 1, birth, ...(mobile ? { mobile } : {}) })).pid
  parent = await save('李雯', '1988-05-02', MOBILE)
  child = await save('李子涵', '2017-06-01', MOBILE)
  const unreached = await save('没留号码', '2016-01-01')
  await desk.call('patients.family.save', { pid: child, relation: 2, otherPid: parent, isGuardian: true })
  await desk.call('patients.wechat.bind', { pid: parent, wechatOpenId: PHONE })
  for (const pid of [child, unreached]) await wearsLenses(pid)
  await manager.call('duties.create', {
    hid: clinic.hid,
    doctorId: clinic.ctid('doctor'),
    day,
    shift: 1,
    timeFrom: '09:00',
    timeTo: '16:00',
  })
  const passed = async (name: string, purpose: 'care' | 'marketing', text: string) => {
    const { id } = await marketer.call('marketing.templates.save', { hid: clinic.hid, name, purpose, text })
    await manager.call('marketing.templates.decide', { id, state: 1 })
  }
  await passed('复查提醒', 'care', '复查时间到了，约40分钟。选个时间：{link}')
  await passed('换镜优惠', 'marketing', '月底前来店验光，换镜片减100元。')
  await marketer.call('marketing.wechat-templates.save', {
    hid: clinic.hid,
    kind: 'recheck',
    number: 'T1',
    fields: [
      { key: 'thing1', label: '就诊人', text: '{name}' },
      { key: 'thing2', label: '项目', text: '复查，约 40 分钟' },
    ],
  })
  const setting = { sendFrom: '09:00', sendTo: '20:00', restDays: 7, monthMax: 2000 }
  await manager.call('marketing.settings.save', { hid: clinic.hid, ...setting, approveFrom: 0 })
})
afterAll(async () => {
  await context?.close()
  await clinic.close()
  expect([...errors, ...clinic.errors]).toEqual([])
})
/** Chooses the first entry of a list by keyboard. */
async function chooseFirst(page: Page, label: string): Promise<void> {
  const list = page.getByLabel(label)
  await list.focus()
  await list.press('ArrowDown')
  await list.press('Enter')
  // A list that is still closing takes the next press.
  await expect.poll(() => page.locator('.ant-select-dropdown:visible').count(), { timeout: HANGS }).toBe(0)
}
const WORDS = 'OK镜戴满11个月且90天未复查'
async function written(page: Page, name: string): Promise<void> {
  await page.goto(`${clinic.base}/members/message?task=new`)
  await settled(page)
  await page.getByLabel('任务名').fill(name)
  await page.getByLabel('打字写条件').fill(WORDS)
  await page.getByLabel('打字写条件').press('Enter')
  await page.getByText('塑形镜已戴').first().waitFor()
  await page.getByText('塑形镜上次复查').first().waitFor()
}

describe('a recall', () => {
  let marketer: Page
  const refusals: string[] = []
  it('the marketer types whom, sees who falls out and why, and asks for approval', async () => {
    marketer = await clinic.open('marketer')
    marketer.on('response', (response) => {
      if (!/sms-mass-tasks/.test(response.url()) || response.request().method() === 'GET') return
      void response.json().then((body: { code: number; message: string }) => body.code === 200 || refusals.push(body.message))
    })
    await written(marketer, '塑形镜该复查')
    await marketer.getByText('没有手机号').waitFor()
    await chooseFirst(marketer, '选微信模板')
    await marketer.getByText('1 家 · 不要钱').waitFor()
    await chooseFirst(marketer, '选模板')
    await marketer.getByText('没有写病情、镜片和度数').waitFor()
    await marketer.getByText('预约', { exact: true }).last().click()
    await settled(marketer)
    await shot(marketer, 'compose-care')
    await marketer.getByRole('button', { name: '送审 1 家' }).click()
    await expect.poll(async () => (await marketer.getByText('待审批').count()) + refusals.length, { timeout: HANGS }).toBeGreaterThan(0)
    expect(refusals).toEqual([])
  })
  it('the manager approves; nothing goes before its hour; at its hour the parent’s WeChat has it', async () => {
    const manager = await clinic.open('manager')
    await manager.goto(`${clinic.base}/members/message`)
    await manager.getByText('塑形镜该复查').click()
    await manager.getByRole('button', { name: '同意发送 1 条' }).click()
    await expect
      .poll(async () => (await clinic.as('marketer').call('sms-tasks.list', { hid: clinic.hid })).list[0]?.approvedByName)
      .not.toBeNull()
    const due = () => clinic.tx((cx) => dueTasks(cx, clinic.hid))
    expect(await due()).toEqual([])
    await clinic.pass(Date.parse(`${tomorrow}T10:00:20+08:00`) - Date.now())
    const tasks = await due()
    expect(tasks).toHaveLength(1)
    await clinic.tx(async (cx) => {
      for (const { id } of tasks) await cx.enqueue('marketing.send', { id })
    })
    await expect.poll(() => localInbox(PHONE)[0]?.text, { timeout: HANGS }).toContain('李子涵')
  })
  it('the parent opens the link, logs in and books a free time; reception sees it at once', async () => {
    const link = new URL(localInbox(PHONE)[0]?.url ?? '')
    context = await (await worker()).newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'zh-CN' })
    await context.clock.setSystemTime(Date.now())
    phone = await context.newPage()
    phone.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    phone.on('pageerror', (error) => errors.push(String(error)))
    await phone.route('**/account/getCodeNew*', async (route) => {
      const data = await newCaptcha(clinic.booted.database.bare, '1234')
      await route.fulfill({ json: { code: 200, message: '', data } })
    })
    await phone.goto(`${clinic.base}${link.pathname}`)
    await phone.getByRole('link', { name: '选时间' }).waitFor()
    expect(await phone.getByText('李子涵').count()).toBe(0)
    await shot(phone, 'link')
    expect(await unfit(phone, true)).toEqual([])
    await phone.getByRole('link', { name: '选时间' }).click()
    await phone.getByLabel('手机号').fill(MOBILE)
    await phone.getByLabel('图中的数字').fill('1234')
    await phone.getByRole('button', { name: '发送验证码' }).click()
    await phone.getByLabel('短信验证码').waitFor()
    const { text } = await clinic.tx((cx) =>
      cx.db.the({ text: 'string' }, sql`select text from sms where mobile = ${MOBILE} order by sms_id desc limit 1`),
    )
    await phone.getByLabel('短信验证码').fill(/\d{6}/.exec(text)?.[0] ?? '')
    await phone.getByRole('button', { name: '登录', exact: true }).click()
    await phone.getByRole('button', { name: '09:30' }).click()
    await shot(phone, 'book')
    await phone.getByRole('button', { name: /^约 / }).click()
    await phone.getByRole('button', { name: '取消预约' }).waitFor()
    const { list } = await clinic.as('reception').call('reservations.list', { hid: clinic.hid, reservation_date: day })
    expect(list).toMatchObject([{ pid: child, requestFrom: 3, visitAt: `${day} 09:30:00` }])
  })
  it('the result counts the booking and claims nothing; a store of the chain beside it sees none of it', async () => {
    const page = marketer
    await page.goto(`${clinic.base}/members/message`)
    await page.getByText('塑形镜该复查').click()
    await page.getByText('预约 1 人').first().waitFor()
    await settled(page)
    await shot(page, 'effect-care')
    const [task] = (await clinic.as('marketer').call('sms-tasks.list', { hid: clinic.hid })).list
    expect(task).toMatchObject({ handed: 1, overWechat: 1, opened: 1, spent: 0 })
    expect((await clinic.as('manager2').call('sms-tasks.list', {})).list).toEqual([])
    expect(await clinic.as('manager2').refusal('sms-tasks.get', { id: task?.id ?? 0 })).toMatchObject({ code: 1 })
  })
  it('the same list as an offer is refused for want of the consent to health marketing, and 近视治愈 with its source', async () => {
    const page = marketer
    await written(page, '塑形镜换新')
    await page.getByText('营销', { exact: true }).last().click()
    await page.getByText('健康条件', { exact: false }).first().waitFor()
    await chooseFirst(page, '选模板')
    await shot(page, 'compose-marketing')
    await page.getByRole('button', { name: /^定在|^送审/ }).click()
    await page.getByText('健康信息营销', { exact: false }).last().waitFor()
    const cured = { hid: clinic.hid, name: '治愈', purpose: 'marketing' as const, text: '近视治愈，本店有办法。' }
    expect(await clinic.as('marketer').refusal('marketing.templates.save', cured)).toMatchObject({
      field: 'text',
      message: expect.stringContaining('2019') as string,
    })
  })
})

describe('the last promoted piece', () => {
  it('is sold at the till; the phone says sold out, the bill names the promotion, and a refund gives the piece back', async () => {
    const [marketer, cashier] = [clinic.as('marketer'), clinic.as('cashier')]
    const { fiid } = await clinic.as('manager').call('feeitem.save', { hid: clinic.hid, name: '视功能检查', price: 120, type: 0 })
    const { promotionId } = await marketer.call('promotions.create', {
      hid: clinic.hid,
      name: '视功能体验价',
      category: 2,
      fiid,
      promotionPrice: 99,
      limitTotal: 1,
      fromDate: tomorrow,
      toDate: addDays(tomorrow, 5),
    })
    await marketer.call('promotions.status', { id: promotionId, status: 1 })
    const offers = async (name: string) => {
      await phone.goto(`${clinic.base}/h5/campaigns?pid=${parent}`)
      await phone.getByText('视功能体验价').waitFor()
      await shot(phone, name)
      return phone.getByText('已售罄').count()
    }
    expect(await offers('offers-open')).toBe(0)
    const { feebill, trace, BillItemList } = await cashier.call('feebill.save', { pid: parent, items: [{ fiid, quantity: 1 }] })
    await cashier.call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 1, amount: feebill.billPrice }] })
    expect(await offers('offers-sold')).toBe(1)
    for (const width of [320, 390]) {
      await phone.setViewportSize({ width, height: 844 })
      expect(await sideways(phone)).toBeLessThanOrEqual(0)
    }
    expect(trace.map((step) => step.label).join(' ')).toContain('视功能体验价')
    await phone.goto(`${clinic.base}/h5?pid=${child}`)
    await phone.getByText('优惠都已售罄').waitFor()
    await settled(phone)
    await shot(phone, 'home')
    expect(await unfit(phone, true)).toEqual([])
    const refunded = [{ biid: BillItemList[0]?.biid ?? 0, quantity: 1 }]
    await clinic.as('manager').call('fee-bills.refund', { fbid: feebill.fbid, items: refunded, reason: '不想要' })
    expect(await offers('offers-back')).toBe(0)
    await phone.getByText('还有 1 件', { exact: false }).waitFor()
  })
})
