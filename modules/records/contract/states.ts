// Not the whole contract: what counts the drafts, in the menu, is in the login bundle and reads these states.
import { machine } from '#kernel/contract/machine.ts'
import okjingMachines from './okjing/states.ts'

/** Optical prescription (decided states). A signed one never changes; it is voided with a reason or runs out by itself. */
export const prescriptionMachine = machine({
  name: 'prescription',
  table: 'prescription',
  key: 'id',
  noun: '处方',
  start: [0],
  states: {
    0: { name: 'draft', label: '草稿', tone: 'neutral' },
    1: { name: 'issued', label: '已开具', tone: 'info' },
    2: { name: 'reviewed', label: '已审核', tone: 'ok' },
    3: { name: 'paid', label: '已缴费', tone: 'ok' },
    4: { name: 'dispensed', label: '已配镜', tone: 'ok' },
    8: { name: 'voided', label: '已作废', tone: 'bad' },
    9: { name: 'expired', label: '已过期', tone: 'neutral' },
  },
  sets: {
    issued: [1, 2, 3, 4],
    /** Glasses may be ordered from it, and were not yet handed over. */
    valid: [1, 2, 3],
    /** Waits for payment: runs out by itself. */
    unpaid: [1, 2],
    /** No glasses are made from it. */
    noBasis: [0, 8, 9],
    /** Was signed: what is wrong of it is voided or replaced, whatever came of it. */
    withdrawable: [1, 2, 3, 4, 9],
    /** Given up, or over. */
    ended: [8, 9],
  },
  moves: {
    sign: { label: '签发', from: [0], to: 1, can: 'prescription:sign' },
    review: { label: '审核', from: [1], to: 2, can: 'prescription:review' },
    paid: { label: '缴费', from: [1, 2], to: 3, can: 'prescription:edit', automatic: true },
    dispense: { label: '交付', from: [3], to: 4, can: 'prescription:edit', automatic: true },
    void: { label: '作废', from: [0, 1, 2, 3, 4, 9], to: 8, can: 'prescription:sign', reason: true },
    expire: { label: '到期', from: [1, 2], to: 9, can: 'prescription:edit', automatic: true },
  },
})

export const ecaseMachine = machine({
  name: 'ecase',
  table: 'ecase',
  key: 'ecase_id',
  noun: '病历',
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
    submitted: [1, 2],
    kept: [0, 1, 2],
    /** Changed by an amendment only, or never again. */
    closed: [2, 9],
  },
  moves: {
    submit: { label: '提交', from: [0], to: 1, can: 'ecase:edit' },
    sign: { label: '签名', from: [1], to: 2, can: 'ecase:sign' },
    amend: { label: '更正', from: [2], to: 2, can: 'ecase:sign', reason: true },
    void: { label: '作废', from: [0, 1, 2], to: 9, can: 'ecase:sign', reason: true },
  },
})
export default [prescriptionMachine, ecaseMachine, ...okjingMachines]
