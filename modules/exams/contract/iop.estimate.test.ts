import { describe, expect, it } from 'vitest'
import { iopEstimates } from './iop.estimate.ts'

const iop = (more: object = {}) => ({ iopOd: 19.3, iopOs: 16, cctOd: 557, cctOs: 550, iopMethod: 1, ...more })
const shown = (day: Parameters<typeof iopEstimates>[0]) => iopEstimates(day).map(({ value, why }) => value?.toFixed(1) ?? why)

describe('pressure for the thickness of the cornea', () => {
  it('is the Dresden formula’s, beside the reading', () => expect(shown({ iop: iop() })).toEqual(['19.0', '16.0']))
  it('takes the thickness of the same day from biometry or topography where the tonometer has none', () => {
    const bare = iop({ cctOd: null, cctOs: null })
    expect(shown({ iop: bare, bioMeter: { cctOd: 557 }, cornea: { cctOs: 550 } })).toEqual(['19.0', '16.0'])
  })
  it('says why there is none: no thickness, ortho-k, another kind of tonometer', () => {
    expect(shown({ iop: iop({ cctOs: null }) })).toEqual(['19.0', '当日没有角膜厚度'])
    expect(shown({ iop: iop(), visual: { glassesType: 3 } })[0]).toBe('戴硬镜或夜戴塑形镜，角膜形态已改变')
    expect(shown({ iop: iop(), hardLens: { id: 1 } })[0]).toBe('戴硬镜或夜戴塑形镜，角膜形态已改变')
    expect(shown({ iop: iop({ iopMethod: 3 }) })[0]).toBe('公式只适用于非接触和 Goldmann 眼压')
  })
  it('is said of no eye without a reading', () => expect(shown({ iop: iop({ iopOs: null }) })).toHaveLength(1))
})
