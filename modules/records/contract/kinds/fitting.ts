/** The lenses decided on: their parameters, how they were come to, and a second person who checked them. */
import { eyes, flag, id, note, text, word, z } from '#kernel/contract/index.ts'
import { designId, family, lensPair, product } from '../okjing/fields.ts'
import { fittingFaults } from '../okjing/take.ts'
import { recordKind } from './kind.ts'

/** A step of the calculation as it was shown. */
const Step = z.object({ eye: text('眼别', { max: 10 }), says: text('算式', { max: 200 }) })
export const fitting = recordKind({
  noun: 'ortho-k fitting',
  chain: 'joins',
  fields: {
    ...eyes('fitted', flag('定片')),
    family,
    product,
    designId,
    ...lensPair,
    ...eyes('trial', id('采用的试戴')),
    trace: z.array(Step).max(60).meta({ label: '计算过程' }),
    orderId: id('镜片订单'),
    /** Lens orders are of a later module and follow the fitting: whether one is to come, or where else the lenses are from. */
    source: word('镜片来源', { order: '本院订购', outside: '外购', former: '旧镜' }),
    remark: note('说明', 500),
  },
  needed: ['product'],
  concludes: [],
  checks: fittingFaults,
  hasStatus: false,
  hasPrint: false,
})
