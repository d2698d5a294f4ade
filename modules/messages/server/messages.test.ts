import { beforeAll, describe, expect, it, vi } from 'vitest'
import { balance, sql } from '#kernel/server/index.ts'
import { wechatPort } from '#ports/wechat/choose.ts'
import { rechargeBalance } from '#modules/institution/server/door.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { filled, piecesOf } from '../contract/templates.ts'
import { markRead, messagesOf, postMessage, receiveMessage, sendSms, unreadOf } from './door.ts'

let clinic: Clinic
const notice = { mobile: '13800000001', template: 'glasses-ready' as const, params: { name: '王小明', store: '朝阳店' } }
const statusOf = async (smsId: number) =>
  (await clinic.as('reception').call('sms.list', { hid: clinic.hid })).list.find((s) => s.smsId === smsId)
const left = async () => (await clinic.as('reception').call('sms.balance', { hid: clinic.hid })).balance
const recharge = (yuan: number) =>
  clinic.tx((cx) => rechargeBalance(cx, { hid: clinic.hid, amount: yuan * 100, reason: '充值', payWay: 1 }))

beforeAll(async () => {
  clinic = await freshClinic()
  await clinic.booted.workJobs()
})

describe('SMS', () => {
  it('a store without pieces keeps the message; after a charge from its balance it is sent and delivered', async () => {
    const kept = await clinic.as('reception').call('sms.notice', { hid: clinic.hid, ...notice })
    expect(kept).toMatchObject({ status: 4, pieces: 1, text: '王小明您好，您的眼镜已加工完成，请到朝阳店取镜。' })
    expect(await clinic.as('reception').refusal('sms.resend', { id: kept.smsId })).toMatchObject({ message: '短信余额不足，请先充值' })
    expect(await clinic.as('manager').refusal('account.sms-charge', { hid: clinic.hid, number: 100 })).toMatchObject({ code: 405 })
    await recharge(50)
    expect(await clinic.as('manager').call('account.sms-charge', { hid: clinic.hid, number: 100 })).toMatchObject({
      balance: 100,
      simulated: true,
    })
    expect(await clinic.tx((cx) => balance(cx, 'hospital', `store:${clinic.hid}`))).toBe(40_00)
    await clinic.as('reception').call('sms.resend', { id: kept.smsId })
    await expect.poll(async () => (await statusOf(kept.smsId))?.status).toBe(2)
    expect(await left()).toBe(99)
    expect(await clinic.as('reception').refusal('sms.resend', { id: kept.smsId })).toMatchObject({ message: '短信已提交，不能重发' })
  })
  it('a charge repeated with its key is made once', async () => {
    await recharge(50)
    const before = await left()
    const charge = () => clinic.as('manager').call('account.sms-charge', { hid: clinic.hid, number: 100 }, { key: 'twice' })
    await Promise.all([charge(), charge()])
    expect(await left()).toBe(before + 100)
  })
  it('a message the service refuses gives its pieces back and says why', async () => {
    const before = await left()
    const sms = await clinic.as('reception').call('sms.notice', { hid: clinic.hid, ...notice, mobile: '13800000000' })
    await expect.poll(async () => (await statusOf(sms.smsId))?.status).toBe(3)
    expect(await statusOf(sms.smsId)).toMatchObject({ reason: '号码无效（本地模拟）' })
    expect(await left()).toBe(before)
  })
  it('a code costs the store nothing and is not sent again by hand', async () => {
    const before = await left()
    const sms = await clinic.tx((cx) =>
      sendSms(cx, { hid: clinic.hid, mobile: '13800000002', template: 'code', params: { code: '123456', minutes: '5' } }),
    )
    await expect.poll(async () => (await statusOf(sms.smsId))?.status).toBe(2)
    expect(await left()).toBe(before)
    expect(await clinic.as('reception').refusal('sms.resend', { id: sms.smsId })).toMatchObject({
      message: '验证码短信不能重发，请重新获取',
    })
    expect(
      await clinic.tx((cx) =>
        cx.db.one({ params: 'unknown', cost: 'number' }, sql`select params, cost from sms where sms_id = ${sms.smsId}`),
      ),
    ).toEqual({
      params: null,
      cost: 0,
    })
  })
  it('missing parameters are named; another role and another store may not send', async () => {
    expect(
      await clinic
        .as('reception')
        .refusal('sms.notice', { hid: clinic.hid, mobile: '13800000001', template: 'appointment', params: { name: '王' } }),
    ).toMatchObject({ message: '短信模板缺少参数：time、store', field: 'params' })
    expect(await clinic.as('warehouse').refusal('sms.notice', { hid: clinic.hid, ...notice })).toMatchObject({ code: 20405 })
    expect(await clinic.as('reception').refusal('sms.notice', { hid: clinic.hids[1], ...notice })).toMatchObject({
      message: '门店不存在或已被删除',
    })
  })
  it('pieces are counted as operators do: 70 characters with the signature in one, then 67 each', () => {
    expect([piecesOf('一'.repeat(66)), piecesOf('一'.repeat(67)), piecesOf('一'.repeat(130)), piecesOf('一'.repeat(131))]).toEqual([
      1, 2, 2, 3,
    ])
    expect(filled('code', { code: '1', minutes: '5' })).toContain('验证码是1，5分钟')
  })
})

