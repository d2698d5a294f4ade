/** A visit as it goes in the clinic: number, examinations, bill, and often a prescription and a pair of glasses. */
import { CHECKS, SIGNATURE, makeGoodsCome, readingsOf } from '#modules/frame-orders/server/make.ts'
import { statedOf } from '#modules/lens-orders/server/make.ts'
import { queueStates, reservationStates } from '#modules/reservations/contract/states.ts'
import { supply } from '#modules/lens-orders/contract/states.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import type { StateIn, StateOf } from '#kernel/contract/index.ts'
import type { Chain, Shop } from './clinic.ts'
import { acuityOf, type DemoEyes } from './eyes.ts'
import { further } from './further.ts'
import type { Goods } from './goods.ts'
import type { Person } from './people.ts'
import { quarter, shiftDay, type Chance } from './random.ts'
import { meant, there } from './teller.ts'

export interface DemoMember {
  pid: number
  person: Person
  eyes: DemoEyes
  shop: Shop
  treated: boolean
  /** Yuan of her own on the card. */
  stored: number
  /** What is worn, where it is not told by having been treated. */
  wears?: 0 | 1 | 3
  /** Best corrected acuity, five-grade, where it is not full. */
  best?: { od: number; os: number }
  diagnose?: string
}
export const timeOn = (day: string, minutes: number): string =>
  `${day} ${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`

/** Walks in, is called and seen; answers the visit. */
export async function arrive(c: Chance, m: DemoMember, day: string, minute: number): Promise<number> {
  const { resid } = await m.shop.as('reception', timeOn(day, minute))('reservations.legacy.save', {
    hid: m.shop.hid,
    pid: m.pid,
    walkIn: true,
    type: m.eyes.day === day ? 1 : 2,
    doctorId: m.shop.who('doctor').ctid,
  })
  await m.shop.as('doctor', timeOn(day, minute + c.int(4, 25)))('reservations.numbers', {
    resid,
    status: queueStates.is.seen,
    consulting_id: c.pick(m.shop.rooms),
  })
  return resid
}
export async function leave(m: DemoMember, resid: number, day: string, minute: number): Promise<void> {
  await m.shop.as('doctor', timeOn(day, minute))('reservations.legacy.status', { id: resid, status: reservationStates.is.completed })
}

/** Old enough for an addition. */
const isOlder = (m: DemoMember, day: string) => !m.person.child && m.person.birth < shiftDay(day, -42 * 365)
export const powersOf = ({ eyes: { od, os } }: DemoMember) => ({
  dsOd: od.sph,
  dcOd: od.cyl,
  axOd: od.axis,
  dsOs: os.sph,
  dcOs: os.cyl,
  axOs: os.axis,
})
/** The distance of each eye, as the two are alike. */
const halfOf = (m: DemoMember) => Math.round(m.eyes.pd) / 2

/** Whole lines of the chart. */
const lines = (grade: number) => Math.round(grade * 10) / 10

/** Acuity, autorefraction and subjective refraction; biometry for children. Answers the subjective refraction's id. */
export async function examine(c: Chance, m: DemoMember, resid: number, day: string, minute: number): Promise<number> {
  const { od, os } = m.eyes
  const who = m.shop.as('optometrist', timeOn(day, minute))
  const head = { pid: m.pid, resid, examTime: timeOn(day, minute) }
  const glassesType = m.wears ?? (m.treated ? 1 : 0)
  const best = { od: lines(m.best?.od ?? 5), os: lines(m.best?.os ?? 5) }
  const naked = { ucvaOd: Math.min(best.od, acuityOf(c, od)), ucvaOs: Math.min(best.os, acuityOf(c, os)) }
  await who('examVisual.save', meant({ ...head, ...naked, bcvaOd: best.od, bcvaOs: best.os, distance: 5, glassesType }))
  const half = halfOf(m)
  const [powers, pd] = [powersOf(m), { pdOd: half, pdOs: half }]
  if (c.chance(0.25)) await who('examRefraction.save', meant({ ...head, kind: 2 as const, ...powers, dsOd: quarter(od.sph - 0.25), ...pd }))
  const add = isOlder(m, day) ? { addOd: 1.5, addOs: 1.5 } : {}
  const wide = m.person.child ? { cycloplegia: 2 as const } : {}
  const { id } = await who(
    'examRefraction.save',
    meant({ ...head, kind: 4 as const, ...wide, ...powers, vaOd: best.od, vaOs: best.os, ...pd, ...add }),
  )
  if (m.person.child) await who('exam-bio-meter.create', meant({ ...head, device: 'IOLMaster', ...lengthsOf(m) }))
  else await who('examIop.save', meant({ ...head, ...pressuresOf(c), iopTime: timeOn(day, minute).slice(11, 16) }))
  await further(m, { who, head, day, minute })
  return id
}
const lengthsOf = ({ eyes: { od, os } }: DemoMember) => ({
  alOd: od.al,
  alOs: os.al,
  k1Od: od.k1,
  k2Od: od.k2,
  k1Os: os.k1,
  k2Os: os.k2,
  acdOd: od.acd,
  acdOs: os.acd,
})
const pressuresOf = (c: Chance) => ({
  iopMethod: 1 as const,
  iopOd: Math.round(c.around(15, 2.5)),
  iopOs: Math.round(c.around(15, 2.5)),
})

