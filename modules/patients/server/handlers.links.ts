import { importHandlers, update, type Handlers } from '#kernel/server/index.ts'
import { fetchAgain, markRead, mediaFile, unreadOf } from '#modules/messages/server/door.ts'
import type { links } from '../contract/endpoints.links.ts'
import {
  chatOf,
  createFromOutside,
  egLink,
  egList,
  egStatus,
  egTotal,
  eyeBookCharts,
  eyeBookUsers,
  importEg,
  linkEyeBook,
  setWechat,
  wechatMembers,
  writeBySms,
  writeTo,
} from './links.ts'
import { arrived, bindingCode, checked, play } from './push.ts'
import { patientOf } from './queries.ts'

export const linkHandlers: Handlers<typeof links> = {
  'patients.chat.list': chatOf,
  'patients.chat.send': writeTo,
  'patients.chat.sms': writeBySms,
  'patients.chat.media': (out, { pid, messageId }) => mediaFile(out, pid, messageId),
  'patients.chat.media-again': async (cx, { pid, messageId }) => {
    await fetchAgain(cx, pid, messageId)
    return null
  },
  'patients.chat.read': async (cx, { pid }) => {
    await markRead(cx, (await patientOf(cx, pid)).pid)
    return null
  },
  'patients.chat.unread': async (cx) => ({ members: (await unreadOf(cx)).size }),
  'patients.v1.create': createFromOutside,
  'patients.v1.relevance': linkEyeBook,
  'patients.eye-book.users': eyeBookUsers,
  'patients.eye-book.charts': eyeBookCharts,
  'patients.eye-book.unbind': async (cx, { id }) =>
    (await update(cx, 'eye_book', { id }, { pid: null, boundAt: null })) ? null : cx.refuse('not_found', { what: '护眼本用户' }),
  ...importHandlers('patients.eg', importEg),
  'patients.eg.total': egTotal,
  'patients.eg.list': egList,
  'patients.eg.link': egLink,
  'eg.patient.status': egStatus,
  'patients.wechat.list': wechatMembers,
  'patients.wechat.bind': (cx, { pid, wechatOpenId, wechatName }) => setWechat(cx, pid, { openId: wechatOpenId, name: wechatName ?? null }),
  'patients.wechat.code': bindingCode,
  'patients.wechat.play': play,
  'wechat.push.check': checked,
  'wechat.push': arrived,
  'patients.wechat.unbind': async (cx, { pid }) => {
    await setWechat(cx, pid, null)
    return null
  },
}
