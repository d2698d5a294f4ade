import { lit, on, sql } from '#kernel/server/index.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { consentOf, saveConsultation, withdrawConsent } from '#modules/patients/server/door.ts'
import { leaveAlone } from '#modules/marketing/server/door.ts'
import { campaignActed, campaignAsked, memberRequested, memberUnsubscribed, shelfAsked } from '../contract/events.ts'
import { actOnCampaign, campaignPageFor, shelfOf } from './shelf.ts'
import { MARKETING } from './rights.ts'

/** What the desk reads of a request, in its list of questions. */
const QUESTIONS = { 1: '会员在手机上申请删除个人信息', 2: '会员在手机上申请更正个人信息' } as const
const [BY_WECHAT, OTHER] = [2, 9] as const

export default [
  on(shelfAsked, async (cx, { tell, ...reader }) => tell(await shelfOf(cx, reader))),
  on(campaignAsked, async (cx, { tell, ...reader }) => tell(await campaignPageFor(cx, reader))),
  on(campaignActed, async (cx, { tell, act, ...reader }) => {
    await actOnCampaign(cx, reader, act)
    tell(await campaignPageFor(cx, reader))
  }),
  // Stands among the questions of the store until somebody answers it.
  on(memberRequested, async (cx, { pid, kind, words }) => {
    const question = [QUESTIONS[kind], words].filter(Boolean).join('：')
    await saveConsultation(cx, { pid, way: BY_WECHAT, topic: OTHER, question })
  }),
  // The house's own work: whoever else is on the number is nobody the member sees.
  on(memberUnsubscribed, async (cx, { mobile, pids }) => {
    const [first] = pids
    if (mobile) await leaveAlone(cx, { hid: cx.who.hid, mobile, way: 'h5', ...(first === undefined ? {} : { pid: first }) })
    const people = await cx.db.rows(
      { pid: 'number' },
      sql`
        select pid
        from patient
        where status = ${lit(patientStates.is.present)}
          and (pid = any(${pids}) or phone_tail = reverse(${mobile ?? ''}) and phone_tail <> '')
        order by pid
      `,
    )
    for (const { pid } of people) {
      const consent = await consentOf(cx, pid, MARKETING)
      if (consent?.id && consent.withdrawnAt === null) await withdrawConsent(cx, { id: consent.id, reason: '会员在手机上退订' })
    }
  }),
]
