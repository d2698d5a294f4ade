/** Calls sent again: by an impatient browser, by a network that lost the answer, by somebody else with a key they have seen. */
import { beforeAll, describe, expect, it } from 'vitest'
import { forgetKeys } from '#kernel/server/idempotency.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../harness.ts'

let clinic: Clinic
beforeAll(async () => void (clinic = await freshClinic()))
const member = (name: string) => ({ name, mobile: '13912340000', birth: '2014-05-05', gender: 1 as const })
const named = async (name: string) =>
  (await clinic.tx((cx) => cx.db.rows({ pid: 'number' }, sql`select pid from patient where name = ${name}`))).length
const orders = async (hid = clinic.hid) => (await clinic.as('chain').call('payments.orders', { hid })).total

describe('a key', () => {
  it('makes a member once, however often and however many at a time it is sent', async () => {
    const save = () => clinic.as('reception').call('patients.save', member('重复'), { key: 'a' })
    const pids = (await Promise.all(Array.from({ length: 10 }, save))).map((p) => p.pid)
    expect(new Set([...pids, (await save()).pid]).size).toBe(1)
    expect(await named('重复')).toBe(1)
  })
  it('with another input is refused, and nothing is changed', async () => {
    const refused = await clinic.as('reception').refusal('patients.save', member('另一个'), { key: 'a' })
    expect(refused).toMatchObject({ code: 1, message: '重复的提交编号用于了不同的内容，请刷新页面后重试' })
    expect(await named('另一个')).toBe(0)
  })
  it('of any length is itself: two that begin alike are two', async () => {
    const long = 'k'.repeat(100)
    const save = (name: string, mobile: string, key: string) =>
      clinic.as('reception').call('patients.save', { ...member(name), mobile }, { key })
    const first = await save('长编号', '13912340011', `${long}1`)
    const second = await save('长编号二', '13912340012', `${long}2`)
    expect(second.pid).not.toBe(first.pid)
    expect((await save('长编号', '13912340011', `${long}1`)).pid).toBe(first.pid)
  })
  it("never answers another person's call, nor another call of the same person", async () => {
    const mine = await clinic.as('reception').call('patients.save', member('同号'), { key: 'b' })
    const theirs = await clinic.as('manager').call('patients.save', { ...member('同号'), mobile: '13912340001' }, { key: 'b' })
    expect(theirs.pid).not.toBe(mine.pid)
    const level = await clinic.as('manager').call('settings.level.save', { hid: clinic.hid, name: '同号', discount: 9 }, { key: 'b' })
    expect(level).toMatchObject({ name: '同号' })
  })
  it('is of one store: in another one the same person begins anew', async () => {
    const [one, two] = clinic.hids as [number, number]
    const save = (hid: number) => clinic.as('chain').call('settings.level.save', { hid, name: '分店', discount: 8 }, { key: 'c', hid })
    const [first, second, again] = [await save(one), await save(two), await save(one)]
    expect(second).not.toEqual(first)
    expect(again).toEqual(first)
  })
  it('of a refused call is free: the same call, put right elsewhere, goes through', async () => {
    const save = (name: string) => ({ hid: clinic.hid, name, discount: 11 })
    await clinic.as('manager').refusal('settings.level.save', save('太贵'), { key: 'd' })
    expect(await clinic.as('manager').call('settings.level.save', { ...save('太贵'), discount: 9 }, { key: 'd' })).toMatchObject({
      discount: 9,
    })
  })
  it('holds for calls that talk to the outside too: one payment is opened', async () => {
    const before = await orders()
    const open = () => clinic.as('chain').call('pay.wx', { hid: clinic.hid, money: 7 }, { key: 'e' })
    const first = await open()
    expect((await open()).orderNo).toBe(first.orderNo)
    expect(await orders()).toBe(before + 1)
  })
  it('of an outside call still at work is told to wait; one whose process died is taken over after two minutes', async () => {
    const first = await clinic.as('chain').call('pay.alipay', { hid: clinic.hid, money: 8 }, { key: 'f' })
    await clinic.tx((cx) => cx.db.run(sql`update idempotency set answer = null where key = 'f'`))
    expect((await clinic.as('chain').refusal('pay.alipay', { hid: clinic.hid, money: 8 }, { key: 'f' })).code).toBe(100)
    await clinic.tx((cx) => cx.db.run(sql`update idempotency set at = at - interval '3 minutes' where key = 'f'`))
    const second = await clinic.as('chain').call('pay.alipay', { hid: clinic.hid, money: 8 }, { key: 'f' })
    expect(second.orderNo).not.toBe(first.orderNo)
    expect((await clinic.as('chain').call('pay.alipay', { hid: clinic.hid, money: 8 }, { key: 'f' })).orderNo).toBe(second.orderNo)
  })
  it('is forgotten after seven days, not before', async () => {
    const keys = () => clinic.tx((cx) => cx.db.rows({ key: 'string' }, sql`select key from idempotency where key in ('a', 'b')`))
    await clinic.tx((cx) => cx.db.run(sql`update idempotency set at = now() - interval '6 days 23 hours' where key = 'b'`))
    await clinic.tx((cx) => cx.db.run(sql`update idempotency set at = now() - interval '7 days 1 hour' where key = 'a'`))
    await clinic.tx((cx) => forgetKeys.run(cx))
    expect(new Set((await keys()).map((k) => k.key))).toEqual(new Set(['b']))
  })
})
