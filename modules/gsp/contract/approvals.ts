/**
 * 首营: the papers of a supplier, or of a device of class II or III, asked for by one person and approved by another (order 54 of 2022;
 * quality rules of 2023). What is approved are the facts of the record as they stand: whoever changes them asks again.
 */
import {
  binary,
  choice,
  count,
  date,
  file,
  flag,
  get,
  id,
  moment,
  name,
  note,
  outside,
  page,
  perPage,
  post,
  put,
  status,
  text,
  z,
  expires,
} from '#kernel/contract/index.ts'
import { deviceClasses } from '#modules/products/contract/fields.ts'
import { approval } from './states.ts'

export const paperKinds = {
  1: '营业执照',
  2: '医疗器械经营许可证',
  3: '医疗器械经营备案凭证',
  4: '医疗器械生产许可证',
  5: '授权委托书',
  6: '质量保证协议',
  7: '销售人员授权书',
  8: '医疗器械注册证',
  9: '检验报告',
  10: '说明书和标签',
  11: '其他资料',
} as const
export const subjects = { 1: '首营企业', 2: '首营品种' } as const

const approvalId = id('首营审批')
const paperId = id('首营资料')
const gtin = text('UDI-DI').regex(/^\d{14}$/, 'UDI-DI 应为 14 位数字')
const paper = {
  kind: choice('资料', paperKinds),
  number: text('编号', { max: 80 }).nullable().default(null),
  scope: text('范围', { max: 200 }).nullable().default(null),
  expires: expires(date('有效期至')).nullable().default(null),
}
const packages = z
  .array(z.object({ di: gtin, pieces: count('每包数量', { min: 2, max: 100_000 }) }))
  .max(10)
  .meta({ label: '外包装' })
export const ApprovalPaper = z.object({ paperId, ...paper, fileName: text('文件').nullable() })
export const ApprovalRow = z.object({
  approvalId,
  approvalNo: text('审批单号'),
  subject: choice('首营', subjects),
  supplierId: id('供应商').nullable(),
  productId: id('商品').nullable(),
  name: text('名称', { width: 220 }),
  certificate: text('许可证或注册证', { width: 180 }).nullable(),
  certificateExpires: date('证照到期').nullable(),
  deviceClass: choice('器械类别', deviceClasses).nullable(),
  maker: text('生产企业').nullable(),
  status: status('状态', approval),
  validUntil: date('有效期至').nullable(),
  staffName: text('申请人').nullable(),
  createdAt: moment('申请时间'),
  decidedName: text('审批人').nullable(),
  decidedAt: moment('审批时间').nullable(),
  reason: text('审批意见', { max: 500 }).nullable(),
  takenOver: flag('沿用'),
  version: count('版本'),
})
export type ApprovalRow = z.output<typeof ApprovalRow>
export const Approval = ApprovalRow.extend({
  udiDi: text('UDI-DI').nullable(),
  packages,
  note: note().nullable(),
  papers: z.array(ApprovalPaper).meta({ label: '首营资料' }),
})
export type Approval = z.output<typeof Approval>
export const ApprovalQuery = z.object({
  status: status('状态', approval).optional(),
  subject: choice('首营', subjects).optional(),
  supplierId: id('供应商').optional(),
  productId: id('商品').optional(),
  text: text('名称、证号或单号').optional(),
  ...perPage,
})
export type ApprovalQuery = z.output<typeof ApprovalQuery>
/** One of supplier and product. Without papers the certificate of the record is the one paper. */
export const AskApproval = z.object({
  supplierId: id('供应商').optional(),
  productId: id('商品').optional(),
  papers: z.array(z.object(paper)).max(20).optional().meta({ label: '首营资料' }),
  udiDi: gtin.optional(),
  packages: packages.optional(),
  note: note().optional(),
})
export type AskApproval = z.output<typeof AskApproval>
export const DecideApproval = z.object({
  id: approvalId,
  approve: flag('同意'),
  reason: name('审批意见', { max: 500 }).optional(),
  version: count('版本').optional(),
})
export type DecideApproval = z.output<typeof DecideApproval>
const OfPaper = z.object({ id: paperId })

export const approvalCalls = {
  'approvals.list': get('/v1/{product}/approvals', {
    can: 'gsp:view',
    summary: 'Ours: approvals of suppliers and of devices, those that wait first',
    input: ApprovalQuery,
    output: page(ApprovalRow),
  }),
  'approvals.get': get('/v1/{product}/approvals/{id}', {
    can: 'gsp:view',
    summary: 'Ours: one approval with its papers',
    input: z.object({ id: approvalId }),
    output: Approval,
  }),
  'approvals.ask': post('/v1/{product}/approvals', {
    can: 'gsp:edit',
    summary: 'Ours: asks that a supplier, or a device of class II or III, be approved as its record stands',
    input: AskApproval,
    output: Approval,
    fails: ['approval_one', 'approval_open', 'approval_class', 'approval_certificate', 'approval_run_out'],
  }),
  'approvals.decide': put('/v1/{product}/approvals/{id}/decision', {
    can: 'gsp:approve',
    summary: 'Ours: approves or refuses what somebody else asked for',
    input: DecideApproval,
    output: Approval,
    fails: ['approval_own', 'approval_decided', 'approval_changed', 'approval_run_out', 'approval_papers'],
  }),
  'approvals.keep-file': outside.post('/v1/{product}/approvals/papers/{id}/file', {
    can: 'gsp:edit',
    summary: 'Ours: keeps the scan of a paper (PDF, JPEG, PNG, WebP); a former one stays',
    input: OfPaper.extend({ file: file('首营资料') }),
    output: Approval,
    multipart: true,
    timeout: 60,
  }),
  'approvals.file': outside.get('/v1/{product}/approvals/papers/{id}/file', {
    can: 'gsp:view',
    summary: 'Ours: the scan of a paper',
    input: OfPaper,
    output: binary(),
    binary: true,
    reads: 'nobody',
    timeout: 60,
  }),
}
