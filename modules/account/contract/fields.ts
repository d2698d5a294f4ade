import { canonicalScan, choice, date, id, name, phone, text, z, status, expires } from '#kernel/contract/index.ts'
import { staffStates } from './states.ts'

export const ctid = id('员工')
export const staffType = choice('岗位', { 1: '医生', 2: '验光师', 3: '加工师', 4: '销售', 5: '其他' })
export const staffStatus = status('在职状态', staffStates)
export const accountName = z.string().overwrite(canonicalScan).min(1).max(50).meta({ label: '账号', format: 'text' })
/** Pinned pages in menu order; `account_stars__most` limits their number. */
export const stars = z
  .array(text('页面', { max: 200 }))
  .max(7)
  .meta({ label: '常用页面' })
export const password = z.string().min(1).max(100).meta({ label: '密码', format: 'secret' })
/** Seed 1 §5: 6 to 16 characters of letters, digits and !@#$%^&*-_. */
export const newPassword = z
  .string()
  .min(1, '请输入新密码')
  .regex(/^[A-Za-z0-9!@#$%^&*\-_]{6,16}$/, '密码应为6到16位的数字字母和!@#$%^&*-_组成')
  .meta({ label: '新密码', format: 'secret' })
export const oldPassword = z.string().min(1, '请输入原密码').max(100).meta({ label: '原密码', format: 'secret' })
export const staffFields = {
  ctid,
  hid: id('门店'),
  name: name('姓名'),
  mobile: phone().nullable(),
  type: staffType,
  title: text('职称').nullable(),
  licenceNo: text('执业证号').nullable(),
  licenceExpires: expires(date('执业证到期')).nullable(),
  status: staffStatus,
}
