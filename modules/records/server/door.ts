import { move, type Cx } from '#kernel/server/index.ts'
import type { Prescription } from '../contract/shapes.ts'
import { prescriptionMachine } from '../contract/states.ts'
import { prescription } from './queries.ts'

/** A prescription with its lines (`list`, right eye first in each); another clinic's is not found. */
export const prescriptionOf = (cx: Cx, id: number): Promise<Prescription> => prescription(cx, id)

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
