/** The fitting a prescription of ortho-k follows: of the same member, and checked by a second person once the prescription is signed. */
import type { Cx } from '#kernel/server/index.ts'
import { lit, sql } from '#kernel/server/index.ts'
import { recordMachine } from '../../contract/okjing/states.ts'
import { rxType } from '../../contract/prescription/prescribe.ts'
import type { Prescription } from '../../contract/shapes.ts'
import { checkedFitting } from '../kinds.ts'

export type FittingFails = 'rx_fitting' | 'rx_parts'
export type UncheckedFails = 'rx_unchecked'

/** The fitting a prescription is to name. One that stood goes with its kind; one that is named must be the member's and in force. */
export async function fittingFor(
  cx: Cx<FittingFails>,
  { pid, feeBillType, fittingId }: Pick<Prescription, 'pid' | 'feeBillType'> & { fittingId?: number | null | undefined },
  named: number | null | undefined,
): Promise<number | null> {
  if (feeBillType !== rxType.orthok) return named ? cx.refuse('rx_parts', { field: 'fittingId' }) : null
  if (!fittingId || !named) return fittingId ?? null
  const found = await cx.db.one(
    { id: 'number' },
    sql`
      select id
      from clinical_record
      where id = ${named} and pid = ${pid} and kind = 'fitting' and status in ${lit(recordMachine.in.valid)}
    `,
  )
  return found?.id ?? cx.refuse('rx_fitting', { field: 'fittingId' })
}

export async function refuseUnchecked(cx: Cx<UncheckedFails>, { fittingId }: Pick<Prescription, 'fittingId'>): Promise<void> {
  if (fittingId !== null && !(await checkedFitting(cx, fittingId))) cx.refuse('rx_unchecked', { field: 'fittingId' })
}
