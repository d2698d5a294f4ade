/** Builders for tests and demo data: a pair of glasses on its way through the shop. */
import type { Sent } from '../../../tests/harness.ts'
import type { z } from '#kernel/contract/index.ts'
import type { Measured } from '../contract/shapes.ts'
import type { Caller } from '../../../tests/harness.ts'

type Call = Pick<Caller, 'call'>

/** An order with powers, not yet chosen. */
export const makeOrder = (caller: Call, input: Pick<Sent<'frame.create'>, 'hid' | 'pid'> & Partial<Sent<'frame.create'>>) =>
  caller.call('frame.create', { dsOd: -3.25, dcOd: -0.5, axOd: 175, pdOd: 31.5, dsOs: -2.75, dcOs: -1, axOs: 5, pdOs: 31, ...input })

/** Lensmeter readings that are exactly what was ordered. */
export const readingsOf = (o: Powers & Partial<Pick<Readings, 'addOd' | 'addOs' | 'phOd' | 'phOs'>>): Readings => ({
  dsOd: o.dsOd ?? 0,
  dcOd: o.dcOd ?? 0,
  axOd: o.axOd,
  addOd: o.addOd ?? null,
  pdOd: o.pdOd,
  phOd: o.phOd ?? null,
  dsOs: o.dsOs ?? 0,
  dcOs: o.dcOs ?? 0,
  axOs: o.axOs,
  addOs: o.addOs ?? null,
  pdOs: o.pdOs,
  phOs: o.phOs ?? null,
})
type Readings = z.output<typeof Measured>
type Powers = { [K in 'dsOd' | 'dcOd' | 'axOd' | 'pdOd' | 'dsOs' | 'dcOs' | 'axOs' | 'pdOs']: number | null }
/** A signature for tests and the demo. */
export const SIGNATURE = 'M20 60 L60 30 L100 70 L140 40'
export const CHECKS = ['镜片度数与订单一致', '膜层与折射率一致', '直径足够', '包装与标识完好', '镜架完好']
