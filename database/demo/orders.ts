/**
 * Orders of every kind, from the draft to the shelf and the member's hand, each step by the person whose work it is. The lives of the past
 * order as they go; the head has those somebody stands before today: a late one, a box that is not what was ordered, lenses that were
 * remade, lenses eleven months old.
 */
import { SIGNATURE } from '#modules/frame-orders/server/make.ts'
import { kindOf, orderKinds, type OrderKindName } from '#modules/lens-orders/contract/kinds/index.ts'
import { fitted, supply } from '#modules/lens-orders/contract/states.ts'
import { statedOf } from '#modules/lens-orders/server/make.ts'
import type { WrappedOrder } from '#modules/lens-orders/contract/shapes.ts'
import type { Chain, Shop } from './clinic.ts'
import { quarter, shiftDay, type Chance } from './random.ts'
import { there } from './teller.ts'
import { timeOn, type DemoMember } from './visits.ts'

type Wanted = 'hard' | 'soft' | 'care' | 'device' | 'other' | 'frame' | 'gsp' | 'batch'
const KINDS: Readonly<Record<Wanted, OrderKindName>> = {
  hard: 'okjing',
  soft: 'soft',
  care: 'care',
  device: 'device',
  other: 'other',
  frame: 'frame',
  gsp: 'gsp',
  batch: 'batch',
}
const SUPPLY = [supply.is.submitted, supply.is.making, supply.is.shipped] as const
const FITTED = [fitted.is.making, fitted.is.shipped] as const

interface Told {
  readonly chain: Chain
  readonly shop: Shop
  readonly day: string
}
const productOf = ({ goods }: Chain, wanted: Wanted): number => {
  if (wanted === 'frame') return there(goods.frames[0]).productId
  if (wanted === 'gsp') return goods.ordered.care
  return wanted === 'batch' ? goods.ordered.soft : goods.ordered[wanted]
}
type Answered = Pick<WrappedOrder, 'orderId' | 'items' | 'kind'>
/** An order for the shelf, as a draft. */
async function forShelf(context: Told, wanted: Wanted, number: number): Promise<Answered> {
  const { chain, shop, day } = context
  const keeper = shop.as('warehouse', timeOn(day, 9 * 60 + 30))
  const items = [{ productId: productOf(chain, wanted), number, ...(wanted === 'batch' ? { sph: -3, cyl: 0 } : {}) }]
  if (wanted === 'batch') return there((await keeper('batch-orders.create', { hid: shop.hid, items })).orders[0])
  const { calls } = orderKinds[KINDS[wanted]]
  if (calls.style !== 'goods') throw new Error(`demo: ${wanted} is no kind of goods`)
  return keeper(`${calls.name}.create`, { hid: shop.hid, items })
}
/** Carries an order for the shelf through so many steps: submitted, placed, sent, received in full. */
async function carried(context: Told, { orderId, items, kind }: Answered, steps: number, promisedOn?: string): Promise<void> {
  const { shop, day } = context
  for (const [n, status] of SUPPLY.slice(0, steps).entries())
    await shop.as('warehouse', timeOn(shiftDay(day, n), 10 * 60))('orders.status', {
      oid: orderId,
      status,
      ...(status === supply.is.making && promisedOn ? { promisedOn } : {}),
      ...(status === supply.is.shipped ? { lastEmsNumber: `SF${day.replaceAll('-', '').slice(2)}${orderId}` } : {}),
    })
  if (steps <= SUPPLY.length) return
  const arrived = shiftDay(day, 5)
  await shop.as('warehouse', timeOn(arrived, 11 * 60))('orders.receive', {
    id: orderId,
    deliveryNo: `SH${arrived.replaceAll('-', '').slice(2)}${orderId}`,
    lines: items.flatMap((item) => boxesOf(kind, item, orderId, arrived)),
  })
}
const lotOf = (day: string) => ({ batchNo: `H${day.replaceAll('-', '').slice(2)}`, expiry: shiftDay(day, 700) })

interface Lenses {
  readonly right: number
  readonly left: number
}
const lensesOf = (lensKind: 'hard' | 'soft', { right, left }: Lenses) =>
  lensKind === 'soft'
    ? { dsOd: right, dsOs: left }
    : {
        bcOd: 8.4,
        targetOd: right,
        diaOd: 10.6,
        colourOd: 'green' as const,
        bcOs: 8.3,
        targetOs: left,
        diaOs: 10.6,
        colourOs: 'blue' as const,
      }
