import { Select } from 'antd'
import { t, tr, useCall } from '#kernel/web/index.ts'
import { eyeOf, metaOf, showRx } from '#kernel/contract/index.ts'
import { records } from '#modules/records/contract/endpoints.ts'
import { rxKind } from '#modules/records/contract/fields.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import { binocleType } from '../../contract/fields.ts'
import type { RxLine } from '#modules/records/contract/shapes.ts'

/** The prescriptions of a member that glasses may be made from. */
export const usePrescriptions = (pid: number | undefined) =>
  useCall(
    records['prescription.list'],
    { pid: pid ?? 0, status: [...prescriptionMachine.in.valid], per_page: 20 },
    { enabled: pid !== undefined },
  )

const lineShown = (line: RxLine): string =>
  `${tr(metaOf(rxKind).options?.[line.kind] ?? '')} R ${showRx(eyeOf(line, 'Od'))} L ${showRx(eyeOf(line, 'Os'))}`

/** Chooses one of a member's valid prescriptions; answers its lines, of which the order takes one over. */
export function PrescriptionPicker({
  pid,
  chosen,
  onChange,
  id,
  typed = false,
}: {
  pid: number | undefined
  chosen: number | null | undefined
  /** Powers may be typed where the member has no prescription. */
  typed?: boolean
  onChange: (rx: number | undefined, lines: RxLine[] | undefined) => void
  id?: string
}) {
  const rx = usePrescriptions(pid)
  const list = (rx.data?.list ?? []).filter((r) => r.list.length > 0)
  const placeholderOf = (): string => {
    if (pid === undefined) return t`先选择会员`
    if (list.length) return t`选择处方`
    return typed ? t`没有有效处方，可直接录入度数` : t`没有有效处方`
  }
  return (
    <Select
      allowClear
      {...(id ? { id } : {})}
      style={{ width: '100%' }}
      disabled={pid === undefined}
      placeholder={placeholderOf()}
      value={chosen ?? undefined}
      onChange={(value: number | undefined) => onChange(value, list.find((r) => r.id === value)?.list)}
      options={list.map((r) => ({
        value: r.id,
        label: `${r.orderDate} ${r.doctorName ?? ''}  ${r.list.map(lineShown).join(' · ')}`,
      }))}
    />
  )
}

/** One of the lines of a chosen prescription, by what they are for. */
export function LinePicker({
  pid,
  prescriptionId,
  kinds,
  chosen,
  onChange,
  id,
}: {
  pid: number | undefined
  prescriptionId: number | undefined
  /** Uses that are offered; others of the prescription are not. */
  kinds: readonly number[]
  chosen: number | null | undefined
  onChange: (rxLineId: number | undefined) => void
  id?: string
}) {
  const rx = usePrescriptions(prescriptionId === undefined ? undefined : pid)
  const lines = rx.data?.list.find((r) => r.id === prescriptionId)?.list.filter((l) => kinds.includes(l.kind)) ?? []
  return (
    <Select
      {...(id ? { id } : {})}
      style={{ width: '100%' }}
      disabled={!lines.length}
      placeholder={prescriptionId === undefined ? t`先选择处方` : t`这张处方没有这类镜片`}
      value={chosen ?? undefined}
      onChange={onChange}
      options={lines.map((line) => ({ value: line.lineId, label: lineShown(line) }))}
    />
  )
}

/** The type of glasses; answers the lines of the chosen prescription with it. */
export function TypePicker({
  pid,
  prescriptionId,
  chosen,
  onChange,
  id,
}: {
  pid: number | undefined
  prescriptionId: number | undefined
  chosen: number | undefined
  onChange: (type: number, lines: RxLine[] | undefined) => void
  id?: string
}) {
  const rx = usePrescriptions(prescriptionId ? pid : undefined)
  return (
    <Select
      {...(id ? { id } : {})}
      style={{ width: '100%' }}
      value={chosen ?? null}
      onChange={(value: number) => onChange(value, rx.data?.list.find((r) => r.id === prescriptionId)?.list)}
      options={Object.entries(metaOf(binocleType).options ?? {}).map(([value, label]) => ({ value: Number(value), label: tr(label) }))}
    />
  )
}
