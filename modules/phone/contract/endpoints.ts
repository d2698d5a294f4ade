import { del, done, get, open, post, put, z } from '#kernel/contract/index.ts'
import { linkCalls, shelfCalls } from './endpoints.shelf.ts'
import * as s from './shapes.ts'

const own = { can: 'member' } as const
const bookFails = [
  'slot_taken',
  'closed_hours',
  'off_duty',
  'quota_full',
  'past_time',
  'time_order',
  'wechat_open',
  'not_offered',
  'number_open',
  'not_today',
  'status_step',
  'room_stopped',
] as const

/** The way in: what is proven, who somebody is by it, a session. */
const entrance = {
  'phone.code': open.post('/v1/h5/code', {
    can: 'public',
    proof: 'secret',
    summary: 'Ours: sends a code to a member’s number; answers the same for every number',
    input: s.AskPhoneCode,
    output: s.PhoneCodeAsked,
    fails: ['captcha_wrong', 'code_soon', 'code_limit'],
    perMinute: 20,
  }),
  'phone.prove': open.post('/v1/h5/prove', {
    can: 'public',
    proof: 'secret',
    summary: 'Ours: exchanges a code for a ticket and the members of the number',
    input: s.ProvePhone,
    output: s.PhoneProven,
    fails: ['code_wrong'],
    perMinute: 20,
  }),
  'phone.wechat-address': open.get('/v1/h5/wechat', {
    can: 'public',
    proof: 'nothing',
    summary: 'Ours: where WeChat asks its owner, and the state it comes back with',
    output: s.WechatAddress,
    fails: ['wechat_off'],
    pure: false,
    perMinute: 60,
  }),
  'phone.wechat': open.post('/v1/h5/wechat', {
    can: 'public',
    proof: 'secret',
    summary: 'Ours: exchanges WeChat’s code for a ticket and the members bound to it',
    input: s.ProveWechat,
    output: s.PhoneProven,
    fails: ['wechat_code', 'member_unknown'],
    perMinute: 20,
  }),
  'phone.login': open.post('/v1/h5/login', {
    can: 'public',
    proof: 'secret',
    summary: 'Ours: opens the phone of one of the members of a ticket, for thirty days',
    input: s.OpenPhone,
    output: s.PhoneOpened,
    fails: ['login_gone'],
    perMinute: 20,
  }),
}

const session = {
  'phone.me': get('/v1/h5/me', { ...own, summary: 'Ours: who is logged in, family and stores', output: s.PhoneMe, reads: 'one' }),
  'phone.sessions': get('/v1/h5/sessions', { ...own, summary: 'Ours: where the member is logged in', output: z.array(s.PhoneSession) }),
  'phone.sessions.end': del('/v1/h5/sessions/{id}', {
    ...own,
    summary: 'Ours: logs another phone out',
    input: s.OneSession,
    output: done(),
  }),
  'phone.logout': post('/v1/h5/logout', { ...own, summary: 'Ours: logs this phone out', output: done() }),
}

const visits = {
  'phone.visits': get('/v1/h5/visits', {
    ...own,
    summary: 'Ours: visits to come and past ones',
    input: s.ByMember,
    output: z.array(s.PhoneVisit),
    reads: 'one',
  }),
  'phone.slots': get('/v1/h5/slots', {
    ...own,
    store: null,
    summary: 'Ours: times a member may book',
    input: s.SlotsQuery,
    output: s.PhoneSlots,
  }),
  'phone.book': post('/v1/h5/visits', {
    ...own,
    summary: 'Ours: books one of the times offered',
    input: s.BookByPhone,
    output: s.PhoneVisit,
    fails: bookFails,
  }),
  'phone.move': put('/v1/h5/visits/{resid}', {
    ...own,
    summary: 'Ours: moves a visit to another time offered',
    input: s.MoveByPhone,
    output: s.PhoneVisit,
    fails: [...bookFails, 'too_late'],
  }),
  'phone.cancel': post('/v1/h5/visits/{resid}/cancel', {
    ...own,
    summary: 'Ours: cancels a visit; cancelling what is cancelled succeeds',
    input: s.CancelByPhone,
    output: s.PhoneVisit,
    fails: ['too_late'],
  }),
  'phone.line': get('/v1/h5/line', {
    ...own,
    summary: 'Ours: the number of today and how many are before it',
    input: s.ByMember,
    output: s.PhoneLine.nullable(),
  }),
}

