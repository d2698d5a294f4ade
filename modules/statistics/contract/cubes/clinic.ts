/** Cubes of visits, prescriptions, members, channel costs and messages. */
import { patientStates } from '#modules/patients/contract/states.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import { cube } from './cube.ts'

/** A status as SQL text. */
const lit = (state: number): string => String(state)
export const visits = cube({
  label: '就诊',
  dims: { doctor: 'number', type: 'number', from: 'number', status: 'number' },
  measures: ['visits'],
  of: [
    {
      from: [['reservation', 'v']],
      watch: { reservation: { key: 'resid', on: ['hid', 'visit_at', 'doctor_id', 'type', 'request_from', 'status'] } },
      oid: 'v.oid',
      hid: 'v.hid',
      at: 'v.visit_at',
      dims: { doctor: 'v.doctor_id', type: 'v.type', from: 'v.request_from', status: 'v.status' },
      measures: { visits: '1' },
      ref: `'visit:' || v.resid`,
      what: `to_char(v.visit_at, 'HH24:MI')`,
    },
  ],
})
/** Prescriptions that were signed and not voided, on the day they were signed. */
export const prescriptions = cube({
  label: '处方',
  dims: { doctor: 'number' },
  measures: ['prescriptions'],
  of: [
    {
      from: [['prescription', 'p']],
      watch: { prescription: { key: 'id', on: ['hid', 'signed_at', 'status', 'doctor_id'] } },
      where: `p.signed_at is not null and p.status <> ${lit(prescriptionMachine.is.voided)}`,
      oid: 'p.oid',
      hid: 'p.hid',
      at: 'p.signed_at',
      dims: { doctor: 'p.doctor_id' },
      measures: { prescriptions: '1' },
      ref: `'rx:' || p.id`,
      what: 'p.rx_no',
    },
  ],
})
/** Minutes from taking a number to the first call, in steps of five minutes; four hours and more are one step. */
const WAITED = 'greatest(extract(epoch from q.called_at - q.taken_at)::int / 60, 0)'
export const waits = cube({
  label: '候诊',
  dims: { minutes: 'number' },
  measures: ['cases', 'minutes'],
  of: [
    {
      from: [['queue_ticket', 'q']],
      watch: { queue_ticket: { key: 'ticket_id', on: ['hid', 'day', 'taken_at', 'called_at'] } },
      where: 'q.called_at is not null',
      oid: 'q.oid',
      hid: 'q.hid',
      at: 'q.day',
      dims: { minutes: `least(${WAITED} / 5 * 5, 240)` },
      measures: { cases: '1', minutes: WAITED },
      ref: `'visit:' || q.resid`,
      what: `q.series || q.no`,
    },
  ],
})
export const members = cube({
  label: '新会员',
  dims: { source: 'number' },
  measures: ['members', 'wechat', 'visited'],
  of: [
    {
      from: [['patient', 'm']],
      watch: { patient: { key: 'pid', on: ['hid', 'created_at', 'source_id', 'status', 'wechat_open_id', 'last_visit_at'] } },
      where: `m.status = ${lit(patientStates.is.present)}`,
      oid: 'm.oid',
      hid: 'm.hid',
      at: 'm.created_at',
      dims: { source: 'm.source_id' },
      measures: {
        members: '1',
        wechat: 'case when m.wechat_open_id is null then 0 else 1 end',
        visited: 'case when m.last_visit_at is null then 0 else 1 end',
      },
      ref: `'member:' || m.pid`,
      what: 'm.member_no',
    },
  ],
})
/** Cost of a channel, on its day. */
export const spent = cube({
  label: '渠道费用',
  dims: { source: 'number' },
  measures: ['cost'],
  of: [
    {
      from: [['channel_cost', 'c']],
      watch: { channel_cost: { key: 'id', on: ['hid', 'day', 'source_id', 'amount'] } },
      oid: 'c.oid',
      hid: 'c.hid',
      at: 'c.day',
      dims: { source: 'c.source_id' },
      measures: { cost: 'c.amount' },
      ref: `'cost:' || c.id`,
      what: `coalesce(c.note, '')`,
    },
  ],
})
/** First paid bill and first visit of a member, as `stat_first` stores them. */
const FIRST = { paid: 's.what = 1', came: 's.what = 2' } as const
export const firsts = cube({
  label: '新客和初诊',
  dims: { source: 'number', doctor: 'number' },
  measures: ['customers', 'visits'],
  of: [
    {
      from: [
        ['stat_first', 's'],
        ['patient', 'm', 'm.oid = s.oid and m.pid = s.pid'],
      ],
      watch: {
        stat_first: { key: 'first_id', on: ['hid', 'at', 'id', 'doctor_id'] },
        patient: { key: 'pid', on: ['source_id'], hung: true },
      },
      oid: 's.oid',
      hid: 's.hid',
      at: 's.at',
      dims: { source: 'm.source_id', doctor: 's.doctor_id' },
      measures: { customers: `case when ${FIRST.paid} then 1 else 0 end`, visits: `case when ${FIRST.came} then 1 else 0 end` },
      ref: `case when ${FIRST.paid} then 'bill:' || s.id else 'member:' || s.pid end`,
      what: 'm.member_no',
    },
  ],
})
export const sms = cube({
  label: '短信',
  dims: { status: 'number', template: 'text', purpose: 'text' },
  measures: ['messages', 'pieces', 'cost'],
  of: [
    {
      from: [['sms', 's']],
      watch: { sms: { key: 'sms_id', on: ['hid', 'created_at', 'status', 'template', 'purpose', 'pieces', 'cost'] } },
      oid: 's.oid',
      hid: 's.hid',
      at: 's.created_at',
      dims: { status: 's.status', template: 's.template', purpose: 's.purpose' },
      measures: { messages: '1', pieces: 's.pieces', cost: 's.cost' },
      ref: `'sms:' || s.sms_id`,
      what: 's.template',
    },
  ],
})
