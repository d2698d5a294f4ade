import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { sql } from '#kernel/server/index.ts'
import { addStaff, hashPassword } from '#modules/account/server/door.ts'
import { newCaptcha } from '#modules/account/server/captcha.ts'
import { HANGS } from '../patience.ts'
import { stage, type JourneyStage } from './stage.ts'

let clinic: JourneyStage
let stranger: Page
let browser: Browser
beforeAll(async () => {
  clinic = await stage()
  await clinic.booted.workJobs()
  browser = (await clinic.open('tv')).context().browser()!
  stranger = await fresh()
})
afterAll(() => clinic.close())

const fresh = async (): Promise<Page> => {
  const context = await browser.newContext({ locale: 'zh-CN' })
  context.setDefaultTimeout(HANGS)
  return context.newPage()
}
/** Opens the phone that the link under a code leads to, and has its owner agree. */
async function scan(page: Page, phone: string): Promise<void> {
  const address = await page.locator('.login-scan a').getAttribute('href')
  const hand = await page.context().newPage()
  await hand.goto(address!)
  await hand.getByText('本地模拟').waitFor()
  await hand.getByRole('link', { name: phone }).click()
  await hand.getByRole('heading', { name: /已扫码/ }).waitFor()
  await hand.close()
}
const menu = async (page: Page, item: string) => {
  await page.locator('button.user').click()
  await page.getByRole('menuitem', { name: item }).click()
}
const typeIn = async (page: Page, account: string, password: string) => {
  await page.goto(`${clinic.base}/login`)
  await page.getByLabel('工号或手机号').fill(account)
  await page.locator('#password').fill(password)
  await page.keyboard.press('Enter')
}

describe('entering', () => {
  it('R018 R053–R058 binds a WeChat, is toast when another account has it, logs in by scanning, unbinds after a question', async () => {
    const reception = await clinic.open('reception')
    await menu(reception, '绑定微信')
    // Listened for beforehand: the page may be loaded anew before anybody has read the sentence.
    const anew = reception.waitForEvent('load')
    const toast = reception.getByText('操作成功').waitFor()
    await scan(reception, '手机一')
    await Promise.all([toast, anew])
    // The login by scanning below ends this session: an open page would rightly say so.
    await reception.context().close()

    const cashier = await clinic.open('cashier')
    await menu(cashier, '绑定微信')
    const first = await cashier.locator('.login-scan a').getAttribute('href')
    await scan(cashier, '手机一')
    await cashier.getByText('当前微信已绑定其他账号，请解绑后再绑定').waitFor()
    await expect.poll(() => cashier.locator('.login-scan a').getAttribute('href')).not.toBe(first)

    await stranger.goto(`${clinic.base}/login`)
    await stranger.getByRole('tab', { name: '微信扫码' }).click()
    await scan(stranger, '手机一')
    await stranger.waitForURL(/\/dashboard/)
    await menu(stranger, '解绑微信')
    await stranger.getByText('解绑后无法使用微信扫码登录，您确认解绑吗？').waitFor()
    await Promise.all([stranger.waitForEvent('load'), stranger.getByRole('button', { name: '确定' }).click()])
    await stranger.locator('button.user').click()
    await stranger.getByRole('menuitem', { name: '绑定微信' }).waitFor()
  })

  it('20001: a first password is changed before anything else', async () => {
    const account = `first@${process.pid}`
    const passwordHash = await hashPassword('Given-2026')
    const { uid } = await clinic.tx(async (cx) => {
      const made = await addStaff(cx, { hid: clinic.hid, name: '新员工', type: 5, account, passwordHash, role: 'reception' })
      await cx.db.run(sql`update account set must_change = true where uid = ${made.uid}`)
      return made
    })
    expect(uid).toBeGreaterThan(0)
    const page = await fresh()
    await typeIn(page, account, 'Given-2026')
    await page.getByRole('heading', { name: '首次登录，请设置新密码' }).waitFor()
    await page.getByLabel('新密码', { exact: true }).fill('Given-2026')
    await page.getByLabel('确认新密码').fill('Given-2026')
    await page.getByRole('button', { name: '确认修改' }).click()
    await page.getByText('新密码不能与最近五次使用过的密码相同').waitFor()
    await page.getByLabel('新密码', { exact: true }).fill('Mine-2026')
    await page.getByLabel('确认新密码').fill('Mine-2026')
    await page.getByRole('button', { name: '确认修改' }).click()
    await page.getByRole('heading', { name: '登录工作台' }).waitFor()
    await typeIn(page, account, 'Mine-2026')
    await page.waitForURL(/\/dashboard/)
  })

  it('a forgotten password is replaced by a code from the phone', async () => {
    const account = `forgot@${process.pid}`
    const passwordHash = await hashPassword('Old-2026')
    await clinic.tx((cx) =>
      addStaff(cx, { hid: clinic.hid, name: '忘记密码', type: 5, account, passwordHash, role: 'reception', mobile: '13912340001' }),
    )
    const page = await fresh()
    // The digits of the picture are known to the test alone.
    await page.route('**/account/getCodeNew', async (route) => {
      const data = await newCaptcha(clinic.booted.database.bare, '2468')
      await route.fulfill({ json: { code: 200, message: '操作成功', data } })
    })
    await page.goto(`${clinic.base}/forgotPassword`)
    await page.getByLabel('登记在账号上的手机号').fill('139 1234 0001')
    await page.locator('.captcha img').waitFor()
    await page.getByLabel('图中的四位数字').fill('2468')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByText('如果该手机号登记在账号上，验证码已发送').waitFor()
    const { list } = await clinic.as('manager').call('sms.list', { hid: clinic.hid, mobile: '13912340001' })
    await page.getByLabel('短信验证码').fill(/\d{6}/.exec(list[0]!.text)![0])
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByLabel('新密码', { exact: true }).fill('New-2026')
    await page.getByLabel('确认新密码').fill('New-2027')
    await page.getByRole('button', { name: '确认修改' }).click()
    await page.getByText('两次输入密码不一致!').waitFor()
    await page.getByLabel('确认新密码').fill('New-2026')
    await page.getByRole('button', { name: '确认修改' }).click()
    await page.getByRole('link', { name: '去登录' }).click()
    await typeIn(page, account, 'New-2026')
    await page.waitForURL(/\/dashboard/)
  })

  it('three failures bring the picture, and nothing went wrong on any page', async () => {
    const page = await fresh()
    await page.goto(`${clinic.base}/login`)
    for (let i = 0; i < 3; i++) {
      await page.getByLabel('工号或手机号').fill(`nobody@${process.pid}`)
      await page.locator('#password').fill(`wrong${i}`)
      const answered = page.waitForResponse(/\/account\/login/)
      await page.keyboard.press('Enter')
      await answered
      await page.getByText('账号或密码错误').waitFor()
      await page.locator('form button[type=submit]:enabled').waitFor()
    }
    await page.locator('.captcha img').waitFor()
    expect(clinic.errors).toEqual([])
  })
})
