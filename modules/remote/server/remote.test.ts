/** What a store asks a remote expert: times, money, steps, the report, and whose file an expert sees. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type CallId, type Clinic } from '../../../tests/harness.ts'
import { ecaseMachine } from '#modules/records/contract/states.ts'
import { remoteCase, remoteRecord } from '../contract/states.ts'
import { later } from '../contract/room.ts'
import { makeCase, makeRemoteConsent, makeReport, makeSpecialist, type MakeCall } from './make.ts'
import { lapse } from './reactions.ts'
import { dropEmpty } from './room.ts'

let clinic: Clinic
let pid: number
const { is } = remoteCase
const by =
  (role: 'doctor' | 'expert' | 'manager' | 'optometrist'): MakeCall =>
  (id, input) =>
    // The builders name calls of the contract.
    clinic.as(role).call(id as CallId, input as never)
const doctor = () => clinic.as('doctor')
const expert = () => clinic.as('expert')
const manager = () => clinic.as('manager')
const member = async (name: string) =>
  (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name, gender: 1, birth: '2015-07-12' })).pid
const balance = async () => (await manager().call('sdx-account.hospital-balance', { hid: clinic.hid })).balance
const pay = (money: number) => clinic.as('chain').call('payments.receive', { hid: clinic.hid, money, payWay: 9 })
const step = (
  who: 'doctor' | 'expert' | 'manager',
  id: number,
  move: 'accept' | 'hold' | 'wait' | 'start' | 'cancel' | 'breakOff' | 'rejoin',
  reason?: string,
) => clinic.as(who).call('telemedicine-subscribes.move', { id, move, ...(reason ? { reason } : {}) })
const applying = (more: object = {}) =>
  makeCase(by('doctor'), { pid, ctid: clinic.ctid('expert'), question: '眼轴增长过快，是否加用低浓度阿托品？', ...more })
/** A written case with its fee set aside and the expert at it. */
async function begun() {
  const { id } = await applying()
  await step('expert', id, 'accept')
  for (const move of ['hold', 'wait'] as const) await step('doctor', id, move)
  await step('expert', id, 'start')
  return id
}
const ledger = () =>
  clinic.tx((cx) =>
    cx.db.rows(
      { key: 'string', balance: 'number' },
      sql`
        select key, balance
        from ledger_account
        where book = 'hospital' and key in (${`held:${clinic.hid}`}, ${`spent:${clinic.hid}`})
        order by key
      `,
    ),
  )
/** Beginnings on days ahead, each used by one test. */
let used = 0
const slot = () => {
  const { today } = { today: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10) }
  used += 1
  return later(`${addDays(today, 2 + Math.floor(used / 20))} 09:00:00`, (used % 20) * 20)
}

beforeAll(async () => {
  clinic = await freshClinic()
  pid = await member('江一苇')
  await makeSpecialist(by('manager'), { ctid: clinic.ctid('expert'), title: '主任医师', hospital: '眼视光医院', skills: '近视防控' })
  await makeRemoteConsent(by('doctor'), pid)
  await pay(5000)
})

describe('experts', () => {
  it('R137: an expert is known by the staff number; changed by it, named once', async () => {
    const ctid = clinic.ctid('expert')
    expect(await manager().call('specialist.update', { ctid, skills: '近视防控、塑形镜' })).toMatchObject({
      ctid,
      skills: '近视防控、塑形镜',
      title: '主任医师',
    })
    expect(await manager().refusal('specialist.create', { ctid })).toMatchObject({ code: 1, message: '这位专家已在名单中' })
    expect(await manager().refusal('specialist.update', { ctid: 999_999_999, skills: '' })).toMatchObject({ code: 1 })
  })
  it('R103: the room is the staff number times 42, with a 1 behind it, read backwards', async () => {
    const { list } = await doctor().call('specialist.list', { page_num: 1, page_size: 20 })
    const mine = list.find((e) => e.ctid === clinic.ctid('expert'))
    expect(mine?.roomId).toBe([...`${clinic.ctid('expert') * 42}1`].reverse().join(''))
    expect(mine?.nextSlot).not.toBeNull()
  })
  it('one with open consultations stays on the list', async () => {
    const { id } = await applying()
    const { list } = await doctor().call('specialist.list', { page_num: 1, page_size: 20 })
    expect(await manager().refusal('specialist.delete', { id: list[0]!.id })).toMatchObject({
      code: 1,
      message: expect.stringContaining('未结束'),
    })
    await doctor().call('telemedicine-subscribes.delete', { id })
  })
})

