import { date, flag, id, name, page, perPage, text, z } from '#kernel/contract/index.ts'
import { PaperSettings } from '#modules/institution/contract/shapes.papers.ts'
import { accountName, ctid, newPassword, oldPassword, staffFields, stars } from './fields.ts'

const MenuItem = z.object({
  path: text('路径'),
  title: text('标题'),
  icon: text('图标').nullable(),
  hidden: flag('不在菜单'),
  initials: text('拼音首字母'),
  permissions: z.array(text('权限')).optional(),
})
const MenuSection = z.object({ path: text('路径'), title: text('标题'), icon: text('图标').nullable(), children: z.array(MenuItem) })

/** The legacy user information, with the menu built by the server. */
export const UserInfo = z.object({
  uid: id('账号编号'),
  ctid,
  cid: id('公司'),
  oid: id('机构'),
  sid: id('门店'),
  hid: id('门店'),
  name: name('姓名'),
  account: accountName,
  mobile: text('手机号').nullable(),
  company: text('公司'),
  logo: text('标志').nullable(),
  role: text('角色'),
  roles: z.array(text('角色')),
  rolesName: text('角色组'),
  storeRolesName: text('门店角色'),
  hospitalName: text('门店'),
  hospitalNote: text('门店备注').nullable(),
  mingmouExpireDate: date('到期日').nullable(),
  mingmouAnnualFee: z.number().nullable().meta({ label: '年费' }),
  timeOpen: text('开门').nullable(),
  timeClose: text('关门').nullable(),
  timeOpen2: text('开门 2').nullable(),
  timeClose2: text('关门 2').nullable(),
  timeOpen3: text('开门 3').nullable(),
  timeClose3: text('关门 3').nullable(),
  includeOrgName: flag('打印抬头含机构名称'),
  printHead: text('打印抬头').nullable(),
  printFoot: text('打印页脚').nullable(),
  isOptRequired: flag('配镜单须有处方或验光师'),
  sightStandard: z.number().meta({ label: '视力记录法' }),
  memberDiscountRange: z.array(z.number()).meta({ label: '折扣范围' }),
  orderMethod: z.number().meta({ label: '默认镜片订单类型' }),
  certificateAuth: flag('可开证明'),
  egDbAuth: flag('可查护眼数据'),
  sdx_auth: flag('可用弱视训练'),
  sdxDaysAuth: flag('可设训练时长'),
  hospitalSettings: z.object({
    printSetup: z.object({
      printHead: text('打印抬头').nullable(),
      includeOrgName: flag('打印抬头含机构名称'),
      papers: z.record(z.string(), PaperSettings),
    }),
    printContent: z.object({ printFoot: text('打印页脚').nullable() }),
    includeOrgName: flag('打印抬头含机构名称'),
    sdxMappingAuth: flag('可对应训练账号'),
  }),
  saler: z.object({ fullName: name('姓名') }),
  openId: text('微信').nullable(),
  memberVersion: flag('会员版账号'),
  kind: text('账号类型'),
  edition: text('版本'),
  mustChange: flag('须修改密码'),
  stores: z.array(z.object({ hid: id('门店'), name: text('门店'), shortName: text('简称') })),
  permissions: z.array(text('权限')),
  menuList: z.array(MenuSection),
  stars,
  draftKey: text('草稿密钥'),
})
export type UserInfo = z.output<typeof UserInfo>

/** The complete list of pinned pages, in order. */
export const Stars = z.object({ stars })

export const ChangePassword = z.object({ id: id('账号编号'), oldPassword, newPassword })

export const Staff = z.object(staffFields)
export type Staff = z.output<typeof Staff>
export const StaffQuery = z.object({
  hid: id('门店'),
  type: z.int().min(0).max(9).default(0).meta({ label: '岗位（0 全部）' }),
  ...perPage,
  per_page: perPage.per_page.default(200),
})
export const StaffPage = page(Staff)

/** First administrator of a production system, created through the one-time link. */
export const Setup = z.object({
  token: text('链接', { max: 200 }),
  company: name('机构名称'),
  store: name('门店名称'),
  name: name('管理员姓名'),
  account: accountName,
  password: newPassword,
})
