/** Template messages of a store. WeChat forbids advertising in them, so nothing of a price or an offer stands there. */
import type { z } from '#kernel/contract/index.ts'
import { change, insert, locked, sql, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { WechatTemplateRow, type SaveWechatTemplate } from '../contract/shapes.ts'
import { blockedWords, wordingSentence } from '../contract/wording/wording.ts'

const shownWechat = ({ id, hid, kind, number, fields, status, version }: Row<'wechat_template'>): WechatTemplateRow =>
  WechatTemplateRow.parse({ id, hid, kind, number, fields, status, version })
export async function wechatTemplatesOf(cx: Cx, hid: number): Promise<WechatTemplateRow[]> {
  ownStore(cx, hid)
  const rows = await cx.db.rows(wholeRow('wechat_template'), sql`select * from wechat_template where hid = ${hid} order by status, id`)
  return rows.map(shownWechat)
}
/** Coupons and balances have templates of their own, which name what was given and no offer. */
const ADVERT = /[¥￥]\s*\d|\d+(?:\.\d+)?\s*(?:元|折)|优惠|特价|促销|满减|立减|免费|抢购|秒杀/
export async function saveWechatTemplate(
  cx: Cx<'kind_taken' | 'words_blocked' | 'template_advert'>,
  { id, version, ...values }: z.output<typeof SaveWechatTemplate>,
): Promise<WechatTemplateRow> {
  ownStore(cx, values.hid)
  for (const [i, { text }] of values.fields.entries()) {
    const field = `fields.${i}.text`
    const [finding] = blockedWords(text)
    if (finding) cx.refuse('words_blocked', { what: wordingSentence(finding), field })
    const advert = ADVERT.exec(text)
    if (advert) cx.refuse('template_advert', { words: advert[0], field })
  }
  // A list would travel as an array of the database.
  const written = { ...values, fields: JSON.stringify(values.fields) }
  if (id === undefined) return shownWechat(await insert(cx, 'wechat_template', written))
  const existing = await locked(cx, 'wechat_template', { id })
  ownStore(cx, existing.hid)
  return shownWechat(await change(cx, 'wechat_template', { id }, { version }, written))
}
