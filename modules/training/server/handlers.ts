import { implement, importHandlers, type Cx } from '#kernel/server/index.ts'
import { training } from '../contract/endpoints.ts'
import type { CardFamily } from '../contract/cards.ts'
import { brandsOf, saveBrand } from './brands.ts'
import { cardLinePage } from './card-lists.ts'
import * as card from './cards.ts'
import { combinationPage, combinationStatus, createCombination, dropCombination, programme, updateCombination } from './combinations.ts'
import * as eg from './eg.ts'
import { examPage, planOf, planPage } from './plan-lists.ts'
import { createPlan, movePlan, prescribed, updatePlan } from './plans.ts'
import { familySessions, homeFile, homeSessions, printedSessions, sessionFile, sessionPage, trainDay } from './session-lists.ts'
import { logHome, makeUp, moveSession, sign, signMany, undoSign } from './sessions.ts'
import { createUser, durationsOf, mappingPage, mapUser, saveDurations, userPage } from './users.ts'

type Input<K extends keyof typeof training> = (typeof training)[K] extends { input: { _output: infer I } } ? I : never
type CardInput<V extends string> = Input<`train.sdx.${V}` & keyof typeof training>
/** The verbs of one family of cards: whose cards they take is all they differ in. */
const verbs = (family: CardFamily) => ({
  renew: (cx: Parameters<typeof card.renew>[0], input: CardInput<'renew'>) => card.renew(cx, family, input),
  refund: (cx: Parameters<typeof card.refund>[0], input: CardInput<'refund'>) => card.refund(cx, family, input),
  upgrade: (cx: Parameters<typeof card.upgrade>[0], input: CardInput<'upgrade'>) => card.upgrade(cx, family, input),
  delay: (cx: Parameters<typeof card.delay>[0], input: CardInput<'delay'>) => card.delay(cx, family, input),
  mapping: (cx: Parameters<typeof mapUser>[0], input: CardInput<'mapping'>) => mapUser(cx, family, input),
  durations: (cx: Parameters<typeof saveDurations>[0], input: CardInput<'durations'>) => saveDurations(cx, family, input),
})
type Verbs = ReturnType<typeof verbs>
const cardHandlers = <const F extends CardFamily>(family: F): { readonly [K in keyof Verbs as `train.${F}.${K}`]: Verbs[K] } =>
  Object.fromEntries(Object.entries(verbs(family)).map(([verb, handler]) => [`train.${family}.${verb}`, handler])) as never

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
  ...cardHandlers('sdx'),
  ...cardHandlers('sdxAccount'),
  ...cardHandlers('myopia'),
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
