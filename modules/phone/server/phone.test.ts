import { beforeAll, describe, expect, it } from 'vitest'
import { MEMBER_TOKEN } from '#kernel/contract/internal.ts'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, hashToken, sql } from '#kernel/server/index.ts'
import { newCaptcha } from '#modules/account/server/door.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { envelopeOf, family, freshMobile, phoneOf, phoneWith, provenBy } from '../../../tests/phone.ts'

const today = clinicNow().slice(0, 10)
const tomorrow = addDays(today, 1)
let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
})

const askCode = async (mobile: string) => {
  const picture = await newCaptcha(clinic.booted.database.bare, '1234')
  return envelopeOf(clinic, 'phone.code', { mobile, ticket: picture.ticket, captcha: '1234' })
}
const codeIn = (mobile: string): Promise<string | undefined> =>
  clinic.tx(async (cx) => {
    const sms = await cx.db.one({ text: 'string' }, sql`select text from sms where mobile = ${mobile} order by sms_id desc limit 1`)
    return sms && /\d{6}/.exec(sms.text)?.[0]
  })
const duty = (day: string, more: object = {}) =>
  clinic.as('manager').call('duties.create', {
    hid: clinic.hid,
    doctorId: clinic.ctid('doctor'),
    day,
    shift: 2,
    timeFrom: '09:00',
    timeTo: '11:00',
    replace: true,
    force: true,
    ...more,
  })

describe('login of a member', () => {
  it('a number and the code sent to it open the phone of its member, and the code works once', async () => {
    const { mobile, parent, children } = await family(clinic)
    expect(await askCode(mobile)).toMatchObject({ code: 200, data: { seconds: 60 } })
    const code = (await codeIn(mobile))!
    const proven = await envelopeOf(clinic, 'phone.prove', { mobile, code })
    expect(proven.data).toMatchObject({ people: [{ no: 0, name: '李*', child: false }] })
    const { ticket } = proven.data as { ticket: string }
    expect(await envelopeOf(clinic, 'phone.prove', { mobile, code })).toMatchObject({ code: 1, field: 'code' })
    const opened = await envelopeOf(clinic, 'phone.login', { ticket, no: 0 })
    expect(await envelopeOf(clinic, 'phone.login', { ticket, no: 0 })).toMatchObject({ message: '验证已失效，请重新登录' })
    const me = await phoneWith(clinic, (opened.data as { token: string }).token).call('phone.me', {})
    expect(me).toMatchObject({ pid: parent, byWechat: false })
    expect(me.people.map((p) => p.pid)).toEqual([...children, parent])
  })
  it('a number nobody has is answered the same and sent nothing', async () => {
    const mobile = freshMobile()
    expect(await askCode(mobile)).toMatchObject({ code: 200, data: { seconds: 60 } })
    expect(await codeIn(mobile)).toBeUndefined()
    expect(await envelopeOf(clinic, 'phone.prove', { mobile, code: '123456' })).toMatchObject({ code: 1, field: 'code' })
  })
  it('a code for an account opens no member’s phone', async () => {
    const { mobile } = await family(clinic)
    await clinic.tx((cx) => cx.db.run(sql`update contact set mobile = ${mobile} where ctid_ = ${clinic.ctid('tv')}`))
    const picture = await newCaptcha(clinic.booted.database.bare, '1234')
    await envelopeOf(clinic, 'account.sms-captcha', { mobile, ticket: picture.ticket, captcha: '1234' })
    expect(await envelopeOf(clinic, 'phone.prove', { mobile, code: await codeIn(mobile) })).toMatchObject({ code: 1, field: 'code' })
  })
  it('two grown people of one number are asked which of them it is, and see each other not', async () => {
    const mobile = freshMobile()
    const save = (name: string, birth: string) => clinic.as('reception').call('patients.save', { hid: clinic.hid, name, birth, mobile })
    const [mother, father] = [await save('王母', '1985-01-01'), await save('王父', '1984-01-01')]
    const child = await save('王小孩', '2018-01-01')
    const seen = async (no: number) => (await (await phoneOf(clinic, mobile, no)).call('phone.me', {})).people.map((p) => p.pid)
    expect([await seen(0), await seen(1)]).toEqual([
      [child.pid, mother.pid],
      [child.pid, father.pid],
    ])
  })
  it('the WeChat bound at the desk opens the phone, with the children one is guardian of and no others', async () => {
    const { parent, children, stranger } = await family(clinic)
    const openId = `local-test-${parent}`
    await clinic.tx((cx) => cx.db.run(sql`update patient set wechat_open_id = ${openId} where pid = ${parent}`))
    await clinic.as('reception').call('patients.family.save', { pid: stranger, relation: 2, otherPid: parent, isGuardian: true })
    await clinic.as('reception').call('patients.family.save', { pid: children[0], relation: 2, otherPid: parent, isGuardian: true })
    const opened = await envelopeOf(clinic, 'phone.login', { ticket: await provenBy(clinic, { openId }), no: 0 })
    const me = await phoneWith(clinic, (opened.data as { token: string }).token).call('phone.me', {})
    // A grown person is nobody's child, and a number was not proven.
    expect(me.people.map((p) => p.pid)).toEqual([children[0], parent])
  })
})