describe('applications', () => {
  it('need the written consent of the member', async () => {
    const other = await member('无同意')
    expect(
      await doctor().refusal('telemedicine-subscribes.create', { pid: other, ctid: clinic.ctid('expert'), question: '?' }),
    ).toMatchObject({ code: 1, field: 'pid' })
  })
  it('lie within the expert’s week unless the expert proposed the time', async () => {
    const night = `${slot().slice(0, 10)} 22:00:00`
    expect(
      await doctor().refusal('telemedicine-subscribes.create', {
        pid,
        ctid: clinic.ctid('expert'),
        question: '?',
        mode: 0,
        startAt: night,
      }),
    ).toMatchObject({ field: 'startAt' })
    const { id, version } = await applying({ mode: 0, startAt: slot() })
    await expert().call('telemedicine-subscribes.say', { id, kind: 3, content: '晚上可以吗', proposedAt: night })
    expect(await doctor().call('telemedicine-subscribes.update', { id, startAt: night, version })).toMatchObject({
      startAt: night,
      question: '眼轴增长过快，是否加用低浓度阿托品？',
    })
  })
  it('carry examinations by number and version: what changed since is named', async () => {
    const { id: examId } = await doctor().call('examIop.save', { pid, iopOd: 14, iopOs: 15, status: 1 })
    const other = await member('别人')
    const { id: foreign } = await doctor().call('examIop.save', { pid: other, iopOd: 14, iopOs: 15, status: 1 })
    expect(
      await doctor().refusal('telemedicine-subscribes.create', {
        pid,
        ctid: clinic.ctid('expert'),
        question: '?',
        pack: [{ kind: 'iop', id: foreign }],
      }),
    ).toMatchObject({ field: 'pack.0.id' })
    const made = await applying({ pack: [{ kind: 'iop', id: examId }, { kind: 'curve' }] })
    expect(made.pack).toMatchObject([
      { kind: 'iop', id: examId },
      { kind: 'curve', id: null },
    ])
    expect(made.changed).toEqual([])
    await doctor().call('examIop.save', { id: examId, pid, iopOd: 22, iopOs: 15, confirmed: ['iopOd=22'] })
    expect((await doctor().call('telemedicine-subscribes.get', { id: made.id })).changed).toHaveLength(1)
  })
  it('of 1,000 for one time at once, one is kept', async () => {
    const startAt = slot()
    let kept = 0
    const refused = new Set<string>()
    const one = async () => {
      const response = await doctor().raw('telemedicine-subscribes.create', {
        pid,
        ctid: clinic.ctid('expert'),
        question: '?',
        mode: 0,
        startAt,
      })
      const { code, message } = (await response.json()) as { code: number; message: string }
      if (code === 200) kept += 1
      else refused.add(message)
    }
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 100 }, one))
    expect([kept, [...refused]]).toEqual([1, ['该时段已被预约，请选择其他时间']])
  }, 120_000)
  it('lapse at the end of the day when nobody accepted them', async () => {
    const { id } = await applying()
    await clinic.tx((cx) =>
      cx.db.run(sql`
        update remote_case
        set start_at = start_at - interval '9 days', end_at = end_at - interval '9 days'
        where id = ${id}
      `),
    )
    await clinic.tx(lapse)
    expect(await doctor().call('telemedicine-subscribes.get', { id })).toMatchObject({ status: is.cancelled, cancelReason: '逾期未确认' })
  })
})

