/**
 * The thread a file is read in: reads the one it was started with, then hands what it read over piece by piece, each when it is asked for,
 * so that neither thread stops for the whole. A program of its own (`dist/server/parse.mjs`), started by `parse.ts`.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet, type ReadSheet } from './sheet.ts'
import { Unreadable } from './unreadable.ts'

export type FromWorker = { head: readonly string[] } | { rows: ReadSheet['rows']; numbers: readonly number[]; last: boolean }

/** Cells and characters of a piece: some milliseconds of the thread that takes it. */
const CELLS = 20_000
const LETTERS = 500_000

const say = (message: FromWorker | { unreadable: string }) => parentPort?.postMessage(message, [])

/** Pieces of a sheet, one after the other. */
function* pieces({ rows, numbers }: ReadSheet): Generator<FromWorker> {
  let from = 0
  let [cells, letters] = [0, 0]
  for (const [i, row] of rows.entries()) {
    cells += row.length
    for (const cell of row) letters += cell.length
    const last = i === rows.length - 1
    if (!last && cells < CELLS && letters < LETTERS) continue
    yield { rows: rows.slice(from, i + 1), numbers: numbers.slice(from, i + 1), last }
    from = i + 1
    cells = letters = 0
  }
}

try {
  const bytes: Uint8Array = workerData
  const read = await readSheet(bytes)
  const rest = pieces(read)
  say({ head: read.head })
  parentPort?.on('message', () => {
    const { value, done } = rest.next()
    if (!done) say(value)
  })
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  say({ unreadable: error.message })
}
