/**
 * The golden file of supplier orders: 60 clean orders of all eight listed kinds raise no block and hardly a question; 100
 * with one planted error each are stopped when they are written and when they are submitted, and neither reception nor cashier nor
 * warehouse can confirm one away.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { orderKinds, type OrderKindName } from '../../contract/kinds/index.ts'
import type { OrderInfo } from '../../contract/shapes.ts'
import { makeFitting, makeGoods, makeOrthokRx, makeSupplier, orderOf } from '../make.ts'

let clinic: Clinic
let nth = 0
const goods = new Map<number, number>()
let progressiveLens: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const member = async (birth = '2014-05-02') =>
  (await as('reception').call('patients.save', { name: `金样${++nth}`, mobile: `139${String(10_000_000 + nth)}`, birth, gender: 1 })).pid
const productOf = (kind: OrderKindName): number => goods.get(orderKinds[kind].categories[0])!
type Any = (id: string, input: object) => Promise<OrderInfo>
const call = (role: Parameters<Clinic['as']>[0]): Any => as(role).call as never
type Values = Record<string, number | string | null>

/** Powers of a pair of eyes, apart enough that every planted error changes something. */
const powers = (i: number): Values => ({
  dsOd: -1 - (i % 4) * 0.5,
  dcOd: -0.75,
  axOd: 20 + i,
  dsOs: -2.5 - (i % 4) * 0.5,
  dcOs: -1,
  axOs: 100 + i,
})
async function prescribed(pid: number, line: Values): Promise<{ prescriptionId: number; rxLineId: number }> {
  const { id, list } = await as('doctor').call('prescription.create', { pid, list: [{ kind: 1, pdOd: 31, pdOs: 31, ...line }] } as never)
  await as('doctor').call('prescription.sign', { id })
  return { prescriptionId: id, rxLineId: list[0]!.lineId }
}
/** An order as reception writes it, and the clean form of what it follows. */
interface Written {
  readonly id: string
  readonly input: (over?: Values) => object
  readonly clean: Values
}
const PAIR: Values = { pdOd: 31, pdOs: 31 }
async function glasses(i: number): Promise<Written> {
  const [pid, clean] = [await member(), powers(i)]
  const link = await prescribed(pid, clean)
  const head = { pid, ...link, productId: productOf('glasses') }
  const input = (over: Values = {}) => ({ ...head, ...clean, ...PAIR, eyeGlassOd: 1, eyeGlassOs: 1, ...over })
  return { id: 'lens-orders.create', clean, input }
}
/** Progressive lenses from a line that prescribes them. */
async function progressive(i: number): Promise<Written> {
  const pid = await member('1968-05-02')
  const clean: Values = { ...powers(i), addOd: 2, addOs: 2, phOd: 18, phOs: 18 }
  const link = await prescribed(pid, { ...clean, kind: 3 })
  const input = (over: Values = {}) => ({ pid, ...link, productId: progressiveLens, ...PAIR, eyeGlassOd: 1, eyeGlassOs: 1, ...over })
  return { id: 'lens-orders.create', clean, input }
}
async function soft(i: number): Promise<Written> {
  const pid = await member('2000-01-01')
  const clean: Values = { dsOd: -1 - (i % 4) * 0.25, dsOs: -2.5 - (i % 4) * 0.25 }
  const link = await prescribed(pid, { ...clean, dcOd: 0, dcOs: 0 })
  const input = (over: Values = {}) => ({
    order: 'unlinked' in over ? { pid } : { pid, ...link },
    orderLen: { ...clean, ...without(over, 'unlinked'), productId: productOf('soft') },
    orderType: 2,
  })
  return { id: 'orders.create', clean, input }
}
const without = (values: Values, name: string): Values => Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))
async function okjing(): Promise<Written> {
  const pid = await member()
  const fittingId = await makeFitting({ optometrist: as('optometrist'), doctor: as('doctor'), reception: as('reception') }, pid)
  const prescriptionId = await makeOrthokRx(as('doctor'), pid, productOf('okjing'))
  const { said: colours } = await as('optometrist').call('orders.preview', { kind: 'okjing', prescriptionId, fittingId })
  const clean = Object.fromEntries(Object.entries(colours).filter(([, value]) => value !== null)) as Values
  const input = (over: Values = {}) => ({
    order: { prescriptionId, fittingId },
    orderLen: { ...clean, ...over, productId: productOf('okjing') },
    orderType: 1,
  })
  return { id: 'orders.create', clean, input }
}
const plain = (kind: OrderKindName): Written => {
  const { call: id, input } = orderOf(kind, { productId: productOf(kind) })
  return { id, clean: {}, input: () => input }
}
const swapped = (clean: Values): Values =>
  Object.fromEntries(Object.entries(clean).map(([k, v]) => [k.endsWith('Od') ? k.replace(/Od$/, 'Os') : k.replace(/Os$/, 'Od'), v]))
const n = (clean: Values, name: string): number => Number(clean[name])

beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  const supplierId = await makeSupplier(as('manager'))
  for (const category of new Set(Object.values(orderKinds).flatMap((k) => k.categories)))
    goods.set(category, await makeGoods(as('manager'), category, supplierId))
  progressiveLens = await makeGoods(as('manager'), 3, supplierId, { lensType: 3 })
}, 120_000)

