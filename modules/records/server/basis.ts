/** Prescriptions and fittings as bases of orders: whether one is in force for a member. */
import type { FallenBasis } from '#kernel/contract/index.ts'
import { lit, sql, type Cx } from '#kernel/server/index.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { basisSentence, decisionOn, type RxState } from '../contract/basis.ts'
import { recordMachine } from '../contract/okjing/states.ts'
import { typeOf, usesOf } from '../contract/prescription/prescribe.ts'
import { prescriptionMachine } from '../contract/states.ts'

/** What an order says of the prescription it stands on. */
export interface OnPrescription {
  readonly prescriptionId: number
  readonly pid: number | null
  /** Line that is followed; null where the order follows the prescription as a whole. */
  readonly rxLineId: number | null
  /** Paid or placed: what was begun in time is finished, however long it takes. */
  readonly begun: boolean
}
const Rx = {
  rxNo: 'string',
  pid: 'number',
  status: 'number',
  feeBillType: 'number',
  validUntil: 'string',
  voidReason: 'string | null',
  replacedByNo: 'string | null',
  hasLine: 'boolean',
  lostExam: 'string | null',
} as const
const { is } = prescriptionMachine

function stateOf(cx: Cx, rx: { status: number; validUntil: string; lostExam: string | null }, begun: boolean): RxState | undefined {
  if (rx.status === is.draft) return 'draft'
  if (rx.status === is.voided) return 'voided'
  if (!begun && (rx.status === is.expired || rx.validUntil < cx.today)) return 'expired'
  return rx.lostExam === null ? undefined : 'examVoided'
}

/**
 * Why a prescription is no basis: not the member's, of no lenses, a draft, void, run out before the work began, or its examination was
 * voided.
 */
export async function prescriptionBasis(
  cx: Cx,
  { prescriptionId, pid, rxLineId, begun }: OnPrescription,
): Promise<FallenBasis | undefined> {
  const rx = await cx.db.one(
    Rx,
    sql`
      select r.rx_no,
        r.pid,
        r.status,
        r.fee_bill_type,
        r.valid_until,
        r.void_reason,
        n.rx_no replaced_by_no,
        ${rxLineId}::bigint is null
        or exists (
          select
          from prescription_line l
          where l.prescription_id = r.id and l.line_id = ${rxLineId}::bigint
        ) has_line,
        (
          select min(e.exam_time)::date::text
          from prescription_line l
          join exam_refraction e on e.oid = l.oid and e.id = l.exam_id
          where l.prescription_id = r.id
            and e.status not in ${lit(examStates.in.valid)}
            and (${rxLineId}::bigint is null or l.line_id = ${rxLineId}::bigint)
        ) lost_exam
      from prescription r
      left join prescription n on n.oid = r.oid and n.replaces = r.id
      where r.id = ${prescriptionId}
    `,
  )
  const fallen = (sentence: string, decides: string): FallenBasis => ({ kind: 'prescription', id: prescriptionId, sentence, decides })
  if (!rx || (pid !== null && rx.pid !== pid)) return fallen('处方不属于该会员', '请选择该会员的处方')
  if (!rx.hasLine) return fallen(`处方 ${rx.rxNo} 没有订单所依据的这一行`, '请重新选择处方行')
  if (!usesOf[typeOf(rx.feeBillType)].length) return fallen(`处方 ${rx.rxNo} 不是镜片的处方`, '请选择配镜、接触镜或塑形镜处方')
  const state = stateOf(cx, rx, begun)
  return state && fallen(basisSentence(state, rx), decisionOn(state, rx))
}

/** Why a fitting is no basis: not the member's, or not checked by a second person, or void. */
export async function fittingBasis(
  cx: Cx,
  { fittingId, pid }: { fittingId: number; pid: number | null },
): Promise<FallenBasis | undefined> {
  const row = await cx.db.one(
    { pid: 'number', status: 'number' },
    sql`select pid, status from clinical_record where id = ${fittingId} and kind = 'fitting'`,
  )
  const fallen = (sentence: string, decides: string): FallenBasis => ({ kind: 'fitting', id: fittingId, sentence, decides })
  if (!row || (pid !== null && row.pid !== pid)) return fallen('配适记录不属于该会员', '请选择该会员的配适记录')
  if (recordMachine.in.signed.includes(row.status)) return undefined
  return row.status === recordMachine.is.voided
    ? fallen('配适记录已作废', '由医师重新定片后改用，或取消订单')
    : fallen('配适记录还没有由另一个人核对', '请医师核对')
}