/** Pays the bill of the examinations. */
export async function payExams(c: Chance, m: DemoMember, day: string, minute: number): Promise<void> {
  const fees = ['验光费', ...(m.person.child ? ['眼轴测量'] : ['眼压检查']), ...(c.chance(0.15) ? ['角膜地形图'] : [])]
  const cashier = m.shop.as('cashier', timeOn(day, minute))
  const { feebill } = await cashier('feebill.save', {
    pid: m.pid,
    items: fees.map((name) => ({ fiid: m.shop.fees.get(name)!, quantity: 1 })),
  })
  const byCard = feebill.billPrice < 400 && m.stored >= feebill.billPrice
  if (byCard) m.stored -= feebill.billPrice
  await cashier('feebill.confirm', {
    fbid: feebill.fbid,
    payStyleList: [{ payWay: byCard ? 5 : c.pick([1, 2, 2, 2, 3, 4] as const), amount: feebill.billPrice }],
  })
}

const { is } = frameOrder
export const isAt = is
/** Stages an order may have reached. */
export type Reached = Exclude<
  StateOf<typeof frameOrder>,
  typeof is.outsourced | typeof is.sent | typeof is.afterSales | StateIn<typeof frameOrder, 'givenUp'>
>

/** What lenses are for, as an order says it; its keys are the goods of the demo. */
const BINOCLE = { stock: 1, progressive: 3, control: 5 } as const
type Use = keyof typeof BINOCLE
/** An order that got as far as its bill. */
export interface Glasses {
  id: number
  fbid: number
}

/** No bound: everything lies long ago. */
const AFTER_ALL = '9999-12-31'

/** Prescription, order, bill and the way through the workshop as far as `reached`. */
export async function glasses(
  c: Chance,
  chain: Chain,
  m: DemoMember,
  examId: number,
  day: string,
  minute: number,
  { reached = is.collected, use: wanted, until = AFTER_ALL }: { reached?: Reached; use?: Use; until?: string } = {},
): Promise<Glasses | undefined> {
  const { shop, pid } = m
  const clock = timeOn(day, minute)
  const optometrist = shop.as('optometrist', clock)
  const use = wanted ?? purposeOf(c, m, day)
  const prescriptionId = await prescribe(m, examId, use === 'progressive', clock)
  const { recordFrameId: id } = await optometrist('frame.create', {
    hid: shop.hid,
    pid,
    prescriptionId,
    binocleType: BINOCLE[use],
    optristId: shop.who('optometrist').ctid,
    promisedAt: timeOn(shiftDay(day, use === 'stock' ? 1 : 5), 17 * 60),
    rush: c.chance(0.06),
  })
  if (reached === is.choosing) return undefined
  m.treated ||= use === 'control'
  const choice = { id, ...chooseGoods(c, chain.goods, m, use) }
  const { findings } = await optometrist('frame.preview', choice)
  if (findings.some((f) => f.level === 'block')) {
    await optometrist('frame.cancel', { id, reason: '度数超出现有镜片范围，另行定制' })
    return undefined
  }
  const overrides = findings.map((f) => ({ code: f.code, reason: '医师面诊后确认' }))
  // What the optometrist may not confirm the doctor does.
  const chooser = findings.some((f) => f.unless !== null) ? shop.as('doctor', clock) : optometrist
  const chosen = await chooser('frame.product', { ...choice, overrides })
  const made = { id, fbid: there(chosen.fbid) }
  if (reached === is.billed) return made
  const { feebill } = await shop.as('cashier', clock)('feebill.info', { id: made.fbid })
  await shop.as('cashier', timeOn(day, minute + 10))('feebill.confirm', {
    fbid: made.fbid,
    payStyleList: [{ payWay: c.pick([1, 2, 2, 3, 4] as const), amount: feebill.billPrice }],
  })
  await workshop(c, m, chosen, { day, minute: minute + 20, until }, reached)
  return made
}
function purposeOf(c: Chance, m: DemoMember, day: string): Use {
  if (isOlder(m, day) && c.chance(0.5)) return 'progressive'
  return m.person.child && c.chance(0.55) ? 'control' : 'stock'
}

/** A signed prescription from an examination; answers its id. */
async function prescribe(m: DemoMember, examId: number, presbyope: boolean, clock: string): Promise<number> {
  const doctor = m.shop.as('doctor', clock)
  const half = halfOf(m)
  const line = { kind: (presbyope ? 3 : 1) as 1 | 3, examId, pdOd: half, pdOs: half, ...(presbyope ? { phOd: 18, phOs: 18 } : {}) }
  const { confirmed } = meant({ ...powersOf(m), addOd: 1.5, addOs: 1.5, ...line })
  const { id } = await doctor('prescription.create', {
    pid: m.pid,
    diagnose: m.diagnose ?? (m.person.child ? '近视' : '屈光不正'),
    reviewMonths: m.person.child ? 3 : 12,
    list: [{ ...line, confirmed }],
  })
  await doctor('prescription.sign', { id })
  return id
}

