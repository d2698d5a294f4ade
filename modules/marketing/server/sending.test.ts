import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { balance, sql, type Cx } from '#kernel/server/index.ts'
import { rechargeBalance } from '#modules/institution/server/door.ts'
import { keepReply } from '#modules/messages/server/door.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { monthKey, taskKey } from './settings.ts'
import { sendSome } from './tasks/send.ts'

let clinic: Clinic
let n = 0
let offer: number
let care: number
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
const phone = () => `1390007${String(1000 + ++n)}`
async function agree(pid: number, kind: 2 | 8): Promise<void> {
  const text = (await desk().call('patients.consent.texts', {})).find((one) => one.kind === kind)
  await desk().call('patients.consent.give', { pid, kind, sha256: text!.sha256, way: 1, guardianName: '家长', guardianRelation: 2 })
}
async function member({
  mobile = phone(),
  school = '一小',
  agreed = true,
}: { mobile?: string; school?: string; agreed?: boolean } = {}): Promise<number> {
  const { pid } = await desk().call('patients.save', { name: `会员${++n}`, mobile, school, birth: '2000-01-01' })
  if (agreed) await agree(pid, 2)
  return pid
}
const ofSchool = (school: string) => ({ key: 'school', op: 'contains', value: school })
interface Plan {
  school: string
  purpose?: 'care' | 'marketing'
  control?: number
  ceiling?: number
  sendAt?: string
}
const plan = ({ school, purpose = 'marketing', control = 0, ceiling = 20, sendAt = `${tomorrow} 10:00:00` }: Plan) => ({
  hid: clinic.hid,
  name: `任务${++n}`,
  purpose,
  tree: ofSchool(school),
  wordings: [{ templateId: purpose === 'care' ? care : offer, params: {} }],
  sendAt,
  ceiling,
  controlPercent: control,
})
async function submitted(task: Plan) {
  const { id } = await marketer().call('sms-tasks.create', plan(task))
  return marketer().call('sms-tasks.submit', { id })
}
const touches = (task: number) =>
  clinic.tx((cx) =>
    cx.db.rows(
      { pid: 'number', mobile: 'string', consentId: 'number | null', cost: 'number' },
      sql`
        select pid, mobile, consent_id, cost
        from marketing_touch
        where task_id = ${task}
        order by id
      `,
    ),
  )
async function template(name: string, purpose: 'care' | 'marketing', text: string): Promise<number> {
  const { id } = await marketer().call('marketing.templates.save', { hid: clinic.hid, name, purpose, text })
  await manager().call('marketing.templates.decide', { id, state: 1 })
  return id
}
beforeAll(async () => {
  clinic = await freshClinic({ stores: 2 })
  await clinic.tx((cx) => rechargeBalance(cx, { hid: clinic.hid, amount: 1000_00, reason: '充值', payWay: 1 }))
  await manager().call('account.sms-charge', { hid: clinic.hid, number: 1000 })
  offer = await template('换镜', 'marketing', '换镜片减100元')
  care = await template('复查', 'care', '该来复查了')
})

