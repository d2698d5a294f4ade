import { choice, count, date, done, get, id, page, page_size, post, put, text, z, name } from '#kernel/contract/index.ts'
import * as f from './fields.ts'

const validity = choice('有效期', { 0: '长期有效', 1: '购买后天数', 2: '截止日期', 3: '首次使用后天数' })
const comboType = choice('组合方式', { 0: '套餐（按次核销）', 1: '组合（一次收费）' })
const restriction = choice('购买限制', { 0: '不限', 1: '仅限新会员' })
const synchronous = choice('同步设置', { 0: '已购套餐不变', 1: '已购套餐随之增加' })
const GroupItem = z.object({ fiid: f.fiid, name: f.itemName, price: f.price, quantity: count('次数', { min: 1, max: 999 }) })
/** A combo on the price list. Field names are those of the legacy contract. */
export const FeeGroup = z.object({
  fgid: id('套餐'),
  hid: f.hid,
  name: name('套餐名称', { max: 50 }),
  type: z.int().min(0).max(99).meta({ label: '分类', format: 'id' }),
  comboType,
  packagePrice: f.amount('套餐价'),
  originalPrice: f.amount('原价合计'),
  scopeHid: z.array(id('门店')).meta({ label: '适用门店' }),
  validityType: validity,
  validityName: text('有效天数或截止日期', { max: 20 }).nullable(),
  restrictedQuantity: count('每人限购', { max: 999 }),
  purchaseRestriction: restriction,
  cancelLimit: count('可退天数', { max: 3650 }),
  synchronousSetting: synchronous,
  note: f.remark.nullable(),
  status: f.active,
  sold: count('已售'),
  groupItems: z.array(GroupItem).meta({ label: '项目' }),
})
export type FeeGroup = z.output<typeof FeeGroup>
const g = FeeGroup.shape
export const EditFeeGroup = z.object({
  fgid: g.fgid.optional(),
  hid: g.hid.optional(),
  name: g.name,
  type: g.type.default(0),
  comboType: comboType.default(0),
  packagePrice: g.packagePrice,
  originalPrice: g.originalPrice.optional(),
  scopeHid: g.scopeHid.default([]),
  validityType: validity.default(0),
  validityName: text('有效天数或截止日期', { max: 20 }).nullish(),
  restrictedQuantity: g.restrictedQuantity.default(0),
  purchaseRestriction: restriction.default(0),
  cancelLimit: g.cancelLimit.default(0),
  synchronousSetting: synchronous.default(0),
  note: f.remark.nullish(),
  groupItems: z
    .array(z.object({ fiid: f.fiid, quantity: GroupItem.shape.quantity }))
    .max(50)
    .meta({ label: '项目' }),
})
const GroupQuery = z.object({
  hid: f.hid,
  status: f.active.optional(),
  search: text('套餐名称', { max: 40 }).optional(),
  validOn: date('日期').optional(),
  ...page_size,
})
/** A combo and its items, in the shape of the legacy call (R122). */
const FeeGroupInfo = z.object({ feeGroup: FeeGroup.omit({ groupItems: true }), feeGroupItem: g.groupItems })
const Changed = z.object({ changed: count('更新的套餐') })
const edit = { can: 'feeitem:edit' } as const
export const groups = {
  'feegroup.list': get('/feegroup/getList/{hid}', {
    can: 'session',
    summary: 'Combos a store sells (page_size 0 = all)',
    input: GroupQuery,
    output: page(FeeGroup),
  }),
  'feegroup.info': get('/feegroup/info/{id}', {
    can: 'session',
    summary: 'One combo with its items',
    input: z.object({ id: g.fgid }),
    output: FeeGroupInfo,
  }),
  'feegroup.save': post('/feegroup/insertOrupdate', {
    changes: 'fgid',
    ...edit,
    summary: 'Creates or changes a combo',
    input: EditFeeGroup,
    output: FeeGroup,
    fails: ['combo_items', 'combo_validity'],
  }),
  'feegroup.status': put('/feegroup/update-status/{id}', {
    ...edit,
    summary: 'Starts (0) or stops (1) a combo',
    input: z.object({ id: g.fgid, status: f.active }),
    output: FeeGroup,
    query: ['status'],
  }),
  'feegroup.delete': get('/feegroup/delete/{fgid}/{hid}', {
    ...edit,
    summary: 'Deletes a combo that no bill uses',
    input: z.object({ fgid: g.fgid, hid: f.hid }),
    output: done(),
    pure: false,
  }),
  'feegroup.synchronization': get('/feegroup/synchronization/{id}', {
    ...edit,
    summary: 'Brings every running package bought as a combo up to its items',
    input: z.object({ id: g.fgid }),
    output: Changed,
    pure: false,
  }),
  'packages.synchronization': get('/package/synchronization/{pid}', {
    can: 'package:view',
    summary: 'Brings the running packages of a member up to the combos they were bought as',
    input: z.object({ pid: f.pid }),
    output: Changed,
    pure: false,
  }),
}