describe('money', () => {
  it('R100: with 99.99 nothing is set aside; with 100 the fee is, once', async () => {
    const poor = await freshClinic()
    const call: MakeCall = (id, input) => poor.as('doctor').call(id as CallId, input as never)
    await makeSpecialist((id, input) => poor.as('manager').call(id as CallId, input as never), { ctid: poor.ctid('expert') })
    const whose = (await poor.as('reception').call('patients.save', { hid: poor.hid, name: '钱不够', gender: 0, birth: '1990-01-01' })).pid
    await makeRemoteConsent(call, whose)
    const { id } = await makeCase(call, { pid: whose, ctid: poor.ctid('expert'), question: '?' })
    await poor.as('expert').call('telemedicine-subscribes.move', { id, move: 'accept' })
    await poor.as('chain').call('payments.receive', { hid: poor.hid, money: 99.99, payWay: 9 })
    expect(await poor.as('doctor').refusal('telemedicine-subscribes.move', { id, move: 'hold' })).toMatchObject({ code: 405 })
    expect(await poor.as('doctor').refusal('sdx-account.hospital-balance', { hid: poor.hid, money: 100 })).toMatchObject({ code: 405 })
    await poor.as('chain').call('payments.receive', { hid: poor.hid, money: 0.01, payWay: 9 })
    for (let again = 0; again < 2; again++)
      expect((await poor.as('doctor').call('telemedicine-subscribes.move', { id, move: 'hold' })).status).toBe(is.held)
    expect((await poor.as('manager').call('sdx-account.hospital-balance', { hid: poor.hid })).balance).toBe(0)
  })
  it('the signature settles what was set aside; a cancelling gives it back; each once', async () => {
    const before = await balance()
    const id = await begun()
    expect(await balance()).toBe(before - 100)
    const { id: report } = await makeReport(by('expert'), id, '建议 0.01% 阿托品')
    for (let again = 0; again < 2; again++) await expert().call('telemedicine-records.sign', { id: report })
    expect(await balance()).toBe(before - 100)
    const other = await begun()
    expect(await doctor().refusal('telemedicine-subscribes.delete', { id: other, reason: '不做了' })).toMatchObject({
      message: expect.stringContaining('店长'),
    })
    for (let again = 0; again < 2; again++) await step('manager', other, 'breakOff', '家长放弃')
    expect(await balance()).toBe(before - 100)
    expect((await ledger())[0]).toEqual({ key: `held:${clinic.hid}`, balance: 0 })
  })
  it('of a signature and a cancelling at once one wins, and the money follows it', async () => {
    for (let round = 0; round < 6; round++) {
      const before = await balance()
      const id = await begun()
      const { id: report } = await makeReport(by('expert'), id, '意见')
      const [signed, cancelled] = await Promise.all([
        expert()
          .raw('telemedicine-records.sign', { id: report })
          .then((r) => r.json() as Promise<{ code: number }>),
        manager()
          .raw('telemedicine-subscribes.move', { id, move: 'breakOff', reason: '同时' })
          .then((r) => r.json() as Promise<{ code: number }>),
      ])
      const { status } = await doctor().call('telemedicine-subscribes.get', { id })
      expect([signed.code === 200, cancelled.code === 200]).toEqual(status === is.signed ? [true, false] : [false, true])
      expect(await balance()).toBe(status === is.signed ? before - 100 : before)
    }
    expect((await ledger())[0]).toEqual({ key: `held:${clinic.hid}`, balance: 0 })
  })
  it('the database settles and gives back no case twice, whoever writes', async () => {
    const id = await begun()
    await expect(clinic.tx((cx) => cx.db.run(sql`update remote_case set settle_entry = hold_entry where id = ${id}`))).rejects.toThrow(
      /remote_case__settled/,
    )
    await step('manager', id, 'breakOff', '测试')
  })
})

