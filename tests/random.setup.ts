/** Runs before every file: properties draw from the seed of the run. */
import fc from 'fast-check'
import { SEED } from './depth.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
