import { flag, happened, clock, id, name, phone, text, note, date, choice, discount, z } from '#kernel/contract/index.ts'

const hid = id('门店')
const storeName = name('门店名称')
export const storeFields = {
  hid,
  name: storeName,
  shortName: name('门店简称', { max: 12 }),
  phone: phone('门店电话').nullable(),
  address: text('地址', { max: 200 }).nullable(),
  // A picture of at most 320 × 96 pixels, reduced by the browser: 40 kB.
  logo: z
    .string()
    .max(60_000, '图片过大')
    .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, '请选择 PNG、JPEG 或 WebP 图片')
    .meta({ label: '标志' })
    .nullable(),
  timeOpen: clock('开门时间').nullable(),
  timeClose: clock('关门时间').nullable(),
  timeOpen2: clock('开门时间 2').nullable(),
  timeClose2: clock('关门时间 2').nullable(),
  timeOpen3: clock('开门时间 3').nullable(),
  timeClose3: clock('关门时间 3').nullable(),
  sightStandard: choice('视力记录法', { 5: '五分记录', 1: '小数记录' }),
  memberDiscountMin: discount('会员最低折扣'),
  // The legacy contract names isOptRequired and orderMethod without explaining them (gaps.md D).
  isOptRequired: flag('配镜单须有处方或验光师'),
  orderMethod: choice('默认镜片订单类型', { 1: '现片', 2: '订制' }),
  hospitalNote: note('门店备注').nullable(),
  printHead: text('打印抬头', { max: 100 }).nullable(),
  includeOrgName: flag('打印抬头含机构名称'),
  printFoot: text('打印页脚', { max: 100 }).nullable(),
  expireDate: date('到期日').nullable(),
  /** Nothing happened in the store before it. */
  openedOn: happened(date('开业日期')).nullable(),
}
