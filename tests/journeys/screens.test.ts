/** Every registered screen in the browser: keeps out who may not see it, and prints on paper. */
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role, ScreenEntry } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { addStaff } from '#modules/account/server/door.ts'
import { hashPassword } from '#modules/account/server/password.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { PASSWORD } from '../../database/demo/clinic.ts'
import { callerOf } from '../harness.ts'
import { application, settled, type App } from './app.ts'

const screens = modules.flatMap((m) => Object.entries(m.screens ?? {}) as Array<[string, ScreenEntry]>)
const SHOTS = process.env.JOURNEY_SHOTS
/** Opens many screens on two pages at a time: two cores. */
async function each<T>(pages: readonly Page[], list: readonly T[], work: (page: Page, one: T) => Promise<void>): Promise<void> {
  const rest = [...list]
  await Promise.all(pages.map(async (page) => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(page, one)
  }))
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
  }, 240_000)
  const at = (pattern: string) => pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? '0'))

  it('keeps out an account without the permission', async () => {
    const wrong: string[] = []
    const pages = await Promise.all([app.as('nobody', '/404'), app.as('nobody', '/404')])
    const closed = screens.filter(([, entry]) => entry.can !== 'public' && entry.can !== 'session')
    await each(pages, closed, async (page, [pattern]) => {
      await page.goto(at(pattern), { waitUntil: 'commit' })
      await page.waitForURL('**/404', { timeout: 10_000 }).catch(() => wrong.push(`${pattern}: opened for nobody as ${page.url()}`))
    })
    expect(wrong).toEqual([])
  })

  it('puts every print page on paper', async () => {
    const wrong: string[] = []
    const page = await app.as('chain')
    for (const [pattern] of screens.filter(([, entry]) => entry.layout === 'print')) {
      await page.goto(at(pattern))
      await settled(page)
      const pdf = await page.pdf({ preferCSSPageSize: true })
      const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
      if (SHOTS) fs.writeFileSync(path.join(SHOTS, `${nameOf(pattern)}.pdf`), pdf)
      if (pages < 1 || pages > 12) wrong.push(`${pattern}: ${pages} pages`)
      const words = (await page.locator('.paper').innerText()).replace(/\s/g, '')
      if (words.length < 20) wrong.push(`${pattern}: nearly empty: ${words}`)
    }
    expect(wrong).toEqual([])
  })

  const nameOf = (pattern: string) => pattern.replace(/[{}]/g, '').replace(/\//g, '_') || '_'
})

/** Numbers of things that exist, for the parameters of paths: the member who has the most of everything. */
async function sampleIds(cx: import('#kernel/server/index.ts').Cx): Promise<Record<string, string | number>> {
  const one = async (query: ReturnType<typeof sql>) => (await cx.db.one<{ id: number }>(query))?.id ?? 0
  const hid = cx.who.hid
  const patientId = await one(sql`select f.pid as id from record_frame f join exam_refraction e using (oid, pid) where f.hid = ${hid} group by f.pid order by count(*) desc, f.pid limit 1`)
  return {
    patientId, pid: patientId,
    recordFrameId: await one(sql`select record_frame_id as id from record_frame where hid = ${hid} and status = 60 limit 1`),
    feeBillId: await one(sql`select fbid as id from fee_bill where hid = ${hid} and status = 1 order by fbid desc limit 1`),
    rxBillId: await one(sql`select id from prescription where pid = ${patientId} order by id desc limit 1`),
    cbid: await one(sql`select cbid as id from charge_bill order by cbid limit 1`),
    id: await one(sql`select resid as id from reservation where hid = ${hid} order by resid desc limit 1`),
    date: (await cx.db.one<{ day: string }>(sql`select max(bill_date)::date as day from fee_bill where hid = ${hid}`))?.day ?? '2026-01-01',
  }
}

/** Papers that the demo has none of: a purchase receipt, an issue, a case record. */
async function papers(app: App, pid: number): Promise<Record<string, number>> {
  const page = await app.as('manager')
  const chief = callerOf(app.booted, app.base, async () => (await page.evaluate(() => localStorage.getItem('mingmou.token')))!)
  const { hid, productId } = await app.inClinic(async (cx) => ({ hid: cx.who.hid, productId: (await cx.db.one<{ id: number }>(sql`select product_id as id from product where category = 1 limit 1`))!.id }))
  const { stockinId } = await chief.call('stockin.create', { hid, stockinType: 1, status: 1, items: [{ productId, quantity: 5, cost: 100 }] })
  const { stockoutId } = await chief.call('stockout.create', { hid, stockoutType: 1, items: [{ productId, quantity: 1 }] })
  const { ecaseId } = await chief.call('ecase.save', { pid, status: 0, chiefComplaint: '视远模糊半年' })
  await page.context().close()
  return { stockinId, stockoutId, ecaseId }
}
