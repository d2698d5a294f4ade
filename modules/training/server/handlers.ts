import { implement, importHandlers, type Cx } from '#kernel/server/index.ts'
import { training } from '../contract/endpoints.ts'
import { brandsOf, saveBrand } from './brands.ts'
import { cardLinePage } from './card-lists.ts'
import * as card from './cards.ts'
import { refund } from './refunds.ts'
import { combinationPage, combinationStatus, createCombination, dropCombination, programme, updateCombination } from './combinations.ts'
import * as eg from './eg.ts'
import { examPage, planOf, planPage } from './plan-lists.ts'
import { createPlan, movePlan, prescribed, updatePlan } from './plans.ts'
import { familySessions, homeFile, homeSessions, printedSessions, sessionFile, sessionPage, trainDay } from './session-lists.ts'
import { logHome, makeUp, moveSession, sign, signMany, undoSign } from './sessions.ts'
import { tellDesk, tellPlan } from './tell.ts'
import { createUser, durationsOf, mappingPage, mapUser, saveDurations, userPage } from './users.ts'

export default implement(training, {
  'train.combinations.list': combinationPage,
  'train.combinations.create': createCombination,
  'train.combinations.update': updateCombination,
  'train.combinations.delete': (cx, { id }) => dropCombination(cx, id),
  'train.combinations.status': (cx, { id, status }) => combinationStatus(cx, id, status),
  'train.programme': (cx, { hid }) => programme(cx, hid),
  'train.sdx-users.list': userPage,
  'train.sdx-users.create': createUser,
  'train.brands': (cx, { hid }) => brandsOf(cx, hid ?? cx.who.hid),
  'train.brands.save': saveBrand,
  'train.member': async (cx: Cx, { pid }) => ({
    users: (await userPage(cx, { pid, pageSize: 50, pageNum: 1 })).list,
    plans: (await planPage(cx, { pid, per_page: 50, page: 1 })).list,
  }),
  'train.sdx.renew': (cx, input) => card.renew(cx, 'sdx', input),
  'train.sdx.refund': (cx, input) => refund(cx, 'sdx', input),
  'train.sdx.upgrade': (cx, input) => card.upgrade(cx, 'sdx', input),
  'train.sdx.delay': (cx, input) => card.delay(cx, 'sdx', input),
  'train.sdx.mapping': (cx, input) => mapUser(cx, 'sdx', input),
  'train.sdx.durations': (cx, input) => saveDurations(cx, 'sdx', input),
  'train.sdxAccount.renew': (cx, input) => card.renew(cx, 'sdxAccount', input),
  'train.sdxAccount.refund': (cx, input) => refund(cx, 'sdxAccount', input),
  'train.sdxAccount.upgrade': (cx, input) => card.upgrade(cx, 'sdxAccount', input),
  'train.sdxAccount.delay': (cx, input) => card.delay(cx, 'sdxAccount', input),
  'train.sdxAccount.mapping': (cx, input) => mapUser(cx, 'sdxAccount', input),
  'train.sdxAccount.durations': (cx, input) => saveDurations(cx, 'sdxAccount', input),
  'train.myopia.renew': (cx, input) => card.renew(cx, 'myopia', input),
  'train.myopia.refund': (cx, input) => refund(cx, 'myopia', input),
  'train.myopia.upgrade': (cx, input) => card.upgrade(cx, 'myopia', input),
  'train.myopia.delay': (cx, input) => card.delay(cx, 'myopia', input),
  'train.myopia.mapping': (cx, input) => mapUser(cx, 'myopia', input),
  'train.myopia.durations': (cx, input) => saveDurations(cx, 'myopia', input),
  'train.sdx.records': (cx, query) => familySessions(cx, 'sdx', query),
  'train.myopia.records': (cx, query) => familySessions(cx, 'myopia', query),
  'train.sdxAccount.records': cardLinePage,
  'train.sdx.durations.get': (cx, { sdxUid }) => durationsOf(cx, sdxUid),
  'train.sdx.mapping.get': mappingPage,
  'train.records': sessionPage,
  'train.records.print': async (cx, { ids }) => ({ list: await printedSessions(cx, ids.split(',').map(Number)) }),
  'train.records.export': (out, query) => sessionFile(out, query),
  'train.day': trainDay,
  'train.sessions.sign': sign,
  'train.sessions.sign-many': (cx, { ids }) => signMany(cx, ids),
  'train.sessions.make-up': makeUp,
  'train.sessions.undo': (cx, { id }) => undoSign(cx, id),
  'train.sessions.move': moveSession,
  'train.tell-desk': tellDesk,
  'train.tell-plan': tellPlan,
  'train.home': logHome,
  'train.family-records': homeSessions,
  'train.family-records.export': (out, query) => homeFile(out, query),
  'train.plans.list': planPage,
  'train.plans.get': (cx, { id }) => planOf(cx, id),
  'train.plans.create': createPlan,
  'train.plans.update': updatePlan,
  'train.plans.move': movePlan,
  'train.plans.prescribed': (cx, { pid }) => prescribed(cx, pid),
  'train.exams': examPage,
  'eg.data': eg.egPage,
  'eg.counts': (cx, { hid }) => eg.egCounts(cx, hid),
  'eg.user': (cx, { id }) => eg.egUser(cx, id),
  'eg.export': (out, query) => eg.egFile(out, query),
  'eg.service.open': eg.openService,
  'eg.service.stop': eg.stopService,
  'eg.checkin': eg.checkIn,
  'eg.assess': eg.assess,
  ...importHandlers('eg.checkins', eg.importCheckins),
})
