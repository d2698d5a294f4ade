import { event } from '#kernel/contract/index.ts'
import type { RxType } from './prescription/prescribe.ts'

/** A prescription of a kind was signed: glasses are made from it, drugs given out, training planned. `kinds` are the uses of its lenses. */
export const prescriptionIssued = event<{
  id: number
  pid: number
  hid: number
  rxNo: string
  doctorId: number
  kind: RxType
  kinds: number[]
}>('records.prescription-issued')
/** A signed prescription was voided. */
export const prescriptionVoided = event<{ id: number; pid: number; hid: number; reason: string }>('records.prescription-voided')
/** A treatment began, changed, ended or was voided. */
export const treatmentChanged = event<{ id: number; pid: number; hid: number }>('records.treatment-changed')
/** A case record was submitted or changed: its next date may be another one. */
export const caseWritten = event<{ ecaseId: number; pid: number; hid: number }>('records.case-written')
