/**
 * Cards of training users: one declaration makes the seven verbs of the three legacy families. `sdx` are amblyopia users, `myopia` those of
 * myopia control, `sdxAccount` the card accounts of a store whatever the brand. The families differ in whose cards they take and in what
 * their records are.
 */
import {
  choice,
  count,
  date,
  flag,
  get,
  id,
  moment,
  money,
  page,
  perPage,
  personal,
  post,
  put,
  span,
  text,
  z,
} from '#kernel/contract/index.ts'
import { brand, cardUnit } from './brands.ts'
import * as f from './fields.ts'
import { SessionRow } from './sessions.ts'

export const lineKinds = { 1: '开卡续费', 2: '退费', 3: '升级转出', 4: '升级转入', 5: '延期', 6: '使用', 7: '撤销使用' } as const
/** Kinds of lines by name. */
export const line = { opened: 1, returned: 2, carriedOut: 3, carriedIn: 4, delayed: 5, used: 6, useTakenBack: 7 } as const
const lineKind = choice('类型', lineKinds, {
  width: 88,
  tones: { 1: 'ok', 2: 'warn', 3: 'neutral', 4: 'info', 5: 'info', 6: 'neutral', 7: 'neutral' },
})

/** A movement of a card. */
export const CardLine = z.object({
  id: id('卡流水'),
  hid: f.hid,
  sdxUid: f.sdxUid,
  pid: f.pid.nullable(),
  userName: f.userName,
  brand,
  unit: cardUnit,
  kind: lineKind,
  units: z.int().meta({ label: '数量', format: 'count' }),
  unitPrice: money('单价', { adds: false }),
  amount: z.number().meta({ label: '门店余额支出', format: 'money', unit: '元', step: 0.01, decimals: 2 }),
  ofLine: id('原流水').nullable(),
  fbid: id('收费单').nullable(),
  billNo: text('收费单号').nullable(),
  combinationName: text('训练组合').nullable(),
  days: count('延期天数').nullable(),
  endsBefore: date('原有效期至').nullable(),
  endsAfter: date('有效期至').nullable(),
  approverName: text('批准人').nullable(),
  reason: text('原因', { max: 500 }).nullable(),
  at: moment('时间'),
  staffName: text('经办人').nullable(),
})
export type CardLine = z.output<typeof CardLine>
const CardLinePage = page(CardLine)

/** What a card came to after a movement. */
export const CardAnswer = z.object({
  sdxUid: f.sdxUid,
  brand,
  unit: cardUnit,
  left: count('剩余'),
  endsOn: date('有效期至').nullable(),
  /** Of the store's balance: below nought what came back. */
  amount: z.number().meta({ label: '门店余额支出', format: 'money', unit: '元', step: 0.01, decimals: 2 }),
  balance: money('门店余额', { adds: false, max: 1_000_000_000 }),
})
export type CardAnswer = z.output<typeof CardAnswer>

export const Renew = z.object({
  sdxUid: f.sdxUid,
  combinationId: id('训练组合').optional(),
  days: f.units.optional(),
  times: f.units.optional(),
  fbid: id('收费单').optional(),
})
export const RefundCard = z.object({ sdxUid: f.sdxUid, refundDay: f.units.meta({ label: '退回天数（次数）' }), reason: f.reason })
export const Upgrade = z.object({
  sdxUid: f.sdxUid,
  brand,
  days: f.units.optional(),
  times: f.units.optional(),
  reason: f.reason.optional(),
})
export const Delay = z.object({
  sdxUid: f.sdxUid,
  days: count('延期天数', { min: 1, max: 90, unit: '天' }),
  reason: f.reason,
  approver: id('批准人'),
})
/** Null ends the mapping. */
export const MapUser = z.object({ sdxUid: f.sdxUid, pid: f.pid.nullable() })
export const Mapping = z.object({
  sdxUid: f.sdxUid,
  userName: f.userName,
  brand,
  pid: f.pid,
  patientName: personal(text('会员'), 'name').nullable(),
  memberNo: text('会员号').nullable(),
  at: moment('对应时间'),
})
export type Mapping = z.output<typeof Mapping>
const MappingAnswer = z.object({ sdxUid: f.sdxUid, pid: f.pid.nullable() })
export const Durations = z.object({
  sdxUid: f.sdxUid,
  dailyTrainDuration: f.daily.nullable(),
  singleTrainDuration: f.single.nullable(),
  intervalDays: f.interval.nullable(),
  trainTypes: f.trainModules,
})
export type Durations = z.output<typeof Durations>
export const SaveDurations = z.object({
  sdxUid: f.sdxUid,
  dailyTrainDuration: f.daily,
  singleTrainDuration: f.single,
  intervalDays: f.interval,
  trainTypes: f.trainModules.default([]),
})
const RecordQuery = {
  hid: f.hid.optional(),
  sdxUid: f.sdxUid.optional(),
  pid: f.pid.optional(),
  name: text('姓名或手机号').optional(),
  startDate: span(date('开始日期')).optional(),
  endDate: span(date('结束日期')).optional(),
  ...perPage,
}
const SessionRecordQuery = z.object({ ...RecordQuery, brand: brand.optional() })
export const CardLineQuery = z.object({
  ...RecordQuery,
  brand: brand.optional(),
  kind: lineKind.optional(),
  opened: flag('只看开卡').optional(),
})
export type CardLineQuery = z.output<typeof CardLineQuery>