describe('message tasks', () => {
  it('goes to whoever agreed, names the consent it rests on, and costs what the book says', async () => {
    const [yes, no] = [await member({ school: '甲' }), await member({ school: '甲', agreed: false })]
    const target = await marketer().call('sms-tasks.target-customer', {
      hid: clinic.hid,
      purpose: 'marketing',
      tree: JSON.stringify(ofSchool('甲')),
    })
    expect(target).toMatchObject({ matched: 2, numbers: 1, falls: [{ why: 'noConsent', people: 1 }] })
    expect(target.people[0]).toMatchObject({ pid: yes, mobile: expect.stringMatching(/^139\*+/) as string })
    const { id } = await submitted({ school: '甲' })
    await during(`${tomorrow} 10:00:30`, (cx) => sendSome(cx, id))
    expect(await touches(id)).toMatchObject([{ pid: yes, consentId: expect.any(Number) as number }])
    expect((await touches(id)).map((t) => t.pid)).not.toContain(no)
    expect(await marketer().call('sms-tasks.get', { id })).toMatchObject({ status: 2, handed: 1, spent: 0.1 })
    // What was not needed went back to the month.
    expect(await clinic.tx((cx) => balance(cx, 'campaign', taskKey(id)))).toBe(0)
    expect(await clinic.tx((cx) => balance(cx, 'campaign', monthKey(clinic.hid, tomorrow.slice(0, 7))))).toBe(2000_00 - 10)
  })
  it('a condition of health is refused in marketing until everybody agreed to it, and serves care', async () => {
    const tree = {
      all: [
        { key: 'okMonths', op: 'atLeast', value: 11 },
        { key: 'okCheckedDays', op: 'atLeast', value: 90 },
      ],
    }
    expect(await marketer().refusal('sms-tasks.create', { ...plan({ school: '-' }), tree })).toMatchObject({
      message: expect.stringContaining('健康信息营销') as string,
    })
    expect(await marketer().call('sms-tasks.create', { ...plan({ school: '-', purpose: 'care' }), tree })).toMatchObject({
      purpose: 'care',
    })
    const agreed = { all: [...tree.all, { key: 'healthConsent', op: 'yes' }] }
    expect(await marketer().call('sms-tasks.create', { ...plan({ school: '-' }), tree: agreed })).toMatchObject({ status: 0 })
  })
  it('each fault is refused at its field: unknown condition, past, night, ceiling below one message, a forbidden word', async () => {
    const refused = async (change: object) =>
      (await marketer().refusal('sms-tasks.create', { ...plan({ school: '-' }), ...change })).message
    expect(await refused({ tree: { key: 'zodiac', op: 'in', value: 1 } })).toContain('没有“zodiac”这个条件')
    expect(await refused({ sendAt: '2020-01-01 10:00:00' })).toContain('已经过去')
    expect(await refused({ sendAt: `${tomorrow} 22:00:00` })).toContain('09:00 至 20:00')
    expect(await refused({ ceiling: 0.05 })).toContain('不够发一条')
    const words = { hid: clinic.hid, name: '坏', purpose: 'marketing', text: '近视治愈，欢迎到店' }
    expect(await marketer().refusal('marketing.templates.save', words)).toMatchObject({
      message: expect.stringContaining('六部门') as string,
    })
  })
  it('one number gets one message, naming the children; a second task within seven days leaves it alone', async () => {
    const mobile = phone()
    await member({ mobile, school: '乙' })
    await member({ mobile, school: '乙' })
    const first = await submitted({ school: '乙' })
    expect(first.people).toBe(1)
    await during(`${tomorrow} 10:00:30`, (cx) => sendSome(cx, first.id))
    expect(await touches(first.id)).toHaveLength(1)
    expect(
      await marketer().refusal('sms-tasks.submit', {
        id: (await marketer().call('sms-tasks.create', plan({ school: '乙', sendAt: `${addDays(tomorrow, 3)} 10:00:00` }))).id,
      }),
    ).toMatchObject({
      message: expect.stringContaining('发不了') as string,
    })
  })
  it('nobody is written to twice by a task, though two runs come at once and one is repeated', async () => {
    for (let i = 0; i < 5; i++) await member({ school: '丙' })
    const { id } = await submitted({ school: '丙' })
    const run = () => during(`${tomorrow} 11:00:00`, (cx) => sendSome(cx, id))
    await Promise.all([run(), run()])
    await run()
    expect(new Set((await touches(id)).map((t) => t.mobile)).size).toBe(5)
    expect(await touches(id)).toHaveLength(5)
  })
  it('nothing leaves at night, and the database refuses a touch there', async () => {
    const pid = await member({ school: '丁' })
    const { id } = await submitted({ school: '丁' })
    await during(`${tomorrow} 21:30:00`, (cx) => sendSome(cx, id))
    expect(await touches(id)).toEqual([])
    const atNight = during(`${tomorrow} 21:30:00`, (cx) =>
      cx.db.run(sql`
        insert into marketing_touch (hid, pid, mobile, purpose, text, cost)
        values (${clinic.hid}, ${pid}, '13900000000', 'care', '夜里', 10)
      `),
    )
    await expect(atNight).rejects.toThrow()
    await during(`${addDays(tomorrow, 1)} 09:00:30`, (cx) => sendSome(cx, id))
    expect(await touches(id)).toHaveLength(1)
  })
  it('the database refuses marketing without a consent in force, whoever writes it', async () => {
    const pid = await member({ school: '戊', agreed: false })
    const bare = during(`${tomorrow} 10:00:00`, (cx) =>
      cx.db.run(sql`
        insert into marketing_touch (hid, pid, mobile, purpose, text, cost, consent_id)
        values (${clinic.hid}, ${pid}, '13900000001', 'marketing', '优惠', 10, (select max(id) from consent))
      `),
    )
    await expect(bare).rejects.toThrow()
  })
  it('above 200 numbers another person approves; who submitted cannot', async () => {
    await clinic.tx((cx) =>
      cx.db.run(sql`
        insert into patient (hid, name, mobile, school, birth)
        select ${clinic.hid}, '批' || i, (13700000000 + i)::text, '己', '2000-01-01'
        from generate_series(1, 201) i
      `),
    )
    const { id } = await manager().call('sms-tasks.create', { ...plan({ school: '己', purpose: 'care', ceiling: 50 }) })
    expect(await manager().call('sms-tasks.submit', { id })).toMatchObject({ people: 201 })
    await during(`${tomorrow} 12:00:00`, (cx) => sendSome(cx, id))
    expect(await touches(id)).toEqual([])
    expect(await manager().refusal('sms-tasks.approve', { id, agree: true })).toMatchObject({
      message: expect.stringContaining('另一人') as string,
    })
    expect(await marketer().refusal('sms-tasks.approve', { id, agree: true })).toMatchObject({ code: 20405 })
    await clinic.as('chain').call('sms-tasks.approve', { id, agree: true })
    await during(`${tomorrow} 12:00:00`, (cx) => sendSome(cx, id))
    expect(await touches(id)).toHaveLength(50)
    // Stopping takes back the rest, and their money.
    expect(await manager().call('sms-tasks.stop', { id })).toMatchObject({ status: 2, handed: 50, takenBack: 151 })
    expect(await clinic.tx((cx) => balance(cx, 'campaign', taskKey(id)))).toBe(0)
  })
  it('a task never costs more than its ceiling', async () => {
    for (let i = 0; i < 4; i++) await member({ school: '庚' })
    const { id } = await submitted({ school: '庚', ceiling: 0.3 })
    await during(`${tomorrow} 10:00:30`, (cx) => sendSome(cx, id))
    expect(await marketer().call('sms-tasks.get', { id })).toMatchObject({
      handed: 3,
      failed: 1,
      spent: 0.3,
      reasons: [{ reason: '超出封顶' }],
    })
  })
  it('a reply R withdraws for everybody on the number and takes back what waits for the sibling', async () => {
    const mobile = phone()
    await member({ mobile, school: '辛' })
    const first = await submitted({ school: '辛' })
    await during(`${tomorrow} 10:00:30`, (cx) => sendSome(cx, first.id))
    const sibling = await member({ mobile, school: '壬' })
    const later = await marketer().call('sms-tasks.create', plan({ school: '壬', sendAt: `${addDays(tomorrow, 9)} 10:00:00` }))
    await marketer().call('sms-tasks.submit', { id: later.id })
    expect(await clinic.tx((cx) => keepReply(cx, { no: `r-${mobile}`, mobile, text: 'R' }))).toBe(true)
    expect(await clinic.tx((cx) => keepReply(cx, { no: `r-${mobile}`, mobile, text: 'R' }))).toBe(false)
    expect(await marketer().call('sms-tasks.get', { id: later.id })).toMatchObject({ takenBack: 1, reasons: [{ reason: '已退订' }] })
    const states = await desk().call('patients.consent.states', { pid: sibling })
    expect(states.find((s) => s.kind === 2)).toMatchObject({ state: 3, withdrawReason: '退订' })
    expect((await desk().call('sms.list', { hid: clinic.hid, mobile })).list[0]?.text).toContain('已为这个号码退订')
  })
  it('care is never withheld: its task has no control group whatever is sent', async () => {
    expect(await marketer().call('sms-tasks.create', plan({ school: '-', purpose: 'care', control: 30 }))).toMatchObject({
      controlPercent: 0,
    })
  })
  it('a store does not see the tasks of another', async () => {
    const { id } = await marketer().call('sms-tasks.create', plan({ school: '-' }))
    const other = await freshClinic()
    expect(await other.as('marketer').refusal('sms-tasks.get', { id })).toMatchObject({ code: 1 })
    expect(await clinic.as('cashier').refusal('sms-tasks.list', {})).toMatchObject({ code: 20405 })
  })
})

