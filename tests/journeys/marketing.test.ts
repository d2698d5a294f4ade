/**
 * A recall of children with ortho-k lenses, from the typed condition to the visit it brought: the marketer plans, the manager approves, the
 * parent books from the link, reception sees it, the result counts it. A parent who answers R is left alone.
 */
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { rechargeBalance } from '#modules/institution/server/door.ts'
import { dueTasks } from '#modules/marketing/server/tasks/send.ts'
import { recordMachine } from '#modules/records/contract/okjing/states.ts'
import { makeTake } from '#modules/records/server/make.ts'
import { settled } from './app.ts'
import { knownPicture, loginByNumber, phoneOfParent } from './parent.ts'
import { stage, type JourneyStage } from './stage.ts'

const SHOTS = process.env.JOURNEY_SHOTS
const MOBILE = '13911115555'
const WORDS = 'OK镜戴满11个月且90天未复查'
const today = clinicNow().slice(0, 10)
const tomorrow = addDays(today, 1)
const visitDay = addDays(today, 3)
let clinic: JourneyStage
let context: BrowserContext | undefined
let [desk, office, boss, phone]: Page[] = []
const pageOf = (page: Page | undefined): Page => page ?? expect.fail('no page')
const shot = async (page: Page, name: string) =>
  void (SHOTS && (await page.screenshot({ path: path.join(SHOTS, `marketing-${name}.png`), fullPage: true })))
const toasted = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text }).waitFor()

/** A child whose lenses were handed over and checked today. */
async function wearer(name: string, mobile: string): Promise<number> {
  const { pid } = await clinic.as('reception').call('patients.save', {
    hid: clinic.hid,
    name,
    gender: 1,
    birth: '2015-03-02',
    ...(mobile ? { mobile } : {}),
  })
  const { takeId } = await makeTake((role) => clinic.as(role), pid)
  await clinic.as('doctor').call('okjing-take-record.status', { id: takeId, status: recordMachine.is.signed })
  return pid
}
/** As if it had been 347 days ago. */
const longAgo = () =>
  onClient(clinic.ownerUrl, async (client) => {
    await client.query(`set session_replication_role = replica`)
    await client.query(`update ok_lens set handed_on = handed_on - 347`)
    await client.query(
      `update clinical_record set record_at = record_at - interval '347 days', signed_at = signed_at - interval '347 days'`,
    )
  })
async function template(name: string, purpose: 'care' | 'marketing', text: string): Promise<void> {
  const { id } = await clinic.as('marketer').call('marketing.templates.save', { hid: clinic.hid, name, purpose, text })
  await clinic.as('manager').call('marketing.templates.decide', { id, state: 1 })
}
beforeAll(async () => {
  clinic = await stage({ phone: '010-88886666', timeOpen: '08:00', timeClose: '20:00' }, { second: true })
  await clinic.booted.workJobs()
  await wearer('李子涵', MOBILE)
  await wearer('王小鹿', '')
  await longAgo()
  const manager = clinic.as('manager')
  await clinic.tx((cx) => rechargeBalance(cx, { hid: clinic.hid, amount: 1000_00, reason: '充值', payWay: 4 }))
  await manager.call('account.sms-charge', { hid: clinic.hid, number: 100 })
  const setting = { sendFrom: '09:00', sendTo: '20:00', restDays: 7, monthMax: 2000, approveFrom: 0 }
  await manager.call('marketing.settings.save', { hid: clinic.hid, ...setting })
  await template('复查', 'care', '该复查了，选个时间：{link}')
  await template('换镜', 'marketing', '换镜片减100元')
  const shift = { shift: 1, timeFrom: '09:00', timeTo: '16:00' } as const
  await manager.call('duties.create', { hid: clinic.hid, doctorId: clinic.ctid('doctor'), day: visitDay, ...shift })
  office = await clinic.open('marketer')
})
afterAll(async () => {
  await context?.close()
  await clinic.close()
  expect(clinic.errors).toEqual([])
})

