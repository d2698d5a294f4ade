/** Builders for tests and the demo: goods a kind may order, and an order of any kind as its own family of calls takes it. */
import type { Caller } from '../../../tests/harness.ts'
import { SIGNATURE } from '#modules/frame-orders/server/make.ts'
import { productCategory } from '#modules/products/contract/fields.ts'
import { recordMachine } from '#modules/records/contract/okjing/states.ts'
import type { LineParameter } from '../contract/fields.ts'
import { orderKinds, type OrderKindName } from '../contract/kinds/index.ts'
import type { OrderKind } from '../contract/kinds/kind.ts'
import { Stated, type OrderInfo } from '../contract/shapes.ts'

type Call = Pick<Caller, 'call'>
let made = 0
/** What of each category may be ordered: papers that are valid, a range, a price and a cost. */
export async function makeGoods(manager: Call, category: number, supplierId: number, over: object = {}): Promise<number> {
  const powered = [3, 4].includes(category) ? { sphMin: -10, sphMax: 6, cylMin: -4, cylMax: 0 } : {}
  const watched = [4, 5, 10].includes(category)
    ? { deviceClass: 3 as const, registrationNo: '国械注准20223160001', registrationExpires: '2099-12-31' }
    : {}
  const product = {
    category: productCategory.parse(category),
    name: `订购商品 ${category}-${++made}`,
    unit: category === 4 ? '盒' : '片',
    price: 300 + category,
    cost: 100 + category,
    supplierId,
    ...powered,
    ...watched,
    ...over,
  }
  return (await manager.call('product.save', product)).productId
}
export const makeSupplier = async (manager: Call, over: object = {}): Promise<number> =>
  (await manager.call('supplier.save', { name: `供货商 ${++made}`, licenceNo: '粤械经营许 9', licenceExpires: '2099-12-31', ...over }))
    .supplierId

/** What the label of the right piece says: every parameter a receipt of its kind asks for. */
export const statedOf = (kind: OrderKindName | OrderKind, line: Readonly<Partial<Record<LineParameter, number | string | null>>>) =>
  Stated.parse(
    Object.fromEntries(
      (typeof kind === 'string' ? orderKinds[kind] : kind).receipt.told.flatMap((name) => (line[name] == null ? [] : [[name, line[name]]])),
    ),
  )

/** The codes of every piece of an order that is in the house: its number, else its lot. */
export const codesOf = (order: Pick<OrderInfo, 'receipts'>): string[] =>
  order.receipts.flatMap((r) =>
    r.lines.flatMap((l) => (l.verdict === 'pass' || l.verdict === 'accepted' ? (l.serial ?? l.batchNo ?? l.gtin ?? []) : [])),
  )
/** The member takes all of an order, every piece scanned. */
export async function makeHandedOver(caller: Call, id: number) {
  const codes = codesOf(await caller.call('orders.info', { id }))
  return caller.call('orders.hand-over', { id, receiver: '本人', signature: SIGNATURE, codes })
}

interface Wanted {
  readonly productId: number
  readonly pid?: number | undefined
  readonly hid?: number | undefined
  /** What a member's fitted lenses are ordered from (`linkFor`). */
  readonly prescriptionId?: number | undefined
}
const EYES = { dsOd: -3.25, dcOd: -0.75, axOd: 175, dsOs: -2.5, dcOs: -1, axOs: 10 }
const ORTHOK = { bcOd: 8.3, targetOd: -3.25, diaOd: 10.6, bcOs: 8.2, targetOs: -2.5, diaOs: 10.6 }
/** The input of a kind's own call that writes an order. */
export function orderOf(kind: OrderKindName, { productId, pid, hid, prescriptionId }: Wanted): { call: string; input: object } {
  const { calls } = orderKinds[kind]
  const store = hid === undefined ? {} : { hid }
  if (calls.style === 'order')
    return {
      call: 'orders.create',
      input: {
        ...store,
        order: { pid, prescriptionId },
        orderOpt: {},
        orderLen: { ...EYES, ...(kind === 'okjing' ? ORTHOK : {}), productId },
        orderType: calls.orderType,
        // Ortho-k from a prescription without a fitting: that is confirmed.
        overrides: kind === 'okjing' && prescriptionId ? [{ code: 'no-trial', reason: '会员自带参数' }] : [],
      },
    }
  if (calls.style === 'lens')
    return {
      call: `${calls.name}.create`,
      input: { ...store, pid, ...EYES, pdOd: 31, pdOs: 31, productId, eyeGlassOd: 1, eyeGlassOs: 1 },
    }
  const powered = kind === 'batch' ? { sph: -3, cyl: 0 } : {}
  if (calls.style === 'batch') return { call: 'batch-orders.create', input: { ...store, items: [{ productId, number: 4, ...powered }] } }
  return { call: `${calls.name}.create`, input: { ...store, ...(pid ? { pid } : {}), items: [{ productId, number: 4 }] } }
}

