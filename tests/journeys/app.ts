/**
 * The product as a person meets it: the built web application on the real server with a small demo clinic, in a real Chromium.
 *
 *   const app = await application()
 *   const page = await app.as('reception', '/patients/list')
 *   await page.getByRole('button', { name: '新建会员' }).click()
 *   expect(app.troubles(page)).toEqual([])
 */
import path from 'node:path'
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core'
import { expect, inject } from 'vitest'
import { cloneDatabase, dropDatabase, urlOf } from '#kernel/server/database/migrate.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { sql, type Cx } from '#kernel/server/index.ts'
import { PASSWORD } from '../../database/demo/clinic.ts'
import { seedDemo } from '../../database/demo/demo.ts'
import { bootPrepared, prepare, type Booted } from '../../apps/server/boot.ts'
import { serveWeb } from '../../apps/server/web.ts'
import { callerOf, type Caller } from '../harness.ts'
import { HANGS } from '../patience.ts'
import { worker } from './chromium.ts'
import { differences } from './verified.ts'

export interface Opened {
  /** Browser context settings beside the usual ones. */
  viewport?: { width: number; height: number }
  dark?: boolean
  /** In English from the first page on. */
  english?: boolean
}
export interface App {
  readonly base: string
  /** The database as its owner. */
  readonly ownerUrl: string
  readonly booted: Booted
  readonly browser: Browser
  /** A page of a demo account that is logged in, at a path; a context of its own. */
  as(account: string, at?: string, opened?: Opened): Promise<Page>
  /** Where an account finds itself after its login. */
  landed(account: string): Promise<string>
  /** A page that nobody is logged in on. */
  stranger(at: string, opened?: Opened): Promise<Page>
  /** Types account and password into the login page and waits for where it lands. */
  login(page: Page, account: string, password?: string): Promise<void>
  /** Calls of a demo account beside its pages, in the same session. */
  calls(account: string): Caller
  /** A transaction in the demo chain, with every store in sight: for what a test looks up behind the screens. */
  inClinic<T>(work: (cx: Cx) => Promise<T>): Promise<T>
  /** What went wrong on a page since it was opened or last asked: console errors, exceptions, failed requests. */
  troubles(page: Page): string[]
}

const MEMBERS = 80
const SEEDED = 'journeys_demo'
const prepared = { product: 'mingmou', prefix: '/api', strict: true, trustProxy: true, perMinute: 1_000_000, connections: 12 } as const

let running: Promise<App> | undefined
/** The application of this test file, with the demo clinic or with nobody in it; it ends with the file (`each.setup.ts`). */
export function application({ empty = false }: { empty?: boolean } = {}): Promise<App> {
  running ??= start(empty)
  return running
}
/** Ends the application of a file, whose pages are closed; fails when its books do not agree. */
export async function endApplication(): Promise<void> {
  const app = await running?.catch(() => undefined)
  running = undefined
  const left = app && (await differences(app.ownerUrl))
  await app?.booted.close()
  expect(left ?? []).toEqual([])
}

/** The demo clinic is built once a run, whichever file comes first; every file gets a copy of its own. */
async function demoDatabase(): Promise<string> {
  const owner = inject('ownerUrl')
  await onClient(urlOf(owner, 'postgres'), async (client) => {
    // The others wait here until it stands.
    await client.query('select pg_advisory_lock(7204199)')
    if ((await client.query('select 1 from pg_database where datname = $1', [SEEDED])).rowCount === 1) return
    const building = `${SEEDED}_building`
    const ownerUrl = await cloneDatabase(owner, inject('template'), building)
    const booted = await bootPrepared(await prepare({ ...prepared, ownerUrl }), { ...prepared, ownerUrl })
    await seedDemo(booted, ownerUrl, () => undefined, { members: MEMBERS }).finally(() => booted.close())
    await client.query(`alter database ${building} rename to ${SEEDED}`)
  })
  return cloneDatabase(owner, SEEDED, `journey_${process.pid}_${Date.now()}`)
}

