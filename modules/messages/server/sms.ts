/** SMS: pieces are debited when queued, a job sends the message, refused ones are credited back. */
import { insert, post, sql, update, type Cx } from '#kernel/server/index.ts'
import { filled, paramsOfTemplate, PIECE_PRICE, piecesOf, templates, type SmsTemplate } from '../contract/templates.ts'
import { Sms } from '../contract/shapes.ts'
import { smsPort } from '#ports/sms/choose.ts'
import { smsStates } from '../contract/states.ts'

/** True where messages stay in the local outbox. */
const simulatedSms = (): boolean => smsPort().simulated

const account = (hid: number): string => `store:${hid}`
/** Codes are secrets: the stored text hides them, except in the local outbox. */
const storedText = (template: SmsTemplate, params: Readonly<Record<string, string>>): string =>
  templates[template].purpose === 'code' && !simulatedSms() ? filled(template, { ...params, code: '******' }) : filled(template, params)

export interface NewSms {
  /** The paying store. */
  readonly hid: number
  readonly mobile: string
  readonly template: SmsTemplate
  readonly params: Readonly<Record<string, string>>
  /** The member concerned, if any. */
  readonly pid?: number
}

/**
 * Queues an SMS within the transaction and returns its row. A store without pieces refuses nothing: the message is stored unsent (state
 * 4) and can be sent later. Codes are free, so that a lack of pieces locks nobody out.
 */
export async function sendSms(cx: Cx, { hid, mobile, template, params, pid }: NewSms): Promise<Sms> {
  const { purpose } = templates[template]
  const pieces = piecesOf(filled(template, params))
  const free = purpose === 'code'
  const row = await insert(cx, 'sms', {
    hid,
    mobile: mobile.replace(/[ -]/g, ''),
    template,
    text: storedText(template, params),
    purpose,
    pieces,
    cost: free ? 0 : pieces * PIECE_PRICE,
    ...(free ? {} : { params: { ...params } }),
    ...(pid ? { pid } : {}),
  })
  if (free || (await pay(cx, hid, row.smsId, pieces))) await cx.enqueue('messages.sms', { smsId: row.smsId, ...(free ? { params } : {}) })
  return (await smsOf(cx, row.smsId))!
}

/** Debits a message's pieces; returns false, leaving the message unsent, if there are too few. */
async function pay(cx: Cx, hid: number, smsId: number, pieces: number): Promise<boolean> {
  if ((await smsLeft(cx, hid, true)) < pieces) {
    await update(cx, 'sms', { smsId }, { status: smsStates.is.unpaid, reason: null })
    return false
  }
  const entryId = await post(cx, {
    reason: '短信发送',
    ref: `sms:${smsId}`,
    lines: [
      { book: 'sms', key: account(hid), amount: -pieces, floor: 0 },
      { book: 'sms', key: 'outside', amount: pieces, floor: null },
    ],
  })
  await update(cx, 'sms', { smsId }, { status: smsStates.is.waiting, entryId, reason: null })
  return true
}

/** Remaining pieces of a store; `lock` locks them until the end of the transaction. */
export async function smsLeft(cx: Cx, hid: number, lock = false): Promise<number> {
  const row = await cx.db.one(
    { balance: 'number' },
    sql`
      select balance
      from ledger_account
      where book = 'sms' and key = ${account(hid)} ${lock ? sql`for no key update` : sql``}
    `,
  )
  return row?.balance ?? 0
}

/** Credits purchased pieces. */
export const addPieces = (cx: Cx, hid: number, pieces: number, ref: string): Promise<number> =>
  post(cx, {
    reason: '短信充值',
    ref,
    lines: [
      { book: 'sms', key: account(hid), amount: pieces, floor: 0 },
      { book: 'sms', key: 'outside', amount: -pieces, floor: null },
    ],
  })

/** Resends failed messages and those unsent for lack of pieces. */
export async function resend(cx: Cx<'sms_sent' | 'sms_secret' | 'sms_balance'>, smsId: number): Promise<void> {
  const row = await cx.db.one(
    { hid: 'number', status: 'number', purpose: 'string', pieces: 'number' },
    sql`select hid, status, purpose, pieces from sms where sms_id = ${smsId} for update`,
  )
  if (!row) return cx.refuse('not_found', { what: '短信' })
  if (row.purpose === 'code') return cx.refuse('sms_secret')
  if (!smsStates.in.again.includes(row.status)) return cx.refuse('sms_sent')
  if (!(await pay(cx, row.hid, smsId, row.pieces))) return cx.refuse('sms_balance')
  await cx.enqueue('messages.sms', { smsId })
}

/** Sends a failed message again for a module that answers for it; false where it is no failed one, or pieces are short. */
export async function resendSms(cx: Cx, smsId: number): Promise<boolean> {
  const row = await cx.db.one(
    { hid: 'number', status: 'number', pieces: 'number' },
    sql`select hid, status, pieces from sms where sms_id = ${smsId} for update`,
  )
  if (!row || !smsStates.in.again.includes(row.status) || !(await pay(cx, row.hid, smsId, row.pieces))) return false
  await cx.enqueue('messages.sms', { smsId })
  return true
}

const columns = sql`
  s.sms_id, s.hid, s.pid, s.mobile, s.template, s.text, s.purpose, s.status, s.pieces, s.cost, s.reason, s.created_at, s.sent_at,
  s.delivered_at
`
/** Columns of SMS rows. */
export const smsRows = { select: columns, from: sql`sms s`, order: sql`s.sms_id desc` }
const smsOf = (cx: Cx, smsId: number): Promise<Sms | undefined> =>
  cx.db.one(Sms, sql`select ${columns} from sms s where s.sms_id = ${smsId}`)

/** Missing parameters of a template. */
export const missingParams = (template: SmsTemplate, params: Readonly<Record<string, string>>): string[] =>
  paramsOfTemplate(template).filter((name) => !params[name])
