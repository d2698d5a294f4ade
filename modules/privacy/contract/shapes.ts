import { date, flag, id, moment, name, page, perPage, text, word, z, personal } from '#kernel/contract/index.ts'

export const action = word(
  '操作',
  { insert: '新增', update: '修改', delete: '删除', read: '查看' },
  { tones: { insert: 'ok', update: 'info', delete: 'bad', read: 'neutral' } },
)

/** An audit line: the changed columns only, before and after. */
export const AuditRow = z.object({
  auditId: id('编号'),
  at: moment('时间'),
  ctid: id('员工').nullable(),
  staffName: text('人员').nullable(),
  hid: id('门店').nullable(),
  storeName: text('门店').nullable(),
  action,
  tbl: text('内容'),
  what: text('内容'),
  rowId: id('记录编号').nullable(),
  pid: id('会员').nullable(),
  patientName: personal(text('会员'), 'name').nullable(),
  before: personal(z.record(z.string(), z.unknown()).meta({ label: '修改前' }), 'record').nullable(),
  after: personal(z.record(z.string(), z.unknown()).meta({ label: '修改后' }), 'record').nullable(),
  /** Labels of the columns. */
  words: z.record(z.string(), z.string()).meta({ label: '字段名称' }),
  request: text('请求编号').nullable(),
  sealed: flag('已封存'),
})
export type AuditRow = z.output<typeof AuditRow>
export const AuditPage = page(AuditRow)
export const AuditedKind = AuditRow.pick({ tbl: true, what: true })
const filters = {
  pid: id('会员').optional(),
  ctid: id('员工').optional(),
  hid: id('门店').optional(),
  action: action.optional(),
  tbl: text('内容').optional(),
  startDate: date('开始日期').optional(),
  endDate: date('结束日期').optional(),
}
export const AuditQuery = z.object({ ...filters, ...perPage })
export const AuditExport = z.object(filters)
/** An audit line as a spreadsheet row. */
export const AuditLine = AuditRow.pick({
  at: true,
  staffName: true,
  storeName: true,
  action: true,
  what: true,
  patientName: true,
  request: true,
}).extend({ beforeText: personal(text('修改前', { max: 30_000 })), afterText: personal(text('修改后', { max: 30_000 })) })

export const CheckViewPassword = z.object({
  hid: id('门店').optional(),
  password: z.string().min(1, '请输入查看密码').max(100).meta({ label: '查看密码', format: 'secret' }),
})
export const Unlocked = z.object({ until: moment('有效至') })
export const BreakGlass = z.object({ pid: id('会员'), reason: name('原因', { max: 200 }).min(4, '请写明原因，至少 4 个字') })
export const ViewPassword = z.object({ hid: id('门店'), on: flag('已设置'), changedAt: moment('设置时间').nullable() })
/** Sets the view password of a store; without one, records are open. */
export const SaveViewPassword = z.object({
  hid: id('门店'),
  password: z
    .string()
    .regex(/^\S{4,30}$/, '查看密码为 4 到 30 个字符，不含空格')
    .nullable()
    .meta({ label: '查看密码', format: 'secret' }),
})

export const Unlock = z.object({
  unlockId: id('编号'),
  at: moment('时间'),
  until: moment('有效至'),
  staffName: text('人员'),
  storeName: text('门店'),
  how: word('方式', { password: '查看密码', break_glass: '紧急查看' }, { tones: { password: 'neutral', break_glass: 'warn' } }),
  pid: id('会员').nullable(),
  patientName: personal(text('会员'), 'name').nullable(),
  reason: text('原因').nullable(),
})
export type Unlock = z.output<typeof Unlock>
export const UnlockPage = page(Unlock)
export const UnlockQuery = z.object({ hid: id('门店'), how: Unlock.shape.how.optional(), ctid: id('员工').optional(), ...perPage })
