/** Reference data beside the checkout (../shared): read where it is there; tests that need it skip with a clear line where it is not. */
import fs from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../shared')
export const hasShared = fs.existsSync(folder)
if (!hasShared) console.log('../shared is absent: tests on reference data are skipped')
/** Text of a file below ../shared. */
export const sharedText = (file: string): string => fs.readFileSync(path.join(folder, file), 'utf8')
export const sharedBytes = (file: string): Uint8Array<ArrayBuffer> => new Uint8Array(fs.readFileSync(path.join(folder, file)))
