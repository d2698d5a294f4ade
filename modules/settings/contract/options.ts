/** Options of a store, each with a default that preserves the behaviour from before the option existed. */
import { clock, count, flag, id, phone, text, word, z } from '#kernel/contract/index.ts'

const days = (label: string, max: number) => count(label, { min: 1, max, unit: '天' })
/** Requirement for fitting ortho-k lenses: a level-2 hospital with ophthalmology, or an ophthalmologist of intermediate rank. */
const OK_LAW = '卫医发〔2001〕258号'

const fields = {
  memberMobileRequired: flag('会员必须留手机号'),
  passesMax: count('过号几次后作废', { min: 1, max: 9 }),
  rxReviewMonths: count('处方默认复查间隔', { min: 1, max: 36, unit: '月' }).nullable(),
  nearExpiryDays: days('近效期预警', 730),
  acceptByAnother: flag('器械由另一人验收'),
  backdateBillDays: count('收费单可补录', { min: 0, max: 3660, unit: '天' }),
  backdateExamDays: count('检查可补录', { min: 0, max: 36_600, unit: '天' }).nullable(),
  backdateRecordDays: count('病历、处方和订单可补录', { min: 0, max: 3660, unit: '天' }),
  examOrder: z
    .array(text('检查', { max: 20 }))
    .max(40)
    .meta({ label: '检查的顺序' }),
  videoPort: count('拍照助手端口', { min: 1, max: 65_535 }),
  frameStockDays: days('现片取镜', 60),
  frameCustomDays: days('定制片取镜', 60),
  frameWarrantyDays: days('框架镜质保', 1095),
  frameInitialInspection: flag('现片初检'),
  frameCustomInspection: flag('订制片初检'),
  frameStartDeposit: count('收定金满几成价可开工', { min: 1, max: 100, unit: '%' }).nullable(),
  frameStartOnAccount: flag('挂账可开工'),
  okInstitution: word('医疗机构级别', { level1: '一级', level2: '二级', level3: '三级' }, { source: OK_LAW }).nullable(),
  okDepartment: flag('设有眼科'),
  okLicence: text('医疗机构执业许可证号', { max: 40 }).nullable(),
  okPhysician: text('塑形镜负责医师', { max: 50 }).nullable(),
  okPhysicianTitle: word(
    '职称',
    { resident: '住院医师', attending: '主治医师', associate: '副主任医师', chief: '主任医师' },
    { source: OK_LAW },
  ).nullable(),
  okEmergencyPhone: phone('塑形镜急诊电话').nullable(),
  wechatBookDays: days('微信可约天数', 90),
  wechatLeadMinutes: count('微信最少提前', { min: 0, max: 10_080, unit: '分' }),
  remindBySms: flag('短信提醒次日预约'),
  wechatOpenMax: count('微信同时可约', { min: 1, max: 20, unit: '次' }),
  revisitQuietFrom: clock('免打扰开始'),
  revisitQuietTo: clock('免打扰结束'),
  revisitRestDays: text('门店休息日', { max: 400 })
    .regex(/^(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([、,，\s]+|$))*$/, '请写成 2026-12-31、2027-01-02')
    .nullable(),
  revisitCapacity: count('每人每天回访', { min: 1, max: 500, unit: '件' }),
  revisitEffectDays: days('回访见效', 180),
  grantDayMost: count('每人每天手工赠送', { min: 0, max: 100_000, unit: '元' }).nullable(),
  refundApproveFrom: count('退费多少起由他人批准', { min: 0, max: 1_000_000, unit: '元' }).nullable(),
  storedNotice: word('储值变动通知会员', { none: '不通知', wechat: '微信', sms: '微信，没有微信的发短信' }),
  studentKeepMonths: count('离校学生保留', { min: 1, max: 120, unit: '月', source: '个人信息保护法第十九条' }),
} as const
export const Options = z.object(fields)
export type Options = z.output<typeof Options>
export type OptionKey = keyof Options
export const optionFields: { readonly [K in OptionKey]: z.ZodType<Options[K]> } = fields
export const defaults: Options = {
  memberMobileRequired: false,
  passesMax: 3,
  rxReviewMonths: null,
  nearExpiryDays: 90,
  acceptByAnother: false,
  backdateBillDays: 7,
  backdateExamDays: null,
  backdateRecordDays: 30,
  examOrder: [],
  videoPort: 18_088,
  frameStockDays: 1,
  frameCustomDays: 5,
  frameWarrantyDays: 180,
  frameInitialInspection: true,
  frameCustomInspection: true,
  frameStartDeposit: null,
  frameStartOnAccount: false,
  okInstitution: null,
  okDepartment: false,
  okLicence: null,
  okPhysician: null,
  okPhysicianTitle: null,
  okEmergencyPhone: null,
  wechatBookDays: 14,
  wechatLeadMinutes: 60,
  remindBySms: false,
  wechatOpenMax: 2,
  revisitQuietFrom: '21:00',
  revisitQuietTo: '09:00',
  revisitRestDays: null,
  revisitCapacity: 60,
  revisitEffectDays: 30,
  grantDayMost: 500,
  refundApproveFrom: null,
  storedNotice: 'wechat',
  studentKeepMonths: 36,
}
export const StoreOptions = z.object({ hid: id('门店'), ...fields })
/** A save changes only the named options. */
export const SaveOptions = z.object({ hid: id('门店'), ...Options.partial().shape })
