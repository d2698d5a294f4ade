/**
 * From an empty database to a chain at work: the founder's link, a second store, a role of its own, a person with an account who begins.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSetupLink } from '#modules/account/server/door.ts'
import { application, choose, settled, type App } from './app.ts'

const FOUNDER = { company: '清亮眼视光', store: '清亮一店', name: '顾长宁', account: 'guchangning', password: 'Qingliang#1' }
const FIRST = 'Begin#2026'
const OWN = 'Meiri-2026'

describe('a chain opens', () => {
  let app: App
  let boss: Page
  let person: Page
  let link = ''
  const toasted = (p: Page, sentence: string | RegExp) => p.locator('.toast').filter({ hasText: sentence }).first().waitFor()
  const found = async (): Promise<Page> => {
    const page = await app.stranger(link)
    for (const [name, value] of Object.entries(FOUNDER)) await page.locator(`input[name=${name}]`).fill(value)
    await page.keyboard.press('Enter')
    return page
  }
  const goTo = async (p: Page, path: string) => {
    await p.goto(path)
    await settled(p)
  }
  /** The stores an account may choose between. */
  const stores = async (p: Page): Promise<string[]> => {
    await p.locator('.navbar .store').click()
    await p.locator('.ant-select-item-option').first().waitFor()
    const names = await p.locator('.ant-select-item-option').allInnerTexts()
    await p.keyboard.press('Escape')
    return names
  }

  beforeAll(async () => {
    app = await application({ empty: true })
    link = `/setup?token=${await newSetupLink(app.ownerUrl)}`
  })
  afterAll(() => {
    expect([boss, person].flatMap((p) => (p ? app.troubles(p) : []))).toEqual([])
  })

  it('the one-time link makes the organisation and its first administrator, once', async () => {
    boss = await found()
    await boss.waitForURL('**/dashboard')
    await settled(boss)
    expect(await boss.locator('.navbar').innerText()).toMatch(/清亮一店[\s\S]*顾长宁/)
    const late = await found()
    await late.locator('.refused').filter({ hasText: '链接无效、已使用或已过期' }).waitFor()
    await late.context().close()
  })

  it('a second store is opened and stands in the navbar', async () => {
    await goTo(boss, '/settings/institution')
    await boss.getByRole('button', { name: '新开门店' }).click()
    const form = boss.locator('.ant-drawer form')
    await form.locator('[id$="-f-name"]').fill('清亮二店')
    await form.locator('[id$="-f-shortName"]').fill('二店')
    await form.getByRole('button', { name: /开店/ }).click()
    await boss.locator('.navbar .ant-select.store').waitFor()
    await settled(boss)
    expect(await stores(boss)).toEqual(['清亮一店', '清亮二店'])
  })

  it('a role is copied from the front desk and may also take money', async () => {
    await goTo(boss, '/settings/auth')
    await boss.getByRole('button', { name: '前台 的更多操作' }).click()
    await boss.getByRole('menuitem', { name: '复制为新角色' }).dispatchEvent('click')
    await boss.locator('dialog textarea, dialog input').first().fill('前台主管')
    await boss.locator('dialog button[type=submit]').click()
    await boss
      .getByRole('button', { name: /^前台主管/ })
      .first()
      .waitFor()
    await boss.getByLabel('搜索页面或权限').fill('feebill:confirm')
    await boss.getByRole('checkbox', { name: '收费', exact: true }).check()
    await boss.getByRole('button', { name: '保存权限' }).click()
    await toasted(boss, '权限已保存')
  })

  it('a person of the second store gets an account with that role', async () => {
    await choose(boss, boss.locator('.navbar .store input'), '清亮二店')
    await boss.waitForURL('**/dashboard')
    await settled(boss)
    await goTo(boss, '/settings/staff')
    await boss.getByRole('button', { name: '新建员工' }).first().click()
    const form = boss.locator('.ant-drawer form').first()
    await form.locator('[id$="-f-name"]').fill('苏小满')
    await form.locator('[id$="-f-mobile"]').fill('13900139001')
    await boss.keyboard.press('Control+s')
    await boss.getByRole('button', { name: '开通账号' }).click()
    const account = boss.locator('.ant-modal form')
    await account.locator('[id$="-f-account"]').fill('suxiaoman')
    await account.locator('[id$="-f-password"]').fill(FIRST)
    await choose(boss, account.locator('[id$="-f-role"]'), '前台主管')
    await account.getByRole('button', { name: /开通/ }).click()
    await toasted(boss, 'suxiaoman 已可登录')
  })

  it('who begins must choose an own password, and then works in that store and nowhere else', async () => {
    person = await app.stranger('/login')
    await person.getByLabel('工号或手机号').fill('suxiaoman')
    await person.getByLabel('密码').fill(FIRST)
    await person.keyboard.press('Enter')
    await person.locator('#next').fill(OWN)
    await person.locator('#check').fill(OWN)
    await person.keyboard.press('Enter')
    // The new password is used at once: the first one is worth nothing any more.
    await person.locator('#next').waitFor({ state: 'detached' })
    await person.getByLabel('工号或手机号').waitFor()
    await app.login(person, 'suxiaoman', OWN)
    await settled(person)
    expect(await person.locator('.navbar .store').innerText()).toContain('清亮二店')
    expect(await person.locator('.navbar .ant-select.store').count()).toBe(0)
    const menu = await person.locator('.sidebar').innerText()
    expect(menu).toContain('会员列表')
    expect(menu).not.toContain('权限管理')
    await person.goto('/settings/auth')
    await person.waitForURL('**/404')
    // What the role was given beyond the front desk.
    await goTo(person, '/medical/fee-add')
    await person.getByRole('button', { name: /^(收款|确认)/ }).waitFor()
    app.troubles(person)
  })

  it('and registers the first member, whom head office sees', async () => {
    await goTo(person, '/patients/list')
    await person.getByRole('button', { name: '新建会员' }).first().click()
    const form = person.locator('.ant-drawer form')
    await form.getByLabel('姓名').fill('第一位')
    await form.getByLabel('手机号', { exact: true }).fill('13900139002')
    await person.keyboard.press('Control+s')
    await person.waitForURL('**/patients/detail/*/home')
    await goTo(boss, '/patients/list')
    await boss.getByText('第一位').first().waitFor()
  })
})