describe('60 clean orders of all eight kinds', () => {
  it('raise no block, and a question in at most one of twenty', { timeout: 600_000 }, async () => {
    const many = async (count: number, make: (i: number) => Promise<Written> | Written) => {
      const made: Written[] = []
      for (let i = 0; i < count; i++) made.push(await make(i))
      return made
    }
    const orders = [
      ...(await many(8, glasses)),
      ...(await many(4, progressive)),
      ...(await many(10, soft)),
      ...(await many(8, okjing)),
      ...(await many(6, () => plain('care'))),
      ...(await many(6, () => plain('device'))),
      ...(await many(6, () => plain('frame'))),
      ...(await many(6, () => plain('gsp'))),
      ...(await many(6, () => plain('other'))),
    ]
    expect(orders).toHaveLength(60)
    const requests: string[] = []
    for (const { id, input } of orders) {
      const writer = /^(orders|lens-orders)\./.test(id) ? 'reception' : 'warehouse'
      const { findings, kind } = await call(writer)(id, input())
      expect(
        findings.filter((f) => f.level === 'block'),
        kind,
      ).toEqual([])
      requests.push(...findings.map((f) => `${kind} ${f.code}`))
    }
    expect(requests.length, requests.join()).toBeLessThanOrEqual(3)
  })
})

type Planted = readonly [what: string, make: (i: number) => Promise<Written>, code: string, over: (clean: Values) => Values]
const planted: readonly Planted[] = [
  ['glasses, sphere off by 0.25', glasses, 'sphere-od', (c) => ({ dsOd: n(c, 'dsOd') - 0.25 })],
  ['glasses, sign of the sphere', glasses, 'sign-od', (c) => ({ dsOd: -n(c, 'dsOd') })],
  ['glasses, cylinder off by 0.50', glasses, 'cylinder-os', (c) => ({ dcOs: n(c, 'dcOs') - 0.5 })],
  ['glasses, axis off by 10°', glasses, 'axis-od', (c) => ({ axOd: n(c, 'axOd') + 10 })],
  ['glasses, eyes exchanged', glasses, 'exchanged', swapped],
  ['glasses, an eye left out', glasses, 'eye-missing-os', () => ({ dsOs: null, dcOs: null, axOs: null, pdOs: null, eyeGlassOs: 0 })],
  ['glasses, a power nobody makes', glasses, 'range-od', () => ({ dsOd: -30 })],
  ['glasses, a base without its prism', glasses, 'prism-missing-od', () => ({ baseOd: 'IN' })],
  ['glasses, a prism nobody prescribed', glasses, 'prism-od', () => ({ prismOd: 2, baseOd: 'IN' })],
  ['glasses, an addition nobody prescribed', glasses, 'addition-os', () => ({ addOs: 1 })],
  ['glasses, distance of an eye off by 5 mm', glasses, 'monoPd-od', () => ({ pdOd: 36 })],
  ['progressive, addition off by 0.50', progressive, 'addition-od', () => ({ addOd: 2.5 })],
  ['progressive, addition left out', progressive, 'add-missing-os', () => ({ addOs: null })],
  ['soft, sphere off by 0.50', soft, 'sphere-od', (c) => ({ dsOd: n(c, 'dsOd') - 0.5 })],
  ['soft, sign of the sphere', soft, 'sign-od', (c) => ({ dsOd: -n(c, 'dsOd') })],
  ['soft, eyes exchanged', soft, 'exchanged', swapped],
  ['soft, nothing it follows', soft, 'no-link', () => ({ unlinked: 1 })],
  ['okjing, eyes exchanged', () => okjing(), 'exchanged', swapped],
  ['okjing, base curve off', () => okjing(), 'bc-od', (c) => ({ bcOd: n(c, 'bcOd') + 0.2 })],
  ['okjing, target off', () => okjing(), 'target-od', (c) => ({ targetOd: n(c, 'targetOd') - 0.5 })],
]
describe('100 orders with one planted error', () => {
  it.each(planted)('%s: stopped as it is written and as it is submitted, and not confirmed away', { timeout: 300_000 }, async (...row) => {
    const [what, make, code, over] = row
    for (let i = 0; i < 5; i++) {
      const { id, input, clean } = await make(i)
      const response = await as('reception').raw(id as 'orders.create', input(over(clean)) as never)
      const answer = (await response.json()) as { code: number; message: string; data: OrderInfo }
      // Refused at once, or written as a draft with what was found.
      if (answer.code !== 200) {
        expect(answer, what).toMatchObject({ code: 1 })
        continue
      }
      const { orderId, version, findings, kind } = answer.data
      const found = findings.find((f) => f.code === code)
      expect(found, `${what}: ${findings.map((f) => f.code).join()}`).toBeDefined()
      expect(found!.unless, what).not.toBeNull()
      for (const role of ['reception', 'cashier', 'warehouse'] as const)
        for (const reason of ['.', '会员确认', '医师面诊后确认']) {
          const overrides = [{ code, reason }]
          const refused =
            kind === 'glasses'
              ? await as(role).refusal('lens-orders.update', { id: orderId, version, overrides })
              : await as(role).refusal('orders.update', { order: { orderId }, version, overrides })
          expect(refused.code, `${what} by ${role}: ${refused.message}`).not.toBe(200)
        }
      const submitted = await as('reception').refusal('orders.status', { oid: orderId, status: 2, version })
      expect(submitted, what).toMatchObject({ code: 1, message: expect.stringMatching(/订单检查/) })
    }
  })
})
