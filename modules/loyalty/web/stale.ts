import { loyalty } from '../contract/endpoints.ts'

/** Calls to refetch after a member's money moved. */
export const stale = [
  loyalty['loyalty.wallet'],
  loyalty['chargebill.list-by-patient'],
  loyalty['chargebill.list'],
  loyalty['charge-bills.list'],
  loyalty['chargebill.statistical'],
  loyalty['patients.points.list'],
  loyalty['loyalty.statement'],
  loyalty['chargebill.withdrawal-plan'],
]
/** Calls to refetch after points or gifts moved. */
export const stalePoints = [
  ...stale,
  loyalty['points.member'],
  loyalty['points.accounts'],
  loyalty['points.figures'],
  loyalty['points.record'],
  loyalty['points.gifts.list'],
  loyalty['points.orders'],
  loyalty['points.lottery.prizes'],
  loyalty['points.lottery.records'],
]
