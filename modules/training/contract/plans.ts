/** Plans of training (starton in the legacy product): a template of a week, a goal that is measured, a verdict by rule. */
import {
  clinical,
  clock,
  count,
  date,
  flag,
  get,
  id,
  moment,
  page,
  perPage,
  post,
  put,
  status,
  text,
  word,
  z,
  note,
} from '#kernel/contract/index.ts'
import { brand, cardUnit } from './brands.ts'
import { CardLine } from './cards.ts'
import * as f from './fields.ts'
import { SessionRow } from './sessions.ts'
import { trainPlan } from './states.ts'
import { Point, TrainTrend, verdict } from './verdict.ts'

/** A time of every week of the template. */
export const TemplateSlot = z.object({
  weekday: f.weekday,
  time: clock('时间'),
  place: f.place,
  minutes: f.minutes,
  modules: f.trainModules.default([]),
  fromWeek: count('从第几周', { min: 1, max: 52 }).default(1),
  toWeek: count('到第几周', { min: 1, max: 52 }).default(52),
})
export type TemplateSlot = z.output<typeof TemplateSlot>

export const PlanRow = z.object({
  id: id('训练方案'),
  hid: f.hid,
  pid: f.pid,
  patientName: f.userName,
  gender: z.int().nullable().meta({ label: '性别' }),
  birth: f.birth,
  memberNo: text('会员号').nullable(),
  sdxUid: f.sdxUid.nullable(),
  brand: brand.nullable(),
  no: count('第几期'),
  purpose: f.planPurpose,
  modules: f.trainModules,
  goalMeasure: f.goalMeasure,
  goalEye: f.goalEye,
  goal: f.goalValue,
  startsOn: date('开始日期'),
  endsOn: date('结束日期'),
  weeks: count('疗程', { min: 1, max: 52, unit: '周' }),
  week: count('第几周'),
  combinationId: id('训练组合').nullable(),
  prescriptionId: id('处方').nullable(),
  rxNo: text('处方号').nullable(),
  trainer: id('训练师'),
  trainerName: text('训练师').nullable(),
  note: note('备注', 500).nullable(),
  status: status('状态', trainPlan, { width: 84 }),
  stopReason: text('停止原因', { max: 500 }).nullable(),
  planned: count('计划次数'),
  done: count('完成次数'),
  lastDone: date('最近训练').nullable(),
  version: f.version,
  createdAt: moment('创建时间'),
})
export type PlanRow = z.output<typeof PlanRow>
/** With what the lists show beside sessions. */
export const PlanListed = PlanRow.extend({
  trend: TrainTrend,
  alOd: clinical('axialLength', { label: '右眼眼轴' }).nullable(),
  alOs: clinical('axialLength', { label: '左眼眼轴' }).nullable(),
  seOd: clinical('sphere', { label: '右眼等效球镜' }).nullable(),
  seOs: clinical('sphere', { label: '左眼等效球镜' }).nullable(),
})
export type PlanListed = z.output<typeof PlanListed>

export const PlanQuery = z.object({
  hid: f.hid.optional(),
  pid: f.pid.optional(),
  name: text('姓名或手机号').optional(),
  purpose: f.planPurpose.optional(),
  status: status('状态', trainPlan).optional(),
  trainer: id('训练师').optional(),
  open: flag('只看进行中').optional(),
  verdict: verdict.optional(),
  ...perPage,
})
export type PlanQuery = z.output<typeof PlanQuery>

/** One fact of the eyes over time. */
export const Series = z.object({ measure: f.goalMeasure, eye: f.goalEye, points: z.array(Point), verdict })
export type Series = z.output<typeof Series>
export const Plan = PlanRow.extend({
  template: z.array(TemplateSlot),
  sessions: z.array(SessionRow),
  trend: TrainTrend,
  series: z.array(Series),
  periods: z.array(z.object({ no: count('第几期'), startsOn: date('开始日期'), endsOn: date('结束日期') })),
  nextMeasureOn: date('下次复测'),
  floor: z.number().nullable().meta({ label: '弱视下限', decimals: 1 }),
  card: z.object({ left: count('卡剩'), unit: cardUnit, endsOn: date('有效期至').nullable(), lines: z.array(CardLine) }).nullable(),
  home: z.array(z.object({ day: date('日期'), minutes: count('分钟'), planned: flag('计划') })),
})
export type Plan = z.output<typeof Plan>

