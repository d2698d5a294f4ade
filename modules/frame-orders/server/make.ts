/** Builders for tests and demo data: a pair of glasses on its way through the shop. */
import type { Sent } from '../../../tests/harness.ts'
import type { z } from '#kernel/contract/index.ts'
import { initialChecks } from '../contract/fields.ts'
import { BagPowers, type Measured } from '../contract/shapes.ts'
import type { Caller } from '../../../tests/harness.ts'

type Call = Pick<Caller, 'call'>

/** An order with powers, not yet chosen. */
export const makeOrder = (caller: Call, input: Pick<Sent<'frame.create'>, 'hid' | 'pid'> & Partial<Sent<'frame.create'>>) =>
  caller.call('frame.create', { dsOd: -3.25, dcOd: -0.5, axOd: 175, pdOd: 31.5, dsOs: -2.75, dcOs: -1, axOs: 5, pdOs: 31, ...input })

/** Lensmeter readings that are exactly what was ordered; heights nobody ordered are alike. */
export const readingsOf = (o: Partial<Readings>): Readings => ({
  dsOd: o.dsOd ?? null,
  dcOd: o.dcOd ?? 0,
  axOd: o.axOd ?? null,
  addOd: o.addOd ?? null,
  prismOd: o.prismOd ?? 0,
  baseOd: o.baseOd ?? null,
  pdOd: o.pdOd ?? null,
  phOd: o.phOd ?? 18,
  dsOs: o.dsOs ?? null,
  dcOs: o.dcOs ?? 0,
  axOs: o.axOs ?? null,
  addOs: o.addOs ?? null,
  prismOs: o.prismOs ?? 0,
  baseOs: o.baseOs ?? null,
  pdOs: o.pdOs ?? null,
  phOs: o.phOs ?? 18,
})
type Readings = z.output<typeof Measured>
const BAGS = ['ds', 'dc', 'ax', 'add', 'prism', 'base'] as const
/** What the bags of the right lenses of an order say. */
export const bagsOf = (order: object) =>
  BagPowers.parse(
    Object.fromEntries(
      Object.entries(order).filter(([field, value]) => BAGS.some((b) => field === `${b}Od` || field === `${b}Os`) && value !== null),
    ),
  )
/** Lenses that came by hand, their bags as ordered. */
export const makeGoodsCome = async (caller: Call, id: number, batchNo = 'LOT-1') =>
  caller.call('frame.goods', { id, batchNo, measured: bagsOf(await caller.call('frame.info', { id })) })

/** A signature for tests and the demo. */
/** Somebody who takes glasses for a member whose record knows no guardian. */
export const MOTHER = { receiverRelation: '母亲', receiverPhone: '13900008888' }
export const SIGNATURE = 'M20 60 L60 30 L100 70 L140 40'
export const CHECKS = [...initialChecks]
