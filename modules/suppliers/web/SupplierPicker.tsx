import { Choose, t, useWho } from '#kernel/web/index.ts'
import { inUse } from '#kernel/contract/index.ts'
import { suppliers } from '../contract/endpoints.ts'
import type { Supplier } from '../contract/shapes.ts'
import { supplierLicence } from '../contract/states.ts'

/** Picks an active supplier; an expired licence is marked. */
export function SupplierPicker({
  chosen,
  onChange,
  category,
  id,
  chosenLabel,
  disabled,
}: {
  chosen: number | null | undefined
  onChange: (supplierId: number | undefined, supplier: Supplier | undefined) => void
  category?: number
  id?: string
  chosenLabel?: string | undefined
  disabled?: boolean
}) {
  const { hid } = useWho()
  return (
    <Choose
      of={suppliers['supplier.by-hospital']}
      input={{ id: hid, status: inUse.is.on, per_page: 200, ...(category ? { category } : {}) }}
      value="supplierId"
      label={(s) => (s.licenceState === supplierLicence.is.expired ? t`${s.name}（许可证已过期）` : s.name)}
      chosen={chosen}
      chosenLabel={chosenLabel}
      onChange={(v, row) => onChange(v === undefined ? undefined : Number(v), row)}
      placeholder={t`选择供应商`}
      {...(id ? { id } : {})}
      {...(disabled ? { disabled } : {})}
    />
  )
}
