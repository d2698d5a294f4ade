import { find, implement, type Cx } from '#kernel/server/index.ts'
import { asTree, treeIn } from '#kernel/contract/segments/condition.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import type { z } from '#kernel/contract/index.ts'
import endpoints from '../contract/endpoints.ts'
import type { Target, TargetQuery } from '../contract/shapes.ts'
import { hoursOf, monthOf } from './month.ts'
import { countMatched, targetOf } from './segments/audience.ts'
import { checkChain, checkTree, choicesOf, deleteSegment, saveSegment, segmentsOf } from './segments/save.ts'
import { sensitiveOf } from './segments/sensitive.ts'
import { saveSettings, settingsOf } from './settings.ts'
import { saveStanding, standingOf } from './standing.ts'
import { createTag, deleteTag, setTagStatus, tagOf, tagPage, updateTag } from './tags.ts'
import { taskOf, taskPage } from './tasks/read.ts'
import { createTask, deleteTask, updateTask } from './tasks/save.ts'
import { resendTask } from './tasks/send.ts'
import { decideTask, stopTask, submitTask } from './tasks/submit.ts'
import { decideTemplate, saveTemplate, templatePage } from './templates.ts'
import { saveWechatTemplate, wechatTemplatesOf } from './wechat-templates.ts'
import { touchesOf, unsubscribeMember } from './unsubscribe.ts'

/** The segment named, of a store of the account. */
async function segmentOf(cx: Cx, id: number) {
  const segment = await find(cx, 'segment', { id })
  return segment && cx.who.hids.includes(segment.hid) ? segment : cx.refuse('not_found', { what: '人群' })
}
async function target(cx: Cx<'condition_wrong' | 'segment_chain'>, query: z.output<typeof TargetQuery>): Promise<Target> {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  const segment = query.segmentId === undefined ? undefined : await segmentOf(cx, query.segmentId)
  const typed = query.tree === undefined ? undefined : treeIn(query.tree)
  if (query.tree !== undefined && !typed) return cx.refuse('condition_wrong', { what: '条件写得不对', field: 'tree' })
  const tree = typed ?? (segment && asTree(segment.tree))
  if (!tree) return cx.refuse('condition_wrong', { what: '请选择人群或条件', field: 'tree' })
  checkTree(cx, tree)
  const wholeChain = query.wholeChain || (segment?.wholeChain ?? false)
  checkChain(cx, wholeChain)
  const { restDays } = await settingsOf(cx, hid)
  const sensitive = (await sensitiveOf(cx, tree)).length > 0
  const day = (query.sendAt ?? cx.today).slice(0, 10)
  return targetOf(cx, { hid, wholeChain, tree, sensitive, purpose: query.purpose, day, restDays })
}
export default implement(endpoints, {
  'sms-tasks.template': (cx, { hid }) => templatePage(cx, hid),
  'sms-tasks.target-customer': target,
  'sms-tasks.list': taskPage,
  'sms-tasks.create': createTask,
  'sms-tasks.update': updateTask,
  'sms-tasks.get': (cx, { id }) => taskOf(cx, id),
  'sms-tasks.resend': (cx, { id }) => resendTask(cx, id),
  'sms-tasks.submit': (cx, { id }) => submitTask(cx, id),
  'sms-tasks.approve': decideTask,
  'sms-tasks.stop': (cx, { id }) => stopTask(cx, id),
  'sms-tasks.delete': (cx, { id }) => deleteTask(cx, id),
  'segments.list': (cx, { hid }) => segmentsOf(cx, hid),
  'segments.save': saveSegment,
  'segments.delete': (cx, { id }) => deleteSegment(cx, id),
  'segments.count': async (cx, { id }) => {
    const segment = await segmentOf(cx, id)
    return { id, people: await countMatched(cx, { hid: segment.hid, wholeChain: segment.wholeChain, tree: asTree(segment.tree) }) }
  },
  'segments.choices': (cx, { hid }) => choicesOf(cx, ownStore(cx, hid)),
  'marketing.templates.save': saveTemplate,
  'marketing.templates.decide': decideTemplate,
  'marketing.wechat-templates': (cx, { hid }) => wechatTemplatesOf(cx, hid),
  'marketing.wechat-templates.save': saveWechatTemplate,
  'marketing.settings.get': (cx, { hid }) => settingsOf(cx, ownStore(cx, hid)),
  'marketing.settings.save': saveSettings,
  'marketing.month': monthOf,
  'marketing.standing': (cx, { hid }) => standingOf(cx, hid),
  'marketing.standing.save': saveStanding,
  'marketing.hours': (cx, { hid }) => hoursOf(cx, hid),
  'marketing.touches': touchesOf,
  'marketing.unsubscribe': unsubscribeMember,
  'tag-manage.list': tagPage,
  'tag-manage.get': (cx, { id }) => tagOf(cx, id),
  'tag-manage.create': createTag,
  'tag-manage.update': updateTag,
  'tag-manage.delete': (cx, { id }) => deleteTag(cx, id),
  'tag-manage.status': setTagStatus,
})
