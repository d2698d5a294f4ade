import { beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { sql, type Cx } from '#kernel/server/index.ts'
import { rechargeBalance } from '#modules/institution/server/door.ts'
import { wechatPort } from '#ports/wechat/choose.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { envelopeOf } from '../../../tests/phone.ts'
import { runStandings } from './standing.ts'
import { sendSome } from './tasks/send.ts'
import { wechatRefused } from './tasks/wechat.ts'

let clinic: Clinic
let n = 0
let care: number
let offer: number
let wechat: number
const tomorrow = addDays(clinicNow().slice(0, 10), 1)
const marketer = () => clinic.as('marketer')
const manager = () => clinic.as('manager')
const desk = () => clinic.as('reception')
/** Work behind the calls as if it were another moment, for code and database alike. */
const during = <T>(now: string, work: (cx: Cx<string>) => Promise<T>): Promise<T> =>
  clinic.tx(async (cx) => {
    await cx.db.run(sql`select set_config('app.now', ${now}, true)`)
    return work({ ...cx, now, today: now.slice(0, 10) })
  })
const phone = () => `1390008${String(1000 + ++n)}`
async function member(school: string, more: object = {}): Promise<{ pid: number; mobile: string }> {
  const mobile = phone()
  const { pid } = await desk().call('patients.save', { name: `会员${++n}`, mobile, school, birth: '2000-01-01', ...more })
  return { pid, mobile }
}
const ofSchool = (school: string) => ({ key: 'school', op: 'contains', value: school })
const plan = (school: string, more: object = {}) => ({
  hid: clinic.hid,
  name: `任务${++n}`,
  purpose: 'care' as const,
  tree: ofSchool(school),
  wordings: [{ templateId: care, params: {} }],
  sendAt: `${tomorrow} 10:00:00`,
  ceiling: 20,
  ...more,
})
async function submitted(school: string, more: object = {}) {
  const { id } = await marketer().call('sms-tasks.create', plan(school, more))
  return marketer().call('sms-tasks.submit', { id })
}
const touches = (task: number) =>
  clinic.tx((cx) =>
    cx.db.rows(
      { channel: 'string', cost: 'number', text: 'string', messageId: 'number | null' },
      sql`
        select channel, cost, text, message_id
        from marketing_touch
        where task_id = ${task}
        order by id
      `,
    ),
  )
const codeOf = async (task: number): Promise<string> =>
  (await clinic.tx((cx) => cx.db.the({ code: 'string' }, sql`select code from marketing_recipient where task_id = ${task} limit 1`))).code
const passed = async (name: string, purpose: 'care' | 'marketing', text: string): Promise<number> => {
  const { id } = await marketer().call('marketing.templates.save', { hid: clinic.hid, name, purpose, text })
  await manager().call('marketing.templates.decide', { id, state: 1 })
  return id
}
beforeAll(async () => {
  clinic = await freshClinic()
  await clinic.tx((cx) => rechargeBalance(cx, { hid: clinic.hid, amount: 1000_00, reason: '充值', payWay: 1 }))
  await manager().call('account.sms-charge', { hid: clinic.hid, number: 1000 })
  care = await passed('复查', 'care', '复查时间到了，选个时间：{link}')
  offer = await passed('优惠', 'marketing', '换镜片减 100 元')
  const kept = await marketer().call('marketing.wechat-templates.save', {
    hid: clinic.hid,
    kind: 'recheck',
    number: 'T1',
    fields: [
      { key: 'thing1', label: '就诊人', text: '{name}' },
      { key: 'thing2', label: '门店', text: '{store}' },
    ],
  })
  wechat = kept.id
})

describe('care over WeChat', () => {
  it('goes by the template of the store for whoever follows, free of charge, and by SMS for the rest', async () => {
    const { pid } = await member('微甲')
    await desk().call('patients.wechat.bind', { pid, wechatOpenId: `o-${clinic.hid}-${pid}` })
    await member('微甲')
    const { id } = await submitted('微甲', { wechatTemplateId: wechat })
    await during(`${tomorrow} 10:00:30`, (cx) => sendSome(cx, id))
    expect((await touches(id)).map(({ channel, cost }) => [channel, cost]).sort()).toEqual([
      ['sms', 10],
      ['wechat', 0],
    ])
    expect(await marketer().call('sms-tasks.get', { id })).toMatchObject({ handed: 2, overWechat: 1, spent: 0.1 })
  })
  it('reaches a child through the guardian who follows', async () => {
    const child = await member('微乙', { birth: '2017-05-01' })
    const { pid: parent } = await desk().call('patients.save', { name: '家长', birth: '1986-01-01' })
    await desk().call('patients.family.save', { pid: child.pid, relation: 2, otherPid: parent, isGuardian: true })
    await desk().call('patients.wechat.bind', { pid: parent, wechatOpenId: `o-${clinic.hid}-${parent}` })
    const { id } = await submitted('微乙', { wechatTemplateId: wechat })
    await during(`${tomorrow} 10:00:30`, (cx) => sendSome(cx, id))
    expect(await touches(id)).toMatchObject([{ channel: 'wechat' }])
  })
  it('goes by SMS when WeChat refuses it, once, at the price of an SMS', async () => {
    vi.spyOn(wechatPort(), 'sendTemplate').mockResolvedValue({ taken: false, reason: '会员已取消关注' })
    const { pid } = await member('微丙')
    await desk().call('patients.wechat.bind', { pid, wechatOpenId: `o-${clinic.hid}-${pid}` })
    const { id } = await submitted('微丙', { wechatTemplateId: wechat })
    await during(`${tomorrow} 10:00:30`, (cx) => sendSome(cx, id))
    const [first] = await touches(id)
    const refuse = () =>
      during(`${tomorrow} 10:01:00`, (cx) => wechatRefused(cx, { messageId: first?.messageId ?? 0, reason: '会员已取消关注' }))
    await refuse()
    await refuse()
    await during(`${tomorrow} 10:02:00`, (cx) => sendSome(cx, id))
    expect((await touches(id)).map(({ channel }) => channel)).toEqual(['wechat', 'sms'])
    expect(await marketer().call('sms-tasks.get', { id })).toMatchObject({ handed: 1, overWechat: 0, spent: 0.1 })
    vi.restoreAllMocks()
  })
  it('a template message says nothing of a price or an offer, and marketing never goes by one', async () => {
    const advert = {
      hid: clinic.hid,
      kind: 'couponGiven',
      number: 'T2',
      fields: [{ key: 'thing1', label: '提示', text: '镜片立减 100 元' }],
    }
    expect(await marketer().refusal('marketing.wechat-templates.save', advert)).toMatchObject({ field: 'fields.0.text' })
    const { id } = await marketer().call(
      'sms-tasks.create',
      plan('-', { purpose: 'marketing', wordings: [{ templateId: offer, params: {} }], wechatTemplateId: wechat }),
    )
    expect(await marketer().call('sms-tasks.get', { id })).toMatchObject({ wechatTemplateId: null })
  })
})

describe('the link in a message', () => {
  it('says whose store it is, counts its first opening, and leaves the number alone without a login', async () => {
    const { pid } = await member('链甲')
    const { id } = await submitted('链甲')
    await during(`${tomorrow} 10:00:30`, (cx) => sendSome(cx, id))
    const code = await codeOf(id)
    expect((await touches(id))[0]?.text).toContain(`/h5/m/${code}`)
    const opened = await envelopeOf(clinic, 'phone.message', { code: code.toLowerCase() })
    expect(opened.data).toMatchObject({ purpose: 'care', hid: clinic.hid, pid })
    expect(JSON.stringify(opened.data)).not.toContain('会员')
    expect(await marketer().call('sms-tasks.get', { id })).toMatchObject({ opened: 1 })
    expect((await envelopeOf(clinic, 'phone.message.leave', { code })).code).toBe(200)
    expect((await envelopeOf(clinic, 'phone.message.leave', { code })).code).toBe(200)
    const [touch] = (await desk().call('marketing.touches', { pid })).list
    expect(touch).toMatchObject({ channel: 'sms' })
    expect(touch?.openedAt).not.toBeNull()
  })
  it('a code nobody has is not found', async () => {
    expect(await envelopeOf(clinic, 'phone.message', { code: 'ZZZZ2222' })).toMatchObject({ code: 1 })
    expect(await envelopeOf(clinic, 'phone.message.leave', { code: '../../x' })).toMatchObject({ code: 1 })
  })
})

describe('approval', () => {
  it('a store may ask another person for fewer numbers than the law of the house, never for more', async () => {
    const setting = { sendFrom: '09:00', sendTo: '20:00', restDays: 7, monthMax: 2000 }
    await manager().call('marketing.settings.save', { hid: clinic.hid, ...setting, approveFrom: 0 })
    await member('批甲')
    const task = await submitted('批甲')
    expect(task).toMatchObject({ needsApproval: true, people: 1 })
    await during(`${tomorrow} 10:00:30`, (cx) => sendSome(cx, task.id))
    expect(await touches(task.id)).toEqual([])
    await manager().call('sms-tasks.approve', { id: task.id, agree: true })
    await during(`${tomorrow} 10:00:30`, (cx) => sendSome(cx, task.id))
    expect(await touches(task.id)).toHaveLength(1)
    expect(await marketer().refusal('sms-tasks.update', { ...plan('批甲'), id: task.id })).toMatchObject({
      message: expect.stringContaining('不能修改') as string,
    })
    expect(await manager().refusal('marketing.settings.save', { hid: clinic.hid, ...setting, approveFrom: 201 })).toMatchObject({
      field: 'approveFrom',
    })
    await manager().call('marketing.settings.save', { hid: clinic.hid, ...setting, approveFrom: 200 })
  })
})

describe('a tag by a rule of health', () => {
  it('is no way round the consent: marketing to it is refused, also where it stands in another rule', async () => {
    const sick = { key: 'myopiaBand', op: 'in', value: [3] }
    const tag = await marketer().call('tag-manage.create', { hid: clinic.hid, name: '高度近视的', tree: sick })
    const around = await marketer().call('tag-manage.create', {
      hid: clinic.hid,
      name: '重点',
      tree: { key: 'tag', op: 'in', value: [tag.tagId] },
    })
    const marketing = { purpose: 'marketing', wordings: [{ templateId: offer, params: {} }] }
    for (const tagId of [tag.tagId, around.tagId])
      expect(
        await marketer().refusal('sms-tasks.create', plan('-', { ...marketing, tree: { key: 'tag', op: 'in', value: [tagId] } })),
      ).toMatchObject({ field: 'tree', message: expect.stringContaining('健康信息') as string })
  })
})

describe('standing tasks', () => {
  const birthdayTomorrow = () => `1990${addDays(clinicNow().slice(0, 10), 1).slice(4)}`
  const save = (input: object) =>
    manager().call('marketing.standing.save', {
      hid: clinic.hid,
      kind: 'uncollected',
      isOn: true,
      templateId: care,
      wechatTemplateId: null,
      sendAt: '10:00',
      ceiling: 10,
      ...input,
    })
  it('are switched on by somebody who approves, with a wording that passed', async () => {
    expect(await marketer().refusal('marketing.standing.save', { hid: clinic.hid, kind: 'noShow', isOn: false })).toMatchObject({
      code: 20405,
    })
    const without = { hid: clinic.hid, kind: 'noShow', isOn: true, templateId: null, wechatTemplateId: null, sendAt: '10:00', ceiling: 10 }
    expect(await manager().refusal('marketing.standing.save', without)).toMatchObject({ field: 'templateId' })
    expect(await manager().refusal('marketing.standing.save', { ...without, templateId: offer })).toMatchObject({ field: 'templateId' })
    expect(await manager().refusal('marketing.standing.save', { ...without, templateId: care, sendAt: '22:00' })).toMatchObject({
      field: 'sendAt',
    })
  })
  it('write once a day to whom they find, and leave alone who got it lately', async () => {
    const { pid } = await member('常甲', { birth: birthdayTomorrow() })
    const text = (await desk().call('patients.consent.texts', {})).find((one) => one.kind === 2)
    await desk().call('patients.consent.give', { pid, kind: 2, sha256: text?.sha256 ?? '', way: 1 })
    await save({ kind: 'birthday', templateId: offer })
    const run = (day: string) =>
      during(`${day} 07:30:00`, async (cx) => {
        await runStandings({ ...cx, who: { ...cx.who, hids: [clinic.hid] } })
        return cx.db.rows(
          { id: 'number', people: 'number', day: 'string' },
          sql`
            select id, people, to_char(send_at, 'YYYY-MM-DD') "day"
            from marketing_task
            where standing = 'birthday' and hid = ${clinic.hid}
            order by id
          `,
        )
      })
    const today = clinicNow().slice(0, 10)
    const made = await run(today)
    expect(made).toMatchObject([{ people: 1, day: today }])
    expect(await run(today)).toHaveLength(1)
    await during(`${today} 10:00:30`, (cx) => sendSome(cx, made[0]?.id ?? 0))
    expect(await touches(made[0]?.id ?? 0)).toHaveLength(1)
    expect(await run(tomorrow)).toHaveLength(1)
    expect((await manager().call('marketing.standing', { hid: clinic.hid })).find((s) => s.kind === 'birthday')).toMatchObject({
      isOn: true,
      handed: 1,
      spent: 0.1,
    })
  })
})
