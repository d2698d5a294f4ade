/** The eye guardian (护眼): service of a user, daily outdoor and near minutes, behaviour score; all for the role `eg`. */
import {
  binary,
  count,
  date,
  flag,
  get,
  happened,
  id,
  importEndpoints,
  ImportResult,
  ImportUpload,
  measure,
  moment,
  money,
  outside,
  page,
  pageSize,
  personal,
  planned,
  post,
  put,
  span,
  status,
  text,
  word,
  z,
  note,
} from '#kernel/contract/index.ts'
import * as f from './fields.ts'
import { egServiceStates } from './states.ts'

/** Minutes outdoors a day that protect (WHO 2019; 儿童青少年近视防控适宜技术指南 2021). */
export const OUTDOOR_GOAL = 120
/** Days without a check-in after which somebody fell off. */
export const FELL_OFF_DAYS = 7
/** Behaviour questions, version 1: each answered 0 never to 4 always; the score is the share of the most, ×100. */
export const questionnaire = {
  version: 1,
  questions: {
    outdoor: '每天户外两小时以上',
    rest: '近距离用眼 40 分钟休息一次',
    distance: '读写距离一尺以上',
    light: '读写时光线足够',
    screen: '每天视屏不超过一小时',
    sleep: '小学 10 小时、初中 9 小时睡眠',
    exam: '每半年查一次视力',
    bed: '不躺着、不走着看书看屏幕',
  },
} as const
export const answerWords = { 0: '从不', 1: '很少', 2: '有时', 3: '经常', 4: '总是' } as const
const answer = z.literal([0, 1, 2, 3, 4]).meta({ label: '回答', format: 'choice', options: answerWords })
export const questionNames = Object.keys(questionnaire.questions)
export const scoreOf = (answers: Readonly<Record<string, number>>): number =>
  Math.round((questionNames.reduce((sum, q) => sum + (answers[q] ?? 0), 0) / (questionNames.length * 4)) * 100)

const egId = id('护眼用户')
const outdoor = count('户外', { max: 1440, unit: '分钟' })
const near = count('近距离用眼', { max: 1440, unit: '分钟' })
const distance = measure('用眼距离', { block: [1, 200], step: 0.5, decimals: 1, unit: 'cm' })

/** A user as the account of the eye guardian sees it. */
export const EgRow = z.object({
  id: egId,
  hid: f.hid,
  name: f.userName,
  gender: z.int().nullable().meta({ label: '性别' }),
  birth: f.birth,
  school: personal(text('学校')).nullable(),
  className: personal(text('班级')).nullable(),
  pid: f.pid.nullable(),
  /** A member who may be this user: same name and number, or same name and birth; never linked by itself. */
  suggestedPid: f.pid.nullable(),
  suggestedNo: text('可能是会员').nullable(),
  /** School and class of the student it may be. */
  suggestedSchool: text('可能是学生').nullable(),
  serviceId: id('护眼服务').nullable(),
  combinationName: text('护眼组合').nullable(),
  startsOn: date('开始日期').nullable(),
  endsOn: date('结束日期').nullable(),
  serviceStatus: status('服务', egServiceStates).nullable(),
  kept: count('近 14 天打卡', { unit: '天' }),
  outdoorDays: count('达标天数', { unit: '天' }),
  outdoorMean: count('户外均值', { unit: '分钟' }).nullable(),
  nearMean: count('近用均值', { unit: '分钟' }).nullable(),
  lastDay: date('最近打卡').nullable(),
  fellOff: flag('掉队'),
  score: f.score.nullable().meta({ label: '行为分' }),
  trend: z.array(count('户外', { max: 1440 }).nullable()),
})
export type EgRow = z.output<typeof EgRow>
const filters = {
  hid: f.hid.optional(),
  name: text('姓名、手机号或设备号').optional(),
  state: word('情况', { served: '服务中', stopped: '已停止', none: '未开服务', fellOff: '掉队', short: '户外不足' }).optional(),
}
export const EgDataQuery = z.object({ ...filters, ...pageSize })
export type EgDataQuery = z.output<typeof EgDataQuery>
export const EgCounts = z.object({
  users: count('护眼用户'),
  served: count('服务中'),
  kept: count('今日打卡'),
  reached: count('昨日户外达标'),
  fellOff: count('掉队'),
  ending: count('30 天内到期'),
})
export type EgCounts = z.output<typeof EgCounts>
export const Checkin = z.object({
  id: id('打卡'),
  egId,
  day: date('日期'),
  outdoorMinutes: outdoor.nullable(),
  nearMinutes: near.nullable(),
  nearDistance: distance.nullable(),
  version: f.version,
})
export type Checkin = z.output<typeof Checkin>
export const EgService = z.object({
  id: id('护眼服务'),
  egId,
  combinationId: id('护眼组合'),
  combinationName: text('护眼组合'),
  weeks: count('周期', { unit: '周' }),
  startsOn: date('开始日期'),
  endsOn: date('结束日期'),
  price: money('价格', { adds: false }),
  status: status('服务', egServiceStates),
  stopNote: text('停止原因', { max: 500 }).nullable(),
  version: f.version,
})
export type EgService = z.output<typeof EgService>
export const Assessment = z.object({
  id: id('行为评估'),
  egId,
  day: date('日期'),
  score: f.score,
  templateVersion: count('问卷版本'),
  note: text('备注', { max: 500 }).nullable(),
  at: moment('登记时间'),
  staffName: text('登记人').nullable(),
})
export type Assessment = z.output<typeof Assessment>
/** One user: services, sixty days, assessments. */
export const EgUserFile = z.object({ user: EgRow, services: z.array(EgService), days: z.array(Checkin), assessments: z.array(Assessment) })
export type EgUserFile = z.output<typeof EgUserFile>

