// Imported from the sub-path: the menu counter in the login bundle reads these states and must not load the whole contract.
import { machine, type States } from '#kernel/contract/machine.ts'

/** A reservation and its visit. The legacy contract fixes 15 已检查; only the cancel call reaches 30, only moving reaches 32. */
export const reservationStates = machine({
  name: 'reservation',
  table: 'reservation',
  key: 'resid',
  noun: '预约',
  start: [1],
  states: {
    1: { name: 'booked', label: '已预约', tone: 'neutral' },
    2: { name: 'confirmed', label: '已确认', tone: 'info' },
    3: { name: 'numbered', label: '已取号', tone: 'info' },
    4: { name: 'waiting', label: '候诊', tone: 'warn' },
    5: { name: 'consulting', label: '就诊中', tone: 'info' },
    10: { name: 'examining', label: '检查中', tone: 'info' },
    15: { name: 'examined', label: '已检查', tone: 'ok' },
    20: { name: 'completed', label: '已完成', tone: 'ok' },
    30: { name: 'cancelled', label: '已取消', tone: 'neutral' },
    31: { name: 'noShow', label: '爽约', tone: 'bad' },
    32: { name: 'rescheduled', label: '已改约', tone: 'neutral' },
  },
  sets: {
    /** Upcoming: can be changed, moved and cancelled. */
    ahead: [1, 2],
    /** Has a number and was not seen yet. */
    inLine: [3, 4],
    /** Not seen yet, checked in or not. */
    unseen: [1, 2, 3, 4],
    /** With the doctor, or sent to an examination. */
    seeing: [5, 10],
    /** At an examination, or back from it. */
    examining: [10, 15],
    /** Checked in and not finished. */
    here: [3, 4, 5, 10, 15],
    /** Came, finished or not. */
    came: [3, 4, 5, 10, 15, 20],
    /** Final. */
    over: [20, 30, 31, 32],
    /** Its time slot is free again. */
    givenUp: [30, 31, 32],
    /** Removed from the day's plan by a person; no-shows remain on it. */
    withdrawn: [30, 32],
  },
  moves: {
    confirm: { label: '确认', from: [1], to: 2, can: 'reservation:edit' },
    take: { label: '签到取号', from: [1, 2], to: 3, can: 'queue:run' },
    wait: { label: '候诊', from: [3], to: 4, can: 'queue:run' },
    see: { label: '接诊', from: [4], to: 5, can: 'queue:run' },
    examine: { label: '去检查', from: [5], to: 10, can: 'queue:run' },
    checked: { label: '检查完成', from: [5, 10], to: 15, can: 'queue:run' },
    back: { label: '回诊', from: [15], to: 5, can: 'queue:run' },
    complete: { label: '完成', from: [5, 15], to: 20, can: 'queue:run' },
    cancel: { label: '取消预约', from: [1, 2, 3], to: 30, can: 'reservation:cancel', reason: true },
    noShow: { label: '爽约', from: [1, 2, 4], to: 31, can: 'reservation:edit' },
    reschedule: { label: '改约', from: [1, 2], to: 32, can: 'reservation:edit', automatic: true },
  },
})

/** A queue number. A passed number moves back some places and can be called again from there. */
export const queueStates = machine({
  name: 'queue',
  table: 'queue_ticket',
  key: 'ticket_id',
  noun: '号码',
  start: [0],
  states: {
    0: { name: 'waiting', label: '候诊', tone: 'warn' },
    1: { name: 'called', label: '叫号中', tone: 'info' },
    2: { name: 'seen', label: '已就诊', tone: 'ok' },
    3: { name: 'passed', label: '过号', tone: 'bad' },
  },
  sets: {
    /** Not seen yet: shown on the waiting-room screen. */
    open: [0, 1, 3],
    /** Can be called. */
    callable: [0, 3],
    /** Was called, answered or not: more specific than the state of its visit. */
    heard: [1, 3],
    alone: [2],
  },
  moves: {
    call: { label: '叫号', from: [0, 3], to: 1, can: 'queue:run' },
    pass: { label: '过号', from: [1], to: 3, can: 'queue:run' },
    requeue: { label: '重新候诊', from: [1, 2, 3], to: 0, can: 'queue:run' },
    seen: { label: '接诊', from: [0, 1, 3], to: 2, can: 'queue:run' },
  },
})

/** A requested examination. */
export const examReservationStates = machine({
  name: 'exam-reservation',
  table: 'exam_reservation',
  key: 'id',
  noun: '检查预约',
  start: [0],
  states: {
    0: { name: 'waiting', label: '待检查', tone: 'warn' },
    1: { name: 'started', label: '检查中', tone: 'info' },
    2: { name: 'finished', label: '已检查', tone: 'ok' },
    3: { name: 'cancelled', label: '已取消', tone: 'neutral' },
  },
  sets: {
    /** Not done yet. */
    open: [0, 1],
    /** Requested: not cancelled. */
    wanted: [0, 1, 2],
    alone: [3],
  },
  moves: {
    start: { label: '开始检查', from: [0], to: 1, can: 'exam-reservation:edit' },
    finish: { label: '检查完成', from: [0, 1], to: 2, can: 'exam-reservation:edit' },
    cancel: { label: '取消检查', from: [0, 1], to: 3, can: 'exam-reservation:edit' },
  },
})

/** Label of all visits with a number that were not seen yet: the group `inLine`, which differs from its states' labels. */
export const inLineWord = '排队中'
/** Displayed state of a visit: its own, or its number's once that was called or passed. For `<Status {...visitState(visit)} />`. */
export const visitState = ({ status, ticketStatus }: { status: number; ticketStatus: number | null }): { of: States; value: number } =>
  status === reservationStates.is.waiting && ticketStatus !== null && queueStates.in.heard.includes(ticketStatus)
    ? { of: queueStates, value: ticketStatus }
    : { of: reservationStates, value: status }

export default [reservationStates, queueStates, examReservationStates]