describe('a session', () => {
  const sentence = async (token: string) => (await phoneWith(clinic, token).refusal('phone.me', {})).code
  it('ends with its thirty days, with a log-out here or there, and with a token nobody gave', async () => {
    const { mobile } = await family(clinic)
    const [first, second, third] = [await phoneOf(clinic, mobile), await phoneOf(clinic, mobile), await phoneOf(clinic, mobile)]
    const days = await clinic.tx((cx) =>
      cx.db.the(
        { days: 'number' },
        sql`
          select extract(day from expires_at - created_at)::int days
          from member_session
          where token_hash = ${hashToken(first.token)}
        `,
      ),
    )
    expect(days).toEqual({ days: 30 })
    await clinic.tx((cx) => cx.db.run(sql`update member_session set expires_at = now() where token_hash = ${hashToken(first.token)}`))
    const there = (await third.call('phone.sessions', {})).find((s) => !s.current)!
    await third.call('phone.sessions.end', { id: there.id })
    await third.call('phone.logout', {})
    expect([await sentence(first.token), await sentence(second.token), await sentence(third.token), await sentence('x')]).toEqual([
      50_014, 50_015, 50_015, 50_008,
    ])
  })
  it('ends where number, WeChat or record are no longer what was proven', async () => {
    const { mobile, parent } = await family(clinic)
    const phone = await phoneOf(clinic, mobile)
    await clinic.tx((cx) => cx.db.run(sql`update patient set mobile = ${freshMobile()} where pid = ${parent}`))
    expect(await sentence(phone.token)).toBe(50_015)
  })
  it('ends on every phone that shows a child whose consent to care is taken back', async () => {
    const { mobile, parent, children } = await family(clinic)
    const phones = [await phoneOf(clinic, mobile), await phoneOf(clinic, mobile)]
    const { list } = await phones[0]!.call('phone.consents', { pid: children[0] })
    const text = list.find((t) => t.kind === 1)!
    await clinic.as('reception').call('patients.family.save', { pid: children[0], relation: 2, otherPid: parent, isGuardian: true })
    const agreed = await phones[0]!.call('phone.consents.give', { pid: children[0], kind: 1, sha256: text.sha256 })
    expect(agreed.list.find((s) => s.kind === 1)).toMatchObject({ state: 'given', guardianName: '李雯' })
    await phones[0]!.call('phone.consents.withdraw', { pid: children[0], kind: 1 })
    expect([await sentence(phones[0]!.token), await sentence(phones[1]!.token)]).toEqual([50_015, 50_015])
  })
  it('asks no more than a person does', async () => {
    const { mobile } = await family(clinic)
    const phone = await phoneOf(clinic, mobile)
    const codes = new Set<number>()
    for (let n = 0; n < 260; n++) codes.add((await envelopeOf(clinic, 'phone.sessions', {}, { [MEMBER_TOKEN]: phone.token })).code)
    expect([...codes]).toEqual([200, 100])
  })
})

