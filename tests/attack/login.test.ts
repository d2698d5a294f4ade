/**
 * Strangers at the door: whatever they try, somebody else's login stays what it is, and a password is guessed slowly from wherever it is
 * tried.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Envelope } from '#kernel/contract/internal.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { newCaptcha } from '#modules/account/server/captcha.ts'
import { addStaff } from '#modules/account/server/door.ts'
import { networkOf } from '#modules/account/server/login.ts'
import { hashPassword } from '#modules/account/server/password.ts'
import { freshClinic, server, type Clinic } from '../harness.ts'

let clinic: Clinic
let other: Clinic
let passwordHash: string
beforeAll(async () => {
  clinic = await freshClinic()
  other = await freshClinic()
  passwordHash = await hashPassword('Right-2026')
})
let people = 0
/** Somebody with the password Right-2026, or another hash. */
async function person(
  site: Clinic,
  more: { mobile?: string; account?: string; passwordHash?: string } = {},
): Promise<{ account: string; uid: number }> {
  const account = more.account ?? `door${++people}_${process.pid}`
  const { uid } = await site.tx((cx) =>
    addStaff(cx, { hid: site.hid, name: account, type: 5, passwordHash, role: 'reception', ...more, account }),
  )
  return { account, uid: uid! }
}
let addresses = 0
const elsewhere = () => `10.60.${++addresses >> 8}.${addresses & 255}`
type Entered = { uid: number; device?: string }
async function login(
  account: string,
  password: string,
  { from = elsewhere(), ...more }: { from?: string; device?: string; ticket?: string; captcha?: string } = {},
) {
  const response = await fetch(`${clinic.base}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ account, password, ...more }),
  })
  return (await response.json()) as Envelope<Entered>
}
/** A login with its picture read. */
const reading = async (account: string, password: string, more: { from?: string; device?: string } = {}) =>
  login(account, password, { ...more, captcha: '1234', ticket: (await newCaptcha(clinic.booted.database.bare, '1234')).ticket })
const asOwner = async (text: string) => onClient((await server()).ownerUrl, (client) => client.query(text))

describe('a mobile number that also stands in another organisation', () => {
  it('logs each of them in with their own password; what the other one does switches nothing off', async () => {
    const mobile = `138${String(process.pid).padStart(8, '0')}`
    const mine = await person(clinic, { mobile })
    expect(await login(mobile, 'Right-2026')).toMatchObject({ code: 200, data: { uid: mine.uid } })
    const theirs = await person(other, { mobile, passwordHash: await hashPassword('Other-2026') })
    expect(await login(mobile, 'Right-2026')).toMatchObject({ code: 200, data: { uid: mine.uid } })
    expect(await login(mobile, 'Other-2026')).toMatchObject({ code: 200, data: { uid: theirs.uid } })
    // Twice there is ambiguous there, and nowhere else.
    await person(other, { mobile, passwordHash: await hashPassword('Third-2026') })
    expect(await login(mobile, 'Right-2026')).toMatchObject({ code: 200, data: { uid: mine.uid } })
    expect((await login(mobile, 'Other-2026')).code).toBe(20401)
  })

  it('is not taken over by an account that is called like the number', async () => {
    const mobile = `139${String(process.pid).padStart(8, '0')}`
    const mine = await person(clinic, { mobile })
    const called = await person(other, { account: mobile, passwordHash: await hashPassword('Other-2026') })
    expect(await login(mobile, 'Right-2026')).toMatchObject({ code: 200, data: { uid: mine.uid } })
    expect(await login(mobile, 'Other-2026')).toMatchObject({ code: 200, data: { uid: called.uid } })
  })
})

describe('failures of strangers', () => {
  it('pause the address they come from, not the account', async () => {
    const { account } = await person(clinic)
    const from = elsewhere()
    for (let i = 0; i < 4; i++) await reading(account, 'wrong', { from })
    expect((await reading(account, 'wrong', { from })).code).toBe(100)
    expect((await reading(account, 'Right-2026', { from })).code).toBe(100)
    // From anywhere else it takes a picture to be read, and from a known browser nothing.
    expect((await login(account, 'Right-2026')).code).toBe(20409)
    expect((await reading(account, 'Right-2026')).code).toBe(200)
  })

  it('never lock a known browser out, however many they are; it pauses itself', async () => {
    const { account } = await person(clinic)
    const { device } = (await login(account, 'Right-2026')).data
    expect(device).toBeTruthy()
    await asOwner(`insert into login_guard (key, failures) values ('account ${account}', 98)`)
    expect((await reading(account, 'wrong')).code).toBe(20401)
    expect((await reading(account, 'wrong')).code).toBe(100)
    expect((await reading(account, 'Right-2026')).code).toBe(100)
    const again = await login(account, 'Right-2026', { device: device! })
    expect(again).toMatchObject({ code: 200, data: { device } })
    for (let i = 0; i < 3; i++) expect((await login(account, 'wrong', { device: device! })).code).toBe(20401)
    expect((await login(account, 'wrong', { device: device! })).code).toBe(20409)
    // A token that somebody made up, or another account's, makes nobody known.
    const stranger = (await login((await person(clinic)).account, 'Right-2026')).data.device!
    for (const made of ['made-up', stranger]) expect((await reading(account, 'Right-2026', { device: made })).code).toBe(100)
  })

  it('at the same moment are counted as well: of forty at once five are looked at', async () => {
    const { account } = await person(clinic)
    const from = elsewhere()
    const codes = (await Promise.all(Array.from({ length: 40 }, () => reading(account, 'wrong', { from })))).map((a) => a.code)
    expect(codes.filter((code) => code === 20401)).toHaveLength(4)
    expect(codes.filter((code) => code === 100)).toHaveLength(36)
  })

  it('make longer and longer pauses', async () => {
    const { account } = await person(clinic)
    const from = elsewhere()
    const key = `pair ${from} ${account}`
    const pauses: string[] = []
    for (let round = 0; round < 6; round++) {
      for (let i = 0; i < 4; i++) await reading(account, 'wrong', { from })
      pauses.push((await reading(account, 'wrong', { from })).message)
      await asOwner(`update login_guard set locked_until = null where key = '${key}'`)
      await asOwner(`delete from login_guard where key in ('account ${account}', 'network ${from}')`)
    }
    expect(pauses.map((p) => Number(/\d+/.exec(p)![0]))).toEqual([15, 30, 60, 120, 240, 240])
  })

  it('over many accounts from one address ask for the picture there', async () => {
    const from = elsewhere()
    for (let i = 0; i < 10; i++) expect((await login(`nobody${i}_${process.pid}`, 'wrong', { from })).code).toBe(20401)
    const { account } = await person(clinic)
    expect((await login(account, 'Right-2026', { from })).code).toBe(20409)
    expect((await login(account, 'Right-2026')).code).toBe(200)
  })

  it('an IPv6 connection is one address, whatever it calls itself', () => {
    expect(networkOf('::ffff:10.0.0.1')).toBe('10.0.0.1')
    expect(networkOf('2001:db8:0:1:aaaa::1')).toBe('2001:db8:0:1')
    expect(networkOf('2001:DB8::1')).toBe('2001:db8:0:0')
    expect(networkOf('2001:0db8:0000:0001:ffff:ffff:ffff:ffff')).toBe('2001:db8:0:1')
    expect(networkOf('::1')).toBe('0:0:0:0')
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
  })

  it('names of accounts elsewhere are found out as slowly as passwords', async () => {
    const names = await Promise.all(Array.from({ length: 6 }, async () => (await person(other)).account))
    const { ctid } = await clinic.as('manager').call('staff.save', { name: '新人', type: 5 })
    const ask = (account: string) =>
      clinic.as('manager').refusal('staff.init-account', { ctid, account, password: 'Start2026!', role: 'reception' })
    const answers: number[] = []
    for (const name of names) answers.push((await ask(name)).code)
    expect(answers).toEqual([1, 1, 1, 1, 1, 100])
    expect((await ask('free-name')).code).toBe(100)
  })
})
