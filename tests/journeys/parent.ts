/** A parent's phone: a page of its own context, logged in by number and code. */
import type { BrowserContext, Page } from 'playwright-core'
import { sql } from '#kernel/server/index.ts'
import { newCaptcha } from '#modules/account/server/door.ts'
import { HANGS } from '../patience.ts'
import { worker } from './chromium.ts'
import type { JourneyStage } from './stage.ts'

/** Opens the phone, whose clock is the clinic's. What its pages log as errors joins those of the clinic. */
export async function phoneOfParent(clinic: JourneyStage): Promise<{ context: BrowserContext; page: Page }> {
  const context = await (await worker()).newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, locale: 'zh-CN' })
  context.setDefaultTimeout(HANGS)
  await context.clock.setSystemTime(Date.now())
  const page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && clinic.errors.push(`${page.url()} ${message.text()}`))
  page.on('pageerror', (error) => clinic.errors.push(`${page.url()} ${error.message}`))
  return { context, page }
}
/** Proves the number on the login page that stands there. */
export async function loginByNumber(clinic: JourneyStage, page: Page, mobile: string): Promise<void> {
  await page.getByLabel('手机号').fill(mobile)
  await page.getByLabel('图中的数字').fill('1234')
  await page.getByRole('button', { name: '发送验证码' }).click()
  await page.getByLabel('短信验证码').waitFor()
  const { text } = await clinic.tx((cx) =>
    cx.db.the({ text: 'string' }, sql`select text from sms where mobile = ${mobile} order by sms_id desc limit 1`),
  )
  await page.getByLabel('短信验证码').fill(/\d{6}/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: '登录', exact: true }).click()
}
/** A picture whose digits the test knows. */
export const knownPicture = (clinic: JourneyStage, page: Page): Promise<unknown> =>
  page.route('**/account/getCodeNew*', async (route) => {
    const data = await newCaptcha(clinic.booted.database.bare, '1234')
    await route.fulfill({ json: { code: 200, message: '', data } })
  })
