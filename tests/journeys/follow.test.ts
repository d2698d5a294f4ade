/**
 * A desk's day of follow-up without a mouse, every key counted, beside a colleague who works the same list; and what the manager sees of it
 * the next morning.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { makeTake } from '#modules/records/server/make.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { remindTomorrow } from '#modules/reservations/server/replies.ts'
import { wrote } from '../wechat.ts'
import { hands } from './app.ts'
import { unfitAnywhere } from './axe.ts'
import { stage, type JourneyStage } from './stage.ts'

let clinic: JourneyStage
let [desk, doctor]: Page[] = []
const SHOTS = process.env.JOURNEY_SHOTS
const used = { clicks: 0, keys: 0 }
const pageOf = (page: Page | undefined): Page => page ?? expect.fail('no page')
const NOTE = '周末再来'
/** Answers of twenty calls, as they are pressed once the card is there. */
const BOOKED = ['1', 'Enter']
const day: ReadonlyArray<readonly string[]> = [
  BOOKED,
  ['0'],
  ['5', '0'],
  ['0'],
  ['3', '3'],
  ['4', '1'],
  BOOKED,
  ['d', '2'],
  ['6'],
  ['0'],
  ['2', '4'],
  ['7'],
  ['5', '1'],
  ['8'],
  ['0'],
  ['3', '2'],
  ['m', NOTE, 'Escape', '5', '0'],
  ['d', '3'],
  ['4', '2'],
  ['0'],
]
/**
 * Keys of that day, the words of the note aside: those above, `Enter` for each card and once more at the end, two for what is taken back.
 */
const KEYS = day.flat().filter((key) => key !== NOTE).length + day.length + 1 + 2

const head = (page: Page) => page.locator('.duty-head h2')
const nameOn = (page: Page) => head(page).innerText()
const next = (page: Page) => page.locator('.duty-card').getByRole('button', { name: '取下一件' })
const left = (page: Page) => next(page).waitFor()
/** Takes the next card and says whose it is, once it is there. */
async function take(page: Page): Promise<string> {
  await page.keyboard.press('Enter')
  await next(page).waitFor({ state: 'detached' })
  return nameOn(page)
}
async function answer(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if (key === NOTE) await page.keyboard.insertText(key)
    else await page.keyboard.press(key)
    if (key === '1' && keys === BOOKED) await page.locator('.duty-slots [aria-checked=true]').waitFor()
    if (key === 'm') await page.locator('.duty-note textarea:focus').waitFor()
    if (key === 'Escape') await page.locator('.duty-note textarea:focus').waitFor({ state: 'detached' })
  }
  await left(page)
}

beforeAll(async () => {
  clinic = await stage({ timeOpen: '08:00', timeClose: '20:00' })
  await clinic.booted.workJobs()
  const reception = clinic.as('reception')
  const today = clinicNow().slice(0, 10)
  for (let n = 0; n <= day.length; n++) {
    const name = `会员${String.fromCodePoint(0x4e00 + n)}`
    const { pid } = await reception.call('patients.save', { hid: clinic.hid, name, gender: 1, mobile: `1370000${1000 + n}` })
    await reception.call('revisits.create', { pid, revisitTime: `${addDays(today, n % 3 ? 0 : -2)} 00:0${n % 10}`, content: '复查' })
  }
  desk = await clinic.open('reception')
  await hands(desk, used)
  doctor = await clinic.open('doctor')
  for (const page of [desk, doctor]) {
    await page.goto(`${clinic.base}/revisit/duty`)
    await page.locator('.duty-row').first().waitFor()
  }
})
afterAll(() => clinic.close())

