import { Select } from 'antd'
import { t, useCall } from '#kernel/web/index.ts'
import { eyeOf, showRx } from '#kernel/contract/index.ts'
import { records } from '#modules/records/contract/endpoints.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import type { RxLine } from '#modules/records/contract/shapes.ts'

/** The prescriptions of a member that glasses may be made from. */
export const usePrescriptions = (pid: number | undefined) =>
  useCall(
    records['prescription.list'],
    { pid: pid ?? 0, status: [...prescriptionMachine.in.valid], per_page: 20 },
    { enabled: pid !== undefined },
  )

/** Chooses one of a member's valid prescriptions; answers its first line, whose powers the order takes over. */
export function PrescriptionPicker({
  pid,
  chosen,
  onChange,
  id,
}: {
  pid: number | undefined
  chosen: number | null | undefined
  onChange: (rx: number | undefined, line: RxLine | undefined) => void
  id?: string
}) {
  const rx = usePrescriptions(pid)
  const list = rx.data?.list ?? []
  return (
    <Select
      allowClear
      {...(id ? { id } : {})}
      style={{ width: '100%' }}
      disabled={pid === undefined}
      placeholder={pid === undefined ? t`先选择会员` : list.length ? t`选择处方` : t`没有有效处方，可直接录入度数`}
      value={chosen ?? undefined}
      onChange={(value: number | undefined) => onChange(value, list.find((r) => r.id === value)?.list[0])}
      options={list.map((r) => ({
        value: r.id,
        label: `${r.orderDate} ${r.doctorName ?? ''}  R ${showRx(eyeOf(r.list[0] ?? {}, 'Od'))}  L ${showRx(eyeOf(r.list[0] ?? {}, 'Os'))}`,
      }))}
    />
  )
}