describe('conversation with a member', () => {
  it('what the clinic writes is sent, what the member writes is unread until read', async () => {
    const { pid } = await clinic
      .as('reception')
      .call('patients.save', { name: '聊天会员', mobile: '13900000011', birth: '2015-01-01', gender: 0 })
    const { pid: other } = await clinic
      .as('reception')
      .call('patients.save', { name: '没有微信', mobile: '13900000012', birth: '2015-01-01', gender: 0 })
    await clinic.tx((cx) => receiveMessage(cx, { pid, text: '有人吗？' }))
    const sent = await clinic.tx((cx) => postMessage(cx, { pid, text: '您好', openId: 'o-of-the-member' }))
    await expect.poll(() => clinic.tx(async (cx) => (await messagesOf(cx, pid)).at(-1)?.status)).toBe(1)
    // Who has no WeChat cannot be written to, and is not said to have been.
    const { messageId } = await clinic.tx((cx) => postMessage(cx, { pid: other, text: '您好' }))
    await expect.poll(() => clinic.tx(async (cx) => (await messagesOf(cx, other)).find((m) => m.messageId === messageId)?.status)).toBe(2)
    await clinic.tx((cx) => receiveMessage(cx, { pid, text: '几点开门？' }))
    await clinic.tx(async (cx) => {
      expect((await unreadOf(cx)).get(pid)).toBe(2)
      expect((await messagesOf(cx, pid)).map((m) => [m.inbound, m.text])).toEqual([
        [true, '有人吗？'],
        [false, '您好'],
        [true, '几点开门？'],
      ])
      expect(await markRead(cx, pid)).toBe(2)
      expect((await unreadOf(cx)).get(pid)).toBeUndefined()
      const later = await receiveMessage(cx, { pid, text: '在吗' })
      expect((await messagesOf(cx, pid, { before: later.messageId, limit: 1 }))[0]?.text).toBe('几点开门？')
    })
    expect((await clinic.as('reception').call('messages.list', { hid: clinic.hid })).list.map((m) => m.messageId)).toContain(sent.messageId)
  })
})

describe('a reminder over WeChat', () => {
  const remind = async (mobile: string | null, wrote: boolean) => {
    const { pid } = await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '提醒', gender: 1 })
    if (wrote) await clinic.tx((cx) => receiveMessage(cx, { pid, text: '在吗' }))
    const params = { name: '提醒', time: '11-24 10:00', store: '朝阳院' }
    await clinic.tx((cx) =>
      postMessage(cx, { pid, openId: `o${pid}`, text: '您已预约', notice: { template: 'appointment', params, mobile } }),
    )
    const last = async () => (await clinic.tx((cx) => messagesOf(cx, pid))).at(-1)
    await expect.poll(async () => (await last())?.status).not.toBe(0)
    return {
      message: await last(),
      sms: (await clinic.as('reception').call('sms.list', { hid: clinic.hid })).list.filter((s) => s.pid === pid),
    }
  }
  it('is a text within 48 hours of the member’s last word, the registered notice later', async () => {
    const [text, registered] = [vi.spyOn(wechatPort(), 'sendText'), vi.spyOn(wechatPort(), 'sendNotice')]
    await remind(null, true)
    expect([text.mock.calls.length, registered.mock.calls.length]).toEqual([1, 0])
    await remind(null, false)
    expect([text.mock.calls.length, registered.mock.calls.length]).toEqual([1, 1])
    vi.restoreAllMocks()
  })
  it('goes by SMS when WeChat refuses it, where the store wants that, and says so', async () => {
    vi.spyOn(wechatPort(), 'sendNotice').mockResolvedValue({ taken: false, reason: '会员已取消关注' })
    expect(await remind('13800000077', false)).toMatchObject({
      message: { status: 2, reason: '会员已取消关注，已改发短信' },
      sms: [{ template: 'appointment', mobile: '13800000077' }],
    })
    expect(await remind(null, false)).toMatchObject({ message: { status: 2, reason: '会员已取消关注' }, sms: [] })
    vi.restoreAllMocks()
  })
})