describe('rule tags', () => {
  it('are put on and taken off by their rule; what was put on by hand stays; a used one is not deleted', async () => {
    const [byRule, byHand] = [await member({ school: '癸' }), await member({ school: '子' })]
    const tag = await marketer().call('tag-manage.create', { hid: clinic.hid, name: '癸校', tree: ofSchool('癸') })
    expect(tag).toMatchObject({ members: 1, sentence: '学校 含“癸”' })
    const tagged = async () =>
      (
        await clinic.tx((cx) => cx.db.rows({ pid: 'number' }, sql`select pid from patient_tag where tag_id = ${tag.tagId} order by pid`))
      ).map((r) => r.pid)
    await clinic.tx((cx) =>
      cx.db.run(sql`
        insert into patient_tag (pid, tag_id)
        values (${byHand}, ${tag.tagId})
        on conflict do nothing
      `),
    )
    await marketer().call('tag-manage.update', { id: tag.id, hid: clinic.hid, name: '癸校', tree: ofSchool('丑') })
    expect(await tagged()).toEqual([byHand])
    expect(await tagged()).not.toContain(byRule)
    const segment = await marketer().call('segments.save', {
      hid: clinic.hid,
      name: '带标签',
      tree: { key: 'tag', op: 'in', value: [tag.tagId] },
    })
    expect(await marketer().call('segments.count', { id: segment.id })).toMatchObject({ people: 1 })
    expect(await marketer().refusal('tag-manage.delete', { id: tag.id })).toMatchObject({
      message: expect.stringContaining('带标签') as string,
    })
    await marketer().call('segments.delete', { id: segment.id })
    await marketer().call('tag-manage.status', { id: tag.id, status: 1 })
    await marketer().call('tag-manage.delete', { id: tag.id })
    expect(await tagged()).toEqual([byHand])
  })
})