/** Lenses of a use, and a frame that fits the face: its box about as wide as the eyes stand. Some bring their own. */
function chooseGoods(c: Chance, goods: Goods, m: DemoMember, use: Use) {
  const lens = c.pick(goods[use])
  const shelf = goods.frames.slice(m.person.child ? 12 : 0, m.person.child ? 30 : 24)
  const wide = (f: (typeof shelf)[number]) => Math.abs(f.a + f.dbl - m.eyes.pd)
  const fitting = shelf.filter((f) => wide(f) <= 10)
  const frame = c.pick(fitting.length ? fitting : [shelf.reduce((a, b) => (wide(b) < wide(a) ? b : a))])
  const ownFrame = c.chance(0.08)
  return {
    ownFrame,
    frameProductId: ownFrame ? null : frame.productId,
    frameA: frame.a,
    frameDbl: frame.dbl,
    frameEd: frame.ed,
    lensProductOd: lens,
    lensProductOs: lens,
    processingFee: 60,
  }
}

/**
 * The lenses glasses wait for: their drafts are submitted, reviewed and placed, and what comes sends the glasses on; what nobody drafted is
 * received by hand.
 */
async function lensesCome(m: DemoMember, id: number, day: string, today: string, batchNo: string): Promise<void> {
  const { shop, pid } = m
  const on = (minute: number) => shop.as('warehouse', timeOn(day, minute))
  const { list } = await on(18 * 60)('lens-orders.list', { hid: shop.hid, pid, pageSize: 50 })
  const drafts = list.filter((o) => o.recordFrameId === id && o.supplierId !== null)
  for (const { orderId } of drafts) {
    await on(18 * 60)('orders.status', { oid: orderId, status: supply.is.submitted })
    await shop.as('doctor', timeOn(day, 18 * 60 + 10))('orders.review', { id: orderId })
    await on(18 * 60 + 20)('orders.status', { oid: orderId, status: supply.is.making })
    const { items } = await on(18 * 60 + 20)('lens-orders.details', { id: orderId })
    await shop.as('warehouse', timeOn(today, 11 * 60))('lens-orders.receive', {
      id: orderId,
      lines: items.map((item) => ({ lineId: item.lineId, batchNo, quantity: item.ordered, measured: statedOf('glasses', item) })),
    })
  }
  if (!drafts.length) await makeGoodsCome({ call: shop.as('warehouse', timeOn(today, 11 * 60)) }, id, batchNo)
}
async function workshop(
  c: Chance,
  m: DemoMember,
  chosen: Parameters<typeof readingsOf>[0] & { recordFrameId: number; orderNo: string },
  { day, minute, until }: { day: string; minute: number; until: string },
  reached: Reached,
): Promise<void> {
  const { shop } = m
  const id = chosen.recordFrameId
  let today = day
  const { status } = await shop.as('workshop', timeOn(day, minute))('frame.by-number', { orderNo: chosen.orderNo })
  if (status === is.awaitingGoods) {
    if (reached === is.awaitingGoods) return
    today = shiftDay(day, c.int(2, 4))
    // What comes after today has not come; a stage that was asked for was reached by yesterday.
    if (today > until && reached === is.collected) return
    if (today > until) today = until
    await lensesCome(m, id, day, today, `L${today.replaceAll('-', '').slice(2)}${c.int(100, 999)}`)
  }
  if (reached === is.awaitingGoods || reached === is.inspecting) return
  const worker = (n: number) => shop.as('workshop', timeOn(today, Math.min(19 * 60, 14 * 60 + n)))
  await worker(0)('frame.processing', { id, checks: CHECKS })
  if (reached === is.processing) return
  if (reached === is.unqualified || c.chance(0.03)) {
    await worker(20)('frame.unqualified', {
      id,
      cause: c.pick(['process', 'lens', 'order'] as const),
      side: c.pick(['od', 'os'] as const),
      cost: 120,
      reason: c.pick(['崩边', '光心偏移', '膜层划伤']),
    })
    if (reached === is.unqualified) return
    await worker(30)('frame.status', { id, status: is.processing })
  }
  await worker(40)('frame.status', { id, status: is.finalInspection })
  if (reached === is.finalInspection) return
  await worker(60)('frame.status', {
    id,
    status: is.ready,
    measured: readingsOf(chosen),
    shelf: `${c.pick(['A', 'B', 'C'])}${c.int(1, 9)}`,
  })
  const front = shop.as('reception', timeOn(today, 18 * 60))
  await front('frame.notification', { id })
  if (reached === is.ready) return
  const later = shiftDay(today, c.int(0, 3))
  if (later > until) return
  await shop.as('reception', timeOn(later, 18 * 60 + 30))('frame.mirrors', {
    id,
    receiver: m.person.guardian ?? m.person.name,
    signature: SIGNATURE,
  })
}
