/**
 * Orders as they may be lived: written anew, paid, received in parts, refused, handed over, supplied anew, cancelled, refunded, sent back,
 * paid for to the supplier, in any order. What a plain model allows is done and what it does not is refused; bill, held goods, shelf,
 * credit and payable are what it says after every step. Undoing everything returns all five to the start: of what is owed only the money
 * stays that a supplier was paid.
 *
 * 8 lives in every test run, 40 in the deep one; ORDER_LIVES says how many, SEED which.
 */
import { beforeAll, expect, it } from 'vitest'
import { clinicNow } from '#kernel/contract/index.ts'
import { dbOn } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { balance, sql } from '#kernel/server/index.ts'
import { ledgers } from '#kernel/server/verify/ledger.ts'
import { payables } from '#modules/purchasing/server/verify.ts'
import { sendBack } from '#modules/stock/server/door.ts'
import { freshClinic, server, type CallId, type Clinic } from '../../../tests/harness.ts'
import { rounds, SEED } from '../../../tests/depth.ts'
import { creditOf } from './door.ts'
import { codesOf, linkFor, makeGoods, makeSupplier, orderOf } from './make.ts'
import { orderChecks } from './receive/verify.ts'

const LIVES = Number(process.env.ORDER_LIVES ?? rounds(40, 8))
const KINDS = ['care', 'other', 'okjing', 'batch'] as const
type Kind = (typeof KINDS)[number]
const CATEGORY = { care: 5, other: 7, okjing: 10, batch: 4 } as const
const PIECES = { care: 4, other: 4, okjing: 2, batch: 4 } as const
/** A pupil's generator: the same seed lives the same life. */
const chance = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x80000000

let clinic: Clinic
let pid: number
let serials = 0
const goods = new Map<Kind, number>()
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
/** Whether a call was done; a bug is no refusal. */
async function done(role: Parameters<Clinic['as']>[0], id: CallId, input: Record<string, unknown>): Promise<boolean> {
  const { code, message } = (await (await as(role).raw(id, input)).json()) as { code: number; message: string }
  expect([code === -1, message]).toEqual([false, message])
  return code === 200
}

/** An order, and what supplied it anew: all of one supplier. */
interface House {
  readonly supplierId: number
  readonly lives: Life[]
  /** Fen owed to the supplier, and fen it was paid. */
  owed: number
  paid: number
}
/** An order as a plain mind keeps it: pieces, and where they are. */
interface Life {
  readonly house: House
  readonly kind: Kind
  id: number
  /** The header of a batch. */
  readonly bundleId: number | null
  /** Fen a piece costs, and what the member pays for all. */
  readonly cost: number
  readonly price: number
  lines: Array<{ lineId: number; eye: string | null; due: number }>
  fbid: number | null
  status: number
  reviewed: boolean
  paid: boolean
  refunded: boolean
  handed: boolean
  received: number
  rejected: number
  /** Pieces that came and whose supplier was not paid. */
  unpaid: number
  held: number
  free: number
  locked: number
  credit: number
}
const isFitted = ({ kind }: Life): boolean => kind === 'okjing'
const isMembers = ({ kind }: Life): boolean => kind === 'care' || kind === 'okjing'
const dueOf = ({ lines }: Life): number => lines.reduce((n, l) => n + l.due, 0)
const givenUp = (l: Life): boolean => (isFitted(l) ? [9, 11] : [8, 9]).includes(l.status)
const moneyFirst = (l: Life): boolean => l.price > 0 && !l.paid
const settled = (l: Life): void => {
  if (!givenUp(l)) l.credit = Math.min(l.credit, (dueOf(l) + l.unpaid) * l.cost)
}
const endsAs = (l: Life, status: number): void => {
  l.status = status
  l.credit = 0
  l.free += l.held
  l.held = 0
}

