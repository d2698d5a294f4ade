import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { rechargeBalance } from '#modules/institution/server/door.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { closedTo, sendOwed } from './chat-sms.ts'

let clinic: Clinic
let n = 0
beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  await clinic.tx((cx) => rechargeBalance(cx, { hid: clinic.hid, amount: 100_00, reason: '充值', payWay: 1 }))
  await clinic.as('manager').call('account.sms-charge', { hid: clinic.hid, number: 100 })
  await clinic.booted.workJobs()
})
const desk = () => clinic.as('reception')
const quiet = (from: string, to: string) =>
  clinic.as('manager').call('settings.save', { hid: clinic.hid, revisitQuietFrom: from, revisitQuietTo: to })
async function member(mobile: string | null = `1380003${String(1000 + ++n)}`): Promise<number> {
  const { pid } = await desk().call('patients.save', { name: '短信', ...(mobile ? { mobile } : {}) })
  await desk().call('patients.wechat.bind', { pid, wechatOpenId: `o-sms-${clinic.hid}-${pid}` })
  return pid
}
const last = async (pid: number) => (await desk().call('patients.chat.list', { pid })).list.at(-1)
const smsOf = async (pid: number) => (await desk().call('sms.list', { hid: clinic.hid })).list.filter((s) => s.pid === pid)
const writes = (pid: number) => desk().call('patients.chat.send', { pid, text: '您的镜片到了' })

describe('what WeChat takes no more', () => {
  it('goes by SMS by itself, stands in the chat as SMS, and goes once', async () => {
    await quiet('00:00', '00:00')
    const pid = await member()
    const { messageId } = await writes(pid)
    await expect.poll(() => last(pid)).toMatchObject({ status: 3, smsStatus: 2, reason: null })
    await clinic.tx((cx) => closedTo(cx, { messageId, pid, hid: clinic.hid }))
    await clinic.tx((cx) => sendOwed(cx, clinic.hid))
    expect(await smsOf(pid)).toMatchObject([{ template: 'notice', text: expect.stringContaining('您的镜片到了') as string }])
  })
  it('waits in the quiet hours and goes when they end, once, though the night comes twice', async () => {
    await quiet('00:00', '23:59')
    const pid = await member()
    await writes(pid)
    await expect.poll(() => last(pid)).toMatchObject({ status: 4, reason: '免打扰时间，23:59 后改发短信' })
    const sendAt = (clock: string) => clinic.tx((cx) => sendOwed({ ...cx, now: `${cx.today} ${clock}` }, clinic.hid))
    await sendAt('12:00:00')
    expect(await smsOf(pid)).toEqual([])
    await Promise.all([sendAt('23:59:30'), sendAt('23:59:30')])
    await sendAt('23:59:40')
    expect(await smsOf(pid)).toHaveLength(1)
    expect(await last(pid)).toMatchObject({ status: 3 })
    await quiet('00:00', '00:00')
  })
  it('does not go against the member’s will, nor without a number: the chat says why', async () => {
    const [person, without] = [await member(), await member(null)]
    await clinic.tx((cx) =>
      cx.db.run(sql`
        insert into contact_stop (hid, pid, kind, mobile)
        select hid, pid, 1, mobile
        from patient
        where pid = ${person}
      `),
    )
    await writes(person)
    await writes(without)
    await expect.poll(() => last(person)).toMatchObject({ status: 2, reason: expect.stringContaining('会员要求停止联系') as string })
    await expect.poll(() => last(without)).toMatchObject({ status: 2, reason: expect.stringContaining('没有手机号') as string })
    expect([...(await smsOf(person)), ...(await smsOf(without))]).toEqual([])
  })
  it('the database keeps one SMS to a message', async () => {
    const pid = await member()
    const [a, b] = [await writes(pid), await writes(pid)]
    await expect.poll(async () => (await smsOf(pid)).length).toBe(2)
    await expect(
      clinic.tx((cx) =>
        cx.db.run(
          sql`
            update message
            set sms_id = (select sms_id from message where message_id = ${a.messageId})
            where message_id = ${b.messageId}
          `,
        ),
      ),
    ).rejects.toThrow()
  })
})
