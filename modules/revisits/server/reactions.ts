import { moved } from '#kernel/contract/index.ts'
import { nightly, on, sql, type Cx } from '#kernel/server/index.ts'
import { examSubmitted, examChanged, lensStop as corneaStop } from '#modules/exams/contract/events.ts'
import { frameReady, frameTaken } from '#modules/frame-orders/contract/events.ts'
import { orderHandedOver } from '#modules/lens-orders/contract/events.ts'
import { lensStop, okjingTaken } from '#modules/records/contract/okjing/events.ts'
import { caseWritten, prescriptionIssued, prescriptionVoided, treatmentChanged } from '#modules/records/contract/events.ts'
import { reservationBooked, reservationCame, reservationMissed } from '#modules/reservations/contract/events.ts'
import { screeningReferred } from '#modules/screening/contract/events.ts'
import { adherenceLow, cardLow, planFlat } from '#modules/training/contract/events.ts'
import { chatClosed } from '#modules/messages/contract/events.ts'
import type { RuleKey } from '../contract/rules.ts'
import { endBy, follow, nightOf, reopen, settle } from './rules/engine.ts'
import { closedTo, sendOwed } from './tell/chat-sms.ts'
import { callFailed, raise, tellDue, tellOwed } from './tell/tell.ts'

interface Of {
  readonly pid: number
  readonly hid: number
}
/** Follows rules for the member of an event, where its store is the account's. */
const following =
  (...keys: readonly RuleKey[]) =>
  async (cx: Cx, { pid, hid }: Of): Promise<void> => {
    // Another store's task is made by its night.
    if (cx.who.hids.includes(hid)) for (const key of keys) await follow(cx, key, { hid, pid, today: cx.today })
  }
/** Takes away what their causes bear no longer; new tasks are the night's. */
const settling =
  (...keys: readonly RuleKey[]) =>
  async (cx: Cx, { pid, hid }: Of): Promise<void> => {
    if (cx.who.hids.includes(hid)) await settle(cx, keys, { pid, hid })
  }
const dayOf = async (cx: Cx, resid: number): Promise<string> =>
  (await cx.db.the({ day: 'string' }, sql`select visit_at::date "day" from reservation where resid = ${resid}`)).day

/**
 * Tables a state of which is a cause of tasks, with the rules that read it: a row that is voided, cancelled or returned takes its tasks
 * with it.
 */
const causedBy: Readonly<Record<string, readonly RuleKey[]>> = {
  clinical_record: ['okjing', 'okjingLength', 'lensLife'],
  ok_lens: ['lensStop', 'lensLife'],
  exam_slit_lamp: ['lensStop'],
  exam_hard_lens: ['lensStop'],
  exam_bio_meter: ['recheck'],
  ecase: ['caseNext'],
  prescription: ['rxReview'],
  record_frame: ['frameReady', 'frameTaken', 'progressiveTaken'],
  supply_order: ['softLife', 'care'],
  reservation: ['missed'],
  member_package: ['expiring'],
  receive_record: ['expiring'],
  train_plan: ['trainAbsent', 'trainFlat'],
}

export default [
  on(moved, async (cx, { table, pid, hid }) => {
    const keys = causedBy[table]
    if (!keys || pid === null || hid === null || !cx.who.hids.includes(hid)) return
    // A booking that was called off or moved answers nothing any more.
    if (table === 'reservation') await reopen(cx, { hid, pid })
    await settle(cx, keys, { pid, hid })
  }),
  on(examChanged, async (cx, exam) => {
    if (exam.kind === 'bioMeter') await following('recheck')(cx, exam)
  }),
  on(treatmentChanged, settling('treatment')),
  on(caseWritten, settling('caseNext')),
  on(screeningReferred, async (cx, { pid, hid, open }) => {
    if (pid !== null) await (open ? following : settling)('screening')(cx, { pid, hid })
  }),
  on(adherenceLow, following('trainAbsent')),
  on(planFlat, following('trainFlat')),
  on(cardLow, following('trainCard')),
  on(chatClosed, closedTo),
  on(okjingTaken, following('okjing', 'okjingLength', 'lensLife')),
  on(lensStop, following('lensStop', 'lensLife')),
  on(corneaStop, following('lensStop')),
  on(examSubmitted, following('recheck')),
  on(prescriptionIssued, following('rxReview')),
  on(prescriptionVoided, following('rxReview', 'rxWithdrawn')),
  on(frameReady, following('frameReady')),
  on(frameTaken, following('frameReady', 'frameTaken', 'progressiveTaken')),
  on(orderHandedOver, async (cx, { pid, hid }) => {
    if (pid !== null) await following('softLife', 'care')(cx, { pid, hid })
  }),
  on(reservationMissed, following('missed')),
  on(reservationBooked, async (cx, { pid, hid, resid, visitAt }) => {
    await endBy(cx, 'booking', { pid, resid, day: visitAt.slice(0, 10) })
    await following('missed')(cx, { pid, hid })
  }),
  on(reservationCame, async (cx, { pid, resid }) => endBy(cx, 'visit', { pid, resid, day: await dayOf(cx, resid) })),
  // 17:00 UTC is one o'clock in the clinic, after the days were closed.
  nightly('revisits.rules', '0 17 * * *', async (cx) => {
    for (const hid of cx.who.hids) await nightOf(cx, hid)
  }),
  nightly('revisits.tell', '*/10 * * * *', async (cx) => {
    for (const hid of cx.who.hids) {
      await callFailed(cx, hid)
      await tellDue(cx, hid)
      await tellOwed(cx, hid)
      await sendOwed(cx, hid)
      await raise(cx, hid)
    }
  }),
]
