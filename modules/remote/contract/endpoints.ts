import { del, done, get, outside, post, put } from '#kernel/contract/index.ts'
import * as s from './shapes.ts'

const cases = '/v1/{product}/telemedicine-subscribes'
const papers = '/v1/{product}/telemedicine-records'
const view = { can: 'remote:view' } as const
const asking = [
  'no_remote_consent',
  'expert_taken',
  'off_slot',
  'consult_past',
  'time_needed',
  'specialist_stopped',
  'pack_not_theirs',
] as const
const entering = ['room_early', 'room_late', 'room_closed'] as const
const saveFails = ['exam_wrong', 'exam_unconfirmed', 'exam_empty', 'axis_missing', 'base_missing', 'exam_due'] as const
const ourCase = { output: s.Case, reads: 'written', cases: true } as const
const ourRecord = { can: 'remote:answer', output: s.RecordRow, reads: 'written', cases: true } as const

export const remote = {
  'specialist.create': post('/specialist-clinic', {
    can: 'specialist:edit',
    summary: 'Names somebody of the staff an expert',
    input: s.NewSpecialist,
    output: s.Specialist,
    fails: ['specialist_exists'],
  }),
  'specialist.update': put('/specialist-clinic/{ctid}', {
    can: 'specialist:edit',
    summary: 'Changes an expert, by the staff number',
    input: s.EditSpecialist,
    output: s.Specialist,
    changes: 'ctid',
  }),
  'specialist.delete': del('/specialist-clinic/{id}', {
    can: 'specialist:edit',
    summary: 'Takes an expert off the list; refused while consultations are open',
    input: s.SpecialistId,
    output: done(),
    fails: ['specialist_busy'],
  }),
  'specialist.list': get('/specialist-clinic', {
    ...view,
    summary: 'Experts with their room and next free time',
    input: s.SpecialistQuery,
    output: s.Specialists,
  }),
  'specialist.slots': get('/specialist-clinic/{ctid}/slots', {
    ...view,
    summary: 'Ours: free beginnings of an expert',
    input: s.SlotQuery,
    output: s.FreeSlots,
  }),
  'specialist.consulting-list': get('/specialist-clinic/consulting-list/{id}', {
    ...view,
    summary: 'Consultations of an expert today and whatever waits',
    input: s.SpecialistId,
    output: s.CasePage,
    reads: 'many',
    cases: true,
  }),

  'telemedicine-subscribes.sendable': get(`${cases}/sendable/{pid}`, {
    can: 'remote:apply',
    summary: 'Ours: what of a member may be sent with a case, newest first of each kind',
    input: s.SendableQuery,
    output: s.Sendable,
  }),
  'telemedicine-subscribes.list': get(cases, {
    ...view,
    summary: 'Consultations one takes part in, by time',
    input: s.CaseQuery,
    output: s.CasePage,
    reads: 'many',
    cases: true,
  }),
  'telemedicine-subscribes.get': get(`${cases}/{id}`, {
    ...view,
    summary: 'A consultation with its pack, steps and who was there',
    input: s.CaseId,
    output: s.Case,
    reads: 'one',
    cases: true,
  }),
  'telemedicine-subscribes.create': post(cases, {
    can: 'remote:apply',
    summary: 'Asks an expert, in writing or at a time',
    input: s.NewCase,
    output: s.Case,
    reads: 'written',
    fails: asking,
  }),
  'telemedicine-subscribes.update': put(`${cases}/{id}`, {
    ...ourCase,
    can: 'remote:apply',
    summary: 'Changes what was asked while nobody accepted it',
    input: s.EditCase,
    changes: 'id',
    fails: asking,
  }),
  'telemedicine-subscribes.delete': del(`${cases}/{id}`, {
    ...view,
    summary: 'Cancels with a reason; an application goes that its maker takes back',
    input: s.DropCase,
    output: done(),
    fails: ['cancel_reason', 'not_yours_to_end'],
  }),
  'telemedicine-subscribes.move': put(`${cases}/{id}/{move}`, {
    ...ourCase,
    ...view,
    summary: 'Ours: takes a step; taken twice it ends the same',
    input: s.MoveCase,
    fails: ['not_yours_to_end', ...entering],
  }),
  'telemedicine-subscribes.room': get(`${cases}/{id}/room`, {
    ...view,
    summary: 'Ours: the room of a consultation and who one is there',
    input: s.CaseId,
    output: s.RemoteRoom,
    reads: 'one',
    cases: true,
    fails: entering,
  }),
  'telemedicine-subscribes.messages': get(`${cases}/{id}/messages`, {
    ...view,
    summary: 'Ours: what was said, oldest first',
    input: s.CaseId,
    output: s.Messages,
    reads: 'one',
    cases: true,
  }),
  'telemedicine-subscribes.say': post(`${cases}/{id}/messages`, {
    ...view,
    summary: 'Ours: says something, asks back or proposes another time',
    input: s.Say,
    output: s.Message,
    reads: 'written',
    fails: ['time_needed'],
  }),
  'telemedicine-subscribes.frames': get(`${cases}/{id}/frames`, {
    ...view,
    summary: 'Ours: pictures taken in the room',
    input: s.CaseId,
    output: s.FrameImages,
    reads: 'one',
    cases: true,
  }),
  'telemedicine-subscribes.frame': post(`${cases}/{id}/frames`, {
    can: 'exam:edit',
    summary: 'Ours: keeps a frozen picture as an image of the slit lamp examination of this consultation',
    input: s.NewFrame,
    output: s.FrameImages,
    reads: 'written',
    fails: ['image_locked', 'image_too_many', 'image_not_theirs', ...saveFails],
  }),
  'telemedicine-subscribes.draw': put(`${cases}/{id}/drawing`, {
    ...view,
    summary: 'Ours: adds a version of the drawing on a picture of the room',
    input: s.DrawFrame,
    output: s.FrameImages,
    reads: 'written',
    fails: ['image_locked'],
  }),

  'telemedicine-records.list': get(papers, {
    ...view,
    summary: 'Reports one takes part in, newest first',
    input: s.RecordQuery,
    output: s.RecordPage,
    reads: 'many',
    cases: true,
  }),
  'telemedicine-records.get': get(`${papers}/{id}`, {
    ...view,
    summary: 'A report',
    input: s.RecordId,
    output: s.RecordRow,
    reads: 'one',
    cases: true,
  }),
  'telemedicine-records.create': post(papers, {
    can: 'remote:answer',
    summary: 'Begins the report of a consultation; there is one, which a second call answers',
    input: s.NewRecord,
    output: s.RecordRow,
    reads: 'written',
  }),
  'telemedicine-records.update': put(`${papers}/{id}`, {
    ...ourRecord,
    summary: 'Saves a report; amends a signed one with a reason',
    input: s.EditRecord,
    changes: 'id',
    fails: ['report_empty'],
  }),
  'telemedicine-records.sign': put(`${papers}/{id}/sign`, {
    ...ourRecord,
    summary: 'Ours: signs a report, settles the fee and puts it into the case records',
    input: s.SignRecord,
    fails: ['report_empty'],
  }),
  'telemedicine-records.delete': del(`${papers}/{id}`, {
    can: 'remote:answer',
    summary: 'Takes a draft away; voids a signed report with a reason',
    input: s.DropRecord,
    output: done(),
    fails: ['cancel_reason'],
  }),
  'remote.record.print': get('/{product}/remote/records/{id}/print', {
    ...view,
    summary: 'A report with its case, pictures and messages, for paper',
    input: s.RecordId,
    output: s.RecordPaper,
    reads: 'one',
    cases: true,
  }),

  'trtc.user-sig': outside.get('/v1/{product}/trtc/user-sig', {
    ...view,
    summary: 'What opens the room’s sound and picture, for one’s own user id',
    input: s.UserSigQuery,
    output: s.UserSig,
    fails: ['user_not_own'],
  }),
}
export default remote
