/** Builders for tests and demo data: a pair of glasses on its way through the shop. */
import type { Sent } from '../../../tests/harness.ts'
import type { z } from '#kernel/contract/index.ts'
import { initialChecks } from '../contract/fields.ts'
import type { Measured } from '../contract/shapes.ts'
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
/** A signature for tests and the demo. */
export const SIGNATURE = 'M20 60 L60 30 L100 70 L140 40'
export const CHECKS = [...initialChecks]
