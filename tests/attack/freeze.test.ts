/**
 * Work that holds a connection while it waits for something else stops everybody: crowds of strangers, and what a handler may do under one.
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, it } from 'vitest'
import { onClient } from '#kernel/server/database/once.ts'
import { newCaptcha } from '#modules/account/server/captcha.ts'
import { addStaff } from '#modules/account/server/door.ts'
import { hashPassword } from '#modules/account/server/password.ts'
import { systemOf } from '#modules/account/server/setup.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, ownServer, server, type Clinic } from '../harness.ts'
import { HANGS } from '../patience.ts'

let clinic: Clinic
let base: string
beforeAll(async () => {
  ;({ base } = await server())
  clinic = await freshClinic()
})
let addresses = 0
/** A call of somebody nobody knows; rejects when no answer comes. */
const strange = (path: string, body: object): Promise<Response> =>
  fetch(`${base}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.77.${(++addresses >> 8) & 255}.${addresses & 255}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(HANGS / 2),
  })
const codes = async (answers: Array<Promise<Response>>): Promise<number[]> =>
  Promise.all(answers.map(async (answer) => ((await (await answer).json()) as { code: number }).code))
const crowd = 24

it('a crowd with invented setup links is refused, and the clinic goes on writing', async () => {
  const setup = { company: '明眸', store: '一店', name: '张三', password: 'Strange-Bird-9' }
  const requests = Array.from({ length: crowd }, (_, i) =>
    strange('/account/setup', { ...setup, token: randomUUID().repeat(2), account: `crowd${i}` }),
  )
  expect(new Set(await codes(requests))).toEqual(new Set([1]))
  const made = await clinic
    .as('reception')
    .call('patients.save', { hid: clinic.hid, name: '照常建档', gender: 0, birth: '2015-01-01' } as never)
  expect(made).toMatchObject({ name: '照常建档' })
})

it('a crowd that asks for reset codes at once gets them, and the clinic goes on writing', async () => {
  const answers = await Promise.all(
    Array.from({ length: crowd }, async (_, i) => {
      const mobile = `136${String(process.pid % 10_000).padStart(4, '0')}${String(i).padStart(4, '0')}`
      const account = `asks${i}_${process.pid}`
      await clinic.tx((cx) =>
        addStaff(cx, { hid: clinic.hid, name: account, mobile, type: 5, account, passwordHash: 'none', role: 'reception' }),
      )
      const { ticket } = await newCaptcha(clinic.booted.database.bare, '4321')
      return { mobile, ticket, captcha: '4321' }
    }),
  )
  expect(new Set(await codes(answers.map((input) => strange('/v1/account/sms-captcha', input))))).toEqual(new Set([200]))
})

it('health takes a connection of each pool: one that is used up is told, and every call says 503 instead of waiting for ever', async () => {
  const own = await ownServer('usedup', { connections: 1 })
  const statusOf = async (path: string) => {
    const response = await fetch(`${own.base}/api${path}`, { headers: { token: randomUUID() }, signal: AbortSignal.timeout(HANGS / 2) })
    return [response.status, ((await response.json()) as { code: number }).code].join(' ')
  }
  let free = () => {}
  const held = own.booted.database.inTenant(systemOf(1, []), { requestId: 'held' }, () => new Promise<void>((done) => (free = done)))
  expect(await statusOf('/health')).toBe('503 -1')
  // Who knocks comes by connections of their own.
  expect(await statusOf('/account/userinfo')).toBe('401 50008')
  free()
  await held
  await expect.poll(() => statusOf('/health')).toBe('200 200')
  // Time itself: the database is at work longer than health has patience.
  const asleep = own.booted.database.bare.run(sql`select pg_sleep(9.5)`)
  const me = statusOf('/account/userinfo')
  // An answer a second old may still be given.
  await expect.poll(() => statusOf('/health'), { timeout: HANGS / 2 }).toBe('503 -1')
  expect(await me).toBe('503 -1')
  await asleep
  await expect.poll(() => statusOf('/health')).toBe('200 200')
  await own.booted.close()
})

it('health asks the connections files are read through as well; all of them at work is no illness, none to be had is', async () => {
  const own = await ownServer('streams')
  const health = async () => (await fetch(`${own.base}/api/health`, { signal: AbortSignal.timeout(HANGS / 2) })).status
  const clinic = await freshClinic({ on: own })
  const who = systemOf(clinic.oid, [...clinic.hids])
  const files = Array.from({ length: 3 }, () => own.booted.database.stream(who, { n: 'number' }, sql`select generate_series(1, 100000) n`))
  await Promise.all(files.map((file) => file.next()))
  expect(await health()).toBe(200)
  await Promise.all(files.map((file) => file.return(undefined)))
  // What is open stays; no further one is let in.
  const name = new URL(own.ownerUrl).pathname.slice(1)
  await onClient(inject('ownerUrl'), (client) => client.query(`alter database ${name} with connection limit 1`))
  await expect.poll(health).toBe(503)
  await own.booted.close()
})

it('a second transaction, a password hash and an outside service under a connection are errors, so that every test sees one', async () => {
  const { database } = clinic.booted
  const inside = (work: () => Promise<unknown>) => clinic.tx(async () => void (await work()))
  await expect(inside(() => clinic.tx(() => Promise.resolve(1)))).rejects.toThrow(/while .* holds a connection/)
  await expect(inside(() => newCaptcha(database.bare, '1111'))).rejects.toThrow(/while .* holds a connection/)
  await expect(inside(() => hashPassword('Strange-Bird-9'))).rejects.toThrow(/while .* holds a connection/)
})
