import { done, get, importEndpoints, post, put, z } from '#kernel/contract/index.ts'
import { Message } from '#modules/messages/contract/shapes.ts'
import { pid } from './fields.ts'
import { Patient } from './shapes.ts'
import {
  BindWechat,
  Chat,
  CreatePatient,
  EgLink,
  EgPage,
  EgPatient,
  EgQuery,
  EgStatus,
  EgTotal,
  EyeBookChart,
  EyeBookPage,
  EyeBookQuery,
  EyeBookUser,
  Relevance,
  SendChat,
  WechatPage,
  WechatQuery,
} from './shapes.links.ts'

const view = { can: 'patient:view' } as const
const save = { can: 'patient:save' } as const

/** Members elsewhere: the parents' app, eye-guardian devices, WeChat. */
export const links = {
  'patients.chat.list': get('/patient/{pid}/messages', {
    can: 'patient:chat',
    summary: 'Ours: the conversation with a member over WeChat, the last hundred messages or those before one',
    input: z.object({ pid, before: Message.shape.messageId.optional() }),
    output: Chat,
    reads: 'one',
  }),
  'patients.chat.send': post('/patient/{pid}/messages', {
    can: 'patient:chat',
    summary: 'Ours: writes to a member over WeChat',
    input: SendChat,
    reads: 'written',
    output: Message,
  }),
  'patients.chat.read': put('/patient/{pid}/messages/read', {
    can: 'patient:chat',
    summary: 'Ours: what the member wrote is read',
    input: z.object({ pid }),
    output: done(),
  }),
  'patients.chat.unread': get('/patient/messages/unread', {
    can: 'patient:chat',
    summary: 'Ours: members who wrote and were not read yet',
    output: z.object({ members: z.int().meta({ label: '会员' }) }),
  }),
  'patients.v1.create': post('/v1/{product}/patients', {
    ...save,
    summary: 'A member from another system; who is here already is answered, not made twice',
    input: CreatePatient,
    reads: 'written',
    output: Patient,
    fails: ['exists', 'exists_card', 'born_later', 'book_taken'],
  }),
  'patients.v1.relevance': put('/v1/{product}/patients/relevance', {
    ...save,
    summary: 'Links a user of the Eye-book to a member',
    input: Relevance,
    reads: 'written',
    output: EyeBookUser,
    fails: ['book_taken'],
  }),
  'patients.eye-book.users': get('/v1/account/eye-book/users', {
    ...view,
    summary: 'Users of the Eye-book, newest first',
    input: EyeBookQuery,
    reads: 'many',
    output: EyeBookPage,
  }),
  'patients.eye-book.charts': get('/v1/account/eye-book/charts', {
    ...view,
    summary: 'New users and links of the last twelve months',
    output: EyeBookChart,
  }),
  'patients.eye-book.unbind': put('/v1/account/eye-book/{id}/unbind', {
    ...save,
    summary: 'Parts a user of the Eye-book from the member',
    input: z.object({ id: EyeBookUser.shape.id }),
    output: done(),
  }),
  ...importEndpoints('patients.eg', '/eg-patient/import', 'patient:import'),
  'patients.eg.total': get('/eg-patient/total', { ...view, summary: 'Eye-guardian users of the stores in figures', output: EgTotal }),
  'patients.eg.list': get('/eg-patient/list/{hid}', {
    ...view,
    summary: 'Ours: eye-guardian users of a store',
    input: EgQuery,
    reads: 'many',
    output: EgPage,
  }),
  'patients.eg.link': put('/eg-patient/{id}/member', {
    ...save,
    summary: 'Ours: says which member an eye-guardian user is, or that it is none',
    input: EgLink,
    reads: 'written',
    output: EgPatient,
  }),
  'eg.patient.status': put('/eg-patient/{id}/status/{status}', {
    ...save,
    summary: 'Stops the service of an eye-guardian user, or takes it up again',
    input: EgStatus,
    reads: 'written',
    output: EgPatient,
    fails: ['device_taken'],
  }),
  'patients.wechat.list': get('/patient/wechat/list/{hid}', {
    ...view,
    summary: 'Ours: members of a store with WeChat, or without',
    input: WechatQuery,
    reads: 'many',
    output: WechatPage,
  }),
  'patients.wechat.bind': put('/patient/wechat/bind', {
    ...save,
    summary: 'Ours: ties a WeChat to a member',
    input: BindWechat,
    reads: 'written',
    output: Patient,
    fails: ['wechat_taken'],
  }),
  'patients.wechat.unbind': put('/patient/wechat/unbind/{pid}', {
    ...save,
    summary: 'Ours: parts a member from the WeChat',
    input: z.object({ pid }),
    output: done(),
  }),
}
