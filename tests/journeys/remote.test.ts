/**
 * A remote consultation between two browsers with played cameras: asked with a case pack, paid for, entered, cut off, entered again, signed
 * and printed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page, WebSocketRoute } from 'playwright-core'
import { sql } from '#kernel/server/index.ts'
import { makeCase, makeRemoteConsent, makeSpecialist, type MakeCall } from '#modules/remote/server/make.ts'
import type { CallId } from '../harness.ts'
import { remoteCase } from '#modules/remote/contract/states.ts'
import { rounds } from '../depth.ts'
import { unfitAnywhere } from './axe.ts'
import { choose, hands } from './app.ts'
import { stage, type JourneyStage } from './stage.ts'

let clinic: JourneyStage
let [doctor, expert, manager]: Page[] = []
let [id, pid] = [0, 0]
/** The doctor's lines to the server, and whether they are cut. */
const network = { cut: false, lines: Array<WebSocketRoute>() }
const SHOTS = process.env.JOURNEY_SHOTS
const shotOf = (name: string) => (SHOTS ? `${SHOTS}/remote-${name}` : undefined)
const by =
  (role: 'doctor' | 'manager'): MakeCall =>
  (call, input) =>
    clinic.as(role).call(call as CallId, input as never)
const balance = async () => (await clinic.as('manager').call('sdx-account.hospital-balance', { hid: clinic.hid })).balance
/** The one case that asks this: two that were called off before stand on the screens as well, or are about to leave them. */
const questionIn = (page: Page, role: 'listitem' | 'row', question: string) => page.getByRole(role).filter({ hasText: question })
const pageOf = (page: Page | undefined): Page => page ?? expect.fail('no page')
/** The picture of the other side moves. */
const seen = (page: Page) => page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('video.large')?.videoWidth ?? 0) > 0)
/** The other side’s picture stands, once, and moves. */
const onePicture = () => {
  const videos = [...document.querySelectorAll<HTMLVideoElement>('video.large')]
  return videos.length === 1 && (videos[0]?.videoWidth ?? 0) > 0
}
const enter = async (page: Page, before?: () => Promise<void>) => {
  await page.getByRole('button', { name: '进入', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^专家：.+，房间号：\d+，会员：林小满$/).waitFor()
  // R101: one button, none to cancel.
  expect(await dialog.getByRole('button').count()).toBe(1)
  await dialog.getByRole('button', { name: '进入房间' }).click()
  await before?.()
  await page.getByRole('button', { name: '进入会诊室' }).click()
}

beforeAll(async () => {
  clinic = await stage({ timeOpen: '08:00', timeClose: '20:00' })
  ;({ pid } = await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '林小满', gender: 1, birth: '2015-05-21' }))
  await clinic.as('doctor').call('examIop.save', { pid, iopOd: 14, iopOs: 15, status: 1 })
  await makeSpecialist(by('manager'), { ctid: clinic.ctid('expert'), title: '主任医师' })
  await makeRemoteConsent(by('doctor'), pid)
  await clinic.as('chain').call('payments.receive', { hid: clinic.hid, money: 99.99, payWay: 9 })
  expert = await clinic.open('expert')
  doctor = await clinic.open('doctor')
  await doctor.routeWebSocket(/./, (line) => {
    if (network.cut) return void line.close()
    const far = line.connectToServer()
    network.lines.push(line, far)
  })
  manager = await clinic.open('manager')
})
afterAll(() => clinic.close())

