import { trialLenses } from './okjing.families.ts'

export default trialLenses
