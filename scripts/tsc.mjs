import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The compiler as every check runs it, for `node`: one thread. Of its four checkers each types what all share anew: on two cores they need
 * twice the work and a third longer by the clock (measured 2026-11-27: the tests 38 s, with one thread 29 s), and other checks run beside.
 */
export const TSC = [path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../node_modules/typescript/bin/tsc'), '--singleThreaded']
