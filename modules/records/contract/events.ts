import { event } from '#kernel/contract/index.ts'
import type { RxType } from './prescribe.ts'

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
