/**
 * A class screened on a tablet: the network is cut in the middle, then the browser is killed, started again without a network, and nothing
 * is lost.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clinicNow } from '#kernel/contract/index.ts'
import { newCaptcha } from '#modules/account/server/captcha.ts'
import { findChromium, giveUp } from '../../scripts/install.mjs'
import { HANGS } from '../patience.ts'
import { unfitAnywhere } from './axe.ts'
import { stage, type JourneyStage } from './stage.ts'

const SHOTS = process.env.JOURNEY_SHOTS
const CHILDREN = 40
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-tablet-'))
let clinic: JourneyStage
let cable: Awaited<ReturnType<typeof cableTo>>
let tablet: { child: ChildProcess; browser: Browser; page: Page } | undefined
let [taskId, classId] = [0, 0]
let pin = ''
const manager = () => clinic.as('manager')
const shot = async (page: Page, name: string) => void (SHOTS && (await page.screenshot({ path: path.join(SHOTS, `station-${name}.png`) })))

/** The network between tablet and clinic, which can be cut: connections break and no new one is made. */
async function cableTo(port: number) {
  let isCut = false
  const open = new Set<net.Socket>()
  const server = net.createServer((near) => {
    if (isCut) return void near.destroy()
    const far = net.connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy()).on('close', () => open.delete(one))
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port: own } = server.address() as net.AddressInfo
  return {
    base: `http://127.0.0.1:${own}`,
    cut: () => {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Starts a browser of its own process on the tablet's directory: it can be killed, and started again on what it kept. */
async function startTablet() {
  const executable = findChromium() ?? giveUp('The journeys need a Chromium: install one, or name it with the variable CHROMIUM.')
  fs.rmSync(path.join(dir, 'DevToolsActivePort'), { force: true })
  const child = spawn(
    executable,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--window-size=1024,768',
      '--lang=zh-CN',
      '--remote-debugging-port=0',
      `--user-data-dir=${dir}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const address = await new Promise<string>((resolve, reject) => {
    let message = ''
    child.stderr.on('data', (chunk: Buffer) => {
      message += chunk.toString()
      const found = /DevTools listening on (ws:\S+)/.exec(message)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`Chromium ended: ${message}`)))
  })
  const browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  if (!context) throw new Error('no context')
  context.setDefaultTimeout(HANGS)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.setViewportSize({ width: 1024, height: 768 })
  tablet = { child, browser, page }
  return page
}
/** `kill -9` of the browser with all its processes. */
async function killTablet() {
  const { child, browser } = tablet ?? expect.fail('no tablet')
  const gone = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-(child.pid ?? expect.fail('no process')), 'SIGKILL')
  await gone
  await browser.close().catch(() => undefined)
  tablet = undefined
}
const page = (): Page => tablet?.page ?? expect.fail('no tablet')
const waiting = async (): Promise<string> => page().getByRole('status').filter({ hasText: '条待传' }).innerText()
/** Three taps: nothing worn, the right eye, the left eye. */
async function measure(name: string, od = '5.0', os = '5.0') {
  const work = page().getByRole('main', { name })
  await work.waitFor()
  await work.getByRole('button', { name: '不戴' }).click()
  for (const line of [od, os])
    await work
      .getByRole('button', { name: new RegExp(`^${line}`) })
      .first()
      .click()
}
const nameOf = (i: number) => `学生${String(i + 1).padStart(2, '0')}`
async function openStation() {
  await page().goto(`${cable.base}/eyefile/station/${taskId}`)
  await page().getByLabel('任务口令').fill(pin)
  await page().getByLabel('站名').fill('视力站 2')
  await page().getByRole('button', { name: '打开', exact: true }).click()
  await page().getByRole('list', { name: '名单' }).waitFor()
}

beforeAll(async () => {
  clinic = await stage()
  cable = await cableTo(Number(new URL(clinic.base).port))
  const school = await manager().call('eyefile.schools.create', { hid: clinic.hid, name: '实验小学', stage: 2, areaCode: '110105' })
  const room = await manager().call('eyefile.classes.create', { hid: clinic.hid, schoolId: school.id, grade: 13, name: '2班' })
  classId = room.id
  for (let i = 0; i < CHILDREN; i++)
    await manager().call('eyefile.students.create', {
      hid: clinic.hid,
      name: nameOf(i),
      gender: i % 2 === 0 ? 0 : 1,
      birth: '2017-08-01',
      schoolId: school.id,
      classId,
      seat: i + 1,
    })
  const today = clinicNow().slice(0, 10)
  const task = await manager().call('eyefile.tasks.create', {
    hid: clinic.hid,
    name: '实验小学 2026 秋',
    schoolId: school.id,
    items: ['ucva', 'cva'],
    startOn: today,
    endOn: today,
    classIds: [classId],
  })
  taskId = task.id
  await manager().call('eyefile.tasks.move', { id: taskId, move: 'publish' })
  ;({ pin } = await manager().call('eyefile.tasks.pin', { id: taskId }))
})
afterAll(async () => {
  if (tablet) await killTablet()
  await cable.close()
  const { errors } = clinic
  await clinic.close()
  fs.rmSync(dir, { recursive: true, force: true })
  expect(errors).toEqual([])
})
const board = async () => {
  const { task, stations } = await manager().call('eyefile.tasks.board', { id: taskId })
  return { over: task.over, total: task.total, unsent: stations.reduce((sum, each) => sum + each.unsent, 0) }
}

describe('a station', () => {
  it('is opened with login and PIN, and sends what is entered', async () => {
    await startTablet()
    await page().goto(`${cable.base}/login`)
    await page().locator('input').first().fill(`optometrist@${process.pid}`)
    await page().locator('input[type=password]').fill('Demo2026!')
    await page().keyboard.press('Enter')
    await page().waitForURL((url) => !url.pathname.startsWith('/login'))
    await openStation()
    for (let i = 0; i < 12; i++) await measure(nameOf(i), i === 3 ? '4.6' : '5.0', i === 3 ? '4.7' : '5.0')
    await expect.poll(board).toMatchObject({ over: 12, total: CHILDREN, unsent: 0 })
    await expect.poll(waiting).toContain('在线 · 0 条待传')
    await shot(page(), 'online')
    expect(await unfitAnywhere(page())).toEqual([])
  })
  it('goes on when the network is cut, and says how much waits', async () => {
    cable.cut()
    for (let i = 12; i < 20; i++) await measure(nameOf(i))
    await expect.poll(waiting).toContain('离线 · 24 条待传')
    await shot(page(), 'offline')
    expect(await board()).toMatchObject({ over: 12 })
  })
  it('starts again after the browser was killed, without a network, at the child it stopped at', async () => {
    await killTablet()
    await startTablet()
    const started = Date.now()
    await openStation()
    expect(Date.now() - started).toBeLessThan(HANGS)
    await page()
      .getByRole('main', { name: nameOf(20) })
      .waitFor()
    await expect.poll(waiting).toContain('离线 · 24 条待传')
    for (let i = 20; i < CHILDREN; i++) await measure(nameOf(i), i === 30 ? '4.8' : '5.0')
    await expect.poll(waiting).toContain('离线 · 84 条待传')
  })
  it('sends everything once the network is back: 40 of 40 on the board', async () => {
    cable.mend()
    await expect.poll(board).toMatchObject({ over: CHILDREN, total: CHILDREN, unsent: 0 })
    await expect.poll(waiting).toContain('在线 · 0 条待传')
    const { list } = await manager().call('eyefile.results.list', { taskId, page_num: 1, page_size: 100 })
    expect(list.filter(({ ucvaOd }) => ucvaOd !== null)).toHaveLength(CHILDREN)
    expect(
      list
        .filter(({ forVisit }) => forVisit)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([nameOf(3), nameOf(30)])
  })
  it('a wrong PIN opens nothing', async () => {
    cable.cut()
    await page().goto(`${cable.base}/eyefile/station/${taskId}`)
    await page().getByLabel('任务口令').fill('22222222')
    await page().getByLabel('站名').fill('视力站 2')
    await page().getByRole('button', { name: '打开', exact: true }).click()
    await page().getByText('口令错误，还可试 4 次').waitFor()
    cable.mend()
  })
})

describe('what follows', () => {
  it('the manager sees the class done on the board', async () => {
    const desk = await clinic.open('manager')
    await desk.goto(`${clinic.base}/eyefile/board/${taskId}`)
    await desk.getByRole('button', { name: /2班，已筛 40，共 40/ }).click()
    await desk.getByRole('button', { name: '座位单' }).waitFor()
    await shot(desk, 'board')
    expect(await unfitAnywhere(desk)).toEqual([])
    await desk.goto(`${clinic.base}/eyefile/tasks`)
    await desk.getByText('实验小学 2026 秋').first().waitFor()
    await shot(desk, 'tasks')
  })
  it('a parent reads the result without an account', async () => {
    const { list } = await clinic.as('optometrist').call('eyefile.results.letters', { id: taskId, groupId: classId })
    const letter = list.find(({ name }) => name === nameOf(3)) ?? expect.fail('no letter')
    const { ticket } = await newCaptcha(clinic.booted.database.bare, '1234')
    const phone = await clinic.open('reception', { width: 390, height: 844 })
    await phone.route('**/common/picture-verification', async (route) => {
      const sent = route.request().postDataJSON() as { ticket?: string } | null
      // The picture of this test has known digits.
      if (sent?.ticket) return route.continue()
      return route.fulfill({
        json: { code: 200, message: '', data: { passed: false, ticket, image: 'data:image/png;base64,iVBORw0KGgo=' } },
      })
    })
    await phone.goto(`${clinic.base}/eyefile/result?code=${letter.code}`)
    await phone.getByLabel('孩子的出生日期').fill('2017-08-01')
    await phone.getByLabel('图中的数字').fill('1234')
    await shot(phone, 'letter-entry')
    await phone.getByRole('button', { name: '看结果' }).click()
    await phone.getByText('不是诊断').waitFor()
    await phone.getByRole('button', { name: '这周去' }).click()
    await phone.locator('[aria-pressed=true]').waitFor()
    await shot(phone, 'letter')
    expect(await phone.locator('body').innerText()).not.toMatch(/确诊|患近视/)
    expect(await unfitAnywhere(phone)).toEqual([])
  })
})
