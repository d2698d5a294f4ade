/** Jobs of transfers; and what the clinic sees of a screened child: a refraction or a case record closes the referral, a prescription or treatment is what it led to. */
import { nightly, on } from '#kernel/server/index.ts'
import { examSubmitted } from '#modules/exams/contract/events.ts'
import { caseWritten, prescriptionIssued, treatmentChanged } from '#modules/records/contract/events.ts'
import { memberErased } from '#modules/patients/contract/events.ts'
import { forgetLeavers, forgetMember } from './privacy/forget.ts'
import { memberJob } from './members.ts'
import { transferJob } from './transfer.ts'
import { treatmentSeen, visitSeen } from './results/referrals.ts'

export default [
  memberJob,
  transferJob,
  // 16:45 UTC is 00:45 in the clinic.
  nightly('screening.forget-leavers', '45 16 * * *', async (cx) => {
    for (const hid of cx.who.hids) await forgetLeavers(cx, hid)
  }),
  on(memberErased, (cx, { pid }) => forgetMember(cx, pid)),
  on(examSubmitted, async (cx, { kind, id, pid }) => {
    if (kind === 'refraction') await visitSeen(cx, pid, cx.today, `exam_refraction:${id}`)
  }),
  on(caseWritten, async (cx, { ecaseId, pid }) => visitSeen(cx, pid, cx.today, `ecase:${ecaseId}`)),
  on(prescriptionIssued, async (cx, { pid }) => treatmentSeen(cx, pid, cx.today)),
  on(treatmentChanged, async (cx, { pid }) => treatmentSeen(cx, pid, cx.today)),
]