async function start(empty: boolean): Promise<App> {
  const [ownerUrl, browser] = await Promise.all([
    empty ? cloneDatabase(inject('ownerUrl'), inject('template'), `journey_${process.pid}_${Date.now()}`) : demoDatabase(),
    worker(),
  ])
  const booted = await bootPrepared(await prepare({ ...prepared, ownerUrl }), { ...prepared, ownerUrl })
  await serveWeb(booted.app, { folder: path.resolve('dist/web'), prefix: prepared.prefix, product: prepared.product })
  await booted.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = booted.app.server.address() as { port: number }
  return browserOn(`http://127.0.0.1:${port}`, ownerUrl, browser, {
    ...booted,
    close: async () => {
      await booted.close()
      await dropDatabase(inject('ownerUrl'), new URL(ownerUrl).pathname.slice(1))
    },
  })
}

/** What Chromium tells when a page is left, and antd's date picker looking for its own input once more after its drawer has closed. */
const EXPECTED = [/net::ERR_ABORTED/, /^exception: Cannot read properties of null \(reading 'nativeElement'\)$/]

interface Session {
  landed: string
  kept: Awaited<ReturnType<BrowserContext['storageState']>>
}
let addresses = 0
function browserOn(base: string, ownerUrl: string, browser: Browser, booted: Booted): App {
  const seen = new WeakMap<Page, string[]>()
  const sessions = new Map<string, Promise<Session>>()
  const context = async (opened: Opened, storageState?: Awaited<ReturnType<BrowserContext['storageState']>>) => {
    const made = await browser.newContext({
      baseURL: base,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
      viewport: opened.viewport ?? { width: 1366, height: 768 },
      colorScheme: opened.dark ? 'dark' : 'light',
      // Every person logs in from an address of their own, so that the limit of logins per address does not meet the tests.
      extraHTTPHeaders: { 'x-forwarded-for': `10.9.${(++addresses >> 8) & 255}.${addresses & 255}` },
      ...(storageState ? { storageState } : {}),
    })
    if (opened.english) await made.addInitScript(() => localStorage.setItem('mingmou.language', 'en'))
    return made
  }
  const watched = async (within: BrowserContext): Promise<Page> => {
    within.setDefaultTimeout(HANGS)
    const page = await within.newPage()
    const list: string[] = []
    const note = (sentence: string) => void (EXPECTED.some((e) => e.test(sentence)) || list.push(sentence))
    page.on('console', (m) => m.type() === 'error' && note(`console: ${m.text()} ${m.location().url}`))
    page.on('pageerror', (e) => note(`exception: ${e.message}`))
    page.on('requestfailed', (r) => note(`request: ${r.method()} ${r.url()} ${r.failure()?.errorText ?? ''}`))
    page.on('response', (r) => r.status() >= 400 && note(`answer: ${r.status()} ${r.request().method()} ${r.url()}`))
    seen.set(page, list)
    const open = new Map<Request, number>()
    page.on('request', (r) => open.set(r, Date.now()))
    const ended = (r: Request) => void (open.delete(r), calm.set(page, Date.now()))
    page.on('requestfinished', ended).on('requestfailed', ended)
    // Requests of the page before are never told to have ended.
    page.on('domcontentloaded', () => open.clear())
    flying.set(page, open)
    noted.set(page, list)
    return page
  }
  const app: App = {
    base,
    ownerUrl,
    booted,
    browser,
    troubles: (page) => seen.get(page)?.splice(0) ?? [],
    async inClinic(work) {
      const tenants = await booted.database.bare.rows({ oid: 'number', hids: 'number[]' }, sql`select * from tenants()`)
      const { oid, hids } = tenants.find((each) => each.hids.length === 3)!
      const who = { oid, hid: Math.min(...hids), hids, uid: 0, ctid: 0, name: '', account: '', role: '', roles: [], can: new Set<string>() }
      return booted.database.inTenant(who, { requestId: 'journey' }, work)
    },
    async stranger(address, opened = {}) {
      const page = await watched(await context(opened))
      await page.goto(address)
      return page
    },
    async login(page, account, password = PASSWORD) {
      if (!/\/login/.test(page.url())) await page.goto('/login')
      await page.getByLabel('工号或手机号').fill(account)
      await page.getByLabel('密码').fill(password)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    },
    landed: async (account) => (await session(account)).landed,
    calls: (account) =>
      callerOf(
        booted,
        base,
        async () =>
          (await session(account)).kept.origins.flatMap((o) => o.localStorage).find((item) => item.name === 'mingmou.token')!.value,
      ),
    async as(account, target = '/dashboard', opened = {}) {
      let page: Page
      if (sessions.has(account)) page = await watched(await context(opened, (await session(account)).kept))
      else {
        // Who logs in goes on in the same window: a window costs more than a screen.
        const own = app.stranger('/login', opened)
        sessions.set(
          account,
          own.then((login) => enter(login, account)),
        )
        await session(account)
        page = await own
        if (new URL(page.url()).pathname === target) return page
      }
      await page.goto(target)
      return page
    },
  }
  const enter = async (page: Page, account: string): Promise<Session> => {
    await app.login(page, account)
    await settled(page)
    return { landed: new URL(page.url()).pathname, kept: await page.context().storageState() }
  }
  const open = async (account: string): Promise<Session> => {
    const page = await app.stranger('/login')
    const made = await enter(page, account)
    await page.context().close()
    return made
  }
  // One login an account: a second one would end the session of the first.
  const session = (account: string): Promise<Session> => {
    if (!sessions.has(account)) sessions.set(account, open(account))
    return sessions.get(account)!
  }
  return app
}

