import { on } from '#kernel/server/index.ts'
import { goodsReceived, goodsRepriced, goodsReturned, goodsRevoked } from '#modules/stock/contract/events.ts'
import { oweDifference, oweGoods, oweNoMore } from './payables.ts'

export default [on(goodsReceived, oweGoods), on(goodsReturned, oweGoods), on(goodsRepriced, oweDifference), on(goodsRevoked, oweNoMore)]
