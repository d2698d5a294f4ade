/** Planning of a message task: every refusal stands at its field, before anything is set aside. */
import type { z } from '#kernel/contract/index.ts'
import { change, find, insert, locked, remove, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { filled, PIECE_PRICE, piecesOf } from '#modules/messages/contract/templates.ts'
import { asTree, type ConditionTree } from '#kernel/contract/segments/condition.ts'
import { asksHealthConsent } from '../../contract/segments/tree.ts'
import type { CreateTask, MarketingSetting, MessageTask, UpdateTask } from '../../contract/shapes.ts'
import { ruleStates, taskStates, templateStates } from '../../contract/states.ts'
import { blockedWords, wordingSentence } from '../../contract/wording/wording.ts'
import { linkOf, SAMPLE_CODE } from '../links.ts'
import { checkChain, checkTree } from '../segments/save.ts'
import { sensitiveOf } from '../segments/sensitive.ts'
import { settingsOf } from '../settings.ts'
import { taskOf, type KeptWording } from './read.ts'

export type TaskSaveFails =
  | 'segment_sensitive'
  | 'condition_wrong'
  | 'segment_chain'
  | 'words_blocked'
  | 'template_state'
  | 'template_purpose'
  | 'variable_missing'
  | 'send_past'
  | 'send_hours'
  | 'ceiling_low'

/** Filled in by itself: how somebody is addressed, the store, the day of sending, and the link of the recipient. */
const AUTOMATIC: readonly string[] = ['name', 'store', 'day', 'link']
/** Names in braces of a text that the task has to give. */
export const variablesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].filter((name) => !AUTOMATIC.includes(name))
/** The SMS template a purpose goes out by. */
export const smsTemplateOf = (purpose: string): 'marketing' | 'notice' => (purpose === 'marketing' ? 'marketing' : 'notice')

export interface MessageFacts {
  readonly name: string
  readonly store: string
  readonly day: string
  readonly link: string
}
/** A wording as one person reads it. */
export function contentOf({ text, params }: Pick<KeptWording, 'text' | 'params'>, facts: MessageFacts): string {
  const all: Readonly<Record<string, string>> = { ...params, ...facts }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => all[name] ?? '')
}
/** The whole message of a purpose, with what surrounds the wording. */
export const messageOf = (purpose: string, wording: KeptWording, facts: MessageFacts): string =>
  filled(smsTemplateOf(purpose), { name: facts.name, store: facts.store, content: contentOf(wording, facts) })

