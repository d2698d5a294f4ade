/** States that many modules' tables share. */
import { states } from './machine.ts'

/** Whether master data may still be chosen: 0 in use, 1 stopped (fixed by the seeds for fee items, the same everywhere). */
export const inUse = states({
  0: { name: 'on', label: '启用', tone: 'ok' },
  1: { name: 'off', label: '停用', tone: 'neutral' },
})