describe('steps', () => {
  it('taken twice they end the same; out of order they name the state', async () => {
    const { id } = await applying()
    expect(await expert().refusal('telemedicine-subscribes.move', { id, move: 'start' })).toMatchObject({
      code: 1,
      message: expect.stringContaining('已申请'),
    })
    expect(await doctor().refusal('telemedicine-subscribes.move', { id, move: 'accept' })).toMatchObject({ code: 20405 })
    for (const [who, move, status] of [
      ['expert', 'accept', is.accepted],
      ['doctor', 'hold', is.held],
      ['doctor', 'wait', is.waiting],
      ['expert', 'start', is.consulting],
    ] as const)
      for (let again = 0; again < 2; again++) expect((await step(who, id, move)).status).toBe(status)
    const { history } = await doctor().call('telemedicine-subscribes.get', { id })
    expect(history.map((h) => h.move)).toEqual(['begin', 'accept', 'hold', 'wait', 'start'])
    await step('expert', id, 'breakOff', '结束')
  })
  it('a room without anybody for half a minute broke off, and is entered again for a day', async () => {
    const { id } = await applying({ mode: 0, startAt: slot() })
    await step('expert', id, 'accept')
    await step('doctor', id, 'hold')
    expect(await doctor().refusal('telemedicine-subscribes.room', { id })).toMatchObject({ message: expect.stringContaining('30 分钟') })
    await clinic.tx((cx) =>
      cx.db.run(sql`
        update remote_case
        set start_at = app_now(), end_at = app_now() + interval '20 minutes'
        where id = ${id}
      `),
    )
    await step('doctor', id, 'wait')
    await step('expert', id, 'start')
    await clinic.tx((cx) => dropEmpty(cx, id))
    expect((await doctor().call('telemedicine-subscribes.get', { id })).status).toBe(is.broken)
    expect((await step('expert', id, 'rejoin')).status).toBe(is.consulting)
    await clinic.tx(async (cx) => {
      await dropEmpty(cx, id)
      await cx.db.run(
        sql`
          update remote_case
          set start_at = app_now() - interval '26 hours', end_at = app_now() - interval '25 hours'
          where id = ${id}
        `,
      )
    })
    expect(await expert().refusal('telemedicine-subscribes.move', { id, move: 'rejoin' })).toMatchObject({
      message: expect.stringContaining('24 小时'),
    })
  })
})

describe('the report', () => {
  it('is one for a consultation, saved as it grows, signed, and stands in the case records of the store that asked', async () => {
    const id = await begun()
    const first = await makeReport(by('expert'), id, '初稿')
    expect((await makeReport(by('expert'), id, '另一份')).id).toBe(first.id)
    expect(await doctor().refusal('telemedicine-records.get', { id: first.id })).toMatchObject({ code: 1 })
    const saved = await expert().call('telemedicine-records.update', { id: first.id, advice: '三个月复查眼轴', version: first.version })
    expect(saved).toMatchObject({ opinion: '初稿', advice: '三个月复查眼轴' })
    const signed = await expert().call('telemedicine-records.sign', { id: first.id, version: saved.version })
    expect(signed.status).toBe(remoteRecord.is.signed)
    const { list } = await doctor().call('ecase.list', { pid })
    expect(list.find((e) => e.ecaseId === signed.ecaseId)).toMatchObject({
      hid: clinic.hid,
      doctorId: clinic.ctid('doctor'),
      signerName: expect.stringContaining('远程专家'),
      findings: '初稿',
      advice: '三个月复查眼轴',
    })
    expect(await doctor().call('remote.record.print', { id: first.id })).toMatchObject({ opinion: '初稿', case: { id } })
  })
  it('is amended and voided with a reason, and the case record with it', async () => {
    const id = await begun()
    const { id: report } = await makeReport(by('expert'), id, '原意见')
    const signed = await expert().call('telemedicine-records.sign', { id: report })
    expect(await expert().refusal('telemedicine-records.update', { id: report, opinion: '改', version: signed.version })).toMatchObject({
      code: 1,
    })
    const amended = await expert().call('telemedicine-records.update', {
      id: report,
      opinion: '更正后的意见',
      version: signed.version,
      reason: '笔误',
    })
    expect(amended).toMatchObject({ opinion: '更正后的意见', changeReason: '笔误' })
    const ecase = async () => (await doctor().call('ecase.list', { pid })).list.find((e) => e.ecaseId === signed.ecaseId)
    expect((await ecase())?.findings).toBe('更正后的意见')
    expect(await expert().refusal('telemedicine-records.delete', { id: report })).toMatchObject({ field: 'reason' })
    await expert().call('telemedicine-records.delete', { id: report, reason: '会诊对象有误' })
    expect((await ecase())?.status).toBe(ecaseMachine.is.voided)
  })
  it('without an opinion is not signed', async () => {
    const id = await begun()
    const { id: report } = await makeReport(by('expert'), id, ' ')
    expect(await expert().refusal('telemedicine-records.sign', { id: report })).toMatchObject({ field: 'opinion' })
    await step('expert', id, 'breakOff', '结束')
  })
})