/** The prescription a member's lenses are ordered from, signed that day, and for ortho-k the guardian's consent. */
async function prescribedFor({ shop, day }: Told, lensKind: 'hard' | 'soft', pid: number, { right, left }: Lenses): Promise<number> {
  if (lensKind === 'hard') {
    const reception = shop.as('reception', timeOn(day, 14 * 60 + 30))
    const text = (await reception('patients.consent.texts', {})).find((t) => t.kind === 4)
    const guardian = { guardianName: '家长', guardianRelation: 2 } as const
    await reception('patients.consent.give', { pid, kind: 4, sha256: there(text).sha256, way: 1, ...guardian })
  }
  const contact = { bcOd: 8.6, bcOs: 8.6, diaOd: 14.2, diaOs: 14.2, cycle: 3 } as const
  // One lens for both meridians: what it leaves of the cylinder is confirmed as it is written.
  const confirmed = [`dsOd=${right}`, `dsOs=${left}`, ...['dcOd', 'dcOs', 'axOd', 'axOs'].map((name) => `${name}=null`)]
  const line = { ...(lensKind === 'hard' ? { kind: 6 as const } : { kind: 4 as const, ...contact }), dsOd: right, dsOs: left, confirmed }
  const doctor = shop.as('doctor', timeOn(day, 14 * 60 + 40))
  const { id } = await doctor('prescription.create', { pid, feeBillType: lensKind === 'hard' ? 2 : 1, diagnose: '近视', list: [line] })
  await doctor('prescription.sign', { id })
  return id
}
const typed = ['no-trial']
/** An order of a member's lenses, as a draft; what its check reminds of is confirmed. */
async function forMember(context: Told, lensKind: 'hard' | 'soft', pid: number, lenses: Lenses, original?: number): Promise<Answered> {
  const { chain, shop, day } = context
  const optometrist = shop.as('optometrist', timeOn(day, 15 * 60))
  const made = await optometrist('orders.create', {
    hid: shop.hid,
    order: {
      pid,
      ...(original
        ? { originalId: original, cause: 'quality' as const }
        : { prescriptionId: await prescribedFor(context, lensKind, pid, lenses) }),
    },
    orderLen: original ? {} : { ...lensesOf(lensKind, lenses), productId: productOf(chain, lensKind) },
    orderType: lensKind === 'hard' ? 1 : 2,
    overrides: [],
  })
  const overrides = made.findings.map(({ code }) => ({ code, reason: typed.includes(code) ? '沿用外院参数' : '医师面诊后确认' }))
  if (overrides.length)
    await shop.as('doctor', timeOn(day, 15 * 60))('orders.update', { order: { orderId: made.orderId }, version: made.version, overrides })
  return made
}
/** A lens as its box says it is. */
const boxOf = (item: Answered['items'][number], orderId: number, day: string) => ({
  eye: item.eye,
  serial: `VST${orderId}${item.eye === 'os' ? 'L' : 'R'}`,
  ...lotOf(day),
  measured: statedOf('okjing', item),
})
/** What comes of a line: pieces with a number one by one, the others together, each with what its label says. */
function boxesOf(kind: string, item: Answered['items'][number], orderId: number, day: string) {
  const { lineId, ordered } = item
  const orderKind = kindOf(kind)
  const box = { lineId, ...lotOf(day), measured: statedOf(orderKind, item) }
  if (!orderKind.receipt.scan.includes('serial')) return [{ ...box, quantity: ordered }]
  return Array.from({ length: ordered }, (_, n) => ({ ...box, quantity: 1, serial: `SN${orderId}-${lineId}-${n + 1}` }))
}
/** Carries a member's order through so many steps: submitted and paid, reviewed, sent, shipped, received, handed over. */
async function fittedTo(context: Told, { orderId, items, kind }: Answered, steps: number, person: string): Promise<void> {
  const { shop, day } = context
  if (steps < 1) return
  const waiting = await shop.as('optometrist', timeOn(day, 15 * 60 + 10))('orders.status', { oid: orderId, status: fitted.is.reviewing })
  if (steps < 2) return
  if (waiting.fbid !== null) {
    const payStyleList = [{ payWay: 2 as const, amount: there(waiting.billPrice) }]
    await shop.as('cashier', timeOn(day, 15 * 60 + 20))('feebill.confirm', { fbid: waiting.fbid, payStyleList })
  }
  await shop.as('doctor', timeOn(day, 16 * 60))('orders.review', { id: orderId })
  for (const [n, status] of FITTED.slice(0, steps - 2).entries())
    await shop.as('warehouse', timeOn(shiftDay(day, 1 + n), 10 * 60))('orders.status', { oid: orderId, status })
  if (steps < 5) return
  const arrived = shiftDay(day, 8)
  const lines = items.flatMap((item) =>
    item.target === null ? boxesOf(kind, item, orderId, arrived) : [{ ...boxOf(item, orderId, arrived), lineId: item.lineId, quantity: 1 }],
  )
  await shop.as('warehouse', timeOn(arrived, 11 * 60))('orders.receive', { id: orderId, lines })
  if (steps < 6) return
  const codes = items.map((item) => (item.target === null ? lotOf(arrived).batchNo : boxOf(item, orderId, arrived).serial))
  await shop.as('optometrist', timeOn(shiftDay(day, 10), 17 * 60))('orders.hand-over', {
    id: orderId,
    receiver: person,
    signature: SIGNATURE,
    codes,
  })
}