const backdateReason = note('补录原因', 500).optional()
export const SaveCheckin = z.object({
  egId,
  day: happened(date('日期')),
  version: f.version.optional(),
  outdoorMinutes: outdoor.nullable().optional(),
  nearMinutes: near.nullable().optional(),
  nearDistance: distance.nullable().optional(),
  backdateReason,
})
export type SaveCheckin = z.output<typeof SaveCheckin>
export const ImportCheckin = z.object({
  name: f.userName,
  deviceNo: text('设备号', { max: 40 }).nullable().optional(),
  mobile: f.mobile.optional(),
  day: happened(date('日期')),
  outdoorMinutes: outdoor.nullable().optional(),
  nearMinutes: near.nullable().optional(),
  nearDistance: distance.nullable().optional(),
})
export type ImportCheckin = z.output<typeof ImportCheckin>
export const NewService = z.object({
  egId,
  combinationId: id('护眼组合'),
  startsOn: planned(date('开始日期')).optional(),
  weeks: count('周期', { min: 1, max: 104, unit: '周' }).optional(),
  price: money('价格', { adds: false }).optional(),
})
export type NewService = z.output<typeof NewService>
export const StopService = z.object({ id: id('护眼服务'), version: f.version.optional(), reason: f.reason })
export const NewAssessment = z.object({
  egId,
  day: happened(date('日期')),
  answers: z.record(z.string().max(20), answer).meta({ label: '回答' }),
  note: note('备注', 500).nullable().optional(),
  backdateReason,
})
export type NewAssessment = z.output<typeof NewAssessment>
const EgId = z.object({ id: egId })
const IMPORT = '/v1/{product}/eg/checkins/import'

export const eg = {
  'eg.data': get('/v1/{product}/eg/data', {
    can: 'eg:view',
    summary: 'Ours: eye-guardian users with days kept, outdoor minutes and who fell off',
    input: EgDataQuery,
    output: page(EgRow),
    reads: 'many',
  }),
  'eg.counts': get('/v1/{product}/eg/counts', {
    can: 'eg:view',
    summary: 'Ours: the same in figures, for the home page',
    input: z.object({ hid: f.hid.optional() }),
    output: EgCounts,
  }),
  'eg.user': get('/v1/{product}/eg/users/{id}', {
    can: 'eg:view',
    summary: 'Ours: one user: services, days, assessments',
    input: EgId,
    output: EgUserFile,
    reads: 'many',
  }),
  'eg.export': outside.get('/v1/{product}/eg/data/export', {
    can: 'eg:view',
    summary: 'Ours: days of the users by the filters of the list as Excel',
    input: z.object({ ...filters, startDate: span(date('开始日期')).optional(), endDate: span(date('结束日期')).optional() }),
    output: binary(),
    binary: true,
    timeout: 60,
    reads: 'many',
  }),
  'eg.service.open': post('/v1/{product}/eg/services', {
    can: 'eg:edit',
    summary: 'Ours: gives a combination to a user; weeks and price are those of the combination unless told otherwise',
    input: NewService,
    output: EgService,
    fails: ['service_open'],
  }),
  'eg.service.stop': put('/v1/{product}/eg/services/{id}/stop', {
    can: 'eg:edit',
    summary: 'Ours: stops a service, with a reason',
    input: StopService,
    output: EgService,
    changes: 'id',
    fails: ['service_stopped'],
  }),
  'eg.checkin': post('/v1/{product}/eg/checkins', {
    can: 'eg:edit',
    summary: 'Ours: a day of a user; the same day again changes it',
    input: SaveCheckin,
    output: Checkin,
    fails: ['checkin_nothing', 'day_taken'],
  }),
  'eg.assess': post('/v1/{product}/eg/assessments', {
    can: 'eg:edit',
    summary: 'Ours: behaviour answers of a user, scored by the version in force',
    input: NewAssessment,
    output: Assessment,
    fails: ['assessment_answers'],
  }),
  ...importEndpoints('eg.checkins', IMPORT, 'eg:edit'),
  'eg.checkins.import': outside.post(IMPORT, {
    can: 'eg:edit',
    summary: 'Ours: days of the users from a table (xlsx, xls, ods, CSV); with dryRun only checks it',
    input: ImportUpload,
    output: ImportResult,
    multipart: true,
    timeout: 120,
  }),
}
