import { callsOf } from '#kernel/contract/index.ts'
import { archives } from './archives.ts'
import { importRollEndpoints } from './import.ts'
import { rollEndpoints } from './rolls.ts'
import { syncEndpoints } from './sync.ts'
import { resultEndpoints } from './endpoints.results.ts'
import { transferEndpoints } from './transfer.ts'
import { studentEndpoints } from './students.ts'

export const screening = {
  ...callsOf(archives),
  ...studentEndpoints,
  ...importRollEndpoints,
  ...rollEndpoints,
  ...syncEndpoints,
  ...transferEndpoints,
  ...resultEndpoints,
}
export default screening
