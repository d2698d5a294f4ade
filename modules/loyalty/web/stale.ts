import { loyalty } from '../contract/endpoints.ts'

/** What is read again after money of a member moved. */
export const stale = [loyalty['loyalty.wallet'], loyalty['chargebill.list-by-patient'], loyalty['chargebill.list'], loyalty['charge-bills.list'], loyalty['chargebill.statistical'], loyalty['patients.points.list'], loyalty['loyalty.statement'], loyalty['chargebill.withdrawal-plan']]
