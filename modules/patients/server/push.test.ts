import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { signed } from '#ports/wechat/push.ts'
import { freshClinic, server, type Clinic } from '../../../tests/harness.ts'
import * as wechat from '../../../tests/wechat.ts'

let clinic: Clinic
let base: string
beforeAll(async () => {
  clinic = await freshClinic()
  base = (await server()).base
  await clinic.booted.workJobs()
  // What WeChat takes no more goes by SMS at any hour.
  await clinic.as('manager').call('settings.save', { hid: clinic.hid, revisitQuietFrom: '00:00', revisitQuietTo: '00:00' })
})
const { TOKEN, unixNow: now } = wechat
let count = 0
const pushed = (openId: string, fields: Record<string, string>, more?: wechat.PushedMessage) => wechat.pushed(base, openId, fields, more)
const writes = (openId: string, text: string, id?: string) => wechat.wrote(base, openId, text, id)
const desk = () => clinic.as('reception')
async function bound(openId: string): Promise<number> {
  const { pid } = await desk().call('patients.save', {
    name: `来信${openId}`,
    mobile: `139${String(process.pid).padStart(8, '0').slice(-4)}${String(++count).padStart(4, '0')}`,
  })
  await desk().call('patients.wechat.bind', { pid, wechatOpenId: openId, wechatName: '家长' })
  return pid
}
const lines = async (pid: number) => (await desk().call('patients.chat.list', { pid })).list.map((m) => [m.inbound, m.text])
const openIdOf = (name: string) => `o-${clinic.hid}-${name}`

