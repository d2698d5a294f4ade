/** A task as it is being written, and what it makes of one person. */
import { asTree } from '#kernel/contract/segments/condition.ts'
import { dayFromToday } from '#kernel/web/index.ts'
import { filled, PIECE_PRICE, piecesOf } from '#modules/messages/contract/templates.ts'
import { rowsOfTree, type ConditionRow } from '../../../contract/segments/rows.ts'
import type { MessageTask, MessageTemplate, Target } from '../../../contract/shapes.ts'

export type TaskPurpose = 'care' | 'marketing'
export const OUTCOMES = ['booked', 'came', 'bought', 'coupon'] as const
export interface TaskDraft {
  name: string
  purpose: TaskPurpose
  segmentId: number | null
  rows: ConditionRow[]
  wordings: Array<{ templateId: number; params: Record<string, string> }>
  wechatTemplateId: number | null
  sendAt: string
  ceiling: number
  controlPercent: number
  outcome: (typeof OUTCOMES)[number]
  outcomeDays: number
}
export interface PartProps {
  readonly draft: TaskDraft
  readonly set: (change: Partial<TaskDraft>) => void
}
export const fresh = (rows: ConditionRow[] = [], name = ''): TaskDraft => ({
  name,
  purpose: 'care',
  segmentId: null,
  rows,
  wordings: [],
  wechatTemplateId: null,
  sendAt: `${dayFromToday(1)} 10:00:00`,
  ceiling: 50,
  controlPercent: 10,
  outcome: 'came',
  outcomeDays: 14,
})
export const draftOf = (task: MessageTask): TaskDraft => ({
  ...task,
  rows: rowsOfTree(asTree(task.tree)) ?? [],
  wordings: task.wordings.map(({ templateId, params }) => ({ templateId, params })),
})

/** A wording as one person reads it: facts stand in, variables nobody gave stay visible. */
export const wordOfPerson = (text: string, params: Readonly<Record<string, string>>, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...params, ...facts })[name] || `{${name}}`)
export interface ShownWording {
  readonly template: MessageTemplate | undefined
  readonly text: string
  readonly length: number
  readonly pieces: number
}
/** As long as a link is when the message goes out. */
export const sampleLink = (): string => `${location.origin}/h5/m/ABCD2345`
/** Of 【明眸】, which counts. */
const SIGNATURE_LENGTH = 4
/** The wordings of a draft as one person would read them, with the pieces operators count. */
export const filledFor = (draft: TaskDraft, templates: readonly MessageTemplate[], store: string, name = '王小明'): ShownWording[] =>
  draft.wordings.map(({ templateId, params }) => {
    const template = templates.find((one) => one.id === templateId)
    const facts = { name, store, day: draft.sendAt.slice(0, 10), link: sampleLink() }
    const text = filled(draft.purpose === 'marketing' ? 'marketing' : 'notice', {
      name,
      store,
      content: template ? wordOfPerson(template.text, params, facts) : '',
    })
    return { template, text, length: SIGNATURE_LENGTH + [...text].length, pieces: piecesOf(text) }
  })

export interface Sum {
  readonly numbers: number
  readonly control: number
  readonly sending: number
  readonly overWechat: number
  readonly bySms: number
  /** Yuan. */
  readonly cost: number
}
/** Whom it goes to, by which way, at what cost. */
export function sumOf(draft: TaskDraft, target: Target | undefined, wordings: readonly ShownWording[]): Sum {
  const numbers = target?.numbers ?? 0
  const control = draft.purpose === 'marketing' ? Math.round((numbers * draft.controlPercent) / 100) : 0
  const overWechat = draft.purpose === 'care' && draft.wechatTemplateId !== null ? (target?.overWechat ?? 0) : 0
  const sending = numbers - control
  const bySms = sending - overWechat
  const pieces = wordings.length ? wordings.reduce((all, w) => all + w.pieces, 0) / wordings.length : 1
  return { numbers, control, sending, overWechat, bySms, cost: (bySms * pieces * PIECE_PRICE) / 100 }
}
/** Smallest difference that shows with 80 % power where one in twenty does it anyhow: two shares, 5 % (Cohen 1988, 2.8 standard errors). */
export const smallestDifference = ({ sending, control }: Pick<Sum, 'sending' | 'control'>): number | null => {
  if (sending < 100 || control < 100) return null
  const base = 0.05
  return Math.ceil(280 * Math.sqrt(base * (1 - base) * (1 / sending + 1 / control)))
}
