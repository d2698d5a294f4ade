/** One time of training: what was planned, what came of it. */
import {
  backdateReason,
  binary,
  count,
  date,
  flag,
  happened,
  id,
  moment,
  outside,
  page,
  perPage,
  planned,
  put,
  post,
  get,
  span,
  status,
  text,
  z,
} from '#kernel/contract/index.ts'
import { brand, cardUnit } from './brands.ts'
import * as f from './fields.ts'
import { trainSession } from './states.ts'
import { TrainTrend } from './verdict.ts'

export const SessionRow = z.object({
  id: id('训练'),
  hid: f.hid,
  planId: id('训练方案').nullable(),
  sdxUid: f.sdxUid.nullable(),
  pid: f.pid.nullable(),
  personName: f.userName,
  birth: f.birth,
  brand: brand.nullable(),
  day: date('计划日期'),
  time: text('时间', { max: 5, width: 64 }),
  place: f.place,
  modules: f.trainModules,
  plannedMinutes: f.minutes.meta({ label: '计划时长' }),
  status: status('状态', trainSession, { width: 84 }),
  minutes: count('实际时长', { max: 240, unit: '分钟', adds: true }).nullable(),
  score: f.score.nullable(),
  load: f.load.nullable(),
  complaint: f.complaint.nullable(),
  doneOn: date('训练日期').nullable(),
  doneAt: moment('签到时间').nullable(),
  trainerName: text('训练师').nullable(),
  version: f.version,
})
export type SessionRow = z.output<typeof SessionRow>

export const SessionQuery = z.object({
  hid: f.hid.optional(),
  pid: f.pid.optional(),
  planId: id('训练方案').optional(),
  sdxUid: f.sdxUid.optional(),
  brand: brand.optional(),
  place: f.place.optional(),
  status: status('状态', trainSession).optional(),
  name: text('姓名或手机号').optional(),
  startDate: span(date('开始日期')).optional(),
  endDate: span(date('结束日期')).optional(),
  ...perPage,
})
export type SessionQuery = z.output<typeof SessionQuery>

/** A session of today, with what the trainer decides on. */
export const DaySession = SessionRow.extend({
  lastScore: f.score.nullable(),
  week: count('第几周').nullable(),
  weeks: count('疗程周数').nullable(),
  cardLeft: count('卡剩').nullable(),
  cardUnit: cardUnit.nullable(),
  cardEndsOn: date('有效期至').nullable(),
  /** When the desk was told that the card runs out. */
  deskToldAt: moment('告诉前台').nullable(),
  /** Whose plan it is by its prescription, and when it was told that there is no gain. */
  doctorName: text('医生').nullable(),
  doctorToldOn: date('送医生').nullable(),
  /** When somebody was last asked to call because too little is trained. */
  callToldOn: date('派回访').nullable(),
  trend: TrainTrend.nullable(),
})
export type DaySession = z.output<typeof DaySession>
const DayQuery = z.object({ hid: f.hid.optional(), day: date('日期').optional(), mine: flag('我的').optional() })
export const Day = z.object({ day: date('日期'), now: text('现在'), list: z.array(DaySession) })
export type Day = z.output<typeof Day>

const done = {
  minutes: count('实际时长', { max: 240, unit: '分钟' }).optional(),
  score: f.score.nullable().optional(),
  load: f.load.nullable().optional(),
  complaint: f.complaint.nullable().optional(),
}
/** Signs one in: done as planned where nothing else is said. */
export const SignSession = z.object({ id: id('训练'), version: f.version.optional(), absent: flag('缺席').optional(), ...done })
export type SignSession = z.output<typeof SignSession>
const SignMany = z.object({ ids: z.array(id('训练')).min(1).max(200).meta({ label: '训练' }) })
export const SignedMany = z.object({
  signed: count('已签到'),
  refused: z.array(z.object({ id: id('训练'), name: f.userName, sentence: text('原因', { max: 300 }) })),
})
export const MakeUp = z.object({
  id: id('训练'),
  version: f.version.optional(),
  doneOn: happened(date('训练日期')).optional(),
  ...done,
  backdateReason,
})
const ById = z.object({ id: id('训练') })
export const MoveSession = z.object({
  id: id('训练'),
  version: f.version.optional(),
  day: planned(date('计划日期')),
  time: text('时间', { max: 5 })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式应为 09:30')
    .optional(),
})
/** A session at home, told by the family or read from the device. */
export const HomeSession = z.object({
  hid: f.hid.optional(),
  pid: f.pid.optional(),
  sdxUid: f.sdxUid.optional(),
  doneOn: happened(date('训练日期')),
  minutes: f.minutes,
  score: f.score.nullable().optional(),
  modules: f.trainModules.default([]),
  complaint: f.complaint.nullable().optional(),
  backdateReason,
})
export type HomeSession = z.output<typeof HomeSession>
const FamilyQuery = z.object({
  hid: f.hid.optional(),
  pid: f.pid.optional(),
  startDate: span(date('开始日期')).optional(),
  endDate: span(date('结束日期')).optional(),
  ...perPage,
})
const RecordPaper = z.object({ list: z.array(SessionRow) })
const PrintIds = z.object({ ids: text('编号', { max: 2000 }).regex(/^\d{1,15}(,\d{1,15}){0,99}$/, '编号之间用逗号，最多 100 个') })

