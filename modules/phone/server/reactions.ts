import { lit, on, sql } from '#kernel/server/index.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { consentOf, withdrawConsent } from '#modules/patients/server/door.ts'
import { memberUnsubscribed } from '../contract/events.ts'
import { MARKETING } from './rights.ts'

export default [
  // The house's own work: whoever else is on the number is nobody the member sees.
  on(memberUnsubscribed, async (cx, { mobile, pids }) => {
    const people = await cx.db.rows(
      { pid: 'number' },
      sql`
        select pid
        from patient
        where status = ${lit(patientStates.is.present)} and (pid = any(${pids}) or phone_tail = reverse(${mobile ?? ''}) and phone_tail <> '')
        order by pid
      `,
    )
    for (const { pid } of people) {
      const consent = await consentOf(cx, pid, MARKETING)
      if (consent?.id && consent.withdrawnAt === null) await withdrawConsent(cx, { id: consent.id, reason: '会员在手机上退订' })
    }
  }),
]