const NEW = { fbid: null, status: 1, reviewed: false, paid: false, refunded: false, handed: false } as const
const NOTHING = { received: 0, rejected: 0, unpaid: 0, held: 0, free: 0, locked: 0, credit: 0 } as const
const linesOf = async (id: number): Promise<Life['lines']> =>
  (await as('manager').call('orders.info', { id })).items.map((i) => ({ lineId: i.lineId, eye: i.eye, due: i.ordered }))
const boxes = () => [{ productId: goods.get('batch')!, sph: -3, cyl: 0, number: PIECES.batch }]
async function written(kind: Kind, supplierId: number): Promise<{ orderId: number; bundleId: number | null }> {
  if (kind === 'batch') {
    const { bundleId, orders } = await as('warehouse').call('batch-orders.create', { supplierId, items: boxes() })
    return { bundleId, orderId: orders[0]!.orderId }
  }
  const link = kind === 'okjing' ? await linkFor(as, pid, kind) : {}
  const { call, input } = orderOf(kind, { productId: goods.get(kind)!, pid: kind === 'other' ? undefined : pid, ...link })
  const named = 'order' in input ? { ...input, order: { pid, supplierId, ...link } } : { ...input, supplierId }
  const { orderId } = (await as('optometrist').call(call as 'orders.create', named as never)) as { orderId: number }
  return { orderId, bundleId: null }
}
async function begun(kind: Kind): Promise<House> {
  const supplierId = await makeSupplier(as('manager'))
  const { orderId: id, bundleId } = await written(kind, supplierId)
  const house: House = { supplierId, lives: [], owed: 0, paid: 0 }
  const cost = (100 + CATEGORY[kind]) * 100
  const price = kind === 'care' || kind === 'okjing' ? (300 + CATEGORY[kind]) * 100 * PIECES[kind] : 0
  house.lives.push({ house, kind, id, bundleId, cost, price, lines: await linesOf(id), ...NEW, ...NOTHING })
  return house
}
type Step = (l: Life, random: () => number) => Promise<void>
const to = (l: Life, status: number, role: 'manager' | 'optometrist' = 'manager') =>
  done(role, 'orders.status', { oid: l.id, status, reason: status === 9 ? '不要了' : undefined })
