import { event } from '#kernel/contract/index.ts'

/** A prescription was signed and may be made into glasses. */
export const prescriptionIssued = event<{ id: number; pid: number; hid: number; rxNo: string; doctorId: number; kinds: number[] }>(
  'records.prescription-issued',
)
/** A signed prescription was voided. */
export const prescriptionVoided = event<{ id: number; pid: number; hid: number; reason: string }>('records.prescription-voided')
