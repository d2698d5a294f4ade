import { event } from '#kernel/contract/index.ts'

/** Ortho-k lenses were handed over: those of the take record that was signed. */
export const okjingTaken = event<{ takeId: number; caseId: number; pid: number; hid: number; lensIds: number[] }>('records.okjing-taken')
/** Lenses are not to be worn any more until a doctor says so. */
export const lensStop = event<{ caseId: number; pid: number; hid: number; lensIds: number[]; reason: string }>('records.lens-stop')
