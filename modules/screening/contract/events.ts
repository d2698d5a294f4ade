import { event } from '#kernel/contract/index.ts'

/** Whether instruments may measure: whoever keeps their calibration names those past their date. */
export const devicesAsked = event<{
  readonly hid: number
  readonly serials: readonly string[]
  readonly stop: (serials: readonly string[]) => void
}>('screening.devices-asked')

/** A child is advised to see a doctor, or no longer. */
export const screeningReferred = event<{ id: number; hid: number; studentId: number; pid: number | null; open: boolean }>(
  'screening.referred',
)