const noted = new WeakMap<Page, string[]>()
const flying = new WeakMap<Page, Map<Request, number>>()
const calm = new WeakMap<Page, number>()
const drawn = () =>
  document.readyState === 'complete' &&
  (document.querySelector('#root')?.childElementCount ?? 0) > 0 &&
  !document.querySelector('.starting, .ant-spin-spinning')

/** Waits until a screen has drawn itself: no request under way for a moment, and nothing on it says that it is loading. */
export async function settled(page: Page): Promise<void> {
  for (const started = Date.now(); Date.now() - started < HANGS;) {
    // While one page follows another there is nothing to look at.
    const ready = await page.evaluate(drawn).catch(() => false)
    // Chromium does not tell the end of every call that was given up: one of four seconds is not waited for.
    const busy = [...(flying.get(page)?.values() ?? [])].some((began) => Date.now() - began < 4000)
    if (ready && !busy && Date.now() - (calm.get(page) ?? 0) > 120) return
    // Time itself: a screen rests when nothing has come for a moment.
    await page.waitForTimeout(40)
  }
  const waiting = [...(flying.get(page)?.keys() ?? [])].map((r) => `${r.method()} ${r.url()}`)
  const words = await page.evaluate(() => document.body.innerText).catch(() => '(no body)')
  throw new Error(
    [
      `${page.url()} does not come to rest`,
      `under way: ${waiting.join(', ') || 'nothing'}`,
      `noted: ${noted.get(page)?.join(', ') || 'nothing'}`,
      `${words.slice(0, 300)} ${(await page.content()).slice(-600)}`,
    ].join('; '),
  )
}

/** How far a screen reaches beyond the page sideways, in pixels. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Presses Tab until the focus is on what the selector names: no mouse. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let n = 0; n < 120; n++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${selector}`)
}
/** Presses Tab until the focus is on what is called so: its label, its name for a screen reader, or its text. */
export async function reach(page: Page, name: string | RegExp): Promise<void> {
  const called = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return (element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '').trim()
    })
  for (let n = 0; n < 160; n++) {
    const here = await called()
    if (here && (typeof name === 'string' ? here.startsWith(name) : name.test(here))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(name)}`)
}
/** Answers a select by keyboard: down the list to the option that says so. Its list may not yet stand where a pointer would press. */
export async function choose(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus()
  const active = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-active')
  for (let n = 0; n < 40; n++) {
    await page.keyboard.press('ArrowDown')
    await active.waitFor()
    if ((await active.innerText()).includes(text)) return page.keyboard.press('Enter')
  }
  throw new Error(`the list has no ${text}`)
}
/** Counts what hands do on a page, from its next address on: clicks and keys that are theirs, not the test's. */
export async function hands(page: Page, used = { clicks: 0, keys: 0 }): Promise<{ clicks: number; keys: number }> {
  await page.exposeFunction('counted', (what: 'clicks' | 'keys') => void used[what]++)
  await page.addInitScript(() => {
    const count = (what: string) => (e: Event) => e.isTrusted && (window as unknown as { counted(what: string): void }).counted(what)
    addEventListener('pointerdown', count('clicks'), true)
    addEventListener('keydown', count('keys'), true)
  })
  return used
}
/** What a barcode scanner does: keys faster than fingers, then Enter. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate((text) => {
    for (const key of [...text, 'Enter'])
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, code)
}
