/** 应收 (receivables): what members owe, on account or after a deposit, and since when. */
import { count, id, page, pageSize, personal, text, word, date, z } from '#kernel/contract/index.ts'
import * as f from './fields.ts'

const kind = word('应收类型', { account: '挂账', deposit: '定金尾款', unpaid: '待收费' })
export const Receivable = z.object({
  fbid: f.fbid,
  billNo: f.billNo,
  pid: id('会员'),
  patientName: personal(f.person('会员'), 'name'),
  memberNo: text('会员号').nullable(),
  mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  kind,
  itemNames: text('项目', { width: 200 }),
  billPrice: f.amount('应收'),
  paid: f.amount('已收'),
  due: f.amount('欠款'),
  since: date('欠款日期'),
  days: count('账龄', { unit: '天' }),
  reason: f.remark.nullable().meta({ label: '挂账原因' }),
  salerName: f.person('销售').nullable(),
})
export type Receivable = z.output<typeof Receivable>
export const ReceivableQuery = z.object({
  hid: f.hid,
  /** Without a kind: bills on account and bills with a deposit. A bill that was only written is no debt. */
  kind: kind.optional(),
  minDays: z
    .literal([30, 60, 90, 180])
    .optional()
    .meta({ label: '账龄', format: 'choice', options: { 30: '30 天以上', 60: '60 天以上', 90: '90 天以上', 180: '180 天以上' } }),
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
  search: text('会员姓名、手机尾号或单号', { max: 30 }).optional(),
  ...pageSize,
})
export const ReceivablePage = page(Receivable)
/** Columns of the Excel file. */
export const receivableColumns = [
  'billNo',
  'patientName',
  'memberNo',
  'mobile',
  'kind',
  'itemNames',
  'billPrice',
  'paid',
  'due',
  'since',
  'days',
  'reason',
  'salerName',
] as const
