/** Columns no shape speaks of by that name. */
export const columnNames: Readonly<Record<string, string>> = {
  at: '时间',
  ref: '来源',
  ctid: '员工',
  hid: '门店',
  pid: '会员',
  createdAt: '创建时间',
  updatedAt: '修改时间',
  openId: '微信',
  passwordHash: '密码',
  operatorId: '操作人',
  kind: '种类',
  body: '内容',
  sort: '次序',
  value: '值',
  key: '选项',
  code: '代码',
}
/** Under this name a line of a reading says what was read. */
export const READING = 'read'
