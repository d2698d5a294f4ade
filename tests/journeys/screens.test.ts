/** Every registered screen in the browser: opens without an error on a desk and on a phone, keeps out who may not see it, and prints on paper. */
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role, ScreenEntry } from '#kernel/contract/index.ts'
import { codesOf } from '#kernel/server/declared.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { sql } from '#kernel/server/index.ts'
import { addStaff } from '#modules/account/server/door.ts'
import { hashPassword } from '#modules/account/server/password.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { PASSWORD } from '../../database/demo/clinic.ts'
import { callerOf } from '../harness.ts'
import { HANGS } from '../patience.ts'
import { makeGoods, makeSupplier, orderOf } from '../../modules/lens-orders/server/make.ts'
import { application, settled, sideways, type App } from './app.ts'
import { outOfReach, unfit } from './axe.ts'
import { longRoll, missingOfPdf, printedInEverySize } from './sizes.ts'

type Screen = [string, ScreenEntry]
const screens = modules.flatMap((m) => Object.entries(m.screens ?? {}) as Screen[])
const SHOTS = process.env.JOURNEY_SHOTS
/** Who opens a screen: the chain's chief where she may, else the first who may. */
const openers = ['chain', 'doctor', 'expert', 'tv', 'eg'] as const
const openerOf = (entry: ScreenEntry) => openers.find((role) => entry.can === 'session' || codesOf(role).has(entry.can))
/** From screen to screen as a click does it, without loading the application anew. */
const turnTo = async (page: Page, to: string): Promise<void> => {
  await page.waitForFunction(() => '__TSR_ROUTER__' in window)
  await page.evaluate(
    (path) =>
      (window as unknown as { __TSR_ROUTER__: { navigate(to: { href: string }): Promise<void> } }).__TSR_ROUTER__.navigate({ href: path }),
    to,
  )
}
/** Leads to a screen that is closed to the account; answers true when it opens all the same. */
async function enters(page: Page, to: string, direct: boolean, patience: number): Promise<boolean> {
  // A trace in the address: to stand on /404 as before is not to have been sent there.
  await turnTo(page, '/404?before=1')
  await page.waitForURL('**/404?before=1')
  if (direct) await page.goto(to, { waitUntil: 'commit' })
  else await turnTo(page, to)
  return page
    .waitForURL((url) => url.pathname === '/404' && url.search === '', { timeout: patience })
    .then(
      () => false,
      () => true,
    )
}
/** Opens many screens on the pages there are, each as soon as it is free: a screen waits more than it works. */
async function each<T>(pages: readonly Page[], list: readonly T[], work: (page: Page, one: T) => Promise<void>): Promise<void> {
  const rest = [...list]
  await Promise.all(
    pages.map(async (page) => {
      for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(page, one)
    }),
  )
}

