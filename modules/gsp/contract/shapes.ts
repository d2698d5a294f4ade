import { code, choice, count, flag, id, moment, name, page, perPage, scannedCode, status, text, z } from '#kernel/contract/index.ts'
import { LotTrace } from '#modules/lens-orders/contract/receive/lots.ts'
import { recall } from './states.ts'

export const outcomes = { 1: '已通知停用', 2: '已约退回', 3: '没有接通', 4: '已收回' } as const
const level = choice('召回级别', { 1: '一级（1 天）', 2: '二级（3 天）', 3: '三级（7 天）' })
const outcome = choice('通知结果', outcomes)
const reason = text('召回原因', { max: 500 })
const recallId = id('召回')
const recallStatus = status('状态', recall)

export const RecallRow = z.object({
  recallId,
  recallNo: text('召回单号'),
  lot: text('批号'),
  level,
  drill: flag('演练'),
  reason,
  status: recallStatus,
  staffName: text('发起人').nullable(),
  createdAt: moment('发起时间'),
  dueAt: moment('通知期限'),
  overdue: flag('通知超时'),
  batches: count('涉及批次'),
  told: count('已通知会员'),
  result: text('召回结果', { max: 1000 }).nullable(),
  endedAt: moment('结束时间').nullable(),
})
export type RecallRow = z.output<typeof RecallRow>
export const RecallCall = z.object({
  callId: id('通知'),
  pid: id('会员'),
  outcome,
  note: text('备注').nullable(),
  at: moment('时间'),
  staffName: text('通知人').nullable(),
})
export const Recall = RecallRow.extend({
  untold: count('待通知会员'),
  trace: LotTrace.meta({ label: '追溯' }),
  calls: z.array(RecallCall).meta({ label: '召回通知' }),
})
export type Recall = z.output<typeof Recall>
export const RecallPage = page(RecallRow)
export const RecallQuery = z.object({ status: recallStatus.optional(), lot: code('批号').optional(), ...perPage })
export type RecallQuery = z.output<typeof RecallQuery>
export const RecallById = z.object({ id: recallId })
export const NewRecall = z.object({
  code: scannedCode('批号、序列号或条码', { max: 120 }).min(1),
  level,
  /** A recall is real until somebody says that it is a drill. */
  drill: flag('演练').default(false),
  reason: reason.min(1),
})
export type NewRecall = z.output<typeof NewRecall>
export const NewCall = z.object({ id: recallId, pid: id('会员'), outcome, note: name('备注', { max: 300 }).optional() })
export type NewCall = z.output<typeof NewCall>
export const EndRecall = z.object({ id: recallId, result: text('召回结果', { max: 1000 }).min(1) })
export type EndRecall = z.output<typeof EndRecall>