const ourSession = { can: 'train:edit', output: SessionRow, reads: 'written' } as const
const signing = ['session_ahead', 'card_empty', 'card_ended', 'plan_not_started'] as const
export const sessions = {
  'train.records': get('/v1/train/records', {
    can: 'train:view',
    summary: 'Ours: sessions of a store, newest first',
    input: SessionQuery,
    output: page(SessionRow),
    reads: 'many',
  }),
  'train.records.print': get('/v1/train/records/print/{ids}', {
    can: 'train:view',
    summary: 'Ours: some sessions for paper',
    input: PrintIds,
    output: RecordPaper,
    reads: 'many',
  }),
  'train.records.export': outside.get('/v1/train/records/export', {
    can: 'train:view',
    summary: 'Ours: sessions by the filters of the list as Excel',
    input: SessionQuery.omit({ per_page: true, page: true }),
    output: binary(),
    binary: true,
    timeout: 60,
    reads: 'many',
  }),
  'train.day': get('/v1/train/day', {
    can: 'train:view',
    summary: 'Ours: the sessions of a day in the order of the clock, with card, adherence and verdict',
    input: DayQuery,
    output: Day,
    reads: 'many',
  }),
  'train.sessions.sign': put('/v1/train/sessions/{id}/sign', {
    ...ourSession,
    summary: 'Ours: signs a session in, done as planned unless told otherwise, or notes the absence',
    input: SignSession,
    changes: 'id',
    fails: signing,
  }),
  'train.sessions.sign-many': post('/v1/train/sessions/sign', {
    can: 'train:edit',
    summary: 'Ours: signs several sessions in as planned; whose card is empty is told and left out',
    input: SignMany,
    output: SignedMany,
    reads: 'written',
    fails: signing,
  }),
  'train.sessions.make-up': put('/v1/train/sessions/{id}/make-up', {
    ...ourSession,
    summary: 'Ours: a missed session was made up for on another day',
    input: MakeUp,
    changes: 'id',
    fails: signing,
  }),
  'train.sessions.undo': put('/v1/train/sessions/{id}/undo', {
    ...ourSession,
    summary: 'Ours: takes back what was signed today',
    input: ById,
    fails: ['sign_old'],
  }),
  'train.sessions.move': put('/v1/train/sessions/{id}/move', {
    ...ourSession,
    summary: 'Ours: moves a session that was not signed to another day',
    input: MoveSession,
    changes: 'id',
    fails: ['session_taken', 'session_fixed', 'plan_over'],
  }),
  'train.home': post('/v1/train/home', {
    ...ourSession,
    summary: 'Ours: a session at home; of a planned one of that day it is the done one',
    input: HomeSession,
    fails: ['home_ahead', 'home_nobody', 'card_empty', 'card_ended'],
  }),
  'train.family-records': get('/train/family-records', {
    can: 'train:view',
    summary: 'Sessions at home of a member or of all of a store',
    input: FamilyQuery,
    output: page(SessionRow),
    reads: 'many',
    timeout: 60,
  }),
  'train.family-records.export': outside.get('/train/family-records/export', {
    can: 'train:view',
    summary: 'Ours: sessions at home as Excel',
    input: FamilyQuery.omit({ per_page: true, page: true }),
    output: binary(),
    binary: true,
    timeout: 60,
    reads: 'many',
  }),
}