const submit: Step = async (l) => {
  const may = l.status === 1
  expect(await to(l, 2, l.kind === 'batch' ? 'manager' : 'optometrist')).toBe(may)
  if (!may) return
  l.status = 2
  l.credit = PIECES[l.kind] * l.cost
  l.fbid = (await as('manager').call('orders.info', { id: l.id })).fbid
  expect(l.fbid !== null).toBe(l.price > 0)
}
/** A batch is written anew while it is a draft: its orders are others then. */
const rewrite: Step = async (l) => {
  if (l.bundleId === null) return
  const may = l.status === 1
  const { house, bundleId } = l
  expect(await done('warehouse', 'batch-orders.update', { oid: bundleId, supplierId: house.supplierId, items: boxes() })).toBe(may)
  if (!may) return
  const { orders } = await as('warehouse').call('batch-orders.detail', { id: bundleId })
  l.id = orders[0]!.orderId
  l.lines = await linesOf(l.id)
}
/** A lens that was ordered is supplied anew: for its price, or for nothing where its quality was the cause. The life goes on with it. */
const supplement: Step = async (l, random) => {
  if (!isFitted(l) || l.house.lives.length > 2) return
  const free = random() < 0.5
  const order = { pid, supplierId: l.house.supplierId, originalId: l.id, cause: free ? 'quality' : 'lost' }
  const may = ![1, 2, 9].includes(l.status)
  const input = { order, orderOpt: {}, orderLen: {}, orderType: 1 }
  if (!may) return expect(await done('optometrist', 'orders.create', input)).toBe(false)
  const { orderId: id } = (await as('optometrist').call('orders.create', input as never)) as { orderId: number }
  const price = free ? 0 : (300 + CATEGORY.okjing) * 100 * PIECES.okjing
  l.house.lives.push({ ...l, id, price, lines: await linesOf(id), ...NEW, ...NOTHING })
}
const pay: Step = async (l) => {
  if (l.fbid === null || l.status === 1) return
  const { feebill } = await as('cashier').call('feebill.info', { id: l.fbid })
  const may = !l.paid && l.status !== 9
  const payStyleList = [{ payWay: 1, amount: feebill.billPrice }]
  expect(await done('cashier', 'feebill.confirm', { fbid: l.fbid, payStyleList })).toBe(may)
  if (!may) return
  l.paid = true
  if (l.reviewed && l.status === 2) l.status = 3
}
const place: Step = async (l) => {
  const may = l.status === 2 && (isFitted(l) || !moneyFirst(l))
  expect(
    await (isFitted(l) ? done('manager', 'orders.review', { id: l.id }) : done('manager', 'orders.status', { oid: l.id, status: 3 })),
  ).toBe(may)
  if (!may) return
  l.reviewed = true
  if (!moneyFirst(l)) l.status = 3
}
const onward: Step = async (l) => {
  const next = l.status === 3 || (isFitted(l) && l.status === 4) ? l.status + 1 : undefined
  expect(await to(l, next ?? 4)).toBe(next !== undefined)
  if (next) l.status = next
}
const mayReceive = (l: Life): boolean => {
  if (isFitted(l)) return [5, 6].includes(l.status)
  return [4, 5].includes(l.status) || ([2, 3].includes(l.status) && !moneyFirst(l))
}
const receive: Step = async (l, random) => {
  const line = l.lines[Math.floor(random() * l.lines.length)]!
  const quantity = isFitted(l) ? 1 : 1 + Math.floor(random() * 3)
  const refused = random() < 0.2
  const box = { batchNo: `L${l.id}`, expiry: '2031-01-01', ...(isFitted(l) ? { serial: `S${++serials}` } : {}) }
  const label = { bc: line.eye === 'os' ? 8.2 : 8.3, target: line.eye === 'os' ? -2.5 : -3.25, dia: 10.6 }
  const verdict = refused ? { verdict: 'rejected', reason: '破损' } : {}
  const measured = isFitted(l) ? { measured: label } : l.kind === 'batch' ? { measured: { sph: -3, cyl: 0 } } : {}
  const lines = [{ lineId: line.lineId, quantity, ...box, ...measured, ...verdict }]
  const may = mayReceive(l) && quantity <= line.due
  expect(await done('manager', 'orders.receive', { id: l.id, lines })).toBe(may)
  if (may) arrived(l, line, quantity, refused)
}
function arrived(l: Life, line: Life['lines'][number], quantity: number, refused: boolean): void {
  line.due -= quantity
  if (refused) l.rejected += quantity
  else {
    l.received += quantity
    l.unpaid += quantity
    l.house.owed += quantity * l.cost
    if (isMembers(l) && !l.refunded) l.held += quantity
    else l.free += quantity
  }
  l.status = isFitted(l) ? 6 : 5
  if (dueOf(l) === 0 && l.received > 0) l.status++
  else if (dueOf(l) === 0) endsAs(l, isFitted(l) ? 11 : 8)
  settled(l)
}
const handOver: Step = async (l) => {
  const may = (isFitted(l) ? l.status === 7 : l.status === 6 && isMembers(l) && !l.handed && !l.refunded) && !moneyFirst(l)
  const { receipts } = await as('manager').call('orders.info', { id: l.id })
  const codes = codesOf({ receipts })
  expect(await done('manager', 'orders.hand-over', { id: l.id, receiver: '本人', signature: 'M20 60 L60 30 L100 70 L140 40', codes })).toBe(
    may,
  )
  if (!may) return
  l.handed = true
  l.held = 0
  if (isFitted(l)) l.status = 8
}
const giveBack: Step = async (l) => {
  const late = isFitted(l) && l.status === 8
  const may = late || (isFitted(l) ? [6, 7].includes(l.status) : l.status === 4 || (l.status === 5 && !(l.refunded && l.received > 0)))
  expect(await done('manager', 'orders.return', { id: l.id, reason: '退换' })).toBe(may)
  if (!may) return
  if (late) l.locked += l.received
  else {
    l.house.owed -= l.received * l.cost
    if (isMembers(l)) l.held = 0
    else l.free -= l.received
  }
  endsAs(l, isFitted(l) ? 11 : 8)
}
const cancel: Step = async (l) => {
  const may = (isFitted(l) ? [1, 2, 3, 4, 5] : [2, 3, 4]).includes(l.status) && !(l.paid && !l.refunded)
  expect(await to(l, 9)).toBe(may)
  if (may) endsAs(l, 9)
}
const refund: Step = async (l) => {
  if (l.fbid === null) return
  const { BillItemList } = await as('cashier').call('feebill.info', { id: l.fbid })
  const items = BillItemList.map((i) => ({ biid: i.biid, quantity: i.quantity }))
  const may = l.paid && !l.refunded
  expect(await done('manager', 'fee-bills.refund', { fbid: l.fbid, items, reason: '不要了' })).toBe(may)
  if (!may) return
  l.refunded = true
  if (givenUp(l)) return
  if (l.handed) l.locked += l.received
  if (isFitted(l)) return endsAs(l, l.status >= 6 ? 11 : 9)
  if (l.status < 5) return endsAs(l, 9)
  l.free += l.held
  l.held = 0
}
const paySupplier: Step = async ({ house }) => {
  const { supplierId } = house
  const { list } = await as('finance').call('payment-order.supplier', { id: supplierId })
  const input = { supplierId, payableIds: list.map((p) => p.payableId) }
  if (house.owed <= 0) return expect(await done('finance', 'payment-order.create', input)).toBe(false)
  const { id } = await as('finance').call('payment-order.create', input)
  await as('manager').call('payment-order.status', { id, status: 1 })
  const proof = { paidOn: clinicNow().slice(0, 10), bank: '工行', voucher: `P${id}` }
  await as('finance').call('payment-order.status', { id, status: 2, ...proof })
  house.paid += house.owed
  house.owed = 0
  for (const l of house.lives) {
    l.unpaid = 0
    settled(l)
  }
}
const STEPS: readonly Step[] = [
  rewrite,
  supplement,
  submit,
  pay,
  place,
  onward,
  onward,
  receive,
  receive,
  receive,
  handOver,
  giveBack,
  cancel,
  refund,
  paySupplier,
]
/** The way an order goes when nothing goes wrong. */
const USUAL: readonly Step[] = [submit, pay, place, onward, onward, receive, receive, receive, receive, receive, handOver]

