import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { clinicNow } from '#kernel/server/index.ts'
import { stage, type JourneyStage } from './stage.ts'

let clinic: JourneyStage
let room: number
beforeAll(async () => {
  clinic = await stage({ timeOpen: '08:00', timeClose: '18:00' })
  room = (
    await clinic
      .as('manager')
      .call('settings.consulting-manage.create', { hid: clinic.hid, name: '2 号诊室', doctorId: clinic.ctid('doctor') })
  ).id
  for (const [name, mobile] of [
    ['林子涵', '13900000001'],
    ['周雨桐', '13900000002'],
    ['赵建国', '13900000003'],
  ] as const)
    await clinic.as('reception').call('patients.save', { name, mobile, gender: 1, birth: '2015-03-01' })
})
afterAll(() => clinic.close())

const tomorrow = clinicNow(new Date(Date.now() + 86_400_000)).slice(0, 10)
/** Finds a member in the open form by the first letters of the pinyin and takes the first hit. */
async function pick(page: Page, initials: string): Promise<void> {
  await page.locator('.booking [role=combobox]').first().fill(initials)
  await page.locator('.member-options [role=option]').first().waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.member-chosen').waitFor()
}

describe('the reception', () => {
  it('books in the agenda by click and keyboard, moves, cancels with a reason', async () => {
    const page = await clinic.open('reception')
    await page.goto(`${clinic.base}/medical/reserve?date=${tomorrow}`)
    await page.getByRole('button', { name: '医生 09:30 可约' }).click()
    await pick(page, 'lzh')
    await page.keyboard.press('Control+s')
    const block = page.locator('.agenda-visit', { hasText: '林子涵' })
    await block.waitFor()
    expect(await block.getAttribute('title')).toBe('林子涵 09:30–10:00')

    // Picked up, put down with the keyboard two rows further.
    await block.click()
    await page.getByRole('button', { name: '在日程中移动' }).click()
    await page.getByRole('button', { name: '医生 09:00 改约到这里' }).focus()
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.agenda-visit[title="林子涵 11:00–11:30"]').waitFor()

    await page.locator('.agenda-visit', { hasText: '林子涵' }).click()
    await page.getByRole('button', { name: '取消', exact: true }).click()
    await page.locator('dialog textarea').fill('孩子发烧')
    await page.locator('dialog button[type=submit]').click()
    await page.locator('.agenda-visit', { hasText: '林子涵' }).waitFor({ state: 'detached' })
    const { list } = await clinic.as('manager').call('reservations.list', { hid: clinic.hid, reservation_date: tomorrow })
    expect(list.map((r) => [r.status, r.cancelReason])).toEqual([
      [32, null],
      [30, '孩子发烧'],
    ])
  })

  it('registers who walks in, calls by one key, sees and completes', async () => {
    const page = await clinic.open('doctor')
    await page.goto(`${clinic.base}/current-work/reservations`)
    await page.locator('.my-room').waitFor()
    await page.keyboard.press('n')
    await pick(page, 'zyt')
    await page.keyboard.press('Control+s')
    await page.getByText('周雨桐 已取号 A001').waitFor()
    await page.getByRole('row', { name: /A001/ }).waitFor()
    // The only room is the doctor's own: chosen without asking.
    await page.keyboard.press('c')
    await page.locator('.my-room-visit', { hasText: 'A001' }).getByRole('button', { name: '接诊' }).click()
    // Taking a patient opens the visit, which can be completed from its head.
    await page.waitForURL(/\/examine\//)
    const complete = page.getByRole('button', { name: '完成', exact: true })
    await complete.click()
    await complete.waitFor({ state: 'detached' })
    const { list } = await clinic.as('manager').call('reservations.legacy.list', { hid: clinic.hid, name: '周雨桐' })
    expect(list).toMatchObject([{ status: 20, consultingName: '2 号诊室' }])
  })

  it('the waiting-room screen follows a call by its push channel, and by asking when that is dead', async () => {
    const desk = clinic.as('reception')
    const [second] = (await desk.call('patients.search-by-name', { hid: clinic.hid, name: '赵建国' })).list
    const visit = await desk.call('reservations.legacy.save', { hid: clinic.hid, pid: second!.pid, walkIn: true, consultingId: room })
    const page = await clinic.open('tv', { width: 1280, height: 720 })
    await page.waitForURL(/\/tv\/screen_manage$/)
    let pushed = 0
    page.on('websocket', (line) => line.on('framereceived', () => void pushed++))
    await page.reload()
    await page.locator('.tv li', { hasText: visit.ticketNo! }).waitFor()
    const before = pushed
    await desk.call('reservations.numbers', { consulting_id: room, status: 1 })
    await page.locator('.tv article.now', { hasText: visit.ticketNo! }).waitFor()
    expect(pushed).toBeGreaterThan(before)
    expect(await page.locator('.tv article.now').innerText()).toContain('赵*国')
    expect(await page.locator('.tv').innerText()).not.toContain('建国')

    await page.routeWebSocket(/\/api\/live$/, (socket) => socket.close())
    await page.reload()
    await page.getByText('正在重新连接').waitFor()
    await desk.call('reservations.numbers', { resid: visit.resid, status: 2 })
    await page.locator('.tv article').waitFor({ state: 'detached' })
    expect(clinic.errors.filter((e) => !/WebSocket/.test(e))).toEqual([])
  })
})
