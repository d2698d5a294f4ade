/** Months whose books are closed. */
import { id, moment, note, page, pageSize, text, z } from '#kernel/contract/index.ts'

const month = text('月份', { max: 7, width: 90 }).regex(/^\d{4}-(0[1-9]|1[0-2])$/, '请写成 2026-10')
const hid = id('门店')
export const ClosedMonth = z.object({
  id: id('月结'),
  month,
  closedAt: moment('月结时间'),
  closedByName: text('月结人').nullable(),
  note: text('备注').nullable(),
  reopenedAt: moment('重新打开时间').nullable(),
  reopenedByName: text('打开人').nullable(),
  reason: text('打开原因').nullable(),
})
export type ClosedMonth = z.output<typeof ClosedMonth>
export const ClosedMonthPage = page(ClosedMonth)
export const MonthQuery = z.object({ hid, ...pageSize })
export const CloseMonth = z.object({ hid, month, note: note('备注', 200).optional() })
export const ReopenMonth = z.object({ id: id('月结'), reason: text('打开原因', { max: 200 }).min(1) })
