/** States of tasks, results and referrals. */
import { machine } from '#kernel/contract/machine.ts'

export const screeningTask = machine({
  name: 'screening-task',
  table: 'screening_task',
  key: 'id',
  noun: '筛查任务',
  start: [0],
  states: {
    0: { name: 'draft', label: '草稿', tone: 'neutral' },
    1: { name: 'published', label: '已发布', tone: 'info' },
    2: { name: 'screening', label: '筛查中', tone: 'warn' },
    3: { name: 'finished', label: '已完成', tone: 'ok' },
    4: { name: 'archived', label: '已归档', tone: 'neutral' },
  },
  sets: {
    alone: [0],
    /** Stations may open it and send entries. */
    open: [1, 2],
    /** Papers and parents' pages tell its results. */
    told: [2, 3, 4],
    /** Entries are taken no more. */
    closed: [3, 4],
  },
  moves: {
    publish: { label: '发布', from: [0], to: 1, can: 'screening:manage' },
    start: { label: '开始筛查', from: [1], to: 2, can: 'screening:edit', automatic: true },
    finish: { label: '完成', from: [2], to: 3, can: 'screening:manage' },
    reopen: { label: '重新打开', from: [3], to: 2, can: 'screening:manage', reason: true },
    archive: { label: '归档', from: [3], to: 4, can: 'screening:manage' },
  },
})

export const screeningResult = machine({
  name: 'screening-result',
  table: 'screening_result',
  key: 'id',
  noun: '筛查结果',
  start: [0, 1, 2, 3, 9],
  states: {
    0: { name: 'open', label: '未筛', tone: 'neutral' },
    1: { name: 'done', label: '已筛', tone: 'ok' },
    2: { name: 'retest', label: '需复测', tone: 'warn' },
    3: { name: 'retested', label: '复测完成', tone: 'ok' },
    9: { name: 'unable', label: '不配合', tone: 'bad' },
  },
  sets: {
    alone: [0],
    /** Has the values of its items. */
    complete: [1, 2, 3],
    /** Nobody has to be called again for a first measurement. */
    over: [1, 2, 3, 9],
  },
  moves: {
    measure: { label: '测完', from: [0, 2, 9], to: 1, can: 'screening:edit', automatic: true },
    draw: { label: '抽中复测', from: [0, 1, 9], to: 2, can: 'screening:edit', automatic: true },
    retest: { label: '复测', from: [0, 1, 2, 9], to: 3, can: 'screening:edit', automatic: true },
    refuse: { label: '不配合', from: [0, 1, 2, 3], to: 9, can: 'screening:edit', automatic: true },
    clear: { label: '清除', from: [1, 2, 3, 9], to: 0, can: 'screening:edit', automatic: true },
    undoRetest: { label: '复测更正', from: [3], to: 2, can: 'screening:edit', automatic: true },
  },
})

export const screeningReferral = machine({
  name: 'screening-referral',
  table: 'screening_referral',
  key: 'id',
  noun: '转诊建议',
  start: [1],
  states: {
    0: { name: 'none', label: '无', tone: 'neutral' },
    1: { name: 'advised', label: '建议就诊', tone: 'warn' },
    2: { name: 'visited', label: '已就诊', tone: 'ok' },
    3: { name: 'refused', label: '拒绝', tone: 'bad' },
  },
  sets: { alone: [0], open: [1], closed: [2, 3] },
  moves: {
    visit: { label: '已就诊', from: [1, 3], to: 2, can: 'screening:edit' },
    refuse: { label: '拒绝就诊', from: [1], to: 3, can: 'screening:edit', reason: true },
    reopen: { label: '重新建议', from: [2, 3], to: 1, can: 'screening:edit', reason: true },
    withdraw: { label: '撤回', from: [1, 3], to: 0, can: 'screening:edit', automatic: true },
    advise: { label: '建议就诊', from: [0], to: 1, can: 'screening:edit', automatic: true },
  },
})
