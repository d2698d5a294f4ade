/** What a test does before anybody is logged in: calls of a browser without a session, and people with accounts of their own. */
import type { Envelope } from '#kernel/contract/internal.ts'
import { newCaptcha } from '#modules/account/server/captcha.ts'
import { addStaff, hashPassword } from '#modules/account/server/door.ts'
import { freshClinic, server, type Clinic } from './harness.ts'

export interface Login {
  token: string
  uid: number
  kind: string
  landing: string
  mustChange: boolean
}
interface From {
  token?: string
  address?: string
}
interface Person {
  name: string
  account: string
  uid: number
  ctid: number
  password: string
}

/** The entrance of a fresh clinic. */
export async function entrance() {
  const clinic: Clinic = await freshClinic()
  const { base } = await server()
  await clinic.booted.workJobs()
  let addresses = 0
  let accounts = 0
  /** A call as a browser without a session makes it; each from an address of its own unless one is given. */
  async function open<T>(method: string, path: string, body?: object, from: From = {}): Promise<Envelope<T> & { status: number }> {
    const { token, address = `10.${clinic.oid % 256}.${(++addresses >> 8) & 255}.${addresses & 255}` } = from
    const response = await fetch(`${base}/api${path}`, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), 'x-forwarded-for': address, ...(token ? { token } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { ...((await response.json()) as Envelope<T>), status: response.status }
  }
  /** A staff member with an account of its own, so that what a test does to it is nobody else's business. */
  async function person({
    role = 'reception',
    mobile,
    password = 'First2026',
  }: Partial<Record<'role' | 'mobile' | 'password', string>> = {}) {
    const account = `person${++accounts}_${clinic.oid}_${process.pid}`
    const name = `员工${accounts}`
    const passwordHash = await hashPassword(password)
    const { uid, ctid } = await clinic.tx((cx) =>
      addStaff(cx, {
        hid: clinic.hid,
        name,
        type: 5,
        account,
        passwordHash,
        role: role as 'reception',
        ...(mobile ? { mobile } : {}),
      }),
    )
    return { name, account, uid: uid!, ctid, password } satisfies Person
  }
  return {
    clinic,
    base,
    open,
    person,
    login: (account: string, password: string, more: object = {}, from: From = {}) =>
      open<Login>('POST', '/account/login', { account, password, ...more }, from),
    captcha: (digits = '1234') => newCaptcha(clinic.booted.database.bare, digits),
  }
}
