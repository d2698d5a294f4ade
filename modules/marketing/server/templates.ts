/** Wordings of a store on their way through the operators. */
import type { z } from '#kernel/contract/index.ts'
import { change, insert, locked, sql, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { filled, piecesOf } from '#modules/messages/contract/templates.ts'
import type { DecideTemplate, MessageTemplate, SaveTemplate } from '../contract/shapes.ts'
import { templateStates } from '../contract/states.ts'
import { blockedWords, wordingSentence } from '../contract/wording/wording.ts'
import { linkOf, SAMPLE_CODE } from './links.ts'
import { smsTemplateOf, variablesOf } from './tasks/save.ts'

const SIGNATURE = '明眸'
/** A text as long as it goes out: with a link, and a name of usual length. */
const measured = (text: string): string => text.replaceAll('{link}', linkOf(SAMPLE_CODE)).replaceAll('{name}', '王小明')
const stateIn = (state: number): MessageTemplate['state'] =>
  Object.values(templateStates.is).find((each) => each === state) ?? templateStates.is.pending
const shownTemplate = ({ id, hid, name, purpose, text, state, reason, version }: Row<'marketing_template'>): MessageTemplate => ({
  id,
  hid,
  name,
  purpose: purpose === 'care' ? 'care' : 'marketing',
  text,
  state: stateIn(state),
  reason,
  version,
  variables: variablesOf(text),
  pieces: piecesOf(filled(smsTemplateOf(purpose), { name: '王小明', store: '门店', content: measured(text) }), SIGNATURE),
  signature: SIGNATURE,
})
export async function templatePage(cx: Cx, hid: number) {
  ownStore(cx, hid)
  const rows = await cx.db.rows(
    wholeRow('marketing_template'),
    sql`select * from marketing_template where hid = ${hid} order by state, id desc`,
  )
  return { list: rows.map(shownTemplate), total: rows.length }
}
export async function saveTemplate(
  cx: Cx<'template_exists' | 'words_blocked'>,
  { id, version, ...values }: z.output<typeof SaveTemplate>,
): Promise<MessageTemplate> {
  ownStore(cx, values.hid)
  const [finding] = blockedWords(values.text)
  if (finding) return cx.refuse('words_blocked', { what: wordingSentence(finding), field: 'text' })
  if (id === undefined) return shownTemplate(await insert(cx, 'marketing_template', values))
  const existing = await locked(cx, 'marketing_template', { id })
  ownStore(cx, existing.hid)
  const isSame = existing.text === values.text && existing.purpose === values.purpose
  const fresh = isSame ? {} : { state: templateStates.is.pending, reason: null }
  return shownTemplate(await change(cx, 'marketing_template', { id }, { version }, { ...values, ...fresh }))
}
export async function decideTemplate(
  cx: Cx<'template_reason'>,
  { id, state, reason }: z.output<typeof DecideTemplate>,
): Promise<MessageTemplate> {
  const existing = await locked(cx, 'marketing_template', { id })
  ownStore(cx, existing.hid)
  if (state === templateStates.is.rejected && !reason) return cx.refuse('template_reason', { field: 'reason' })
  return shownTemplate(
    await change(cx, 'marketing_template', { id }, {}, { state, reason: state === templateStates.is.rejected ? (reason ?? null) : null }),
  )
}
