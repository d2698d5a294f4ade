/** A morning of training signed in by keyboard, the card at the till, and the account of the eye guardian. */
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { rechargeBalance } from '#modules/institution/server/door.ts'
import { makePlan, makeUser } from '#modules/training/server/make.ts'
import { settled } from './app.ts'
import { stage, type JourneyStage } from './stage.ts'

const SHOTS = process.env.JOURNEY_SHOTS
const today = clinicNow().slice(0, 10)
// From Monday, as a template counts days.
const weekday = (((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) + 1) as 1
const names = ['江一帆', '何二月', '吕三宝', '施四维', '张五常']
const FLAT = '何二月'
let clinic: JourneyStage
const shot = async (page: Page, name: string) => void (SHOTS && (await page.screenshot({ path: path.join(SHOTS, `training-${name}.png`) })))
const goTo = async (page: Page, where: string) => {
  await page.goto(`${clinic.base}${where}`)
  await settled(page)
}
const trainer = () => clinic.as('trainer')

/** A running plan with a session this morning; what was measured does not rise with `FLAT`. */
async function planOf(name: string, position: number) {
  const { pid } = await clinic.as('reception').call('patients.save', { hid: clinic.hid, name, gender: 1, birth: '2018-03-01' })
  const slot = {
    weekday,
    time: `${position < 3 ? '09' : '10'}:${position % 3}0`,
    place: 0 as const,
    minutes: 40,
    modules: [3 as const, 8 as const],
  }
  const plan = await makePlan(trainer(), { pid, startsOn: today, template: [slot] })
  await trainer().call('train.plans.move', { id: plan.id, move: 'start' })
  await clinic.tx(async (cx) => {
    await cx.db.run(
      sql`
        update train_plan
        set trainer = ${clinic.ctid('trainer')}, starts_on = ${addDays(today, -140)}::date
        where id = ${plan.id}
      `,
    )
    // Sessions of a fortnight, all of them trained.
    await cx.db.run(sql`
      update train_session
      set "day" = ${addDays(today, -7)}::date, status = 1, done_on = ${addDays(today, -7)}::date, done_at = app_now(), minutes = 40,
        score = 70
      where plan_id = ${plan.id} and "day" = ${addDays(today, 7)}::date
    `)
    for (let i = 0; i < 6; i++)
      await cx.db.run(sql`
        insert into exam_visual (hid, pid, exam_time, examiner, status, bcva_od)
        values (
          ${clinic.hid}, ${pid}, ${addDays(today, i * 28 - 150)}::date, ${clinic.ctid('optometrist')}, 1,
          ${name === FLAT ? 4.6 + (i % 2) / 10 : 4.3 + i / 10}
        )
      `)
  })
}
beforeAll(async () => {
  clinic = await stage({ edition: 'advance' })
  for (const [i, name] of names.entries()) await planOf(name, i)
})
afterAll(async () => {
  const { errors } = clinic
  await clinic.close()
  expect(errors).toEqual([])
})

describe('a trainer', () => {
  it('signs in a morning without a mouse, and sees who is flat', async () => {
    const page = await clinic.open('trainer')
    await page.addInitScript(() => addEventListener('pointerdown', () => sessionStorage.setItem('pressed', location.pathname), true))
    await goTo(page, '/today/today-train')
    const row = page.locator('.train-rows tr[aria-current]')
    await row.filter({ hasText: names[0]! }).waitFor()
    await shot(page, 'day')
    // A score, then as planned, then one who did not come.
    await page.keyboard.type('86')
    await page.keyboard.press('Enter')
    await row.filter({ hasText: names[1]! }).waitFor()
    await page.keyboard.press('Enter')
    await row.filter({ hasText: names[2]! }).waitFor()
    await page.keyboard.press('a')
    await row.filter({ hasText: names[3]! }).waitFor()
    // The rest of the hour at once.
    await page.keyboard.press('Shift+Enter')
    const day = async () => (await trainer().call('train.day', {})).list.map((s) => [s.personName, s.status, s.score])
    await expect.poll(day).toEqual([
      [names[0], 1, 86],
      [names[1], 1, null],
      [names[2], 2, null],
      [names[3], 1, null],
      [names[4], 1, null],
    ])
    const rail = page.locator('.train-rail')
    await rail.getByText('要人拿主意的').waitFor()
    const decided = await rail.locator('.train-decide').first().innerText()
    expect(decided).toContain(FLAT)
    expect(decided).not.toContain(names[4])
    expect(await page.evaluate(() => sessionStorage.getItem('pressed'))).toBe(null)
    await shot(page, 'signed')
  })
})

describe('a cashier', () => {
  const NAME = '周卡卡'
  const left = async () => (await clinic.as('cashier').call('train.sdx-users.list', { name: NAME })).list[0]?.left
  const money = async () =>
    (
      await clinic.tx((cx) =>
        cx.db.the({ fen: 'number' }, sql`select coalesce(sum(amount), 0)::int fen from balance_record where hid = ${clinic.hid}`),
      )
    ).fen
  it('is refused for want of balance, renews, and gives twelve days back to the fen', async () => {
    await makeUser(trainer(), { name: NAME, mobile: '13800002222', brand: 'sdx' })
    await clinic.tx((cx) => rechargeBalance(cx, { hid: clinic.hid, amount: 20_000, payWay: 4, reason: '充值' }))
    const page = await clinic.open('cashier')
    await goTo(page, '/train/sdx')
    await page.getByText(NAME).first().click()
    const card = page.locator('.ant-drawer .train-card')
    const act = (name: string) => card.locator('.ant-segmented-item').filter({ hasText: name }).click()
    const renew = async (days: string) => {
      await act('开卡续费')
      await card.getByLabel('天数').fill(days)
      await card.getByRole('button', { name: '开卡续费' }).click()
    }
    await renew('30')
    await page
      .getByText(/余额不足/)
      .first()
      .waitFor()
    expect(await left()).toBe(0)
    await shot(page, 'refused')
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await renew('20')
    await expect.poll(left).toBe(20)
    expect(await money()).toBe(0)
    await act('退费')
    await card.getByLabel('退回天数（次数）').fill('12')
    await card.getByLabel('原因').fill('孩子转学')
    await card.getByRole('button', { name: /^退费/ }).click()
    await expect.poll(left).toBe(8)
    expect(await money()).toBe(12_000)
    await shot(page, 'refunded')
  })
})

describe('the account of the eye guardian', () => {
  it('lands on its home, finds its data and nothing else', async () => {
    await clinic.tx((cx) => cx.db.run(sql`insert into eg_patient (hid, name, school) values (${clinic.hid}, '护小眼', '实验小学')`))
    const page = await clinic.open('eg')
    await page.waitForURL(/\/eg\/home/)
    await settled(page)
    await shot(page, 'eg-home')
    await goTo(page, '/eg/data')
    await page.getByText('护小眼').first().waitFor()
    await shot(page, 'eg-data')
    for (const where of ['/train/sdx', '/patients/school-manage', '/today/charge', '/patients/patient']) {
      await goTo(page, where)
      expect(await page.locator('body').innerText()).not.toContain('护小眼')
      expect(await page.locator('body').innerText()).toMatch(/您的账号没有这一页/)
    }
  })
})
