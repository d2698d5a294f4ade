import { icdCodes } from './icd10.ts'
import { trialLenses } from './okjing/families.ts'

export default { ...trialLenses, ...icdCodes }