interface Figures {
  readonly bill: number
  readonly held: number
  readonly free: number
  readonly locked: number
  readonly credit: number
  readonly payable: number
}
const Stock = { held: 'number', free: 'number', locked: 'number', bill: 'number' } as const
const figures = ({ supplierId, lives }: House): Promise<Figures> =>
  clinic.tx(async (cx) => {
    const stock = await cx.db.the(
      Stock,
      sql`
        select coalesce(sum(a.balance) filter (where b.held_for is not null), 0)::int held,
          coalesce(sum(a.balance) filter (where b.held_for is null and not b.locked), 0)::int free,
          coalesce(sum(a.balance) filter (where b.held_for is null and b.locked), 0)::int locked,
          (
            select coalesce(sum(paid - refunded), 0)
            from fee_bill
            where fbid = any(${lives.flatMap((l) => l.fbid ?? [])}::bigint[])
          )::int bill
        from batch b
        join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
        where b.batch_no = any(${lives.map((l) => `L${l.id}`)}::text[])
      `,
    )
    const { used } = await creditOf(cx, clinic.hid)
    return { ...stock, credit: used, payable: await balance(cx, 'payable', `supplier:${supplierId}`) }
  })
function modelled({ lives, owed }: House): Figures {
  const sum = (figure: (l: Life) => number): number => lives.reduce((n, l) => n + figure(l), 0)
  return {
    bill: sum((l) => (l.paid && !l.refunded ? l.price : 0)),
    held: sum((l) => l.held),
    free: sum((l) => l.free),
    locked: sum((l) => l.locked),
    credit: sum((l) => l.credit),
    payable: owed,
  }
}
/** Everything of a life is taken back: money, the order, and what still lies here goes to the supplier. */
async function undone(l: Life, random: () => number): Promise<void> {
  if (l.paid && !l.refunded) await refund(l, random)
  if (!givenUp(l) && l.status !== 1) await (l.status < 5 || (isFitted(l) && l.status < 6) ? cancel : giveBackOrPay)(l, random)
  const batches = await clinic.tx((cx) =>
    cx.db.rows(
      { batchId: 'number', productId: 'number', quantity: 'number' },
      sql`
        select b.batch_id, b.product_id, a.balance quantity
        from batch b
        join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
        where b.batch_no = ${`L${l.id}`} and a.balance > 0
      `,
    ),
  )
  const lines = batches.map((b) => ({ ...b, price: l.cost }))
  if (lines.length) await clinic.tx((cx) => sendBack(cx, { hid: clinic.hid, supplierId: l.house.supplierId, note: '全部退回', lines }))
  l.house.owed -= batches.reduce((n, b) => n + b.quantity, 0) * l.cost
  l.free = l.locked = l.held = 0
}
/** Goods for the shelf that are all here are the store's: what they cost is paid, which frees the credit. */
const giveBackOrPay: Step = async (l, random) => {
  if (isFitted(l) || (l.status === 5 && !(l.refunded && l.received > 0))) return giveBack(l, random)
  while (dueOf(l) > 0) await receive(l, random)
  await paySupplier(l, random)
}

