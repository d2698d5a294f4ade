import { implement } from '#kernel/server/index.ts'
import { phone } from '../contract/endpoints.ts'
import { homeOf } from './home.ts'
import { askSignUpCode, leaveByMessage, openExtension, openMessage, signUpByCode } from './links.ts'
import { askPhoneCode, openPhone, provePhone, proveWechat, wechatAddress } from './login.ts'
import { ordersOf } from './orders.ts'
import { contactsOf, endSession, logout, me, ownSessions } from './people.ts'
import { prescriptionsFor, reportFor } from './report.ts'
import {
  answerRequest,
  consentsOf,
  giveByPhone,
  heldOf,
  makeRequest,
  storeRequests,
  takeBack,
  unsubscribe,
  withdrawByPhone,
} from './rights.ts'
import { campaignFor, onCampaign, onSignUp, signUpByPhone } from './shelf.ts'
import { bookByPhone, cancelByPhone, lineOf, moveByPhone, slotsFor, visitsOf } from './visits.ts'
import { walletFor } from './wallet.ts'

export default implement(phone, {
  'phone.code': askPhoneCode,
  'phone.prove': provePhone,
  'phone.wechat-address': wechatAddress,
  'phone.wechat': proveWechat,
  'phone.login': openPhone,
  'phone.me': me,
  'phone.sessions': ownSessions,
  'phone.sessions.end': (cx, { id }) => endSession(cx, id),
  'phone.logout': logout,
  'phone.visits': (cx, { pid }) => visitsOf(cx, pid),
  'phone.slots': slotsFor,
  'phone.book': bookByPhone,
  'phone.move': moveByPhone,
  'phone.cancel': cancelByPhone,
  'phone.line': (cx, { pid }) => lineOf(cx, pid),
  'phone.home': (cx, { pid }) => homeOf(cx, pid),
  'phone.orders': (cx, { pid }) => ordersOf(cx, pid),
  'phone.report': reportFor,
  'phone.prescriptions': (cx, { pid }) => prescriptionsFor(cx, pid),
  'phone.wallet': (cx, { pid }) => walletFor(cx, pid),
  'phone.contacts': (cx, { hid }) => contactsOf(cx, hid),
  'phone.campaign': campaignFor,
  'phone.campaign.sign-up': signUpByPhone,
  'phone.campaign.take': onSignUp('take'),
  'phone.campaign.cancel': onSignUp('cancel'),
  'phone.campaign.claim': onCampaign('claim'),
  'phone.campaign.code': onCampaign('code'),
  'phone.message': openMessage,
  'phone.message.leave': leaveByMessage,
  'phone.extension': openExtension,
  'phone.extension.code': askSignUpCode,
  'phone.extension.sign-up': signUpByCode,
  'phone.consents': (cx, { pid }) => consentsOf(cx, pid),
  'phone.consents.give': giveByPhone,
  'phone.consents.withdraw': withdrawByPhone,
  'phone.unsubscribe': unsubscribe,
  'phone.held': (cx, { pid }) => heldOf(cx, pid),
  'phone.requests.make': makeRequest,
  'phone.requests.take-back': (cx, { id }) => takeBack(cx, id),
  'phone.requests': (cx, { hid }) => storeRequests(cx, hid),
  'phone.requests.answer': answerRequest,
})