describe('screens in the browser', () => {
  let app: App
  let ids: Record<string, string | number>
  beforeAll(async () => {
    app = await application()
    ids = await app.inClinic((cx) => sampleIds(cx))
    Object.assign(ids, await papers(app, Number(ids.patientId)))
    const passwordHash = await hashPassword(PASSWORD)
    await app.inClinic(async (cx) => {
      await cx.db.run(sql`insert into role (code, name, custom) values ('nobody', '无权限', true)`)
      await addStaff(cx, { hid: cx.who.hid, name: '无权限', type: 5, account: 'nobody', passwordHash, role: 'nobody' as Role })
    })
  })
  const at = (pattern: string) =>
    `${pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[`${pattern} ${name}`] ?? ids[name] ?? '0'))}${ids[`${pattern} ?`] ?? ''}`

  it('5.42 opens for who may, without an error, within the width of a desk and of a phone, legible to all; in English nothing rendered is Chinese but names and what people wrote', async () => {
    const wrong: string[] = []
    const data = await written(app.ownerUrl)
    expect(foreign('没有人写过的话', data)).toBe(true)
    const onPhone = { former: 0, actions: 0 }
    const look = async (page: Page, [pattern, entry]: Screen, width: number) => {
      await settled(page)
      const here = new URL(page.url()).pathname
      if (here === '/404' && pattern !== '/404') wrong.push(`${pattern}: leads to /404`)
      const paper = entry.layout === 'print' || entry.layout === 'tv'
      const beyond = paper && width < 1000 ? 0 : await overflow(page)
      if (beyond > 0) wrong.push(`${pattern}: ${beyond} px too wide at ${width}`)
      if (width === 390) {
        wrong.push(...(await outOfReach(page)).map((found) => `${pattern}: ${found}`))
        onPhone.former += await page.locator('.eye-grid .before').count()
        onPhone.actions += await page.locator('.grid .row-actions button').count()
      }
      if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${nameOf(pattern)}-${width}.png`) })
      wrong.push(...app.troubles(page).map((trouble) => `${pattern} at ${width}: ${trouble}`))
    }
    /** At a desk, in Chinese. */
    const desk = async (page: Page, screen: Screen) => {
      await look(page, screen, 1366)
      const [pattern, { layout }] = screen
      if (layout !== 'print') wrong.push(...(await unfit(page, pattern === '/dashboard')).map((found) => `${pattern}: ${found}`))
    }
    /** In English, at a desk and then on a phone: the longer words in the narrower place. */
    const english = async (page: Page, screen: Screen) => {
      for (const width of [1366, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await look(page, screen, width)
        const left = screen[1].can === 'public' ? [] : (await chinese(page)).filter((text) => foreign(text, data))
        wrong.push(...left.map((text) => `${screen[0]} at ${width}: ${text.slice(0, 60)}`))
      }
    }
    const inside = screens.filter(([, entry]) => entry.can !== 'public')
    const open = screens.filter(([, entry]) => entry.can === 'public')
    await Promise.all(
      [desk, english].map(async (lookAt) => {
        for (const role of openers) {
          const mine = inside.filter(([, entry]) => openerOf(entry) === role)
          if (!mine.length) continue
          const pages = await Promise.all([app.as(role), ...(mine.length > 9 ? [app.as(role)] : [])])
          if (lookAt === english) await Promise.all(pages.map(inEnglish))
          await each(pages, mine, async (page, screen) => {
            await turnTo(page, at(screen[0]))
            await lookAt(page, screen)
          })
          await Promise.all(pages.map((page) => page.context().close()))
        }
        const page = await app.stranger(at(open[0]![0]))
        if (lookAt === english) await inEnglish(page)
        for (const screen of open) {
          if (screen !== open[0]) await page.goto(at(screen[0]))
          await lookAt(page, screen)
        }
        await page.context().close()
      }),
    )
    expect(inside.filter(([, entry]) => !openerOf(entry)).map(([pattern]) => `${pattern}: nobody may open it`)).toEqual([])
    expect([...new Set(wrong)]).toEqual([])
    expect(Math.min(onPhone.former, onPhone.actions), JSON.stringify(onPhone)).toBeGreaterThan(10)
  }, 720_000)

  it('sees what it looks for: a planted error, a box too wide, a nameless button', async () => {
    const page = await app.stranger('/login')
    await settled(page)
    expect([app.troubles(page), await sideways(page), await unfit(page, true)]).toEqual([[], 0, []])
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<button style="width:2000px"></button>')
      console.error('planted')
    })
    expect(app.troubles(page)).toEqual([expect.stringContaining('planted')])
    expect(await sideways(page)).toBeGreaterThan(600)
    expect(await unfit(page, true)).toEqual([expect.stringContaining('axe button-name')])
    expect(await outOfReach(page)).toEqual([])
    await page.evaluate(() =>
      document.body.insertAdjacentHTML(
        'beforeend',
        `<table class="eye-grid"><tr class="od"><td class="eye-cell" style="position:relative"><input><small class="before" style="position:absolute;top:0;left:0">−4.00</small></td></tr></table>
         <table class="grid"><tr><td class="row-actions" style="position:fixed;left:3000px"><button>叫号</button></td></tr>
           <tr><td class="row-actions" style="position:fixed;left:0;width:90vw"></td></tr></table>`,
      ),
    )
    expect(await outOfReach(page)).toEqual([
      'what may be done with a row hides its facts',
      'od −4.00: the former value lies on the field',
      '叫号: beyond the edge',
    ])
    await page.context().close()
  })

  it('keeps out an account without the permission', async () => {
    const wrong: string[] = []
    const pages = await Promise.all([app.as('nobody', '/404'), app.as('nobody', '/404')])
    const closed = screens.filter(([, entry]) => entry.can !== 'public' && entry.can !== 'session')
    // By its address in a fresh window one of each frame, the rest as a click leads there.
    const direct = new Set(closed.filter(([, entry], i) => closed.findIndex(([, other]) => other.layout === entry.layout) === i))
    await each(pages, closed, async (page, screen) => {
      if (await enters(page, at(screen[0]), direct.has(screen), HANGS)) wrong.push(`${screen[0]}: opened for nobody as ${page.url()}`)
    })
    expect(wrong).toEqual([])
    // The check sees an open door.
    expect(await enters(await app.as('chain', '/404'), '/patients/list', false, 1000)).toBe(true)
  })

  it('puts every print page on paper', async () => {
    const wrong: string[] = []
    const page = await app.as('chain')
    for (const [pattern] of screens.filter(([, entry]) => entry.layout === 'print')) {
      await turnTo(page, at(pattern))
      await settled(page)
      const pdf = await page.pdf({ preferCSSPageSize: true })
      const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
      if (SHOTS) fs.writeFileSync(path.join(SHOTS, `${nameOf(pattern)}.pdf`), pdf)
      if (pages < 1 || pages > 12) wrong.push(`${pattern}: ${pages} pages`)
      if (!(await page.locator('.paper').count())) {
        wrong.push(`${pattern}: no paper at ${at(pattern)}: ${(await page.locator('body').innerText()).slice(0, 80)}`)
        continue
      }
      const words = (await page.locator('.paper').innerText()).replace(/\s/g, '')
      if (words.length < 20) wrong.push(`${pattern}: nearly empty: ${words}`)
    }
    expect(wrong).toEqual([])
  })

  it('prints every declared paper in every size, nothing cut, its codes read back as a label printer draws them; its PDF of the server says and shows the same', async () => {
    const wrong: string[] = []
    const page = await app.as('chain')
    const hid = await app.inClinic((cx) => Promise.resolve(cx.who.hid))
    for (const [pattern, paper] of modules.flatMap((m) => Object.entries(m.papers ?? {}))) {
      const turn = (size: string) => turnTo(page, `${at(pattern)}?paper=${encodeURIComponent(size)}`)
      const faults = await printedInEverySize(page, paper, turn)
      await turn(paper.sizes[0])
      await settled(page)
      wrong.push(...[...faults, ...(await missingOfPdf(page, hid, paper.sizes))].map((fault) => `${pattern} ${fault}`))
    }
    expect(wrong).toEqual([])
  })
  it('prints a receipt of any length on one piece of the roll', async () => {
    const page = await app.as('chain')
    await turnTo(page, at('/fee-bill-print/{feeBillId}'))
    await settled(page)
    const { sheets, length } = await longRoll(page)
    expect(sheets).toBe(1)
    expect(length).toBeGreaterThan(500)
  })

  const nameOf = (pattern: string) => pattern.replace(/[{}]/g, '').replace(/\//g, '_') || '_'
})

/** How far a screen reaches beyond the page once it has drawn itself anew for its width; what is still too wide after a second is. */
async function overflow(page: Page): Promise<number> {
  let beyond = await sideways(page)
  for (let n = 0; beyond > 0 && n < 10; n++) {
    await page.waitForTimeout(100)
    beyond = await sideways(page)
  }
  return beyond
}
async function inEnglish(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('mingmou.language', 'en'))
  await page.reload()
}
/** Every Chinese text of a page: what is read, and what names a thing. */
const chinese = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      if (!/^(SCRIPT|STYLE)$/.test(node.parentElement?.tagName ?? '')) found.push(node.textContent ?? '')
    for (const each of document.querySelectorAll('[placeholder], [title], [aria-label]'))
      found.push(...['placeholder', 'title', 'aria-label'].map((name) => each.getAttribute(name) ?? ''))
    return [...new Set(found.map((text) => text.trim()))].filter((text) => /[\u4e00-\u9fff]/.test(text))
  })
/** A text with Chinese in it that nobody wrote into the clinic's tables. */
const foreign = (text: string, data: string): boolean =>
  (text.match(/[\u4e00-\u9fff]+/g) ?? []).some((words) => words !== '中文' && !data.includes(words))
/** What people wrote: every Chinese text of the tables, one below the other. */
const written = (ownerUrl: string): Promise<string> =>
  onClient(ownerUrl, async (client) => {
    const columns = await client.query<{ t: string; c: string }>(
      `select table_name t, column_name c from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'jsonb', 'ARRAY') and table_name not like '%audit%'`,
    )
    const texts: string[] = []
    for (const { t, c } of columns.rows) {
      const { rows } = await client.query<{ v: string }>(
        `select distinct left("${c}"::text, 2000) v from "${t}" where "${c}"::text ~ '[一-龥]'`,
      )
      texts.push(...rows.map(({ v }) => v))
    }
    return texts.join('\n')
  })

/** Numbers of things that exist, for the parameters of paths: the member who has the most of everything. */
async function sampleIds(cx: import('#kernel/server/index.ts').Cx): Promise<Record<string, string | number>> {
  const one = async (query: ReturnType<typeof sql>) => (await cx.db.one({ id: 'number' }, query))?.id ?? 0
  const hid = cx.who.hid
  const recordOf = (kind: string) =>
    one(sql`select id from clinical_record where hid = ${hid} and kind = ${kind} and status = 2 order by id limit 1`)
  const patientId = await one(
    sql`select f.pid as id from record_frame f join exam_refraction e using (oid, pid) where f.hid = ${hid} group by f.pid order by count(*) desc, f.pid limit 1`,
  )
  // The demo's past is still being written: what belongs together is read at once.
  const asked = await cx.db.one(
    { id: 'number', pid: 'number' },
    sql`select id, pid from exam_reservation where hid = ${hid} and status <> 3 order by id desc limit 1`,
  )
  return {
    patientId,
    pid: patientId,
    rankName: 'paid',
    recordFrameId: await one(sql`select record_frame_id as id from record_frame where hid = ${hid} and status = 60 limit 1`),
    feeBillId: await one(sql`select fbid as id from fee_bill where hid = ${hid} and status = 1 order by fbid desc limit 1`),
    rxBillId: await one(sql`select id from prescription where pid = ${patientId} order by id desc limit 1`),
    cbid: await one(sql`select cbid as id from charge_bill order by cbid limit 1`),
    id: await one(sql`select resid as id from reservation where hid = ${hid} order by resid desc limit 1`),
    checkBillId: await one(sql`select resid as id from exam_reservation where hid = ${hid} and status <> 3 order by resid desc limit 1`),
    '/today-check/print/{id}/{pid} id': asked?.id ?? 0,
    '/today-check/print/{id}/{pid} pid': asked?.pid ?? 0,
    // A case with lenses, and results of a member: of two visits beside each other where there are two.
    '/patients/detail/{patientId}/okjing patientId': await one(sql`select pid as id from ok_lens where hid = ${hid} order by pid limit 1`),
    '/visualResult ?': `?pid=${patientId}`,
    '/result ?': `?pid=${patientId}&t=${(await daysExamined(cx, patientId)).join(',')}`,
    batches: `${await one(sql`select batch_id as id from batch where hid = ${hid} order by batch_id desc limit 1`)}x2`,
    '/contract/payment/print/{id} id': await one(
      sql`select payment_id as id from supplier_payment where hid = ${hid} order by payment_id desc limit 1`,
    ),
    '/remote-record-print/{userId} userId': await one(sql`select max(id) id from remote_record where status = 2`),
    '/print/first-record/{recordId} recordId': await recordOf('okjing-first-record'),
    '/print/take-record/{recordId} recordId': await recordOf('okjing-take-record'),
    date:
      (await cx.db.one({ day: 'string' }, sql`select max(bill_date)::date as day from fee_bill where hid = ${hid}`))?.day ?? '2026-01-01',
  }
}

/** The days of a member's last two refractions. */
const daysExamined = async (cx: import('#kernel/server/index.ts').Cx, pid: number): Promise<string[]> => {
  const days = sql`select distinct exam_time::date as day from exam_refraction where pid = ${pid} and status in (1, 2) order by 1 desc limit 2`
  return (await cx.db.rows({ day: 'string' }, days)).map(({ day }) => day)
}

/** Papers that the demo has none of: a purchase receipt, an issue, a case record, a history told, a shift of the till. */
async function papers(app: App, pid: number): Promise<Record<string, string | number>> {
  const page = await app.as('manager')
  const chief = callerOf(app.booted, app.base, async () => (await page.evaluate(() => localStorage.getItem('mingmou.token')))!)
  const { hid, productId } = await app.inClinic(async (cx) => ({
    hid: cx.who.hid,
    productId: (await cx.db.one({ id: 'number' }, sql`select product_id as id from product where category = 1 limit 1`))!.id,
  }))
  const { stockinId } = await chief.call('stockin.create', {
    hid,
    stockinType: 1,
    status: 1,
    items: [{ productId, quantity: 5, cost: 100 }],
  })
  const { stockoutId } = await chief.call('stockout.create', { hid, stockoutType: 1, items: [{ productId, quantity: 1 }] })
  const scrap = await chief.call('scrap.create', { hid, cause: 1, items: [{ productId, quantity: 1 }] })
  const { countId } = await chief.call('stocktaking.create', { hid, productIds: [productId] })
  const shelf = (await chief.call('stock.list', { hid, per_page: 1 })).list
  const { profitLossId } = await chief.call('profitloss.create', {
    hid,
    items: shelf.map((b) => ({ batchId: b.batchId ?? 0, quantity: -1, cause: 1 as const })),
  })
  const { ecaseId } = await chief.call('ecase.save', { pid, status: 0, chiefComplaint: '视远模糊半年' })
  const { id: othersInfoId } = await chief.call('patients.others-info.save', {
    pid,
    parentsMyopic: 2,
    familyHistory: '父亲高度近视',
    outdoorHours: 1.5,
  })
  const { shiftId } = await chief.call('till.open', { hid, cash: 500 })
  const written = async (kind: 'okjing' | 'glasses', category: number) => {
    const wanted = orderOf(kind, { hid, pid, productId: await makeGoods(chief, category, await makeSupplier(chief)) })
    // A builder names the call its kind has; what it answers has the order.
    const answer = (await chief.call(wanted.call as never, wanted.input as never)) as { orderId: number }
    return answer.orderId
  }
  const orders = { orderId: await written('okjing', 10), lensOrderId: await written('glasses', 3) }
  await page.context().close()
  const recallId = await drilled(app)
  const ofScrap = { '/print/scrap/{stockoutId} stockoutId': scrap.stockoutId }
  const lot = (await chief.call('gsp.lots', { hid, per_page: 1 })).list[0]?.lot ?? ''
  return {
    ...ofScrap,
    lot,
    register: 'suppliers',
    stockinId,
    stockoutId,
    countId,
    profitLossId,
    ecaseId,
    othersInfoId,
    shiftId,
    recallId,
    ...orders,
  }
}
/** A recall drill of a lot that lies on a shelf. */
async function drilled(app: App): Promise<number> {
  const page = await app.as('chain')
  const chain = callerOf(app.booted, app.base, async () => (await page.evaluate(() => localStorage.getItem('mingmou.token')))!)
  const lot = await app.inClinic((cx) =>
    cx.db.one(
      { code: 'string' },
      sql`select batch_no code from batch where batch_no is not null and hid = ${cx.who.hid} order by batch_id desc limit 1`,
    ),
  )
  const { recallId } = await chain.call('recalls.create', { code: lot!.code, level: 1, drill: true, reason: '演练' })
  await page.context().close()
  return recallId
}
