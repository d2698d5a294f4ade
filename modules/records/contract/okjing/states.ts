// Apart from the module's other states: clinical records of every declared kind, the ortho-k case that ties them, and the lenses it ends
// in.
import { machine } from '#kernel/contract/machine.ts'

/** Records of every declared kind (decided states). A signed one is amended with a reason and keeps its former version. */
export const recordMachine = machine({
  name: 'clinical-record',
  table: 'clinical_record',
  key: 'id',
  noun: '临床记录',
  start: [0, 1],
  states: {
    0: { name: 'draft', label: '草稿', tone: 'neutral' },
    1: { name: 'submitted', label: '已提交', tone: 'info' },
    2: { name: 'signed', label: '已审核', tone: 'ok' },
    9: { name: 'voided', label: '已作废', tone: 'bad' },
  },
  sets: {
    /** Still written on by its writer. */
    open: [0, 1],
    kept: [0, 1, 2],
    valid: [1, 2],
    signed: [2],
    /** Changed by an amendment only, or never again. */
    closed: [2, 9],
  },
  moves: {
    submit: { label: '提交', from: [0], to: 1, can: 'record:edit' },
    sign: { label: '签名', from: [1], to: 2, can: 'record:sign' },
    amend: { label: '更正', from: [2], to: 2, can: 'record:sign', reason: true },
    void: { label: '作废', from: [0, 1], to: 9, can: 'record:edit', reason: true },
    voidSigned: { label: '作废', from: [2], to: 9, can: 'record:sign', reason: true },
  },
})

/** One course of ortho-k of a member, from the first record to its end. */
export const caseMachine = machine({
  name: 'okjing-case',
  table: 'okjing_case',
  key: 'case_id',
  noun: '塑形镜验配',
  start: [0],
  states: { 0: { name: 'open', label: '进行中', tone: 'info' }, 1: { name: 'closed', label: '已结束', tone: 'neutral' } },
  sets: { open: [0], over: [1] },
  moves: {
    close: { label: '结束', from: [0], to: 1, can: 'record:sign', reason: true },
  },
})

/** A delivered ortho-k lens. */
export const lensMachine = machine({
  name: 'ok-lens',
  table: 'ok_lens',
  key: 'id',
  noun: '塑形镜片',
  start: [0],
  states: {
    0: { name: 'waiting', label: '待取', tone: 'neutral' },
    1: { name: 'worn', label: '在用', tone: 'ok' },
    2: { name: 'stopped', label: '停用', tone: 'warn' },
    3: { name: 'broken', label: '破损', tone: 'bad' },
    4: { name: 'lost', label: '丢失', tone: 'bad' },
    5: { name: 'expired', label: '到期', tone: 'neutral' },
  },
  sets: {
    /** Still a lens that may be worn again. */
    held: [0, 1, 2],
    worn: [1],
    stopped: [2],
    gone: [3, 4, 5],
  },
  moves: {
    hand: { label: '交付', from: [0], to: 1, can: 'record:sign', automatic: true },
    stop: { label: '停戴', from: [1], to: 2, can: 'record:edit', reason: true },
    resume: { label: '恢复配戴', from: [2], to: 1, can: 'record:sign', reason: true },
    break: { label: '报破损', from: [0, 1, 2], to: 3, can: 'record:edit', reason: true },
    lose: { label: '报丢失', from: [0, 1, 2], to: 4, can: 'record:edit', reason: true },
    expire: { label: '到期', from: [0, 1, 2], to: 5, can: 'record:edit', automatic: true },
  },
})
export default [recordMachine, caseMachine, lensMachine]
