/** Staff as the settings screen edits them: person, account, role, stores. */
import { id, moment, name, page, perPage, text, word, flag, z, date, status, expires } from '#kernel/contract/index.ts'
import { accountName, ctid, newPassword, staffFields, staffStatus, staffType } from './fields.ts'
import { Staff } from './shapes.ts'
import { accountStates, staffLicence } from './states.ts'

const validUntil = expires(date('账号有效期至')).nullable()
const reachable = flag('会员可通过微信联系')
export const licenceState = status('执业证状态', staffLicence)

/** A staff member of a store, with the account if there is one. */
export const StaffAccount = z.object({
  ...staffFields,
  licenceState,
  uid: id('账号编号').nullable(),
  account: text('账号').nullable(),
  roleId: id('角色').nullable(),
  role: text('角色代码').nullable(),
  roleName: text('角色').nullable(),
  accountStatus: status('账号状态', accountStates).nullable(),
  mustChange: flag('待改密码').nullable(),
  validUntil,
  allStores: flag('全部门店').nullable(),
  hids: z.array(id('门店')).meta({ label: '可进入的门店' }),
  storeNames: z.array(text('门店')).meta({ label: '可进入的门店' }),
  reachable,
  lastLogin: moment('最近登录').nullable(),
})
export type StaffAccount = z.output<typeof StaffAccount>
export const StaffAccountPage = page(StaffAccount)
export const StaffAccountQuery = z.object({
  hid: id('门店'),
  text: text('姓名、手机号或账号').optional(),
  type: staffType.optional(),
  status: staffStatus.optional(),
  roleId: id('角色').optional(),
  licenceState: licenceState.optional(),
  ...perPage,
})

/** Staff of a store that members can contact by WeChat, without phone number and licence. */
export const WechatContact = z.object(Staff.pick({ ctid: true, hid: true, name: true, title: true, type: true }).shape)

/** Creates (without ctid) or changes a person. The role belongs to the account and requires one. */
export const SaveStaff = z.object({
  ctid: ctid.optional(),
  hid: staffFields.hid.optional(),
  name: name('姓名'),
  mobile: staffFields.mobile.optional(),
  type: staffType,
  title: staffFields.title.optional(),
  licenceNo: staffFields.licenceNo.optional(),
  licenceExpires: expires(date('执业证到期')).nullable().optional(),
  roleId: id('角色').optional(),
  /** Last day the account is valid; null until it is stopped. */
  validUntil: validUntil.optional(),
  reachable: reachable.optional(),
})
export const SetStatus = z.object({ ctid, status: staffStatus })
/** Creates or resets the account. The password is valid until the first login. */
export const InitAccount = z.object({
  ctid,
  account: accountName,
  password: newPassword.meta({ label: '初始密码' }),
  role: text('角色代码'),
})
export const StoreAuth = z.object({
  ctid,
  hids: z.array(id('门店')).max(500).meta({ label: '门店' }),
  allStores: flag('全部门店').optional(),
})

/** Staff with their roles, as the employee lists of roles show them. */
export const Employee = z.object({
  ...Staff.pick({ ctid: true, hid: true, name: true, title: true, type: true, status: true }).shape,
  role: text('角色代码').nullable(),
  roleName: text('角色').nullable(),
})
export type Employee = z.output<typeof Employee>

export const AccessVerdict = word(
  '结果',
  { allowed: '可以', no_access: '没有权限', withheld: '门店未开通', no_store: '不能进入此门店', expired: '已到期' },
  { tones: { allowed: 'ok', no_access: 'bad', withheld: 'warn', no_store: 'bad', expired: 'warn' } },
)
export type AccessVerdict = z.output<typeof AccessVerdict>
