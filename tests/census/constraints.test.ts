/**
 * A constraint over several fields can be met by an input whose every field is right by itself. Each is a refusal with a sentence; or it
 * holds what no input decides, and says what does.
 */
import { describe, expect, it } from 'vitest'
import { SUCCESS, metaOf, universal, type Envelope } from '#kernel/contract/internal.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { everyKind } from '#modules/exams/contract/kinds/index.ts'
import { makeFrame } from '#modules/products/server/make.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, type CallId, type Clinic } from '../harness.ts'
import { plausible } from './plausible.ts'

/** What keeps an input from ever meeting a constraint that is no refusal. */
const STATE = 'the state changes by its machine, which writes what goes with it'
const ENTRY = 'the till computes the lines of a payment'
const RANGE = 'one range over the columns of one kind, which is that of their fields'
const LENGTHS = 'each length is that of its field'
const DAYS = 'the handler tells it at the field of the later day first'
const REWARD = 'the handler asks for what the kind of reward needs (bad_input, reward_missing)'
const EYES = 'eyeFindings tells it at its field first: proven of every kind beside the kinds'
/** What every table of an examination has (`scripts/exam-table.ts`). */
const ofExams = everyKind.flatMap(({ table, fields }) => {
  const measured = ['od', 'os'].filter((eye) => Object.values(fields).some((field) => metaOf(field).eye === eye))
  return [
    [`${table}__signed`, STATE],
    ...['od', 'os'].map((eye) => [`${table}__eye_reason_${eye}`, EYES]),
    ...measured.map((eye) => [`${table}__unmeasured_${eye}`, EYES]),
  ]
})
const HELD: Readonly<Record<string, string>> = {
  member_login__proven: 'kept by the entrance: a number or a WeChat, never both',
  member_session__proven: 'copied from what was proven',
  ...Object.fromEntries(ofExams),
  account_coupon__used: STATE,
  marketing_template__rejected: 'a rejection without a reason is refused before (template_reason)',
  marketing_task__care_whole: 'care has no control group: the server writes 0',
  marketing_task__approval: 'sending asks for the approval before it begins',
  marketing_task__wechat_care: 'the server keeps no WeChat template of a task of marketing',
  marketing_task__submitted: STATE,
  marketing_recipient__control: 'the draw writes group and state together',
  marketing_touch__consent_named: 'the sending names the consent it has just read',
  marketing_touch__health_named: 'the sending names the consent it has just read',
  balance_record__sign: 'the sign follows from the kind of record',
  banner__days: DAYS,
  bill_payment__coupon: ENTRY,
  bill_payment__points: ENTRY,
  bill_payment__sign: ENTRY,
  bill_payment__split: ENTRY,
  bill_payment__stored: ENTRY,
  campaign__ages: 'the handler tells it at the upper age first',
  campaign__reward: REWARD,
  campaign__time: 'the handler tells it first (campaign_time)',
  campaign__when_missing: 'publishing asks for both (campaign_unready)',
  campaign_apply__held_waiting: 'a place is held for who waits, and let go when the state changes',
  campaign_code__promoter: 'a code names one promoter or place: told at its field first',
  campaign_preset__reward: REWARD,
  campaign_session__time: 'the handler tells it at the end of the session first',
  campaign_view__item: 'the door writes a view of one thing',
  charge_bill__amends: 'the kind is the call',
  charge_bill__gift_kept: 'a refund of stored money takes no gift',
  charge_bill__way: 'the kind is the call',
  clinical_record__signed: STATE,
  screening_referral__visited: STATE,
  screening_result__signed: 'signing writes both',
  screening_task_class__one: 'a row is written of a class or of a village, each from a list of its own',
  paper_print__words: LENGTHS,
  paper_setting__words: LENGTHS,
  scrap__approved: 'who approves and when are written by one call',
  scrap__destroyed: 'the record of a destruction is one call, each of its fields required',
  recall__recorded: 'a recall is ended by its record, which may not be empty',
  approval__of: 'asking for one that names both or none is refused before (approval_one)',
  approval__decided: 'the move that decides writes the moment, and the database its own',
  approval__reasoned: 'the move that refuses asks for a reason',
  scrap__said: 'how and before whom are fields that may not be empty',
  scrap__words: LENGTHS,
  content_item__days: DAYS,
  content_item__reviewed: 'showing an article writes its reviewer',
  contract__terminated: STATE,
  contract__approved: 'who approves and when are written by one call',
  stock_in__transfer: 'a receipt is written by sending its transfer',
  stock_in_item__sent: 'what was counted is spread over the sent pieces',
  stock_in_item__surplus: 'a surplus is counted of sent lines alone',
  stock_out__transfer_to: 'a paper of another type keeps no store it goes to',
  device_file__claimed: STATE,
  device_file__whose: 'claiming writes both',
  eg_checkin__something: 'a day with nothing is refused (checkin_nothing)',
  record_frame__stopped: 'stopping and going on write reason and moment together',
  supply_order__stopped: 'stopping and going on write reason and moment together',
  ecase__signed: STATE,
  exam_image__voided: 'who, when and why are written by one call',
  remote_case__given_back: STATE,
  remote_case__order: 'the end is computed from the beginning',
  remote_case__released: STATE,
  remote_case__settled: STATE,
  remote_case__signed: STATE,
  remote_message__proposes: 'a time is kept of a proposal alone, which is refused without one',
  remote_record__signed: STATE,
  ok_lens__ended: STATE,
  ok_lens__source: 'a lens comes of a take record or of an order: only those two write it',
  ok_lens__worn: STATE,
  okjing_case__closed: STATE,
  payable__made_good: 'the call that writes a credit note says its kind and what it makes good',
  payable__of_goods: 'rows are written from papers of the stock',
  payable__posted: 'rows are written with the entry they sum to',
  payable__sum: 'the server multiplies',
  supplier_payment__approved: STATE,
  trial_lens_use__disinfected: 'the call that returns a lens asks how it was disinfected',
  wechat_inbox__emptied: 'only the functions of the inbox write it',
  exam_vision__amp: RANGE,
  exam_vision__flip: RANGE,
  exam_visual__bcva: RANGE,
  exam_visual__cva: RANGE,
  exam_visual__ucva: RANGE,
  fee_bill__adds_up: 'the server prices the bill',
  fee_bill__cancelled: STATE,
  fee_bill__over_refunded: 'refunds are planned from what was paid',
  fee_bill__owed_since: STATE,
  fee_bill__paid_in_full: STATE,
  fee_bill__refund_state: STATE,
  ledger_account__owed: 'accounts are named by the code that opens them',
  message__event: 'events are written by the product out of what WeChat tells',
  message__notice: 'reminders are written by the product, and nobody outside writes one',
  message__sms: 'the SMS of a message is written by the product, with the state',
  message_media__kept: 'what was fetched is written by the product with what it is known by',
  message_media__lost: 'a picture that is lost is written by the product with the reason',
  number_block__order: 'next_number_in writes both sides',
  patient_distinct__order: 'a pair is written in the order of its ids',
  payment_order__booked_paid: STATE,
  prescription__signed: STATE,
  prescription__voided: STATE,
  prescription_drug__allergy: 'the handler writes who confirmed an allergy with it',
  prescription_line__va: RANGE,
  promotion__cheaper: 'the handler tells it first (promotion_cheaper)',
  promotion__days: DAYS,
  promotion__item: 'the handler tells it first (promotion_item)',
  promotion__limits: 'each is at least one by its field',
  record_frame__size: RANGE,
  record_frame_service__itself: 'an order is not linked to itself: not found',
  record_frame_service__outcome: 'a case is closed with its outcome, which is asked for at its field',
  record_unlock__reason: 'how a record is opened is the call; breaking the glass asks for member and reason',
  refund__deducted: 'refunds are planned from what was paid',
  revisit__claim: 'taking a card writes both',
  revisit__done: STATE,
  revisit__whose: 'a task without a member is refused at its field',
  stock_price__one_paper: 'the paper is the call',
  supply_order__not_handed: 'handing over asks for receiver and signature',
  supply_order__reviewer: STATE,
  supply_order__supplement: 'the handler writes the mode with the original; a cause without one is refused first',
  supply_order__unplaced: 'placing writes supplier and promise',
  supply_receipt_line__returned: 'the return of an order writes the paper with the verdict, of pieces that came into stock',
  supply_receipt_line__accepted: 'who accepts or refuses is written with the reason',
  till_shift__chain: 'a shift follows the newest one of its store',
  train_card_line__amount: 'money is computed from units and their price',
  train_card_line__approved: 'a delay asks its approver and reason by its shape',
  train_card_line__ledger: 'the ledger entry is written with the line',
  train_card_line__money: 'the movement of the balance is written with the line',
  train_card_line__refund: 'a refund is named by the lines it writes, whose kind is to give back',
  train_card_line__sign: 'the units of a line follow from its kind',
  train_session__done: STATE,
  train_session__whose: 'a plan has its member, a session at home asks for one (home_nobody)',
  till_shift__signed: 'who takes over on another screen is asked for a signature first',
  treatment__voided: 'voiding writes both',
}
/** Met by an input: told in a sentence at its field, before or by the database. */
type Meets = (clinic: Clinic) => Promise<Envelope>
const MET: Readonly<Record<string, Meets>> = {
  batch__power: async (clinic) => {
    const { productId } = await makeFrame(clinic.as('chain').call)
    const items = [{ productId, quantity: 1, cyl: -1 }]
    const made = await answer(clinic, 'stockin.create', { hid: clinic.hid, stockinType: 1, items })
    if (made.code !== SUCCESS) return made
    const { stockinId, version } = made.data as { stockinId: number; version: number }
    return answer(clinic, 'stockin.status', { id: stockinId, status: 2, version })
  },
  charge_bill__moves: async (clinic) => {
    const { pid } = await clinic.as('chain').call('patients.save', { name: '甲' })
    return answer(clinic, 'chargebill.insert-and-pay', { hid: clinic.hid, pid, money: 0, moneyGift: 0, payWay: 1 })
  },
  coupon_kind__validity_said: (clinic) => answer(clinic, 'card-volume.create', { name: '券', couponType: 1, value: 5, validityType: 1 }),
  coupon_kind__worth: (clinic) => answer(clinic, 'card-volume.create', { name: '券', couponType: 1, value: 0 }),
  duty__order: (clinic) =>
    answer(clinic, 'duties.create', {
      ...plausible(endpointOf(clinic, 'duties.create'), false),
      hid: clinic.hid,
      ctid: clinic.ctid('doctor'),
      day: tomorrow(),
      timeFrom: '12:00',
      timeTo: '11:00',
    }),
  exam_vision__order: async (clinic) => {
    const { pid } = await clinic.as('chain').call('patients.save', { name: '甲' })
    return answer(clinic, 'examVision.save', { pid, nearBoBreak: 10, nearBoRecovery: 12 })
  },
  lottery_prize__what: (clinic) =>
    answer(clinic, 'points.lottery.save', { ...plausible(endpointOf(clinic, 'points.lottery.save'), false), kind: 1 }),
  patient_family__self: async (clinic) => {
    const { pid } = await clinic.as('chain').call('patients.save', { name: '甲' })
    return answer(clinic, 'patients.family.save', { pid, otherPid: pid, relation: 1 })
  },
  prescription__validity: async (clinic) => {
    const { pid } = await clinic.as('chain').call('patients.save', { name: '甲' })
    return answer(clinic, 'prescription.create', { pid, validUntil: '2020-01-01', list: [{ kind: 1, dsOd: -1, dsOs: -1 }] })
  },
  record_frame__one_frame: async (clinic) => {
    const { pid } = await clinic.as('chain').call('patients.save', { name: '甲' })
    const { productId } = await makeFrame(clinic.as('chain').call)
    const { recordFrameId } = await clinic
      .as('chain')
      .call('frame.create', { hid: clinic.hid, pid, dsOd: -1, dsOs: -1, pdOd: 30, pdOs: 30 })
    return answer(clinic, 'frame.product', { id: recordFrameId, ownFrame: true, frameProductId: productId })
  },
}
const answer = async (clinic: Clinic, id: CallId, input: Record<string, unknown>): Promise<Envelope> =>
  (await (await clinic.as('chain').raw(id, input)).json()) as Envelope
