import { familyHandlers, implement } from '#kernel/server/index.ts'
import { archives } from '../contract/archives.ts'
import { screening } from '../contract/endpoints.ts'
import { archiveHooks } from './archives.ts'
import { rollHandlers } from './handlers.rolls.ts'
import { importRollHandlers } from './import.ts'
import { syncHandlers } from './handlers.sync.ts'
import { resultHandlers } from './handlers.results.ts'
import { transferHandlers } from './handlers.transfer.ts'
import { studentHandlers } from './handlers.students.ts'

export default implement(screening, {
  ...familyHandlers(archives, archiveHooks),
  ...studentHandlers,
  ...rollHandlers,
  ...importRollHandlers,
  ...syncHandlers,
  ...transferHandlers,
  ...resultHandlers,
})
