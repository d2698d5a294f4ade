/** A clinic in a real browser: the built product on a fresh organisation, and pages logged in by role. */
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { roles, type Role } from '#kernel/contract/index.ts'
import { cloneDatabase, dropDatabase } from '#kernel/server/database/migrate.ts'
import { onClient } from '#kernel/server/database/once.ts'
import type { Cx } from '#kernel/server/index.ts'
import { addStaff, createOrganisation } from '#modules/account/server/door.ts'
import { hashPassword } from '#modules/account/server/password.ts'
import path from 'node:path'
import { bootPrepared, prepare, type Booted } from '../../apps/server/boot.ts'
import { serveWeb } from '../../apps/server/web.ts'
import { callerOf, type Caller } from '../harness.ts'
import { HANGS } from '../patience.ts'
import { closePages, worker } from './chromium.ts'
import { differences } from './verified.ts'

const PASSWORD = 'Demo2026!'

/** Whom a page or a call is of: a role in the first store, or the manager of the second one. */
type Person = Role | 'manager2'
export interface JourneyStage {
  readonly base: string
  readonly hid: number
  readonly ctid: (role: Role) => number
  /** Calls of a role beside the browser; its sessions are its own. */
  readonly as: (role: Person) => Caller
  /** A page of its own browser context, logged in through the login form. Errors of the page end up in `errors`. */
  readonly open: (role: Person, size?: { width: number; height: number }) => Promise<Page>
  /** What pages logged as errors; once it is closed, also what `npm run verify` would find in its database. */
  readonly errors: string[]
  /** The database as its owner. */
  readonly ownerUrl: string
  readonly booted: Booted
  /** A transaction inside the organisation, for what a test prepares behind the screens. */
  readonly tx: <T>(work: (cx: Cx) => Promise<T>) => Promise<T>
  /** Lets time go by, in ms: for the server, for its database and for pages opened from now on. */
  readonly pass: (ms: number) => Promise<void>
  /** What `npm run verify` finds that does not agree. */
  readonly differences: () => Promise<string[]>
  /** Stops the server and starts it anew at the same address; browsers stay open. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Boots the product. `store` are columns of the store, such as its hours; `second`: a second store of the chain with a manager of its own.
 */
export async function stage(store: Record<string, unknown> = {}, { second = false } = {}): Promise<JourneyStage> {
  const ownerUrl = await cloneDatabase(inject('ownerUrl'), inject('template'), `journey_${process.pid}_${Date.now()}`)
  const options = { ownerUrl, product: 'mingmou', prefix: '/api', strict: true, perMinute: 1_000_000, connections: 8 }
  const urls = await prepare(options)
  const start = async (port: number): Promise<Booted> => {
    const served = await bootPrepared(urls, options)
    await serveWeb(served.app, { folder: path.resolve('dist/web'), prefix: '/api', product: 'mingmou' })
    await served.app.listen({ port, host: '127.0.0.1' })
    return served
  }
  const booted = await start(0)
  let again: Booted | undefined
  const { port } = booted.app.server.address() as { port: number }
  const base = `http://127.0.0.1:${port}`
  const made = await createOrganisation(booted.database, {
    name: '明眸眼科',
    stores: [{ name: '朝阳院', shortName: '朝阳', ...store }, ...(second ? [{ name: '海淀院', shortName: '海淀' }] : [])],
  })
  const passwordHash = await hashPassword(PASSWORD)
  const staff = new Map<Role, number>()
  await made.tx(async (cx) => {
    for (const role of Object.keys(roles) as Role[]) {
      const { ctid } = await addStaff(cx, {
        hid: made.hids[0]!,
        name: roles[role],
        type: role === 'doctor' ? 1 : role === 'optometrist' ? 2 : 5,
        account: `${role}@${process.pid}`,
        passwordHash,
        role,
        allStores: role === 'chain',
      })
      // A second account for the calls beside the browser: a second login of one would end the first.
      await addStaff(cx, {
        hid: made.hids[0]!,
        name: `${roles[role]}（接口）`,
        type: 5,
        account: `${role}@api${process.pid}`,
        passwordHash,
        role,
        allStores: role === 'chain',
      })
      staff.set(role, ctid)
    }
    for (const account of second ? [`manager2@${process.pid}`, `manager2@api${process.pid}`] : [])
      await addStaff(cx, { hid: made.hids[1]!, name: '海淀店长', type: 5, account, passwordHash, role: 'manager' })
  })
  const errors: string[] = []
  let passed = 0
  const browser = await worker()
  const tokens = new Map<Person, Promise<string>>()
  const tokenOf = (role: Person): Promise<string> => {
    if (!tokens.has(role)) tokens.set(role, tokenFor(base, `${role}@api${process.pid}`))
    return tokens.get(role)!
  }
  return {
    base,
    hid: made.hids[0]!,
    ownerUrl,
    booted,
    errors,
    tx: made.tx,
    ctid: (role) => staff.get(role)!,
    as: (role) => callerOf(booted, base, () => tokenOf(role)),
    open: async (role, viewport = { width: 1366, height: 768 }) => {
      const context = await browser.newContext({ viewport, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
      context.setDefaultTimeout(HANGS)
      if (passed) await context.clock.setSystemTime(Date.now())
      const page = await context.newPage()
      page.on('console', (message) => void (message.type() === 'error' && errors.push(`${page.url()} ${message.text()}`)))
      page.on('pageerror', (error) => void errors.push(`${page.url()} ${error.message}`))
      await page.goto(`${base}/login`)
      await page.locator('input').first().fill(`${role}@${process.pid}`)
      await page.locator('input[type=password]').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => !url.pathname.endsWith('/login'))
      return page
    },
    pass: async (ms) => {
      passed += ms
      await onClient(ownerUrl, (client) => client.query(later(passed)))
      globalThis.Date = datesAfter(passed)
    },
    differences: () => differences(ownerUrl),
    restart: async () => {
      // Its database stays open for what the test prepares behind the screens.
      await (again ? again.close() : booted.app.close())
      again = await start(port)
    },
    close: async () => {
      globalThis.Date = Today
      await closePages()
      await again?.close()
      await booted.close()
      errors.push(...(await differences(ownerUrl)))
      await dropDatabase(inject('ownerUrl'), new URL(ownerUrl).pathname.slice(1))
    },
  }
}

const Today = Date
/** Dates of a clock that goes `ms` before the machine's. */
const datesAfter = (ms: number): DateConstructor =>
  class extends Today {
    constructor(...args: unknown[]) {
      // What a date is made of is asked only whether it is there.
      super(...((args.length ? args : [Today.now() + ms]) as [number]))
    }
    static override now(): number {
      return Today.now() + ms
    }
    // A class is not callable; nothing here calls Date without new.
  } as unknown as DateConstructor
/** The clinic's now in the database. */
const later = (ms: number): string =>
  `create or replace function app_now() returns timestamptz language sql stable parallel safe as $$
   select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now() + interval '${ms} ms') $$`

async function tokenFor(base: string, account: string): Promise<string> {
  const response = await fetch(`${base}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: PASSWORD }),
  })
  return ((await response.json()) as { data: { token: string } }).data.token
}