beforeAll(async () => {
  clinic = await freshClinic()
  const supplierId = await makeSupplier(as('manager'))
  for (const kind of KINDS) goods.set(kind, await makeGoods(as('manager'), CATEGORY[kind], supplierId))
  pid = (await as('reception').call('patients.save', { name: '一生', mobile: '13900000066', birth: '2010-07-01', gender: 1 })).pid
  await as('chain').call('orders.credit-limit', { hid: clinic.hid, limit: 10_000_000, reason: '年度额度' })
})

const plain = ({ lives, ...house }: House): string => JSON.stringify({ ...house, lives: lives.map(({ house: _, ...l }) => l) })
const START = { bill: 0, held: 0, free: 0, locked: 0, credit: 0 } as const

it(
  `${LIVES} random lives are what a plain model says, and undone they leave nothing (seed ${SEED})`,
  { timeout: 90_000 + LIVES * 4000 },
  async () => {
    for (let n = 0; n < LIVES; n++) {
      const random = chance(SEED + n * 7919)
      random()
      const house = await begun(KINDS[n % KINDS.length]!)
      const sentences: string[] = []
      for (let k = 0, index = 0; k < 14; k++) {
        const step = random() < 0.7 && index < USUAL.length ? USUAL[index++]! : STEPS[Math.floor(random() * STEPS.length)]!
        sentences.push(step.name)
        const life = house.lives.at(-1)!
        await step(life, random).catch((error: unknown) => {
          throw new Error(`life ${n} of seed ${SEED}, ${life.kind}: ${sentences.join(' ')}: ${String(error)} ${plain(house)}`)
        })
        // What is supplied anew goes its own usual way.
        if (step === supplement && house.lives.at(-1) !== life) index = 0
        expect({ n, told: sentences, ...(await figures(house)) }).toEqual({ n, told: sentences, ...modelled(house) })
      }
      for (const life of house.lives.toReversed()) await undone(life, random)
      expect({ n, told: sentences, ...(await figures(house)) }).toEqual({ n, told: sentences, ...START, payable: 0 - house.paid })
    }
    const differences = await onClient((await server()).ownerUrl, async (client) => {
      const found: string[] = []
      for (const check of [ledgers, payables, ...orderChecks]) found.push(...(await check.run(dbOn(client))).differences)
      return found.filter((d) => d.startsWith(`organisation ${clinic.oid},`))
    })
    expect(differences).toEqual([])
  },
)