export const cardFamilies = {
  sdx: { label: '弱视训练用户', purpose: f.purpose.amblyopia },
  sdxAccount: { label: '门店训练卡账户', purpose: undefined },
  myopia: { label: '近视防控训练用户', purpose: f.purpose.myopia },
} as const
export type CardFamily = keyof typeof cardFamilies

const own = ['user_other_kind'] as const
/** Whose card a verb moves, for the summaries. */
const nouns = { sdx: 'an amblyopia user', sdxAccount: 'a card account', myopia: 'a user of myopia control' } as const
const renew = (family: CardFamily) =>
  post(`/${family}/renew`, {
    can: 'train:card',
    summary: `Opens or renews the card of ${nouns[family]}; the price leaves the balance of the store, too little is 405 (R091)`,
    input: Renew,
    output: CardAnswer,
    fails: [
      ...own,
      'brand_stopped',
      'units_needed',
      'units_once',
      'units_kind',
      'combination_stopped',
      'combination_empty',
      'bill_unpaid',
      'bill_other',
      'bill_used',
      'bill_unmapped',
    ],
  })
const refund = (family: CardFamily) =>
  post(`/${family}/refund`, {
    can: 'train:card',
    summary: `Gives days or times of ${nouns[family]} back, the newest first, each at what was paid for it`,
    input: RefundCard,
    output: CardAnswer,
    fails: [...own, 'refund_too_much', 'card_none', 'returned_more'],
  })
const upgrade = (family: CardFamily) =>
  put(`/${family}/upgrade`, {
    can: 'train:card',
    summary: `Moves ${nouns[family]} to another brand: what is left counts at its paid price, the store pays the rest`,
    input: Upgrade,
    output: CardAnswer,
    changes: 'sdxUid',
    fails: [
      ...own,
      'brand_stopped',
      'upgrade_same',
      'upgrade_less',
      'units_once',
      'units_kind',
      'card_none',
      'returned_more',
      'user_exists',
    ],
  })
const delay = (family: CardFamily) =>
  put(`/${family}/delay`, {
    can: 'train:card',
    summary: `Moves the last day of the card of ${nouns[family]}, not its days: 90 days a year at most, with a reason and an approver`,
    input: Delay,
    output: CardAnswer,
    changes: 'sdxUid',
    fails: [...own, 'card_none', 'delay_year', 'approval_self', 'approver_elsewhere'],
  })
const mapping = (family: CardFamily) =>
  post(`/${family}/mapping`, {
    can: 'train:edit',
    summary: `Says which member ${nouns[family]} is, or ends it; one live mapping each way`,
    input: MapUser,
    output: MappingAnswer,
    reads: 'written',
    fails: [...own, 'mapping_off', 'user_mapped', 'member_mapped'],
  })
const durations = (family: CardFamily) =>
  put(`/${family}/durations`, {
    can: 'train:edit',
    summary: `How long and how often ${nouns[family]} trains`,
    input: SaveDurations,
    output: Durations,
    changes: 'sdxUid',
    fails: [...own, 'single_longer'],
  })

/** Sessions of the users of a family. */
const sessionRecords = (path: string, noun: string) =>
  get(path, {
    can: 'train:view',
    summary: `Sessions of ${noun}, newest first`,
    input: SessionRecordQuery,
    output: page(SessionRow),
    reads: 'many',
  })

export const cards = {
  'train.sdx.renew': renew('sdx'),
  'train.sdx.refund': refund('sdx'),
  'train.sdx.upgrade': upgrade('sdx'),
  'train.sdx.delay': delay('sdx'),
  'train.sdx.mapping': mapping('sdx'),
  'train.sdx.durations': durations('sdx'),
  'train.sdxAccount.renew': renew('sdxAccount'),
  'train.sdxAccount.refund': refund('sdxAccount'),
  'train.sdxAccount.upgrade': upgrade('sdxAccount'),
  'train.sdxAccount.delay': delay('sdxAccount'),
  'train.sdxAccount.mapping': mapping('sdxAccount'),
  'train.sdxAccount.durations': durations('sdxAccount'),
  'train.myopia.renew': renew('myopia'),
  'train.myopia.refund': refund('myopia'),
  'train.myopia.upgrade': upgrade('myopia'),
  'train.myopia.delay': delay('myopia'),
  'train.myopia.mapping': mapping('myopia'),
  'train.myopia.durations': durations('myopia'),
  'train.sdx.records': sessionRecords('/sdx/records', 'amblyopia users'),
  'train.myopia.records': sessionRecords('/myopia/records', 'users of myopia control'),
  'train.sdxAccount.records': get('/sdxAccount/records', {
    can: 'train:view',
    summary: 'Openings and other movements of the cards of a store, newest first',
    input: CardLineQuery,
    output: CardLinePage,
    reads: 'many',
  }),
  'train.sdx.durations.get': get('/sdx/durations', {
    can: 'train:view',
    summary: 'How long and how often a user trains',
    input: z.object({ sdxUid: f.sdxUid }),
    output: Durations,
  }),
  'train.sdx.mapping.get': get('/sdx/mapping', {
    can: 'train:view',
    summary: 'Live mappings of users and members of a store',
    input: z.object({ hid: f.hid.optional(), sdxUid: f.sdxUid.optional(), ...perPage }),
    output: page(Mapping),
    reads: 'many',
  }),
}
