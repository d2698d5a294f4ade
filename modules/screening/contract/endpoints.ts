import { callsOf } from '#kernel/contract/index.ts'
import archives from './archives.ts'
import { resultEndpoints } from './endpoints.results.ts'
import { studentEndpoints } from './students.ts'

export const screening = {
  ...callsOf(archives),
  ...studentEndpoints,
  ...resultEndpoints,
}
export default screening