describe('a remote consultation', () => {
  it('the doctor asks, and everything newest of the member goes with it', async () => {
    const page = pageOf(doctor)
    await page.goto(`${clinic.base}/medical/specialist?pid=${pid}&expert=${clinic.ctid('expert')}`)
    await page.getByRole('checkbox').first().waitFor()
    const sent = await page.locator('.remote-material .ant-checkbox-wrapper-checked').allInnerTexts()
    await page.getByLabel('会诊问题').focus()
    await page.keyboard.insertText('请看裂隙灯')
    await page.getByText('视频会诊').click()
    await choose(page, page.locator('[id$="-f-startAt"]'), ':')
    await page.keyboard.press('Control+s')
    await page.waitForURL('**/medical/remote_reserve*')
    const { list } = await clinic.as('doctor').call('telemedicine-subscribes.list', {})
    const [made] = list
    id = made?.id ?? 0
    expect(sent).toHaveLength(2)
    expect(made?.pack.map((item) => item.label)).toEqual(sent)
    // It is time.
    await clinic.tx((cx) =>
      cx.db.run(sql`
        update remote_case
        set start_at = app_now(), end_at = app_now() + interval '20 minutes'
        where id = ${id}
      `),
    )
  })
  it('a written application takes a digit, the question and the save key; with a member to be found, six keys', async () => {
    const page = pageOf(doctor)
    const used = await hands(page)
    for (const [isKnown, keys] of [
      [true, ['1', 'Control+s']],
      [false, ['1', 'l', 'x', 'm', 'Enter', 'Control+s']],
    ] as const) {
      await page.goto(`${clinic.base}/medical/specialist${isKnown ? `?pid=${pid}` : ''}`)
      await page.getByRole('button', { name: /申请会诊/ }).waitFor()
      const before = used.keys
      for (const key of keys) {
        if (key === 'Enter') await page.getByRole('option').filter({ hasText: '林小满' }).waitFor()
        if (key === 'Control+s') {
          await page.locator('[id$="-f-question"]:focus').waitFor()
          await page.keyboard.insertText('请看角膜地形图')
          await page.getByRole('checkbox').first().waitFor()
        }
        await page.keyboard.press(key)
        if (key === '1') await page.getByRole('dialog').locator('input:focus, textarea:focus').waitFor()
      }
      await page.waitForURL('**/medical/remote_reserve*')
      // Control held down is a key the browser tells of as well.
      expect(used.keys - before - 1).toBe(keys.length)
      const [made] = (await clinic.as('doctor').call('telemedicine-subscribes.list', {})).list
      expect(made).toMatchObject({ pid, mode: 1, question: '请看角膜地形图' })
      await clinic.as('doctor').call('telemedicine-subscribes.delete', { id: made?.id ?? 0, reason: '重复' })
    }
    expect(used.clicks).toBe(0)
  })
  it('with 99.99 no fee is set aside and nobody enters; the manager tops up by a code, and it is', async () => {
    const [there, here, boss] = [pageOf(expert), pageOf(doctor), pageOf(manager)]
    expect(new URL(there.url()).pathname).toBe('/expert')
    await questionIn(there, 'listitem', '请看裂隙灯').getByRole('button', { name: '接受' }).click()
    await here.goto(`${clinic.base}/medical/remote_reserve`)
    await here.getByRole('button', { name: '冻结费用' }).click()
    const short = here.getByRole('dialog').filter({ hasText: '账户余额不足，请先充值' })
    await short.getByRole('button', { name: '取消' }).click()
    expect(await balance()).toBe(99.99)
    await boss.goto(`${clinic.base}/settings/my_account`)
    await boss.getByRole('button', { name: '账户充值' }).click()
    await boss.getByLabel('金额').fill('200.01')
    await boss.getByRole('button', { name: '微信付款码' }).click()
    const phone = await boss.context().newPage()
    await phone.goto(`${clinic.base}${await boss.getByRole('link', { name: '打开模拟手机' }).getAttribute('href')}`)
    await phone.getByRole('button', { name: /支付/ }).click()
    await boss.locator('.toast').filter({ hasText: '已付' }).waitFor()
    expect(await balance()).toBe(300)
    await here.getByRole('button', { name: '冻结费用' }).click()
    await here.getByText('已冻结费用').first().waitFor()
    expect(await balance()).toBe(200)
    // What the refusals said in the log of the browser is what was asked for.
    clinic.errors.length = 0
  })
  it('R099–R103: both enter, and see each other in the room', async () => {
    const [there, here] = [pageOf(expert), pageOf(doctor)]
    await enter(here)
    await there.getByText('门店已进入').first().waitFor()
    await enter(there)
    await Promise.all([seen(here), seen(there)])
    // R014, R102: the address carries what the seeds name; only the expert is host.
    const address = (page: Page) => new URL(page.url()).searchParams
    expect([...address(here).keys()]).toEqual(['pid', 'roomId', 'doctorName', 'reserveId'])
    expect(address(there).get('mode')).toBe('host')
    expect(address(there).get('roomId')).toBe([...`${clinic.ctid('expert') * 42}1`].reverse().join(''))
    for (const page of [here, there]) expect(await unfitAnywhere(page, shotOf(page === here ? 'room' : 'room-expert'))).toEqual([])
  })
  it('a reload is back, and whoever was cut off comes back', async () => {
    const [there, here] = [pageOf(expert), pageOf(doctor)]
    await there.reload()
    await seen(there)
    await here.goto('about:blank')
    await there.getByText('等待对方进入').waitFor()
    await here.goBack()
    await Promise.all([seen(here), seen(there)])
  })
  it(`whoever comes again finds the other one, each of ${rounds(5, 2)} times`, async () => {
    const [there, here] = [pageOf(expert), pageOf(doctor)]
    for (let n = 0; n < rounds(5, 2); n++) {
      await here.goto('about:blank')
      await there.getByText('等待对方进入').waitFor()
      await here.goBack()
      await Promise.all([seen(here), seen(there)])
    }
  })
  it('a network that is lost on one side comes back with its pictures', async () => {
    const [there, here] = [pageOf(expert), pageOf(doctor)]
    // The browsers tell of what did not arrive.
    network.cut = true
    // Lines of pages that are gone do not answer.
    for (const line of network.lines.splice(0)) void line.close().catch(() => undefined)
    await here.context().setOffline(true)
    await there.getByText('等待对方进入').waitFor()
    network.cut = false
    await here.context().setOffline(false)
    await Promise.all([seen(here), seen(there)])
    clinic.errors.length = 0
  })
  it('a connection whose offers are lost on their way is made anew', async () => {
    const [there, here] = [pageOf(expert), pageOf(doctor)]
    for (const page of [there, here])
      await page.evaluate(() => {
        const { send } = WebSocket.prototype
        let lost = 0
        WebSocket.prototype.send = function (message) {
          if (String(message).includes('"description"') && lost++ === 0) document.body.dataset.lost = 'offer'
          else send.call(this, message)
        }
      })
    await here.goto('about:blank')
    await there.getByText('等待对方进入').waitFor()
    await here.goBack()
    await Promise.all([seen(here), seen(there)])
    expect(await there.evaluate(() => document.body.dataset.lost)).toBe('offer')
  })
  it('a server that is restarted in the middle of a call takes both up again', async () => {
    const [there, here] = [pageOf(expert), pageOf(doctor)]
    // Between two browsers the picture goes on while the server is away.
    await clinic.restart()
    await Promise.all([there, here].map((page) => page.waitForFunction(onePicture)))
    const { status } = await clinic.as('doctor').call('telemedicine-subscribes.get', { id })
    expect(remoteCase.in.begun).toContain(status)
    // What was said while it was away is gone; a reload finds the other one.
    await there.reload()
    await Promise.all([seen(there), seen(here)])
    // The browsers tell of the connections that were cut.
    clinic.errors.length = 0
  })
  it('the second camera stands beside the face, and is the one that is frozen', async () => {
    const [there, here] = [pageOf(expert), pageOf(doctor)]
    await here.getByRole('button', { name: '离开' }).click()
    await here.goto(`${clinic.base}/medical/remote_reserve`)
    await enter(here, async () => choose(here, here.getByLabel('裂隙灯摄像头'), 'fake_device_2'))
    await Promise.all([seen(here), seen(there)])
    await Promise.all([here, there].map((page) => page.locator('video.slit').waitFor()))
    await there.waitForFunction(() => (document.querySelector<HTMLVideoElement>('video.slit')?.videoWidth ?? 0) > 0)
    expect(await there.locator('video.slit').count()).toBe(1)
  })
  it('a frozen picture is kept with the eye, whoever of the two asks for it, and stands on both screens', async () => {
    const [there, here] = [pageOf(expert), pageOf(doctor)]
    const both = (text: string) => Promise.all([here, there].map((page) => page.getByText(text).waitFor()))
    await here.getByRole('button', { name: '冻结画面' }).click()
    await both('本次图像 1')
    await there.getByRole('button', { name: '冻结画面' }).click()
    await both('本次图像 2')
    await Promise.all([here, there].map((page) => page.locator('.remote-frames img').first().waitFor()))
    const { list } = await clinic.as('doctor').call('telemedicine-subscribes.frames', { id })
    expect(list.map((image) => [image.eye, image.kind])).toEqual([
      ['OD', 'slitLamp'],
      ['OD', 'slitLamp'],
    ])
    expect(clinic.errors).toEqual([])
  })
  it('both draw on it at once, and each sees both drawings', async () => {
    const pages = [pageOf(expert), pageOf(doctor)]
    for (const page of pages) await page.getByRole('button', { name: '标注' }).first().click()
    await Promise.all(
      pages.map(async (page, index) => {
        const layer = page.getByRole('group', { name: /标注层/ })
        await layer.focus()
        for (let n = 0; n <= index; n++) await page.keyboard.press('Shift+ArrowLeft')
        await page.keyboard.press('Enter')
      }),
    )
    for (const page of pages) await page.waitForFunction(() => document.querySelectorAll('.drawing-lines li').length === 2)
    const { list } = await clinic.as('doctor').call('telemedicine-subscribes.frames', { id })
    expect(list[0]?.shapes).toHaveLength(2)
    // The tool stays in the hand: the next stroke follows at once.
    const [there] = pages
    await pageOf(there)
      .getByRole('group', { name: /标注层/ })
      .focus()
    await pageOf(there).keyboard.press('Shift+ArrowUp')
    await pageOf(there).keyboard.press('Enter')
    for (const page of pages) await page.waitForFunction(() => document.querySelectorAll('.drawing-lines li').length === 3)
    for (const page of pages) await page.getByRole('button', { name: '保存标注' }).click()
    expect(clinic.errors).toEqual([])
  })
  it('the report is signed from inside the room: the fee is paid once, and both stay and read it', async () => {
    const [there, here] = [pageOf(expert), pageOf(doctor)]
    await there.getByText('报告', { exact: true }).click()
    await there.getByRole('button', { name: '写报告' }).click()
    await there.getByLabel('会诊意见').fill('双眼角膜清')
    await there.getByRole('button', { name: '签署报告' }).click()
    await there.getByRole('dialog').getByRole('button', { name: '签署' }).click()
    await there.getByText('报告已签署').waitFor()
    await there.getByRole('link', { name: '打印' }).waitFor()
    await here.getByText('已签报告').first().waitFor()
    await here.getByText('报告', { exact: true }).click()
    expect(await here.getByLabel('会诊意见').inputValue()).toBe('双眼角膜清')
    expect(await here.getByRole('button', { name: '更正' }).count()).toBe(0)
    expect(await here.locator('video.large').isVisible()).toBe(true)
    expect(await balance()).toBe(200)
    expect(clinic.errors).toEqual([])
  })
  it('the paper says what the record says, word for word', async () => {
    const here = pageOf(doctor)
    const { list } = await clinic.as('doctor').call('telemedicine-records.list', {})
    const record = await clinic.as('doctor').call('remote.record.print', { id: list[0]?.id ?? 0 })
    await here.getByText('病例', { exact: true }).click()
    const question = await here.locator('.remote-beside .remote-text').innerText()
    const sent = await here.locator('.remote-pack a').allInnerTexts()
    await here.getByText('报告', { exact: true }).click()
    const written = await Promise.all(['会诊意见', '处理建议'].map((label) => here.getByLabel(label).inputValue()))
    await here.getByRole('link', { name: '打印' }).click()
    const paper = here.locator('.paper')
    await paper.getByText(question).waitFor()
    const part = (title: string) =>
      paper
        .locator('section')
        .filter({ has: here.getByRole('heading', { name: title }) })
        .locator('p')
        .innerText()
    expect(await Promise.all(['会诊问题', '病例资料', '会诊意见'].map(part))).toEqual([question, sent.join('；'), written[0]])
    expect([question, written[0], written[1]]).toEqual([record.case.question, record.opinion, record.advice ?? ''])
    for (const text of [record.patientName, record.expertName, record.case.doctorName, record.case.startAt.slice(0, 16), record.signerName])
      expect(await paper.innerText()).toContain(text ?? 'nothing')
    expect(await paper.locator('img').count()).toBe(record.pictures.length)
    expect(clinic.errors).toEqual([])
  })
  it('one that is called off gives its fee back', async () => {
    const [there, here] = [pageOf(expert), pageOf(doctor)]
    await makeCase(by('doctor'), { pid, ctid: clinic.ctid('expert'), question: '再看一次' })
    await there.goto(`${clinic.base}/expert`)
    await questionIn(there, 'listitem', '再看一次').getByRole('button', { name: '接受' }).click()
    await here.goto(`${clinic.base}/medical/remote_reserve`)
    const row = questionIn(here, 'row', '再看一次')
    await row.getByRole('button', { name: '冻结费用' }).click()
    await row.getByText('已冻结费用').waitFor()
    expect(await balance()).toBe(100)
    await row.getByRole('button', { name: '更多操作' }).click()
    await here.getByRole('menuitem', { name: '取消' }).click()
    await here.locator('dialog textarea').fill('家长改期')
    await here.locator('dialog').getByRole('button').last().click()
    await row.getByText('已取消').waitFor()
    expect(await balance()).toBe(200)
    expect(clinic.errors).toEqual([])
  })
  it('its screens are legible to all at a desk and on a phone', async () => {
    const [there, here, boss] = [pageOf(expert), pageOf(doctor), pageOf(manager)]
    const looks: ReadonlyArray<readonly [Page, string, string]> = [
      [there, '/expert', '.remote-list li'],
      [here, '/medical/specialist', '.remote-expert'],
      [here, `/medical/remote_reserve?case=${id}`, '.remote-detail'],
      [boss, '/medical/specialist', '.remote-expert'],
    ]
    const wrong: string[] = []
    for (const [page, to, drawn] of looks) {
      await page.goto(`${clinic.base}${to}`)
      await page.locator(drawn).first().waitFor()
      wrong.push(...(await unfitAnywhere(page, shotOf(to.split('?')[0]?.replaceAll('/', '-') ?? ''))).map((found) => `${to}: ${found}`))
    }
    expect(wrong).toEqual([])
  })
})
