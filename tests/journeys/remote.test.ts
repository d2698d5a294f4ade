/** A remote consultation between two browsers with played cameras: asked, paid for, entered, cut off, entered again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { addDays } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { makeCase, makeRemoteConsent, makeSpecialist, type MakeCall } from '#modules/remote/server/make.ts'
import type { CallId } from '../harness.ts'
import { fairly } from '../patience.ts'
import { stage, type Stage } from './stage.ts'

let clinic: Stage
let [doctor, expert]: Page[] = []
let id: number
const by =
  (role: 'doctor' | 'manager'): MakeCall =>
  (call, input) =>
    clinic.as(role).call(call as CallId, input as never)
const balance = async () => (await clinic.as('manager').call('sdx-account.hospital-balance', { hid: clinic.hid })).balance
const pageOf = (page: Page | undefined): Page => page ?? expect.fail('no page')
/** Ms until the picture of the other side moves. */
async function seen(page: Page): Promise<number> {
  const from = performance.now()
  await page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('video.large')?.videoWidth ?? 0) > 0)
  return performance.now() - from
}
const enter = async (page: Page) => {
  await page.getByRole('button', { name: '进入', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^专家：.+，房间号：\d+，会员：林小满$/).waitFor()
  // R101: one button, none to cancel.
  expect(await dialog.getByRole('button').count()).toBe(1)
  await dialog.getByRole('button', { name: '进入房间' }).click()
  await page.getByRole('button', { name: '进入会诊室' }).click()
}

beforeAll(async () => {
  clinic = await stage({ timeOpen: '08:00', timeClose: '20:00' }, { devices: true })
  const { pid } = await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '林小满', gender: 1, birth: '2015-05-21' })
  await makeSpecialist(by('manager'), { ctid: clinic.ctid('expert') })
  await makeRemoteConsent(by('doctor'), pid)
  await clinic.as('chain').call('payments.receive', { hid: clinic.hid, money: 300, payWay: 9 })
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 2)
  ;({ id } = await makeCase(by('doctor'), {
    pid,
    ctid: clinic.ctid('expert'),
    question: '请看裂隙灯',
    mode: 0,
    startAt: `${tomorrow} 10:00:00`,
  }))
  // It is time.
  await clinic.tx((cx) =>
    cx.db.run(sql`update remote_case set start_at = app_now(), end_at = app_now() + interval '20 minutes' where id = ${id}`),
  )
  expert = await clinic.open('expert')
  doctor = await clinic.open('doctor')
})
afterAll(() => clinic.close())

describe('a remote consultation', () => {
  it('R099–R103: is accepted at the expert’s desk, its fee is set aside, and both see each other in the room', async () => {
    const [there, here] = [pageOf(expert), pageOf(doctor)]
    expect(new URL(there.url()).pathname).toBe('/expert')
    await there.getByRole('button', { name: '接受' }).first().click()
    await here.goto(`${clinic.base}/medical/remote_reserve`)
    await here.getByRole('button', { name: '冻结费用' }).click()
    expect(await here.getByText('已冻结费用').first().waitFor()).toBeUndefined()
    expect(await balance()).toBe(200)
    await enter(here)
    await there.getByText('门店已进入').first().waitFor()
    await enter(there)
    await Promise.all([seen(here), seen(there)])
    // R014, R102: the address carries what the seeds name; only the expert is host.
    const address = (page: Page) => new URL(page.url()).searchParams
    expect([...address(here).keys()]).toEqual(['pid', 'roomId', 'doctorName', 'reserveId'])
    expect(address(there).get('mode')).toBe('host')
    expect(address(there).get('roomId')).toBe([...`${clinic.ctid('expert') * 42}1`].reverse().join(''))
  })
  it('a reload is back in five seconds, and whoever was cut off comes back', async () => {
    const [there, here] = [pageOf(expert), pageOf(doctor)]
    const from = performance.now()
    await there.reload()
    await seen(there)
    expect(performance.now() - from).toBeLessThan(fairly(5000))
    await here.goto('about:blank')
    await there.getByText('等待对方进入').waitFor()
    await here.goBack()
    await Promise.all([seen(here), seen(there)])
  })
})
