/** The demo clinic with one of everything that a screen or a paper shows, and the addresses of its screens. */
import type { Page } from 'playwright-core'
import { clinicNow, type Role, type ScreenEntry } from '#kernel/contract/internal.ts'
import { sql, type Cx } from '#kernel/server/index.ts'
import { addStaff } from '#modules/account/server/door.ts'
import { hashPassword } from '#modules/account/server/password.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { PASSWORD } from '../../database/demo/clinic.ts'
import { linkFor, makeGoods, makeSupplier, orderOf } from '../../modules/lens-orders/server/make.ts'
import { schoolYearOf } from '#modules/screening/contract/grades.ts'
import { makeSchool, makeScreening, makeStudent } from '#modules/screening/server/make.ts'
import { callerOf } from '../harness.ts'
import { application, type App } from './app.ts'

export type Screen = readonly [pattern: string, entry: ScreenEntry]
/** Every registered screen. */
export const screens: readonly Screen[] = modules.flatMap((m) => Object.entries(m.screens ?? {}))

export interface Furnished {
  readonly app: App
  /** Address of a screen, its parameters filled with numbers of things that exist. */
  readonly at: (pattern: string) => string
}
/** The application with its papers written and an account `nobody` without any permission. */
export async function furnished(): Promise<Furnished> {
  const app = await application()
  const ids = await app.inClinic((cx) => sampleIds(cx))
  Object.assign(ids, await papers(app, Number(ids.patientId)))
  const passwordHash = await hashPassword(PASSWORD)
  await app.inClinic(async (cx) => {
    await cx.db.run(sql`insert into role (code, name, custom) values ('nobody', '无权限', true)`)
    // The role was made a line above; the type knows the default ones.
    await addStaff(cx, { hid: cx.who.hid, name: '无权限', type: 5, account: 'nobody', passwordHash, role: 'nobody' as Role })
  })
  const value = (pattern: string, name: string) => String(ids[`${pattern} ${name}`] ?? ids[name] ?? '0')
  return {
    app,
    at: (pattern) => `${pattern.replace(/\{(\w+)\}/g, (_, name: string) => value(pattern, name))}${ids[`${pattern} ?`] ?? ''}`,
  }
}

