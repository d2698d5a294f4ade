/** Figures shared by several statistics. 实收 and 销售 are two bases; next to each other only where the figure states its base. */
import { reservationStates } from '#modules/reservations/contract/states.ts'
import type { Figure, Summed } from './view.ts'

export const sum = (cube: Summed['cube'], measures: Summed['sum'], more: Omit<Summed, 'cube' | 'sum'>): Figure => ({
  cube,
  sum: measures,
  ...more,
})
const SOLD_OUT = 101
const SOLD_BACK = 3

export const net = sum(
  'sold',
  { sold: 1, returned: -1 },
  {
    label: '销售净额',
    unit: 'money',
    means: '当日付清的收费单的明细金额，减当日退回的明细金额；退货算在退的那天',
    ledger: 'bills',
  },
)
export const bills = sum('tickets', { bills: 1 }, { label: '成交', unit: 'count', means: '当日付清的收费单数', ledger: 'paid' })
export const off = sum(
  'tickets',
  { off: 1 },
  { label: '让利', unit: 'money', means: '付清的收费单上，原价减应收', bad: true, ledger: 'off' },
)
export const listed = sum('tickets', { listed: 1 }, { label: '原价', unit: 'money', means: '付清的收费单的原价合计', aside: true })
export const pieces = sum('sold', { pieces: 1, back: -1 }, { label: '件数', unit: 'count', means: '售出件数减退回件数', aside: true })
export const income = sum(
  'money',
  { income: 1 },
  {
    label: '营业实收',
    unit: 'money',
    means: '现金、在线、医保等收款和消费的储值本金，减退款，各算在自己的那天；不含赠金、积分、卡券',
    ledger: 'revenue',
  },
)
export const received = sum(
  'money',
  { received: 1, refunded: -1 },
  {
    label: '实收净额',
    unit: 'money',
    means: '各种方式的支付减退款，各算在自己的那天',
    aside: true,
  },
)
export const cost = sum(
  'stock',
  { outValue: 1, intoValue: -1 },
  {
    label: '成本',
    unit: 'money',
    means: '销售出库批次的进价，减退回批次的进价',
    where: { type: [SOLD_OUT, SOLD_BACK] },
    can: 'stat:cost',
    aside: true,
  },
)
export const came = sum(
  'visits',
  { visits: 1 },
  {
    label: '到诊',
    unit: 'count',
    means: '到店的预约，包括未看完的',
    where: { status: reservationStates.in.came },
  },
)
export const newMembers = sum('members', { members: 1 }, { label: '新会员', unit: 'count', means: '当日建档的会员' })
export const newCustomers = sum(
  'firsts',
  { customers: 1 },
  { label: '新客', unit: 'count', means: '会员在本机构第一次付清的收费单，算在付清的那天' },
)
export const firstVisits = sum('firsts', { visits: 1 }, { label: '初诊', unit: 'count', means: '会员在本机构第一次到诊，算在到诊的那天' })