describe('visits', () => {
  it('are booked, moved and cancelled by the machine of reception, which sees them at once', async () => {
    await duty(tomorrow)
    const { mobile, children } = await family(clinic)
    const phone = await phoneOf(clinic, mobile)
    const [pid, hid, doctorId] = [children[0], clinic.hid, clinic.ctid('doctor')]
    const { days } = await phone.call('phone.slots', { pid, hid, startDate: tomorrow, days: 1 })
    expect(days[0]?.slots[0]).toEqual({ from: '09:00', to: '09:30', left: 1 })
    const visit = await phone.call('phone.book', { pid, hid, doctorId, visitAt: `${tomorrow} 09:00:00`, type: 2 })
    expect(visit).toMatchObject({ pid, state: 'booked', visitAt: `${tomorrow} 09:00:00`, changeUntil: `${tomorrow} 08:00:00` })
    expect(await clinic.as('reception').call('reservations.get', { id: visit.resid })).toMatchObject({ status: 1, requestFrom: 3 })
    const moved = await phone.call('phone.move', {
      resid: visit.resid,
      hid,
      doctorId,
      visitAt: `${tomorrow} 10:00:00`,
      version: visit.version,
    })
    expect(await clinic.as('reception').call('reservations.get', { id: visit.resid })).toMatchObject({ status: 32, movedTo: moved.resid })
    const cancelled = await phone.call('phone.cancel', { resid: moved.resid, reason: '孩子发烧' })
    expect(cancelled.state).toBe('cancelled')
    expect((await phone.call('phone.cancel', { resid: moved.resid, reason: '孩子发烧' })).state).toBe('cancelled')
    expect(await clinic.as('reception').call('reservations.get', { id: moved.resid })).toMatchObject({
      status: 30,
      cancelReason: '孩子发烧',
    })
  })
  it('a time somebody else has is shown as taken without whose it is, and a time that is not offered is refused', async () => {
    const day = addDays(today, 2)
    await duty(day)
    const [one, two] = [await family(clinic), await family(clinic)]
    const [first, second] = [await phoneOf(clinic, one.mobile), await phoneOf(clinic, two.mobile)]
    const slot = { hid: clinic.hid, doctorId: clinic.ctid('doctor'), visitAt: `${day} 09:00:00`, type: 2 as const }
    await first.call('phone.book', { pid: one.parent, ...slot })
    const { days } = await second.call('phone.slots', { pid: two.parent, hid: clinic.hid, startDate: day, days: 1 })
    expect(days[0]!.slots.find((s) => s.from === '09:00')?.left).toBe(0)
    expect((await second.refusal('phone.book', { pid: two.parent, ...slot })).message).toContain('已有预约')
    expect((await second.refusal('phone.book', { pid: two.parent, ...slot, visitAt: `${day} 18:00:00` })).message).toBe(
      '这个时段不能约，请另选一个',
    )
  })
  it('two phones and one time: one has it', async () => {
    const day = addDays(today, 3)
    await duty(day)
    const families = [await family(clinic), await family(clinic), await family(clinic), await family(clinic)]
    const phones = await Promise.all(families.map((f) => phoneOf(clinic, f.mobile)))
    const slot = { hid: clinic.hid, doctorId: clinic.ctid('doctor'), visitAt: `${day} 09:30:00`, type: 2 as const }
    const outcomes = await Promise.allSettled(phones.map((phone, i) => phone.call('phone.book', { pid: families[i]!.parent, ...slot })))
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
    for (const o of outcomes) if (o.status === 'rejected') expect(String(o.reason)).toContain('已有预约')
  })
  it('is not changed from afar once it is too near', async () => {
    const { mobile, parent } = await family(clinic)
    const phone = await phoneOf(clinic, mobile)
    const soon = clinicNow(new Date(Date.now() + 10 * 60_000))
    const resid = await clinic.tx(async (cx) => {
      const row = await cx.db.the(
        { resid: 'number' },
        sql`
          insert into reservation (hid, pid, visit_at, visit_end)
          values (${clinic.hid}, ${parent}, ${soon}, ${soon}::timestamptz + interval '30 minutes')
          returning resid
        `,
      )
      return row.resid
    })
    expect(await phone.refusal('phone.cancel', { resid, reason: '迟到' })).toMatchObject({ message: expect.stringContaining('太近') })
    const [visit] = await phone.call('phone.visits', { pid: parent })
    expect(visit).toMatchObject({ resid, changeUntil: null })
  })
  it('my number says how many are before it', async () => {
    const [one, two] = [await family(clinic), await family(clinic)]
    for (const { parent } of [one, two])
      await clinic.as('reception').call('reservations.legacy.save', { hid: clinic.hid, pid: parent, walkIn: true })
    const line = await (await phoneOf(clinic, two.mobile)).call('phone.line', { pid: two.parent })
    const before = await (await phoneOf(clinic, one.mobile)).call('phone.line', { pid: one.parent })
    expect(line!.ahead - before!.ahead).toBe(1)
    expect(line).toMatchObject({ state: 'waiting', storeName: expect.any(String) })
  })
})