const endpointOf = (clinic: Clinic, id: CallId) => clinic.booted.calls.get(id)!.endpoint.input
const tomorrow = () => clinicNow(new Date(Date.now() + 86_400_000)).slice(0, 10)
const refusals = new Set([...Object.keys(universal), ...modules.flatMap((m) => Object.keys(m.refusals ?? {}))])
const stem = (column: string) => column.replace(/_(od|os|min|max)$/, '').replace(/\d/g, '')

describe('constraints over several fields', () => {
  it('are refusals with a sentence, or say what keeps an input from meeting them', async () => {
    const clinic = await freshClinic()
    const checks = await clinic.tx((cx) =>
      cx.db.rows(
        { name: 'string', columns: 'string[]' },
        sql`
          select c.conname::text as name,
            (
              select array_agg(a.attname::text)
              from pg_attribute a
              where a.attrelid = c.conrelid and a.attnum = any(c.conkey)
            ) columns
          from pg_constraint c
          join pg_namespace n on n.oid = c.connamespace
          where c.contype = 'c' and n.nspname = 'public'
          order by 1
        `,
      ),
    )
    const crossing = checks.filter((c) => new Set(c.columns.map(stem)).size > 1).map((c) => c.name)
    expect(crossing.length).toBeGreaterThan(20)
    const silent = crossing.filter((name) => !refusals.has(name.slice(name.indexOf('__') + 2)))
    expect(silent.filter((name) => !(name in MET)).sort()).toEqual(Object.keys(HELD).sort())
  })
  it.each(Object.entries(MET))('%s is met by an input, and told in a sentence', async (_, meets) => {
    const { code, message } = await meets(await freshClinic())
    expect([code, message]).toEqual([1, expect.stringMatching(/[\u4e00-\u9fff]/)])
    expect(message).not.toMatch(/必填$/)
  })
})
