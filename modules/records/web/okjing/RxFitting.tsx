/**
 * The fitting an ortho-k prescription follows: chosen where it is written, named where it is read; on the fitting, the prescriptions that
 * name it.
 */
import { Link, Status, t, useCall, useCan, type FormItem } from '#kernel/web/index.ts'
import { records } from '../../contract/endpoints.ts'
import { rxType } from '../../contract/prescription/prescribe.ts'
import type { CaseOfMember } from '../../contract/okjing/shapes.ts'
import { recordMachine } from '../../contract/okjing/states.ts'
import type { Prescription } from '../../contract/shapes.ts'
import { prescriptionMachine } from '../../contract/states.ts'
import { typeIn } from '../RxKinds.tsx'
import { labelOfKind } from './words.ts'

const captionOf = (recordAt: string, product: string | null): string => `${recordAt.slice(0, 10)} ${product ?? ''}`

/** The member's fittings to choose from while the prescription is one of ortho-k. */
export function useFittingField(pid: number): FormItem<'fittingId'> {
  const { data } = useCall(records['fitting.list'], { pid, page_size: 20 }, { enabled: useCan()('record:view') })
  return {
    key: 'fittingId',
    span: 6,
    when: (values) => typeIn(values) === rxType.orthok,
    options: (data?.list ?? [])
      .filter((row) => recordMachine.in.valid.includes(row.status))
      .map((row) => ({
        value: row.id,
        label: `${captionOf(row.recordAt, row.product ?? null)} · ${recordMachine.in.signed.includes(row.status) ? t`已核对` : t`未核对`}`,
      })),
  }
}

export function FittingOf({ rx }: { rx: Pick<Prescription, 'pid' | 'fitting' | 'fittingId'> }) {
  if (!rx.fitting || rx.fittingId === null) return null
  const { recordAt, product, status } = rx.fitting
  return (
    <span>
      <Link to={`/patients/detail/${rx.pid}/okjing?kind=fitting&id=${rx.fittingId}`}>
        {labelOfKind('fitting')} {captionOf(recordAt, product)}
      </Link>{' '}
      {!recordMachine.in.signed.includes(status) && <Status of={recordMachine} value={status} />}
    </span>
  )
}

/** Prescriptions that name a fitting, on the fitting; a checked one without leads to writing it. */
export function PrescribedFrom({ of: member, id, status }: { of: CaseOfMember; id: number; status: number }) {
  const can = useCan()
  const named = member.prescriptions.filter((rx) => rx.fittingId === id)
  const path = `/patients/detail/${member.pid}/prescription`
  const none = named.every((rx) => prescriptionMachine.in.ended.includes(rx.status))
  return (
    <>
      {named.map((rx) => (
        <span key={rx.id}>
          <Link to={path}>{t`处方 ${rx.rxNo}`}</Link> <Status of={prescriptionMachine} value={rx.status} />
        </span>
      ))}
      {none && can('prescription:edit') && recordMachine.in.signed.includes(status) && (
        <Link to={`${path}?edit=new&fittingId=${id}`}>{t`按此配适开处方`}</Link>
      )}
    </>
  )
}