const powersOf = ({ eyes: { od, os } }: DemoMember): Lenses => ({ right: quarter(od.sph + od.cyl / 2), left: quarter(os.sph + os.cyl / 2) })
const suits = ({ right, left }: Lenses): boolean => [right, left].every((d) => d <= -1 && d >= -4)
const SHELF = ['care', 'device', 'other', 'frame', 'gsp', 'batch'] as const
/**
 * What a store orders about the day of a visit: in eight of a hundred cases something, for the member where lenses suit, else for the
 * shelf.
 */
export async function ordersAbout(c: Chance, chain: Chain, m: DemoMember, day: string, today: string): Promise<void> {
  if (!c.chance(0.08)) return
  const context = { chain, shop: m.shop, day }
  const old = day < shiftDay(today, -30)
  const lenses = powersOf(m)
  if (suits(lenses) && c.chance(0.6)) {
    const lensKind = m.person.child && m.person.birth < shiftDay(day, -8 * 366) ? 'hard' : 'soft'
    await fittedTo(
      context,
      await forMember(context, lensKind, m.pid, lenses),
      old ? 6 : Math.min(c.int(0, 6), reach(day, today)),
      m.person.guardian ?? m.person.name,
    )
    return
  }
  const order = await forShelf(context, c.pick(SHELF), c.int(2, 12))
  if (old && c.chance(0.08)) {
    await carried(context, order, 1)
    await m.shop.as('reception', timeOn(day, 17 * 60))('orders.status', {
      oid: order.orderId,
      status: supply.is.cancelled,
      reason: '供应商缺货',
    })
  } else await carried(context, order, old ? 4 : Math.min(c.int(0, 4), reach(day, today)))
}
/** Steps there was time for. */
const reach = (day: string, today: string): number => (day >= shiftDay(today, -11) ? 2 : 6)

/** Orders that stand before somebody today, in the first store: one of each kind and state that matters. */
export async function buildOrders(chain: Chain, everyone: readonly DemoMember[], now: string): Promise<void> {
  const shop = there(chain.shops[0])
  const today = now.slice(0, 10)
  const on = (ago: number): Told => ({ chain, shop, day: shiftDay(today, -ago) })
  const wearers = everyone.filter((m) => m.shop.hid === shop.hid && m.person.child && m.person.birth < shiftDay(today, -9 * 366))
  const [first, second, third, fourth] = wearers.map((m) => ({ pid: m.pid, name: m.person.guardian ?? m.person.name }))
  const lenses = { right: -2.5, left: -2.25 }
  // Lenses eleven months old; one pair of them was remade since, free of charge.
  for (const [ago, person] of [
    [345, there(first)],
    [350, there(second)],
  ] as const)
    await fittedTo(on(ago), await forMember(on(ago), 'hard', person.pid, lenses), 6, person.name)
  const worn = await forMember(on(200), 'hard', there(third).pid, lenses)
  await fittedTo(on(200), worn, 6, there(third).name)
  await fittedTo(on(180), await forMember(on(180), 'hard', there(third).pid, lenses, worn.orderId), 6, there(third).name)
  await mismatched(on(9), there(fourth).pid, lenses)
  const late = await forShelf(on(20), 'care', 24)
  await carried(on(20), late, 3, shiftDay(today, -8))
  await carried(on(6), await forShelf(on(6), 'frame', 6), 2)
  await carried(on(2), await forShelf(on(2), 'device', 1), 1)
  await forShelf(on(1), 'other', 20)
  await madeGood(on(150))
}
/** The maker of the lenses that were made again wrote a credit note for what they cost. */
async function madeGood({ shop, day }: Told): Promise<void> {
  const finance = shop.as('finance', timeOn(day, 15 * 60))
  const { list } = await finance('remakes.list', { what: 'supplement', payer: 'supplier' })
  const { key, cost } = there(list.find((line) => line.cost > 0))
  const docNo = `PF${day.replaceAll('-', '').slice(2)}01`
  await finance('remakes.credit', { hid: shop.hid, key, docNo, day, amount: cost, note: '补片货款，厂家赔付' })
}
/** A right lens whose box says another base curve than was ordered is set aside until a supervisor decides. */
async function mismatched(context: Told, pid: number, lenses: Lenses): Promise<void> {
  const order = await forMember(context, 'hard', pid, lenses)
  await fittedTo(context, order, 4, '')
  const { shop, day } = context
  const arrived = shiftDay(day, 8)
  const [right, left] = order.items.map((item) => boxOf(item, order.orderId, arrived))
  const wrong = {
    ...there(right),
    measured: { ...there(right).measured, bc: 8.5 },
    verdict: 'mismatch' as const,
    reason: '盒签基弧与订单不符',
  }
  const lines = [wrong, there(left)]
  await shop.as('warehouse', timeOn(arrived, 11 * 60))('orders.receive', { id: order.orderId, lines })
}
