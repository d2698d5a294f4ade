import { states } from '#kernel/contract/index.ts'
import { screeningReferral, screeningResult, screeningTask } from './states.results.ts'

/** Where a child is: at a school of the archive, gone, or graduated with its class. */
export const studentStates = states({
  0: { name: 'present', label: '在读', tone: 'ok' },
  1: { name: 'left', label: '离校', tone: 'neutral' },
  2: { name: 'graduated', label: '已毕业', tone: 'neutral' },
})
export const classStates = states({
  0: { name: 'present', label: '在校', tone: 'ok' },
  1: { name: 'left', label: '已毕业', tone: 'neutral' },
})
/** Whether the leaving cohort of a school is in the active lists (R133). */
export const graduating = states({
  0: { name: 'present', label: '在校', tone: 'ok' },
  1: { name: 'graduated', label: '已毕业', tone: 'neutral' },
})

export default [screeningTask, screeningResult, screeningReferral]