/** From screen to screen as a click does it, without loading the application anew. */
export const turnTo = async (page: Page, to: string): Promise<void> => {
  await page.waitForFunction(() => '__TSR_ROUTER__' in window)
  await page.evaluate(
    (path) =>
      (window as unknown as { __TSR_ROUTER__: { navigate(to: { href: string }): Promise<void> } }).__TSR_ROUTER__.navigate({ href: path }),
    to,
  )
}
/** Does the same on the pages there are, each as soon as it is free: a screen waits more than it works. */
export async function each<T>(pages: readonly Page[], list: readonly T[], work: (page: Page, one: T) => Promise<void>): Promise<void> {
  const rest = [...list]
  await Promise.all(
    pages.map(async (page) => {
      for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(page, one)
    }),
  )
}
/** Name of a picture of a screen. */
export const nameOf = (pattern: string): string => pattern.replace(/[{}]/g, '').replace(/\//g, '_') || '_'

/** Numbers of things that exist, for the parameters of paths: the member who has the most of everything. */
async function sampleIds(cx: Cx): Promise<Record<string, string | number>> {
  const one = async (query: ReturnType<typeof sql>) => (await cx.db.one({ id: 'number' }, query))?.id ?? 0
  const hid = cx.who.hid
  const recordOf = (kind: string) =>
    one(sql`
      select id
      from clinical_record
      where hid = ${hid} and kind = ${kind} and status = 2
      order by id
      limit 1
    `)
  const patientId = await one(
    sql`
      select f.pid as id
      from record_frame f
      join exam_refraction e using (oid, pid)
      where f.hid = ${hid}
      group by f.pid
      order by count(*) desc, f.pid
      limit 1
    `,
  )
  // The demo's past is still being written: what belongs together is read at once.
  const consultation = await cx.db.one(
    { id: 'number', pid: 'number' },
    sql`
      select id, pid
      from exam_reservation
      where hid = ${hid} and status <> 3
      order by id desc
      limit 1
    `,
  )
  return {
    patientId,
    pid: patientId,
    rankName: 'paid',
    recordFrameId: await one(sql`select record_frame_id as id from record_frame where hid = ${hid} and status = 60 limit 1`),
    feeBillId: await one(sql`
      select fbid as id
      from fee_bill
      where hid = ${hid} and status = 1
      order by fbid desc
      limit 1
    `),
    rxBillId: await one(sql`select id from prescription where pid = ${patientId} order by id desc limit 1`),
    cbid: await one(sql`select cbid as id from charge_bill order by cbid limit 1`),
    id: await one(sql`select resid as id from reservation where hid = ${hid} order by resid desc limit 1`),
    checkBillId: await one(sql`
      select resid as id
      from exam_reservation
      where hid = ${hid} and status <> 3
      order by resid desc
      limit 1
    `),
    '/today-check/print/{id}/{pid} id': consultation?.id ?? 0,
    '/today-check/print/{id}/{pid} pid': consultation?.pid ?? 0,
    // A case with lenses, and results of a member: of two visits beside each other where there are two.
    '/patients/detail/{patientId}/okjing patientId': await one(sql`select pid as id from ok_lens where hid = ${hid} order by pid limit 1`),
    '/visualResult ?': `?pid=${patientId}`,
    '/result ?': `?pid=${patientId}&t=${(await daysExamined(cx, patientId)).join(',')}`,
    batches: `${await one(sql`select batch_id as id from batch where hid = ${hid} order by batch_id desc limit 1`)}x2`,
    '/contract/payment/print/{id} id': await one(
      sql`
        select payment_id as id
        from supplier_payment
        where hid = ${hid}
        order by payment_id desc
        limit 1
      `,
    ),
    '/remote-record-print/{userId} userId': await one(sql`select max(id) id from remote_record where status = 2`),
    '/print/first-record/{recordId} recordId': await recordOf('okjing-first-record'),
    '/print/take-record/{recordId} recordId': await recordOf('okjing-take-record'),
    date:
      (await cx.db.one({ day: 'string' }, sql`select max(bill_date)::date as day from fee_bill where hid = ${hid}`))?.day ?? '2026-01-01',
  }
}

/** The days of a member's last two refractions. */
const daysExamined = async (cx: Cx, pid: number): Promise<string[]> => {
  const days = sql`
    select distinct exam_time::date as day
    from exam_refraction
    where pid = ${pid} and status in (1, 2)
    order by 1 desc
    limit 2
  `
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
  const { shift } = await chief.call('till.now', { hid })
  const { shiftId } = shift ?? (await chief.call('till.open', { hid, cash: 500 }))
  const written = async (kind: 'okjing' | 'glasses', category: number) => {
    // Somebody of whom nothing is known yet: what is ordered is compared with all that is.
    const child = { hid, name: '司空小满', gender: 1, birth: '2015-03-02', guardian: '司空敏' } as const
    const { pid: whose } = await app.calls('reception').call('patients.save', child)
    const link = kind === 'okjing' ? await linkFor(app.calls, whose, kind) : {}
    const productId = await makeGoods(chief, category, await makeSupplier(chief))
    const wanted = orderOf(kind, { hid, pid: whose, productId, ...link })
    // A builder names the call its kind has; what it answers has the order.
    const answer = (await app.calls('optometrist').call(wanted.call as never, wanted.input as never)) as { orderId: number }
    return answer.orderId
  }
  const orders = { orderId: await written('okjing', 10), lensOrderId: await written('glasses', 3) }
  const school = await makeSchool(chief, hid, '花园小学', [13])
  for (let i = 0; i < 12; i++) await makeStudent(chief, hid, school.classIds[0] ?? 0)
  const screening = await makeScreening(chief, hid, school, clinicNow().slice(0, 10))
  await page.context().close()
  const trained = await trainedIn(app, hid, pid)
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
    ...screening,
    resultIds: screening.resultId,
    schoolYear: schoolYearOf(clinicNow().slice(0, 10)),
    term: 1,
    ...orders,
    ...trained,
  }
}
/** A plan of training and its first session, for the screens and papers that show one. */
async function trainedIn(app: App, hid: number, pid: number): Promise<Record<string, number>> {
  const doctor = app.calls('doctor')
  const { id } = await doctor.call('train.plans.create', {
    hid,
    pid,
    purpose: 0,
    modules: [3, 8],
    goalMeasure: 'bcva',
    goalEye: 'od',
    goal: 4.9,
    startsOn: clinicNow().slice(0, 10),
    weeks: 12,
    template: ([1, 3, 5] as const).map((weekday) => ({ weekday, time: '10:00', place: 1 as const, minutes: 40 })),
  })
  await doctor.call('train.plans.move', { id, move: 'start' })
  const { sessions } = await doctor.call('train.plans.get', { id })
  const plans = ['add', 'detail', 'print'].map((page) => [`/train/starton_train_record_${page}/{id} id`, id] as const)
  return {
    ...Object.fromEntries(plans),
    '/train/tarton_train_record_print/{id} id': id,
    '/train/train_record/print/{ids} ids': sessions[0]?.id ?? 0,
  }
}
/** A recall drill of a lot that lies on a shelf. */
async function drilled(app: App): Promise<number> {
  const page = await app.as('chain')
  const chain = callerOf(app.booted, app.base, async () => (await page.evaluate(() => localStorage.getItem('mingmou.token')))!)
  const lot = await app.inClinic((cx) =>
    cx.db.one(
      { code: 'string' },
      sql`
        select batch_no code
        from batch
        where batch_no is not null and hid = ${cx.who.hid}
        order by batch_id desc
        limit 1
      `,
    ),
  )
  const { recallId } = await chain.call('recalls.create', { code: lot!.code, level: 1, drill: true, reason: '演练' })
  await page.context().close()
  return recallId
}
