// Not the whole contract: what counts who waits, in the menu, is in the login bundle and reads these states.
import { machine } from '#kernel/contract/machine.ts'

/** What a store asks a remote expert, from the application to the signed report. */
export const remoteCase = machine({
  name: 'remote-case',
  table: 'remote_case',
  key: 'id',
  noun: '远程会诊',
  start: [0],
  states: {
    0: { name: 'applied', label: '已申请', tone: 'warn' },
    10: { name: 'accepted', label: '已接受', tone: 'info' },
    20: { name: 'held', label: '已冻结费用', tone: 'info' },
    30: { name: 'waiting', label: '候诊', tone: 'warn' },
    40: { name: 'consulting', label: '会诊中', tone: 'info' },
    45: { name: 'broken', label: '中断', tone: 'bad' },
    50: { name: 'signed', label: '已签报告', tone: 'ok' },
    90: { name: 'cancelled', label: '已取消', tone: 'neutral' },
  },
  sets: {
    /** Nothing was promised by the store yet: lapses by itself. */
    unpaid: [0, 10],
    /** Not yet begun: either side calls it off. */
    ahead: [0, 10, 20, 30],
    /** The room is open to those who take part. */
    enterable: [20, 30, 40, 45],
    /** Begun and not signed: the expert, or who answers for the store, ends it. */
    begun: [40, 45],
    /** The member's file is open to the expert. */
    opensFile: [10, 20, 30, 40, 45],
    /** Still going on. */
    open: [0, 10, 20, 30, 40, 45],
    over: [50, 90],
  },
  moves: {
    accept: { label: '接受', from: [0], to: 10, can: 'remote:answer' },
    hold: { label: '冻结费用', from: [10], to: 20, can: 'remote:apply' },
    wait: { label: '候诊', from: [20], to: 30, can: 'remote:apply' },
    start: { label: '开始会诊', from: [30], to: 40, can: 'remote:answer' },
    drop: { label: '中断', from: [40], to: 45, can: 'remote:view', automatic: true },
    rejoin: { label: '重新进入', from: [45], to: 40, can: 'remote:view' },
    sign: { label: '签署报告', from: [40, 45], to: 50, can: 'remote:answer' },
    cancel: { label: '取消', from: [0, 10, 20, 30], to: 90, can: 'remote:view', reason: true },
    breakOff: { label: '终止会诊', from: [40, 45], to: 90, can: 'remote:view', reason: true },
    lapse: { label: '过期', from: [0, 10], to: 90, can: 'remote:view', automatic: true },
  },
})

/** The expert's opinion. A signed one is amended with a reason and keeps its former version. */
export const remoteRecord = machine({
  name: 'remote-record',
  table: 'remote_record',
  key: 'id',
  noun: '远程会诊记录',
  start: [0],
  states: {
    0: { name: 'draft', label: '草稿', tone: 'neutral' },
    2: { name: 'signed', label: '已签名', tone: 'ok' },
    9: { name: 'voided', label: '已作废', tone: 'bad' },
  },
  sets: {
    alone: [0],
    /** Changed by an amendment only, or never again. */
    closed: [2, 9],
  },
  moves: {
    sign: { label: '签名', from: [0], to: 2, can: 'remote:answer' },
    amend: { label: '更正', from: [2], to: 2, can: 'remote:answer', reason: true },
    void: { label: '作废', from: [0, 2], to: 9, can: 'remote:answer', reason: true },
  },
})
export default [remoteCase, remoteRecord]