describe('what was measured', () => {
  it('is shown once it is signed, with growth in words beside others of the age', async () => {
    const { mobile, children } = await family(clinic)
    const [pid] = children
    const phone = await phoneOf(clinic, mobile)
    const lengthOn = (day: string, alOd: number, alOs: number) =>
      clinic.as('optometrist').call('exam-bio-meter.create', { pid, examTime: `${day} 10:00:00`, alOd, alOs, status: 1 })
    const former = await lengthOn(addDays(today, -10), 24.33, 24.22)
    expect((await phone.call('phone.report', { pid })).al).toEqual([])
    await clinic.as('doctor').call('exams.sign', { kind: 'bioMeter', id: former.id })
    const report = await phone.call('phone.report', { pid })
    expect(report).toMatchObject({ day: addDays(today, -10), signedBy: expect.any(String), al: [{ od: 24.33, os: 24.22 }] })
    expect(await phone.refusal('phone.report', { pid, day: '2020-01-01' })).toMatchObject({ message: '报告不存在或已被删除' })
  })
})

describe('what a member holds', () => {
  it('adds up: the statement’s top line says the balance', async () => {
    const { mobile, parent } = await family(clinic)
    await clinic.as('cashier').call('charge-bills.create', { hid: clinic.hid, pid: parent, money: 500, moneyGift: 0, payWay: 1 })
    const wallet = await (await phoneOf(clinic, mobile)).call('phone.wallet', { pid: parent })
    expect(wallet).toMatchObject({ money: 500, lines: [{ money: 500, moneyAfter: 500 }] })
  })
})

describe('rights', () => {
  it('one who unsubscribes takes back the consent to marketing of everybody on the number, and of nobody else', async () => {
    const { mobile, children, parent, stranger } = await family(clinic)
    // A second grown person of the number, whom the first never sees.
    const other = await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '李父', birth: '1986-01-01', mobile })
    const texts = await clinic.as('reception').call('patients.consent.texts', {})
    const { sha256 } = texts.find((t) => t.kind === 2)!
    for (const pid of [...children, parent, stranger, other.pid])
      await clinic
        .as('reception')
        .call('patients.consent.give', { pid, kind: 2, sha256, way: 1, guardianName: '李雯', guardianRelation: 2 })
    const phone = await phoneOf(clinic, mobile)
    const { members } = await phone.call('phone.unsubscribe', {})
    expect(members.map((m) => m.pid).sort((a, b) => a - b)).toEqual([parent, ...children].sort((a, b) => a - b))
    const stateOf = async (pid: number) =>
      (await clinic.as('reception').call('patients.consent.states', { pid })).find((s) => s.kind === 2)!.state
    expect([await stateOf(parent), await stateOf(children[1]), await stateOf(other.pid), await stateOf(stranger)]).toEqual([3, 3, 3, 1])
    expect((await phone.call('phone.unsubscribe', {})).members).toEqual([])
  })
  it('what is kept is told with its law, who read it too, and a request is answered by the clinic', async () => {
    const { mobile, parent } = await family(clinic)
    await clinic.as('doctor').call('patients.consent.states', { pid: parent })
    const phone = await phoneOf(clinic, mobile)
    const asking = await phone.call('phone.requests.make', { pid: parent, kind: 1, words: '不再来了' })
    expect(await phone.refusal('phone.requests.make', { pid: parent, kind: 1 })).toMatchObject({ message: '同样的申请还在处理中' })
    expect(await clinic.as('reception').refusal('phone.requests', { hid: clinic.hid })).toMatchObject({ code: 20405 })
    const open = await clinic.as('manager').call('phone.requests', { hid: clinic.hid })
    expect(open).toEqual([expect.objectContaining({ id: asking.id, words: '不再来了', name: '李雯' })])
    await clinic.as('manager').call('phone.requests.answer', { id: asking.id, answer: '病历须保存十五年，其余已删除' })
    const held = await phone.call('phone.held', { pid: parent })
    expect(held.requests).toMatchObject([{ state: 'answered', answer: '病历须保存十五年，其余已删除' }])
    expect(held.held.kept.every((k) => k.law.length > 0)).toBe(true)
    expect(await phone.refusal('phone.requests.take-back', { id: asking.id })).toMatchObject({ message: '申请已锁定，不能修改' })
  })
})
