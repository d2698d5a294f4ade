// Not the whole contract: lists read these states in small bundles.
import { machine, states } from '#kernel/contract/machine.ts'

/** A plan of weeks of training, from the template to its end. */
export const trainPlan = machine({
  name: 'train-plan',
  table: 'train_plan',
  key: 'id',
  noun: '训练方案',
  start: [0],
  states: {
    0: { name: 'draft', label: '草稿', tone: 'neutral' },
    1: { name: 'active', label: '进行中', tone: 'ok' },
    2: { name: 'paused', label: '暂停', tone: 'warn' },
    3: { name: 'finished', label: '完成', tone: 'info' },
    4: { name: 'stopped', label: '终止', tone: 'bad' },
  },
  sets: {
    /** Its template may be changed. */
    open: [0, 1, 2],
    over: [3, 4],
  },
  moves: {
    start: { label: '开始', from: [0], to: 1, can: 'train:edit' },
    pause: { label: '暂停', from: [1], to: 2, can: 'train:edit', reason: true, givesUp: true },
    goOn: { label: '继续', from: [2], to: 1, can: 'train:edit' },
    finish: { label: '完成', from: [1, 2], to: 3, can: 'train:edit', givesUp: true },
    stop: { label: '终止', from: [0, 1, 2], to: 4, can: 'train:edit', reason: true, givesUp: true },
  },
  standsOn: ['prescription', 'consent', 'registration'],
})

/** One time of training, in the clinic or at home. */
export const trainSession = machine({
  name: 'train-session',
  table: 'train_session',
  key: 'id',
  noun: '训练',
  start: [0, 1],
  states: {
    0: { name: 'planned', label: '计划', tone: 'neutral' },
    1: { name: 'done', label: '已完成', tone: 'ok' },
    2: { name: 'missed', label: '缺席', tone: 'warn' },
    3: { name: 'madeUp', label: '已补', tone: 'info' },
  },
  sets: {
    waiting: [0],
    trained: [1, 3],
    absent: [2],
  },
  moves: {
    finish: { label: '签到', from: [0], to: 1, can: 'train:edit' },
    miss: { label: '缺席', from: [0], to: 2, can: 'train:edit' },
    makeUp: { label: '补课', from: [2], to: 3, can: 'train:edit' },
    takeBack: { label: '撤销', from: [1, 2], to: 0, can: 'train:edit' },
    takeBackMakeUp: { label: '撤销补课', from: [3], to: 2, can: 'train:edit' },
  },
})

/** What is left of a card. */
export const cardStates = states({
  0: { name: 'none', label: '未开卡', tone: 'neutral' },
  1: { name: 'good', label: '使用中', tone: 'ok' },
  2: { name: 'low', label: '快用完', tone: 'bad' },
  3: { name: 'empty', label: '已用完', tone: 'neutral' },
  4: { name: 'ended', label: '已到期', tone: 'warn' },
})
/** Service of an eye-guardian user. */
export const egServiceStates = states({
  0: { name: 'served', label: '正常', tone: 'ok' },
  1: { name: 'stopped', label: '停止服务', tone: 'neutral' },
})
export default [trainPlan, trainSession]
