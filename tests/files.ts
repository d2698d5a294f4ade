import os from 'node:os'
import path from 'node:path'

/** Where files that tests upload lie: one folder of the run, named by the process that starts the workers; gone with the run. */
export const FILES = path.join(os.tmpdir(), `mingmou-test-files-${process.pid}`)
