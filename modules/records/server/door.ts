import { z } from '#kernel/contract/index.ts'
import { lit, move, sql, type Cx } from '#kernel/server/index.ts'
import type { OkLimits } from '#modules/settings/contract/ok.ts'
import type { RecordOf } from '../contract/kinds/index.ts'
import type { Prescription } from '../contract/shapes.ts'
import { recordMachine } from '../contract/okjing/states.ts'
import { prescriptionMachine } from '../contract/states.ts'
import { checkedFitting } from './kinds.ts'
import { limitsOf } from './okjing/rules.ts'
import { prescription, prescriptions } from './queries.ts'

export { fittingBasis, prescriptionBasis } from './basis.ts'
export { lensesOrdered } from './okjing/case.ts'
export { lensesDelivered, lensesReturned, lensWithSerial } from './okjing/lenses.ts'
export { treatmentsOf } from './treatment.ts'

/** A prescription with its lines (`list`, right eye first in each); another clinic's is not found. */
export const prescriptionOf = (cx: Cx, id: number): Promise<Prescription> => prescription(cx, id)

/** The last prescriptions of a member with their lines, newest first. */
export const prescriptionsOf = async (cx: Cx, pid: number, most = 40): Promise<Prescription[]> =>
  (await prescriptions(cx, [sql`r.pid = ${pid}`], { per_page: most, page: 1 })).list

/** Marks a prescription as paid for (frame orders call it when the bill is). What is paid already stays so. */
export async function prescriptionPaid(cx: Cx, id: number): Promise<void> {
  const { status } = await prescription(cx, id)
  if (prescriptionMachine.in.unpaid.includes(status)) await move(cx, prescriptionMachine, id, 'paid', { automatic: true })
}
/** Marks it as handed over. */
export async function prescriptionDispensed(cx: Cx, id: number): Promise<void> {
  const { status } = await prescription(cx, id)
  if (status === prescriptionMachine.is.paid) await move(cx, prescriptionMachine, id, 'dispense', { automatic: true })
}

/** The fitting of a member's ortho-k lenses that a second person has checked, or undefined: lens orders are made from no other. */
export const fittingChecked = (cx: Cx, id: number): Promise<RecordOf<'fitting'> | undefined> => checkedFitting(cx, id)
export { amendSigned, keepSigned, voidSigned } from './ecase.ts'

/** What was measured before a member's first ortho-k lenses, with the limits of a store; undefined without a signed first record. */
export async function firstMeasured(
  cx: Cx,
  pid: number,
  hid: number,
): Promise<{ body: Readonly<Record<string, unknown>>; limits: OkLimits } | undefined> {
  const row = await cx.db.one(
    { body: 'unknown' },
    sql`
      select body
      from clinical_record
      where pid = ${pid} and kind = 'okjing-first-record' and status in ${lit(recordMachine.in.signed)}
      order by id desc
      limit 1
    `,
  )
  const body = z.record(z.string(), z.unknown()).safeParse(row?.body)
  return body.success ? { body: body.data, limits: (await limitsOf(cx, hid)).limits } : undefined
}
