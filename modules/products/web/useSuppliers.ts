import { inUse } from '#kernel/contract/index.ts'
import { useCall, useCan, useWho } from '#kernel/web/index.ts'
import { suppliers } from '#modules/suppliers/contract/endpoints.ts'

/** Active suppliers, for accounts that may see them. */
export function useSuppliers(): Array<{ value: number; label: string }> {
  const { hid } = useWho()
  const can = useCan()
  const { data } = useCall(
    suppliers['supplier.by-hospital'],
    { id: hid, per_page: 200, status: inUse.is.on },
    { enabled: can('supplier:view'), fallback: { list: [], total: 0 } },
  )
  return data?.list.map((s) => ({ value: s.supplierId, label: s.name })) ?? []
}
