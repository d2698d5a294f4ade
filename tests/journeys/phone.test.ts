/** A parent's phone, 360 px wide: logs in by number and code, books, reads the report, and is fit for whoever sees little. */
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { settled, sideways } from './app.ts'
import { unfit } from './axe.ts'
import { knownPicture, loginByNumber, phoneOfParent } from './parent.ts'
import { stage, type JourneyStage } from './stage.ts'

const SHOTS = process.env.JOURNEY_SHOTS
const MOBILE = '13911112222'
const today = clinicNow().slice(0, 10)
const day = addDays(today, 2)
let clinic: JourneyStage
let context: BrowserContext | undefined
let page: Page
let [parent, child] = [0, 0]

beforeAll(async () => {
  clinic = await stage({ phone: '010-88886666', address: '朝阳路 1 号', timeOpen: '08:00', timeClose: '20:00' })
  const desk = clinic.as('reception')
  const save = async (name: string, birth: string) =>
    (await desk.call('patients.save', { hid: clinic.hid, name, gender: 1, birth, mobile: MOBILE })).pid
  parent = await save('李雯', '1988-05-02')
  child = await save('李子涵', '2017-06-01')
  await desk.call('patients.family.save', { pid: child, relation: 2, otherPid: parent, isGuardian: true })
  await clinic.as('manager').call('duties.create', {
    hid: clinic.hid,
    doctorId: clinic.ctid('doctor'),
    day,
    shift: 1,
    timeFrom: '09:00',
    timeTo: '16:00',
  })
  for (const [ago, alOd, alOs] of [
    [380, 24.33, 24.22],
    [5, 24.44, 24.31],
  ] as const)
    await clinic.tx((cx) =>
      cx.db.run(sql`
        insert into exam_bio_meter (pid, hid, exam_time, examiner, al_od, al_os, status)
        values (${child}, ${clinic.hid}, app_now() - make_interval(days => ${ago}), ${clinic.ctid('optometrist')}, ${alOd}, ${alOs}, 1)
      `),
    )
  const { al } = await clinic.as('doctor').call('examVisual.curve', { pid: child })
  for (const { id } of al) await clinic.as('doctor').call('exams.sign', { kind: 'bioMeter', id })
  await clinic.as('cashier').call('charge-bills.create', { hid: clinic.hid, pid: parent, money: 500, moneyGift: 0, payWay: 1 })
  ;({ context, page } = await phoneOfParent(clinic))
})
afterAll(async () => {
  await context?.close()
  await clinic.close()
  expect(clinic.errors).toEqual([])
})

/** What is wrong with the page as it stands: legible to all, within its width, also at 320 px. */
async function faults(name: string): Promise<string[]> {
  await settled(page)
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `phone-${name}.png`), fullPage: true })
  const wrong = await unfit(page, true)
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    const beyond = await sideways(page)
    if (beyond > 0) wrong.push(`${beyond} px too wide at ${width}`)
  }
  return wrong.map((fault) => `${name}: ${fault}`)
}
const open = async (where: string) => {
  await page.goto(`${clinic.base}${where}`)
  await settled(page)
}

describe('a parent’s phone', () => {
  it('shows nothing of anybody before the login, and opens with the code sent to the number', async () => {
    await knownPicture(clinic, page)
    await open('/h5/report')
    await page.getByLabel('手机号').waitFor()
    expect(await page.getByText('李子涵').count()).toBe(0)
    expect(await faults('login')).toEqual([])
    await loginByNumber(clinic, page, MOBILE)
    // Comes back to the page that was asked for.
    await page
      .getByText('眼轴随', { exact: false })
      .or(page.getByRole('img', { name: /眼轴/ }))
      .first()
      .waitFor()
    expect(new URL(page.url()).pathname).toBe('/h5/report')
    expect(await page.getByText('24.44').first().isVisible()).toBe(true)
    expect(await faults('report')).toEqual([])
  })
  it('books a time with two touches, and reception sees it at once', async () => {
    await open('/h5')
    await page.getByRole('link', { name: '约时间' }).first().waitFor()
    expect(await faults('home-empty')).toEqual([])
    await open('/h5/book')
    await page.getByRole('button', { name: '09:30' }).click()
    expect(await faults('book')).toEqual([])
    await page.getByRole('button', { name: /^约 / }).click()
    await page.getByRole('button', { name: '取消预约' }).waitFor()
    expect(await faults('visits')).toEqual([])
    const { list } = await clinic.as('reception').call('reservations.list', { hid: clinic.hid, reservation_date: day })
    expect(list).toMatchObject([{ pid: child, requestFrom: 3, visitAt: `${day} 09:30:00` }])
    await open('/h5')
    await page.getByText('来就诊', { exact: false }).waitFor()
    expect(await faults('home')).toEqual([])
  })
  it('every other page stands, fits and is fit', async () => {
    for (const [name, where, word] of [
      ['wallet', `/h5/wallet?pid=${parent}`, '¥500.00'],
      ['orders', '/h5/orders', '还没有订单'],
      ['prescriptions', '/h5/prescriptions', '还没有处方'],
      ['mine', '/h5/mine', '登录的手机'],
      ['rights', '/h5/rights', '我们存了什么'],
      ['contacts', '/h5/contacts', '朝阳路 1 号'],
    ] as const) {
      await open(where)
      await page.getByText(word, { exact: false }).first().waitFor()
      expect(await faults(name)).toEqual([])
    }
  })
  it('leaves: the token opens nothing any more', async () => {
    await open('/h5/mine')
    await page.getByRole('button', { name: /^退出/ }).click()
    await page.getByLabel('手机号').waitFor()
    const { n } = await clinic.tx((cx) => cx.db.the({ n: 'number' }, sql`select count(*) n from member_session where ended is null`))
    expect(n).toBe(0)
  })
})