describe('a recall', () => {
  it('typed words become conditions; who falls out and why stands beside them', async () => {
    const page = pageOf(office)
    await page.goto(`${clinic.base}/members/message?task=new`)
    await page.getByLabel('打字写条件').fill(WORDS)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.condition-label').allInnerTexts()).toEqual(['塑形镜已戴', '塑形镜上次复查'])
    const falls = page.locator('.waterfall li')
    await falls.filter({ hasText: '没有手机号' }).filter({ hasText: '−1' }).waitFor()
    await falls.filter({ hasText: '可以发' }).getByText('1', { exact: true }).waitFor()
  })
  it('as an offer the same list is refused for want of the consent to it', async () => {
    const page = pageOf(office)
    await page.getByLabel('任务名').fill('OK 镜该复查')
    await page.getByText('营销', { exact: true }).last().click()
    await page.getByText('健康条件：营销要有', { exact: false }).first().waitFor()
    await page.getByLabel('选模板').click()
    await page.locator('.ant-select-item-option').filter({ hasText: '换镜' }).click()
    await page.getByRole('button', { name: '存草稿' }).click()
    await toasted(page, '健康信息营销')
    await shot(page, 'offer-refused')
    expect((await clinic.as('marketer').call('sms-tasks.list', { hid: clinic.hid })).total).toBe(0)
  })
  it('as care it is handed to the manager, who approves it', async () => {
    const page = pageOf(office)
    await page.getByText('关怀', { exact: true }).click()
    await page.getByLabel('选模板').click()
    await page.locator('.ant-select-item-option:visible').filter({ hasText: '复查' }).click()
    await page.getByText('预约', { exact: true }).last().click()
    await page.getByRole('button', { name: '送审 1 家' }).waitFor()
    await shot(page, 'composed')
    await page.keyboard.press('Control+s')
    await toasted(page, '已送审：1 个号码')
    boss = await clinic.open('manager')
    await boss.goto(`${clinic.base}/members/message`)
    await boss.getByText('OK 镜该复查').click()
    await boss.getByRole('button', { name: '同意发送 1 条' }).click()
    await toasted(boss, '已处理')
    await shot(boss, 'approved')
    expect((await clinic.as('manager2').call('sms-tasks.list', {})).list).toEqual([])
  })
  it('the phone gets it at its hour and books a free time from the link; reception sees it at once', async () => {
    const tenOClock = Date.parse(`${tomorrow}T10:00:30+08:00`)
    const inbox = (page: Page) => page.goto(`${clinic.base}/local/phone?to=${MOBILE}`)
    ;({ context, page: phone } = await phoneOfParent(clinic))
    await inbox(phone)
    await phone.getByText('还没有收到消息').waitFor()
    await context.close()
    await clinic.pass(tenOClock - Date.now())
    await clinic.tx(async (cx) => {
      for (const { id } of await dueTasks(cx, clinic.hid)) await cx.enqueue('marketing.send', { id })
    })
    ;({ context, page: phone } = await phoneOfParent(clinic))
    const page = phone
    await expect
      .poll(async () => {
        await inbox(page)
        return page.getByText('该复查了', { exact: false }).count()
      })
      .toBe(1)
    await shot(page, 'received')
    desk = await clinic.open('reception')
    await desk.goto(`${clinic.base}/medical/reserve?date=${visitDay}`)
    await settled(desk)
    expect(await desk.getByText('李子涵').count()).toBe(0)
    await knownPicture(clinic, page)
    await page.getByRole('link', { name: /\/h5\/m\// }).click()
    await page.getByText('来店检查，选一个时间').waitFor()
    await shot(page, 'opened')
    await page.getByRole('link', { name: '选时间' }).click()
    await loginByNumber(clinic, page, MOBILE)
    await page.getByRole('button', { name: '09:30' }).click()
    await page.getByRole('button', { name: /^约 / }).click()
    await page.getByRole('button', { name: '取消预约' }).waitFor()
    await shot(page, 'booked')
    await desk.getByText('李子涵').first().waitFor()
    await shot(desk, 'reception')
  })
  it('the result page counts it', async () => {
    const page = pageOf(office)
    await page.goto(`${clinic.base}/members/message`)
    await page.getByText('OK 镜该复查').click()
    await page.getByText('预约 1 人', { exact: false }).first().waitFor()
    await shot(page, 'effect')
  })
})
