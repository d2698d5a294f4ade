import { get, open, put } from '#kernel/contract/index.ts'
import { Mall, MallQuery, MallState } from './shapes.ts'

export const site = {
  'mall.products': open.get('/v1/{product}/mall', {
    can: 'public',
    proof: 'nothing',
    summary: 'Ours: goods with prices of a store that opened its mall, as a visitor sees them',
    input: MallQuery,
    output: Mall,
    perMinute: 120,
  }),
  'mall.state': get('/v1/{product}/mall/state', {
    can: 'mall:edit',
    summary: 'Ours: whether the present store shows its goods to visitors',
    output: MallState,
  }),
  'mall.open': put('/v1/{product}/mall/state', {
    can: 'mall:edit',
    summary: 'Ours: shows the goods of the present store to visitors, or no longer',
    input: MallState,
    output: MallState,
  }),
}
export default site
