import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { sql } from '#kernel/server/index.ts'
import { checkInScene } from '#modules/patients/contract/check-in.ts'
import { freshClinic, server, type Clinic } from '../../../tests/harness.ts'
import * as wechat from '../../../tests/wechat.ts'

let clinic: Clinic
let base: string
let today: string
let n = 0
beforeAll(async () => {
  clinic = await freshClinic()
  base = (await server()).base
  today = await clinic.tx(async (cx) => cx.today)
  await clinic.booted.workJobs()
})
const desk = () => clinic.as('reception')
async function member(): Promise<{ pid: number; openId: string }> {
  const openId = `o-in-${clinic.hid}-${++n}`
  const { pid } = await desk().call('patients.save', { name: `签到${n}`, mobile: `1380002${String(1000 + n)}` })
  await desk().call('patients.wechat.bind', { pid, wechatOpenId: openId })
  return { pid, openId }
}
/** A booking of today: the hour that is over by now is put into the day behind the calls. */
async function booked(pid: number, hid = clinic.hid): Promise<number> {
  const visitAt = `${addDays(today, 1)} 10:00`
  const { resid } = await clinic.as('chain').call('reservations.legacy.save', { hid, pid, visitAt, type: 2 })
  await clinic.tx((cx) =>
    cx.db.run(
      sql`
        update reservation
        set visit_at = visit_at - interval '1 day', visit_end = visit_end - interval '1 day'
        where resid = ${resid}
      `,
    ),
  )
  return resid
}
const scans = (openId: string, scene: string, CreateTime = String(1_700_000_000 + ++n)) =>
  wechat.pushed(base, openId, { MsgType: 'event', Event: 'SCAN', EventKey: scene, CreateTime })
const code = () => checkInScene(clinic.oid, clinic.hid, today)
const answers = async (pid: number) => (await desk().call('patients.chat.list', { pid })).list.filter((m) => !m.inbound).map((m) => m.text)

describe('a member scans the code of the store', () => {
  it('the desk shows the code of today; what stands in it is this store and this day', async () => {
    const shown = await desk().call('reservations.check-in-code', { hid: clinic.hid })
    expect(shown).toMatchObject({ url: code(), day: today, simulated: true })
    expect(await clinic.as('warehouse').refusal('reservations.check-in-code', { hid: clinic.hid })).toMatchObject({ code: 20405 })
  })
  it('checks the booking of today in and answers its number; scanned again and told three times it stays one', async () => {
    const { pid, openId } = await member()
    const resid = await booked(pid)
    await Promise.all([scans(openId, code(), '1700000001'), scans(openId, code(), '1700000001'), scans(openId, code(), '1700000002')])
    await expect.poll(async () => (await answers(pid)).length).toBe(2)
    expect((await answers(pid)).sort()).toEqual([expect.stringContaining('您已签到'), expect.stringContaining('签到成功')])
    expect((await desk().call('reservations.get', { id: resid })).status).toBe(3)
    const tickets = await clinic.tx((cx) => cx.db.rows({ no: 'number' }, sql`select no from queue_ticket where pid = ${pid}`))
    expect(tickets).toHaveLength(1)
  })
  it('without a booking, with the code of yesterday, or booked elsewhere it says what to do and checks nobody in', async () => {
    const { pid, openId } = await member()
    await scans(openId, code())
    await expect.poll(() => answers(pid)).toEqual(['今天没有您的预约，请到前台登记'])
    const resid = await booked(pid, clinic.hids[1]!)
    await scans(openId, code())
    await expect.poll(async () => (await answers(pid)).at(-1)).toContain('请到前台办理')
    await scans(openId, checkInScene(clinic.oid, clinic.hid, addDays(today, -1)))
    await expect.poll(async () => (await answers(pid)).at(-1)).toContain('已过期')
    expect((await clinic.as('chain').call('reservations.get', { id: resid })).status).toBe(1)
  })
  it('the simulated phone scans too; a code of a store that does not exist is nobody’s', async () => {
    const { pid, openId } = await member()
    await booked(pid)
    await desk().call('patients.wechat.play', { pid, act: 'checkIn' })
    expect((await answers(pid)).at(-1)).toContain('签到成功')
    const before = (await answers(pid)).length
    await scans(openId, checkInScene(clinic.oid, 999_999_999, today))
    await scans(openId, 'in-99999999999999999999-1-20261124')
    expect((await answers(pid)).length).toBe(before)
  })
})