describe('WeChat tells', () => {
  it('the echo goes back to whoever knows the token, and to nobody else', async () => {
    const time = now()
    const ask = (signature: string, timestamp = time) =>
      fetch(`${base}/api/wechat/push?${new URLSearchParams({ signature, timestamp, nonce: 'n', echostr: '4711' })}`)
    expect(await (await ask(signed(TOKEN, time, 'n'))).text()).toBe('4711')
    expect(await (await ask(signed('other', time, 'n'))).json()).toMatchObject({
      code: 1,
      message: expect.stringContaining('签名无效') as string,
    })
    const old = String(Number(time) - 301)
    expect(await (await ask(signed(TOKEN, old, 'n'), old)).json()).toMatchObject({ message: expect.stringContaining('时间已过') as string })
  })
  it('what a member writes stands in the conversation once, told three times', async () => {
    const openId = openIdOf('once')
    const pid = await bound(openId)
    const id = `m-${clinic.hid}-thrice`
    const answers = await Promise.all([
      writes(openId, '几点关门？', id),
      writes(openId, '几点关门？', id),
      writes(openId, '几点关门？', id),
    ])
    expect(await Promise.all(answers.map((a) => a.text()))).toEqual(['success', 'success', 'success'])
    await expect.poll(() => lines(pid)).toEqual([[true, '几点关门？']])
    const chat = await desk().call('patients.chat.list', { pid })
    expect(chat.replies).toBe(5)
    await desk().call('patients.chat.send', { pid, text: '晚上八点' })
    expect((await desk().call('patients.chat.list', { pid })).replies).toBe(4)
    const left = await clinic.tx((cx) => cx.db.any(sql`select 1 from message where pid = ${pid} and text like '%几点%' offset 1`))
    expect(left).toBe(false)
  })
  it('whoever follows, scans or uses the menu is answered three times in a minute; otherwise nothing is handed to WeChat', async () => {
    const openId = openIdOf('minute')
    const pid = await bound(openId)
    const chat = () => desk().call('patients.chat.list', { pid })
    const last = async () => (await chat()).list.at(-1)
    await desk().call('patients.chat.send', { pid, text: '没人问过' })
    await expect.poll(last).toMatchObject({ status: 3, smsStatus: 4 })
    await pushed(openId, { MsgType: 'event', Event: 'CLICK', EventKey: 'hours' })
    await expect.poll(async () => (await chat()).replies).toBe(3)
    await desk().call('patients.chat.send', { pid, text: '九点到六点' })
    await expect.poll(last).toMatchObject({ status: 1 })
    expect((await chat()).replies).toBe(2)
    await clinic.tx((cx) => cx.db.run(sql`update message set created_at = created_at - interval '2 minutes' where pid = ${pid}`))
    expect(await chat()).toMatchObject({ replies: 0, repliesUntil: null })
    // What is written opens two days for five; the fifth still goes, the sixth does not.
    await writes(openId, '周日开门吗')
    await expect.poll(async () => (await chat()).replies).toBe(5)
    for (let n = 1; n <= 6; n++) await desk().call('patients.chat.send', { pid, text: `第${n}条` })
    await expect.poll(async () => (await chat()).list.slice(-6).map((m) => m.status)).toEqual([1, 1, 1, 1, 1, 3])
  })
  it('a forged, a replayed, a foreign and an unreadable push change nothing', async () => {
    const openId = openIdOf('forged')
    const pid = await bound(openId)
    const text = { MsgType: 'text', Content: '假的', MsgId: `f-${clinic.hid}` }
    const refused = async (response: Promise<Response>) => ((await (await response).json()) as { code: number }).code
    expect(await refused(pushed(openId, text, { broken: signed('x') }))).toBe(1)
    expect(await refused(pushed(openId, text, { timestamp: String(Number(now()) - 400) }))).toBe(1)
    expect(await refused(pushed(openId, text, { app: 'wx-of-another' }))).toBe(1)
    const bomb = '<!DOCTYPE x [<!ENTITY a "aa">]><xml><Encrypt>&a;</Encrypt></xml>'
    expect(
      await refused(
        fetch(`${base}/api/wechat/push?${new URLSearchParams({ timestamp: now(), nonce: 'n' })}`, { method: 'POST', body: bomb }),
      ),
    ).toBe(1)
    // Just below what any call takes it is unreadable, above it too large; neither is a fault of ours.
    for (const [size, status, words] of [
      [2_000_000, 200, '时间已过'],
      [2_200_000, 413, '提交的内容过大，最多 2 MB'],
    ] as const) {
      const large = await fetch(`${base}/api/wechat/push`, { method: 'POST', body: 'x'.repeat(size) })
      expect([large.status, await large.json()]).toMatchObject([status, { code: 1, message: expect.stringContaining(words) as string }])
    }
    expect(await lines(pid)).toEqual([])
  })
  it('a stranger is answered and kept nowhere readable', async () => {
    const openId = openIdOf('stranger')
    expect(await (await writes(openId, '你好')).text()).toBe('success')
    expect(
      (await clinic.tx((cx) => cx.db.rows({ n: 'number' }, sql`select count(*) n from message where open_id = ${openId}`)))[0]?.n,
    ).toBe(0)
  })
  it('「退订」 takes the consent to marketing back and says so', async () => {
    const openId = openIdOf('stop')
    const pid = await bound(openId)
    const { sha256 } = (await desk().call('patients.consent.texts', {})).find((t) => t.kind === 2)!
    await desk().call('patients.consent.give', { pid, kind: 2, sha256, way: 1 })
    expect((await desk().call('patients.wechat.list', { hid: clinic.hid, bound: true })).list.find((m) => m.pid === pid)?.marketing).toBe(
      true,
    )
    await writes(openId, '退订')
    await expect.poll(() => lines(pid)).toContainEqual([false, '已退订，不会再收到营销消息'])
    expect((await desk().call('patients.wechat.list', { hid: clinic.hid, bound: true })).list.find((m) => m.pid === pid)?.marketing).toBe(
      false,
    )
  })
  it('a member who scans the code of the desk is bound, once; a WeChat of another member stays there', async () => {
    const { pid } = await desk().call('patients.save', { name: '扫码' })
    const { scene, simulated } = await desk().call('patients.wechat.code', { pid })
    expect(simulated).toBe(true)
    const openId = openIdOf('scan')
    await pushed(openId, { MsgType: 'event', Event: 'subscribe', EventKey: `qrscene_${scene}` })
    await expect.poll(async () => (await desk().call('patients.chat.list', { pid })).bound).toBe(true)
    const { pid: second } = await desk().call('patients.save', { name: '后来' })
    await pushed(openIdOf('late'), { MsgType: 'event', Event: 'SCAN', EventKey: scene })
    const other = await desk().call('patients.wechat.code', { pid: second })
    await pushed(openId, { MsgType: 'event', Event: 'SCAN', EventKey: other.scene })
    await expect.poll(() => lines(pid)).toContainEqual([false, '此微信已绑定其他会员，请到前台办理'])
    expect((await desk().call('patients.chat.list', { pid: second })).bound).toBe(false)
  })
})