/** What a fitting and its first record say of a child whose cornea, power and age suit. */
const FIRST = {
  dsOd: -3,
  dcOd: -0.5,
  axOd: 180,
  dsOs: -2.75,
  k1Od: 43,
  k2Od: 44,
  k1Os: 43.25,
  k2Os: 44,
  eccOd: 0.5,
  eccOs: 0.5,
  wtwOd: 11.6,
  wtwOs: 11.6,
  iopOd: 15,
  iopOs: 15,
  inflammation: 'no',
  dryEye: 'no',
  systemicBar: 'no',
  hygiene: 'good',
  result: 'suitable',
} as const
export const FITTED = { bcOd: 8.6, targetOd: -3, diaOd: 10.6, bcOs: 8.52, targetOs: -2.75, diaOs: 10.6 } as const
interface Staff {
  readonly optometrist: Call
  readonly doctor: Call
  readonly reception: Call
}
/** A fitting of a member's ortho-k lenses that a doctor has checked, with the consent and the first record it waits for. */
export async function makeFitting({ optometrist, doctor, reception }: Staff, pid: number): Promise<number> {
  await makeConsent(reception, pid)
  const first = await optometrist.call('okjing-first-record.create', { pid, ...FIRST })
  await doctor.call('okjing-first-record.status', { id: first.id, status: recordMachine.is.signed })
  const fits = { pid, product: '梦戴维', fittedOd: true, fittedOs: true, source: 'order', ...FITTED } as const
  const { id, version } = await optometrist.call('fitting.create', fits)
  await doctor.call('fitting.update', { id, status: recordMachine.is.signed, version })
  return id
}
/** A signed prescription of ortho-k lenses. */
export async function makeOrthokRx(doctor: Call, pid: number, productId: number): Promise<number> {
  const powers = { dsOd: -3, dcOd: -0.5, axOd: 180, dsOs: -2.75, dcOs: 0, axOs: null }
  const list = [{ kind: 6 as const, ...powers, productId }]
  const { id } = await doctor.call('prescription.create', { pid, feeBillType: 2, diagnose: '近视', reviewMonths: 12, list })
  return (await doctor.call('prescription.sign', { id })).id
}

type Role = 'doctor' | 'reception'
type Link = Promise<{ prescriptionId: number }>
/** Of each clinic, by kind and member: numbers begin anew with the next database. */
const links = new WeakMap<object, Map<string, Link>>()
const CONTACT = { bcOd: 8.6, bcOs: 8.6, diaOd: 14.2, diaOs: 14.2, cycle: 3 } as const
async function prescribed(as: (role: Role) => Call, pid: number, kind: 'okjing' | 'soft'): Promise<{ prescriptionId: number }> {
  const ortho = kind === 'okjing'
  if (ortho) await makeConsent(as('reception'), pid)
  const line = ortho ? { kind: 6 as const, ...EYES } : { kind: 4 as const, ...EYES, ...CONTACT }
  const { id } = await as('doctor').call('prescription.create', { pid, feeBillType: ortho ? 2 : 1, diagnose: '近视', list: [line] })
  return { prescriptionId: (await as('doctor').call('prescription.sign', { id })).id }
}
/**
 * What a member's fitted lenses of a kind stand on: a signed prescription of the powers `orderOf` orders, and for ortho-k the consent; one
 * a member.
 */
export function linkFor(as: (role: Role) => Call, pid: number, kind: 'okjing' | 'soft'): Link {
  const own = links.get(as) ?? new Map<string, Link>()
  links.set(as, own)
  const key = `${kind}:${pid}`
  const link = own.get(key) ?? prescribed(as, pid, kind)
  own.set(key, link)
  return link
}
/** The guardian agrees to ortho-k. */
async function makeConsent(reception: Call, pid: number): Promise<void> {
  const text = (await reception.call('patients.consent.texts', {})).find((t) => t.kind === 4)
  if (!text) throw new Error('no text of consent to ortho-k')
  const guardian = { guardianName: '周敏', guardianRelation: 2 } as const
  await reception.call('patients.consent.give', { pid, kind: 4, sha256: text.sha256, way: 1, ...guardian })
}
