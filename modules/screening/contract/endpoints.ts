import { callsOf } from '#kernel/contract/index.ts'
import archives from './archives.ts'
import { studentEndpoints } from './students.ts'

export const screening = {
  ...callsOf(archives),
  ...studentEndpoints,
}
export default screening
