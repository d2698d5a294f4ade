import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { remindTomorrow } from './replies.ts'

const tomorrow = addDays(clinicNow(new Date()).slice(0, 10), 1)
let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
})
const desk = () => clinic.as('reception')
let n = 0
async function booked(visitAt: string, wechat = true): Promise<{ pid: number; resid: number }> {
  const { pid } = await desk().call('patients.save', { name: `提醒${++n}`, mobile: `1370000${String(1000 + n)}` })
  if (wechat) await desk().call('patients.wechat.bind', { pid, wechatOpenId: `o-remind-${clinic.hid}-${n}` })
  const { resid } = await desk().call('reservations.legacy.save', {
    hid: clinic.hid,
    pid,
    doctorId: clinic.ctid('doctor'),
    visitAt: `${tomorrow} ${visitAt}`,
    type: 2,
  })
  return { pid, resid }
}
const writes = (pid: number, text: string) => desk().call('patients.wechat.play', { pid, act: 'text', text })
const statusOf = async (id: number) => (await desk().call('reservations.get', { id })).status
const last = async (pid: number) => (await desk().call('patients.chat.list', { pid })).list.at(-1)?.text

describe('reminders and their answers', () => {
  it('tomorrow is told once, over WeChat whom it reaches; by SMS only where the store wants it', async () => {
    const [a, b] = [await booked('09:00'), await booked('09:30', false)]
    await clinic.tx((cx) => remindTomorrow(cx))
    await clinic.tx((cx) => remindTomorrow(cx))
    const messages = (await desk().call('patients.chat.list', { pid: a.pid })).list
    expect(messages.map((m) => m.text)).toEqual([expect.stringContaining('回复「确认」「取消」或「改约」')])
    const sms = async () => (await desk().call('sms.list', { hid: clinic.hid })).list.filter((s) => s.template === 'appointment').length
    expect(await sms()).toBe(0)
    await clinic.as('manager').call('settings.save', { hid: clinic.hid, remindBySms: true })
    await clinic.tx((cx) => remindTomorrow(cx))
    expect(await sms()).toBe(1)
    expect(await statusOf(b.resid)).toBe(1)
  })
  it('a reminder is written by the store of the booking, whatever store the night began with', async () => {
    const { pid } = await desk().call('patients.save', { name: '二店提醒', mobile: '13700009999' })
    await desk().call('patients.wechat.bind', { pid, wechatOpenId: `o-second-${clinic.hid}` })
    await clinic.as('chain').call('reservations.legacy.save', { hid: clinic.hids[1]!, pid, visitAt: `${tomorrow} 15:00`, type: 2 })
    await clinic.tx((cx) => remindTomorrow(cx))
    expect(await clinic.tx((cx) => cx.db.rows({ hid: 'number' }, sql`select hid from message where pid = ${pid}`))).toEqual([
      { hid: clinic.hids[1] },
    ])
  })
  it('「取消」 frees the slot at once; 「确认」 confirms; 「改约」 waits for the desk', async () => {
    const [c, d, e] = [await booked('10:00'), await booked('10:30'), await booked('11:00')]
    await clinic.tx((cx) => remindTomorrow(cx))
    await writes(c.pid, '取消')
    expect(await statusOf(c.resid)).toBe(30)
    expect(await last(c.pid)).toContain('已取消')
    expect((await booked('10:00')).resid).toBeGreaterThan(c.resid)
    await writes(d.pid, '「确认」。')
    await writes(d.pid, '确认')
    expect(await statusOf(d.resid)).toBe(2)
    await writes(e.pid, '改约')
    expect([await statusOf(e.resid), await last(e.pid)]).toEqual([1, expect.stringContaining('前台会与您联系')])
  })
  it('a word without a reminder, or after three days, is left to the desk', async () => {
    const f = await booked('11:30')
    await writes(f.pid, '取消')
    expect([await statusOf(f.resid), await last(f.pid)]).toEqual([1, '取消'])
    await clinic.tx((cx) =>
      cx.db.run(sql`
        update reservation
        set reminded_at = app_now() - interval '73 hours'
        where resid = ${f.resid}
      `),
    )
    await writes(f.pid, '取消')
    expect(await statusOf(f.resid)).toBe(1)
    await desk().call('patients.wechat.play', { pid: f.pid, act: 'menu', text: '我的预约' })
    expect(await last(f.pid)).toContain('您的下一次就诊')
  })
})