describe('who sees what', () => {
  it('an expert opens a member’s file from the acceptance until 72 hours after the signature, and nobody else’s', async () => {
    const whose = await member('档案人')
    await makeRemoteConsent(by('doctor'), whose)
    const file = () =>
      expert()
        .raw('patients.get', { id: whose })
        .then(async (r) => ((await r.json()) as { code: number }).code)
    const { id } = await makeCase(by('doctor'), { pid: whose, ctid: clinic.ctid('expert'), question: '?' })
    expect(await file()).toBe(1)
    await step('expert', id, 'accept')
    expect(await file()).toBe(200)
    await step('doctor', id, 'hold')
    await step('doctor', id, 'wait')
    await step('expert', id, 'start')
    const { id: report } = await makeReport(by('expert'), id, '意见')
    await expert().call('telemedicine-records.sign', { id: report })
    expect(await file()).toBe(200)
    await clinic.tx((cx) => cx.db.run(sql`update remote_case set signed_at = app_now() - interval '73 hours' where id = ${id}`))
    expect(await file()).toBe(1)
    expect(await expert().refusal('examIop.list', { pid: whose })).toMatchObject({ code: 1 })
  })
  it('an expert reads no list of members but the own cases', async () => {
    expect(await expert().refusal('patients.search-by-name', { hid: clinic.hid, name: '江' })).toMatchObject({ code: 1 })
    const { list } = await expert().call('telemedicine-subscribes.list', {})
    expect(new Set(list.map((k) => k.ctid))).toEqual(new Set([clinic.ctid('expert')]))
  })
  it('R102: the server says who is host; a stranger’s room is not found', async () => {
    const { id } = await applying({ mode: 0, startAt: slot() })
    await step('expert', id, 'accept')
    await step('doctor', id, 'hold')
    await clinic.tx((cx) =>
      cx.db.run(sql`
        update remote_case
        set start_at = app_now(), end_at = app_now() + interval '5 minutes'
        where id = ${id}
      `),
    )
    expect((await expert().call('telemedicine-subscribes.room', { id })).mode).toBe('host')
    expect((await doctor().call('telemedicine-subscribes.room', { id })).mode).toBeNull()
    const other = await freshClinic()
    expect(await other.as('doctor').refusal('telemedicine-subscribes.room', { id })).toMatchObject({ code: 1 })
    const { userId } = await doctor().call('telemedicine-subscribes.room', { id })
    expect(await doctor().call('trtc.user-sig', { userId })).toMatchObject({ mode: 'local', userId, iceServers: [] })
    expect(await expert().refusal('trtc.user-sig', { userId })).toMatchObject({ field: 'userId' })
    expect(await other.as('doctor').refusal('trtc.user-sig', { userId: 'u1' })).toMatchObject({ code: 1 })
    await step('doctor', id, 'cancel', '测试结束')
  })
})