const written = {
  sdxUid: f.sdxUid.nullable().optional(),
  purpose: f.planPurpose,
  modules: f.trainModules.default([]),
  goalMeasure: f.goalMeasure,
  goalEye: f.goalEye.default('ou'),
  goal: f.goalValue,
  startsOn: f.startsOn,
  weeks: count('疗程', { min: 1, max: 52, unit: '周' }).default(12),
  template: z.array(TemplateSlot).max(21).meta({ label: '每周安排' }).default([]),
  combinationId: id('训练组合').nullable().optional(),
  prescriptionId: id('处方').nullable().optional(),
  trainer: id('训练师').optional(),
  note: note('备注', 500).nullable().optional(),
}
export const NewPlan = z.object({ hid: f.hid.optional(), pid: f.pid, ...written })
export type NewPlan = z.output<typeof NewPlan>
export const EditPlan = z.object({
  id: id('训练方案'),
  version: f.version.optional(),
  ...written,
  purpose: f.planPurpose.optional(),
  goalMeasure: f.goalMeasure.optional(),
  goal: f.goalValue.optional(),
  startsOn: f.startsOn.optional(),
})
export type EditPlan = z.output<typeof EditPlan>
const planMove = word('操作', { start: '开始', pause: '暂停', goOn: '继续', finish: '完成', stop: '终止' })
export const MovePlan = z.object({ id: id('训练方案'), move: planMove, version: f.version.optional(), reason: f.reason.optional() })
const PlanId = z.object({ id: id('训练方案') })
/** What a prescription of training becomes as a template. */
export const FromPrescription = z.object({
  prescriptionId: id('处方'),
  rxNo: text('处方号'),
  weeks: count('疗程'),
  perWeek: count('每周次数'),
  minutes: count('每次时长'),
  goalEye: f.goalEye,
  note: text('说明', { max: 500 }).nullable(),
  inForce: flag('有效'),
})
export type FromPrescription = z.output<typeof FromPrescription>

/** Measurements of those who train, before and after. */
export const ExamRecord = z.object({
  pid: f.pid,
  patientName: f.userName,
  birth: f.birth,
  planId: id('训练方案'),
  purpose: f.planPurpose,
  measure: f.goalMeasure,
  eye: f.goalEye,
  goal: f.goalValue,
  firstOn: date('训练前').nullable(),
  first: z.number().nullable().meta({ label: '训练前值', decimals: 2 }),
  lastOn: date('最近').nullable(),
  last: z.number().nullable().meta({ label: '最近值', decimals: 2 }),
  times: count('测量次数'),
  dueOn: date('下次复测'),
  verdict,
})
export type ExamRecord = z.output<typeof ExamRecord>

const fails = [
  'plan_open',
  'plan_young',
  'goal_below_floor',
  'goal_eye',
  'goal_range',
  'template_weeks',
  'trainer_elsewhere',
  'combination_stopped',
  'user_other_kind',
] as const
export const plans = {
  'train.plans.list': get('/v1/train/plans', {
    can: 'train:view',
    summary: 'Ours: plans of a store with adherence and verdict',
    input: PlanQuery,
    output: page(PlanListed),
    reads: 'many',
  }),
  'train.plans.get': get('/v1/train/plans/{id}', {
    can: 'train:view',
    summary: 'Ours: a plan with its sessions, measurements, verdict and card',
    input: PlanId,
    output: Plan,
    reads: 'one',
  }),
  'train.plans.create': post('/v1/train/plans', {
    can: 'train:edit',
    summary: 'Ours: a plan as a draft',
    input: NewPlan,
    output: PlanRow,
    reads: 'written',
    fails,
  }),
  'train.plans.update': put('/v1/train/plans/{id}', {
    can: 'train:edit',
    summary: 'Ours: changes a plan; of one that runs the sessions to come follow the template',
    input: EditPlan,
    output: PlanRow,
    reads: 'written',
    changes: 'id',
    fails: [...fails, 'plan_over', 'template_empty'],
  }),
  'train.plans.move': put('/v1/train/plans/{id}/{move}', {
    can: 'train:edit',
    summary: 'Ours: starts, pauses, goes on with, finishes or stops a plan; a light program asks registration, prescription and consent',
    input: MovePlan,
    output: PlanRow,
    reads: 'written',
    fails: ['template_empty', 'plan_open'],
  }),
  'train.plans.prescribed': get('/v1/train/prescribed/{pid}', {
    can: 'train:view',
    summary: 'Ours: training prescriptions of a member, as a plan may follow them',
    input: z.object({ pid: f.pid }),
    output: z.array(FromPrescription),
    member: 'pid',
  }),
  'train.exams': get('/v1/train/exams', {
    can: 'train:view',
    summary: 'Ours: what was measured before training and since, of every plan',
    input: z.object({
      hid: f.hid.optional(),
      name: text('姓名或手机号').optional(),
      purpose: f.planPurpose.optional(),
      verdict: verdict.optional(),
      due: flag('该复测').optional(),
      ...perPage,
    }),
    output: page(ExamRecord),
    reads: 'many',
  }),
}
