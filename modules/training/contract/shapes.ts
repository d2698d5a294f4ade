/** Users of training devices and combinations of programs. */
import { count, date, flag, id, inUse, name, page, perPage, personal, pageSize, status, text, z, moment } from '#kernel/contract/index.ts'
import { brand, cardUnit } from './brands.ts'
import * as f from './fields.ts'
import { cardStates } from './states.ts'
import { TrainTrend } from './verdict.ts'

export const SdxUser = z.object({
  id: f.sdxUid,
  sdxUid: f.sdxUid,
  hid: f.hid,
  name: f.userName,
  mobile: f.mobile,
  birth: f.birth,
  isAddWechat: flag('已加微信'),
  brand,
  purpose: f.userPurpose,
  pid: f.pid.nullable(),
  patientName: personal(text('会员'), 'name').nullable(),
  memberNo: text('会员号').nullable(),
  unit: cardUnit,
  left: count('剩余'),
  endsOn: date('有效期至').nullable(),
  status: status('卡状态', cardStates, { width: 88 }),
  lastDone: date('最近训练').nullable(),
  dailyTrainDuration: f.daily.nullable(),
  planId: id('训练方案').nullable(),
  trend: TrainTrend.nullable(),
  version: f.version,
  createdAt: moment('创建时间'),
})
export type SdxUser = z.output<typeof SdxUser>
export const SdxUserPage = page(SdxUser)
/** Days or times below which a card is about to run out. */
export const LOW = 7
export const SdxUserQuery = z.object({
  hid: f.hid.optional(),
  brand: brand.optional(),
  purpose: f.userPurpose.optional(),
  name: text('姓名或手机号').optional(),
  status: status('卡状态', cardStates).optional(),
  leftMax: count('剩余不超过', { max: 3660 }).optional(),
  pid: f.pid.optional(),
  ...pageSize,
})
export type SdxUserQuery = z.output<typeof SdxUserQuery>
export const NewSdxUser = z.object({
  hid: f.hid.optional(),
  name: f.userName,
  mobile: f.mobile.optional(),
  birth: f.birth.optional(),
  isAddWechat: flag('已加微信').default(false),
  /** R135: sdx unless another is given. */
  brand: brand.default('sdx'),
  purpose: f.userPurpose.default(0),
  pid: f.pid.optional(),
})
export type NewSdxUser = z.output<typeof NewSdxUser>

/** A program of a combination. */
export const TrainProgramOf = z.object({
  programId: id('训练项目'),
  minutes: f.minutes.default(15),
  perWeek: count('每周次数', { min: 1, max: 21, unit: '次' }).default(3),
})
/** The legacy combination: 0 active (R118), 1 stopped. */
export const TrainCombination = z.object({
  id: id('训练组合'),
  hid: f.hid,
  name: name('组合名称'),
  programIds: z.array(id('训练项目')).max(30).meta({ label: '训练项目' }),
  trainPrograms: z.array(TrainProgramOf).max(30).meta({ label: '项目安排' }),
  programNames: text('项目', { max: 2000 }),
  fgId: id('套餐').nullable(),
  fgName: text('套餐').nullable(),
  startonFlag: z.literal([0, 1]).meta({ label: '用于训练方案', format: 'choice', options: { 0: '否', 1: '是' } }),
  status: status('状态', inUse),
  uses: count('使用'),
  version: f.version,
})
export type TrainCombination = z.output<typeof TrainCombination>
export const CombinationQuery = z.object({
  hid: f.hid.optional(),
  startonFlag: TrainCombination.shape.startonFlag.optional(),
  status: status('状态', inUse).optional(),
  name: text('组合名称').optional(),
  ...perPage,
})
const combination = {
  programIds: TrainCombination.shape.programIds.default([]),
  trainPrograms: TrainCombination.shape.trainPrograms.default([]),
  fgId: id('套餐').nullable().optional(),
  status: status('状态', inUse).default(inUse.is.on),
  startonFlag: TrainCombination.shape.startonFlag.default(0),
}
export const NewCombination = z.object({ hid: f.hid.optional(), name: TrainCombination.shape.name, ...combination })
export type NewCombination = z.output<typeof NewCombination>
export const EditCombination = z.object({
  id: id('训练组合'),
  hid: f.hid.optional(),
  version: f.version.optional(),
  name: TrainCombination.shape.name.optional(),
  ...combination,
})
export type EditCombination = z.output<typeof EditCombination>
export const CombinationStatus = z.object({ id: id('训练组合'), status: status('状态', inUse) })
export const CombinationId = z.object({ id: id('训练组合') })
export const Programme = z.object({
  list: z.array(
    z.object({
      id: id('训练项目'),
      hid: f.hid,
      name: text('训练项目'),
      minutes: f.minutes.nullable(),
      perWeek: count('每周次数').nullable(),
    }),
  ),
  total: z.int().meta({ label: '总数' }),
})
export const ProgrammeQuery = z.object({ hid: f.hid.optional() })