const pages = {
  'phone.home': get('/v1/h5/home', {
    ...own,
    summary: 'Ours: one thing to do, next visits, orders, growth',
    input: s.ByMember,
    output: s.PhoneHome,
    reads: 'one',
  }),
  'phone.orders': get('/v1/h5/orders', {
    ...own,
    summary: 'Ours: orders with stage and promised day',
    input: s.ByMember,
    output: z.array(s.PhoneOrder),
  }),
  'phone.report': get('/v1/h5/report', {
    ...own,
    summary: 'Ours: signed examinations and growth in plain words',
    input: s.ReportQuery,
    output: s.PhoneReport,
    reads: 'one',
  }),
  'phone.prescriptions': get('/v1/h5/prescriptions', {
    ...own,
    summary: 'Ours: signed prescriptions',
    input: s.ByMember,
    output: z.array(s.PhonePrescription),
  }),
  'phone.wallet': get('/v1/h5/wallet', {
    ...own,
    summary: 'Ours: balance, points, coupons, packages and the statement',
    input: s.ByMember,
    output: s.PhoneWallet,
  }),
  'phone.contacts': get('/v1/h5/stores/{hid}/contacts', {
    ...own,
    summary: 'Ours: a store, its hours and whom to ask',
    input: s.ByStore,
    output: s.PhoneContacts,
  }),
}

const rights = {
  'phone.consents': get('/v1/h5/consents', {
    ...own,
    summary: 'Ours: where a member stands with each consent, and the texts',
    input: s.ByMember,
    output: s.PhoneConsents,
    reads: 'one',
  }),
  'phone.consents.give': post('/v1/h5/consents', {
    ...own,
    summary: 'Ours: agrees to a text that was read; for a child the guardian who is logged in',
    input: s.GivePhoneConsent,
    output: s.PhoneConsents,
    reads: 'written',
    fails: ['guardian_needed', 'text_changed'],
  }),
  'phone.consents.withdraw': post('/v1/h5/consents/withdraw', {
    ...own,
    summary: 'Ours: takes a consent back; that to care and health data logs every phone out',
    input: s.WithdrawPhoneConsent,
    output: s.PhoneConsents,
    reads: 'written',
  }),
  'phone.unsubscribe': post('/v1/h5/unsubscribe', {
    ...own,
    summary: 'Ours: no marketing any more to anybody on this number',
    output: s.PhoneUnsubscribed,
    reads: 'written',
  }),
  'phone.held': get('/v1/h5/held', {
    ...own,
    summary: 'Ours: what is kept of a member and why, who read it, what was asked',
    input: s.ByMember,
    output: s.PhoneHeld,
    reads: 'one',
  }),
  'phone.requests.make': post('/v1/h5/requests', {
    ...own,
    summary: 'Ours: asks the clinic to erase or correct',
    input: s.NewMemberRequest,
    output: s.MemberRequest,
    reads: 'written',
    fails: ['request_open'],
  }),
  'phone.requests.take-back': post('/v1/h5/requests/{id}/take-back', {
    ...own,
    summary: 'Ours: takes an open request back',
    input: s.OneRequest,
    output: s.MemberRequest,
    reads: 'written',
  }),
  'phone.requests': get('/v1/member-requests/{hid}', {
    can: 'member-request:answer',
    summary: 'Ours: open requests of a store’s members about their data',
    input: s.ByStore,
    output: z.array(s.StoreRequest),
    reads: 'many',
  }),
  'phone.requests.answer': post('/v1/member-requests/{id}/answer', {
    can: 'member-request:answer',
    summary: 'Ours: answers a request; the member reads the answer',
    input: s.AnswerRequest,
    output: s.StoreRequest,
    reads: 'written',
  }),
}

export const phone = { ...entrance, ...session, ...visits, ...pages, ...shelfCalls, ...linkCalls, ...rights }
export default phone