describe('a day of follow-up at the desk', () => {
  const called: string[] = []
  let kept = ''
  it('two who take the next card at the same moment have two families', async () => {
    const both = await Promise.all([take(pageOf(desk)), take(pageOf(doctor))])
    expect(new Set(both).size).toBe(2)
    kept = both[1]!
    called.push(both[0]!)
    // Whom a colleague calls stays in sight, with who it is.
    await pageOf(desk).locator('.duty-row.held').filter({ hasText: /在打$/ }).waitFor()
  })
  it('twenty tasks are answered by keys alone; nobody is offered whom a colleague holds', async () => {
    const page = pageOf(desk)
    for (const [n, keys] of day.entries()) {
      if (n) called.push(await take(page))
      await answer(page, keys)
    }
    expect(new Set(called).size).toBe(day.length)
    expect(called).not.toContain(kept)
    await head(pageOf(doctor)).filter({ hasText: kept }).waitFor()
    // What is left is the colleague's.
    await page.keyboard.press('Enter')
    await page.locator('.toast').filter({ hasText: '现在没有要回访的任务' }).waitFor()
  })
  it('what was answered last is taken back with one key and answered anew', async () => {
    const page = pageOf(desk)
    await page.keyboard.press('u')
    await head(page)
      .filter({ hasText: called.at(-1)! })
      .waitFor()
    await answer(page, ['0'])
    await expect.poll(() => used).toEqual({ clicks: 0, keys: KEYS })
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/follow-desk.png` })
    await page
      .locator('.duty-sums')
      .getByText(String(day.length - 2), { exact: true })
      .waitFor()
    expect(clinic.errors).toEqual([])
  })
  it('the doctor signs the handover of ortho-k lenses: the series stands in the member’s tab, the visit closes its step', async () => {
    const { pid } = await clinic.as('reception').call('patients.save', {
      hid: clinic.hid,
      name: '孙思远',
      gender: 1,
      birth: '2015-07-12',
      mobile: '13700009999',
    })
    const { takeId } = await makeTake((role) => clinic.as(role), pid)
    const page = pageOf(doctor)
    await page.goto(`${clinic.base}/patients/detail/${pid}/okjing?kind=okjing-take-record&id=${takeId}`)
    await page.getByRole('button', { name: '保存并签名' }).click()
    await page.locator('.toast').filter({ hasText: '已保存' }).waitFor()
    await page.goto(`${clinic.base}/patients/detail/${pid}/revisit`)
    const [series, lengths] = [page.locator('.series').first().getByRole('listitem'), page.locator('.series').nth(1).getByRole('listitem')]
    await lengths.first().waitFor()
    const named = (text: string) => series.filter({ hasText: text })
    const steps = ['次日', '一周', '一月', '三月', '六月', '九月', '一年']
    await expect.poll(async () => [await series.count(), await lengths.count()]).toEqual([steps.length, 2])
    expect(await Promise.all(steps.map((step) => named(step).innerText()))).toEqual(steps.map(() => expect.stringContaining('待回访')))
    await page.getByRole('heading', { name: '塑形镜' }).first().waitFor()
    // The child comes: the screen that is open hears of it, and only the step whose days these are is over.
    await clinic.as('reception').call('reservations.legacy.save', { hid: clinic.hid, pid, walkIn: true })
    await named('次日').filter({ hasText: '已回访' }).waitFor()
    await expect.poll(() => series.filter({ hasText: '待回访' }).count()).toBe(steps.length - 1)
    await expect.poll(() => lengths.filter({ hasText: '待回访' }).count()).toBe(2)
    await page.getByRole('row').filter({ hasText: '已到店' }).filter({ hasText: '系统' }).waitFor()
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/follow-series.png` })
    expect(clinic.errors).toEqual([])
  })
  it('a task of one member is made at the member’s tab with two keys', async () => {
    const { pid } = await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '两个键', gender: 1 })
    const page = pageOf(desk)
    await page.goto(`${clinic.base}/patients/detail/${pid}/revisit`)
    await page.getByRole('button', { name: '新建回访' }).waitFor()
    await expect.poll(() => used.keys).toBe(KEYS)
    const before = { ...used }
    await page.keyboard.press('n')
    await page.getByRole('dialog').getByLabel('回访内容').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { list } = await clinic.as('reception').call('revisits.list-by-patient', { pid })
    expect(list).toMatchObject([{ status: 0, revisitTime: `${clinicNow().slice(0, 10)} 10:00:00` }])
    // Control held down is a key the browser tells of as well.
    await expect.poll(() => [used.clicks - before.clicks, used.keys - before.keys]).toEqual([0, 3])
  })
  it('a member writes 取消 from WeChat: the time is free while the desk watches, and the phone is answered', async () => {
    const reception = clinic.as('reception')
    const tomorrow = addDays(clinicNow().slice(0, 10), 1)
    const booking = { hid: clinic.hid, doctorId: clinic.ctid('doctor'), visitAt: `${tomorrow} 17:00`, type: 2 as const }
    const { pid } = await reception.call('patients.save', { hid: clinic.hid, name: '微信会员', gender: 1, mobile: '13700008888' })
    await reception.call('patients.wechat.bind', { pid, wechatOpenId: 'o-journey' })
    const { resid } = await reception.call('reservations.legacy.save', { ...booking, pid })
    await clinic.tx((cx) => remindTomorrow(cx))
    const page = pageOf(desk)
    await page.goto(`${clinic.base}/medical/reserve?date=${tomorrow}`)
    await page.getByText('微信会员').first().waitFor()
    const other = await reception.call('patients.save', { hid: clinic.hid, name: '后来的人', gender: 1, mobile: '13700007777' })
    expect(await reception.refusal('reservations.legacy.save', { ...booking, pid: other.pid })).toMatchObject({ field: 'visitAt' })
    expect(await (await wrote(clinic.base, 'o-journey', '「取消」')).text()).toBe('success')
    await page.getByText('微信会员').first().waitFor({ state: 'detached' })
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/follow-wechat.png` })
    expect(await reception.call('reservations.get', { id: resid })).toMatchObject({ status: reservationStates.is.cancelled })
    expect((await reception.call('patients.chat.list', { pid })).list.at(-1)?.text).toContain('已取消')
    await reception.call('reservations.legacy.save', { ...booking, pid: other.pid })
    await page.getByText('后来的人').first().waitFor()
    expect(clinic.errors).toEqual([])
  })
  it('the manager sees next morning what it brought', async () => {
    const reception = clinic.as('reception')
    const { list } = await reception.call('revisits.list', { per_page: 0, status: 1 })
    const booked = list.flatMap(({ outcome, resid }) => (outcome === 1 && resid !== null ? [resid] : []))
    expect(booked).toHaveLength(2)
    const visits = await Promise.all(booked.map((id) => reception.call('reservations.get', { id })))
    const last = Math.max(...visits.map((v) => Date.parse(`${v.visitAt.replace(' ', 'T')}+08:00`)))
    await clinic.pass(last - Date.now())
    for (const id of booked) await reception.call('reservations.status', { id, status: 3 })
    const manager = await clinic.open('manager')
    await manager.goto(`${clinic.base}/revisit/trace`)
    const row = manager.getByRole('row').filter({ hasText: '复查' })
    await row.waitFor()
    await expect.poll(async () => (await row.locator('td').allInnerTexts()).slice(0, 3)).toEqual(['复查', '11', '2'])
    await manager.getByText('回访人', { exact: true }).click()
    const own = manager.getByRole('row').filter({ hasText: '前台' })
    await own.waitFor()
    await expect.poll(async () => (await own.locator('td').allInnerTexts()).slice(1, 3)).toEqual(['11', '2'])
    expect(clinic.errors).toEqual([])
    if (SHOTS) await manager.screenshot({ path: `${SHOTS}/follow-trace.png` })
  })
  it('its screens are legible to all at a desk and on a phone', async () => {
    const [page, boss] = [pageOf(desk), await clinic.open('manager')]
    const { list } = await clinic.as('reception').call('revisits.list', { per_page: 1 })
    const looks: ReadonlyArray<readonly [Page, string, string]> = [
      [page, '/revisit/duty', '.duty-sums'],
      [page, '/today/visits', '.screen, #content'],
      [page, '/today/today-followup', '.screen, #content'],
      [page, `/patients/detail/${list[0]?.pid ?? 0}/revisit`, '.panel'],
      [boss, '/revisit/trace', '.panel'],
      [boss, '/revisit/setting', '.follow-rules'],
    ]
    const wrong: string[] = []
    for (const [path, to, drawn] of looks) {
      await path.goto(`${clinic.base}${to}`)
      await path.locator(drawn).first().waitFor()
      const shot = SHOTS ? `${SHOTS}/follow${to.replaceAll('/', '-')}` : undefined
      wrong.push(...(await unfitAnywhere(path, shot)).map((found) => `${to}: ${found}`))
    }
    expect(wrong).toEqual([])
  })
})