function checkWords(cx: Pick<Cx<'words_blocked'>, 'refuse'>, text: string, field: string): void {
  const [finding] = blockedWords(text)
  if (finding) cx.refuse('words_blocked', { what: wordingSentence(finding), field })
}
async function checkWordings(cx: Cx<TaskSaveFails>, task: Pick<CreateTask, 'purpose' | 'wordings'>, hid: number): Promise<KeptWording[]> {
  const kept: KeptWording[] = []
  for (const { templateId, params } of task.wordings) {
    const template = await find(cx, 'marketing_template', { id: templateId, hid })
    if (!template) return cx.refuse('not_found', { what: '模板' })
    const { name, text, purpose } = template
    if (purpose !== task.purpose) cx.refuse('template_purpose', { name, field: 'wordings' })
    const missing = variablesOf(text).filter((variable) => !params[variable])
    if (missing.length) cx.refuse('variable_missing', { name, names: missing.join('、'), field: 'wordings' })
    const wording = { templateId, params, text, name }
    checkWords(cx, contentOf(wording, { name: '', store: '', day: '', link: '' }), 'wordings')
    kept.push(wording)
  }
  return kept
}
/** Only wordings that passed the operators go out. */
export async function checkPassed(cx: Cx<TaskSaveFails>, wordings: readonly KeptWording[]): Promise<void> {
  for (const { templateId, name } of wordings) {
    const template = await find(cx, 'marketing_template', { id: templateId })
    if (template?.state !== templateStates.is.passed) cx.refuse('template_state', { name, field: 'wordings' })
  }
}
/** Facts of health serve care; in marketing everybody of the segment has agreed to that. */
export async function checkSensitive(cx: Cx<'segment_sensitive'>, purpose: string, tree: ConditionTree): Promise<void> {
  const names = purpose === 'marketing' && !asksHealthConsent(tree) ? await sensitiveOf(cx, tree) : []
  if (names.length) cx.refuse('segment_sensitive', { names: names.join('、'), field: 'tree' })
}
export function checkTime(
  cx: Pick<Cx<TaskSaveFails>, 'refuse' | 'now'>,
  purpose: string,
  sendAt: string,
  settings: MarketingSetting,
): void {
  if (sendAt < cx.now.slice(0, sendAt.length)) cx.refuse('send_past', { field: 'sendAt' })
  const [from, to] = purpose === 'care' ? ['08:00', '21:00'] : [settings.sendFrom, settings.sendTo]
  const clock = sendAt.slice(11, 16)
  if (clock < from || clock >= to) cx.refuse('send_hours', { from, to, field: 'sendAt' })
}
/** The WeChat template of a care task: one of the store, in use. */
async function checkWechat(cx: Cx<TaskSaveFails>, hid: number, id: number | null): Promise<number | null> {
  if (id === null) return null
  const template = await find(cx, 'wechat_template', { id, hid })
  return template?.status === ruleStates.is.active ? id : cx.refuse('not_found', { what: '微信模板', field: 'wechatTemplateId' })
}
async function prepared(cx: Cx<TaskSaveFails>, input: CreateTask, hid: number) {
  const segment = input.segmentId ? await find(cx, 'segment', { id: input.segmentId }) : undefined
  if (input.segmentId && (!segment || !cx.who.hids.includes(segment.hid))) return cx.refuse('not_found', { what: '人群' })
  const tree = input.tree ? asTree(input.tree) : segment && asTree(segment.tree)
  if (!tree) return cx.refuse('condition_wrong', { what: '请选择人群或条件', field: 'tree' })
  checkTree(cx, tree)
  const wholeChain = input.wholeChain || (segment?.wholeChain ?? false)
  checkChain(cx, wholeChain)
  await checkSensitive(cx, input.purpose, tree)
  const wordings = await checkWordings(cx, input, hid)
  const settings = await settingsOf(cx, hid)
  checkTime(cx, input.purpose, input.sendAt, settings)
  const { shortName } = await storeOf(cx, hid)
  const facts = { name: '会员', store: shortName, day: input.sendAt.slice(0, 10), link: linkOf(SAMPLE_CODE) }
  const one = Math.max(...wordings.map((wording) => piecesOf(messageOf(input.purpose, wording, facts)) * PIECE_PRICE))
  if (input.ceiling < one)
    cx.refuse('ceiling_low', { ceiling: (input.ceiling / 100).toFixed(2), least: (one / 100).toFixed(2), field: 'ceiling' })
  const wechatTemplateId = input.purpose === 'care' ? await checkWechat(cx, hid, input.wechatTemplateId ?? null) : null
  const { name, purpose, sendAt, ceiling, outcome, outcomeDays } = input
  return {
    hid,
    name,
    purpose,
    segmentId: segment?.id ?? null,
    segmentNo: segment?.no ?? null,
    tree,
    wholeChain,
    // A list would travel as an array of the database.
    wordings: JSON.stringify(wordings),
    sendAt,
    ceiling,
    outcome,
    outcomeDays,
    controlPercent: purpose === 'care' ? 0 : (input.controlPercent ?? 10),
    wechatTemplateId,
  }
}
export async function createTask(cx: Cx<TaskSaveFails>, input: CreateTask): Promise<MessageTask> {
  const hid = ownStore(cx, input.hid ?? cx.who.hid)
  const row = await insert(cx, 'marketing_task', await prepared(cx, input, hid))
  cx.touch('marketing')
  return taskOf(cx, row.id)
}
/** A task that nobody submitted; one that was given back is one again. */
export async function openTask(cx: Cx<'task_fixed'>, id: number, version?: number): Promise<Row<'marketing_task'>> {
  const row = await locked(cx, 'marketing_task', { id }, { version })
  ownStore(cx, row.hid)
  return row.status === taskStates.is.waiting && !row.submittedAt ? row : cx.refuse('task_fixed')
}
export async function updateTask(
  cx: Cx<TaskSaveFails | 'task_fixed'>,
  { id, version, ...input }: z.output<typeof UpdateTask>,
): Promise<MessageTask> {
  const row = await openTask(cx, id, version)
  await change(cx, 'marketing_task', { id }, { version }, { ...(await prepared(cx, input, row.hid)), rejectedReason: null })
  cx.touch('marketing')
  return taskOf(cx, id)
}
export async function deleteTask(cx: Cx<'task_fixed'>, id: number): Promise<null> {
  await openTask(cx, id)
  await remove(cx, 'marketing_task', { id })
  cx.touch('marketing')
  return null
}
