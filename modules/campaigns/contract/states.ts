import { machine, states } from '#kernel/contract/index.ts'

/** Whether the public sees a promotion or an article (seeds: 0 下架, 1 上架). */
export const onShelf = states({
  0: { name: 'down', label: '下架', tone: 'neutral' },
  1: { name: 'up', label: '上架', tone: 'ok' },
})

/** A campaign runs by the clock; a withdrawn one takes nobody new and keeps what it promised. */
export const campaign = machine({
  name: 'campaign',
  table: 'campaign',
  key: 'campaign_id',
  noun: '活动',
  start: [0],
  states: {
    0: { name: 'draft', label: '草稿', tone: 'neutral' },
    1: { name: 'waiting', label: '未开始', tone: 'info' },
    2: { name: 'running', label: '进行中', tone: 'ok' },
    3: { name: 'ended', label: '已结束', tone: 'neutral' },
    4: { name: 'withdrawn', label: '已下架', tone: 'warn' },
  },
  sets: { open: [1, 2], alone: [0, 3, 4] },
  moves: {
    publish: { label: '发布活动', from: [0], to: 1, can: 'content:publish' },
    start: { label: '开始活动', from: [1], to: 2, can: 'marketing:edit', automatic: true },
    end: { label: '结束活动', from: [1, 2], to: 3, can: 'marketing:edit', automatic: true },
    withdraw: { label: '停止报名', from: [1, 2], to: 4, can: 'marketing:edit', reason: true },
  },
})

/** Somebody signed up, waits for a place, came, or cancelled. */
export const signUp = machine({
  name: 'campaignApply',
  table: 'campaign_apply',
  key: 'apply_id',
  noun: '报名',
  start: [0, 3],
  states: {
    0: { name: 'signed', label: '已报名', tone: 'info' },
    1: { name: 'came', label: '已到店', tone: 'ok' },
    2: { name: 'cancelled', label: '已取消', tone: 'neutral' },
    3: { name: 'waiting', label: '候补', tone: 'warn' },
  },
  sets: { expected: [0, 3], active: [0, 1, 3], alone: [2] },
  moves: {
    take: { label: '递补', from: [3], to: 0, can: 'campaign:desk' },
    come: { label: '签到', from: [0, 3], to: 1, can: 'campaign:desk' },
    cancel: { label: '取消报名', from: [0, 3], to: 2, can: 'campaign:desk' },
  },
})
export default [campaign, signUp]
