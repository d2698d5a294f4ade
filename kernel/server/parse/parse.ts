/**
 * Files that people send are read in a thread of their own, with a limit of memory and a deadline: whatever is in one, nobody else waits for it. Nothing
 * else of the server reads a file's inside.
 */
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Upload } from '#kernel/contract/index.ts'
import { freeHanded } from '../database/held.ts'
import { Refused } from '../refuse.ts'
import type { ReadSheet } from './sheet.ts'
import type { FromWorker } from './worker.ts'

export type { ReadSheet }

/** What `npm start` and the tests build of `worker.ts`, from the folder they run in. */
const PROGRAM = path.resolve('dist/server/parse.mjs')
/** MB of the thread's own; what it unpacks is limited by itself. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
const DEADLINE = 30_000
/** Threads at once, so that one heavy file does not stop the next person's; who comes later waits for a turn. */
const THREADS = 2

let free = THREADS
const waiting: Array<() => void> = []
async function turn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free--
  else await new Promise<void>((go) => waiting.push(go))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}

const refused = (what: string) => new Refused('bad_input', { what: `文件：${what}` }, 'file')

/** How many files were read in a thread since the start. */
export const parsed = { files: 0 }

/** The table in an upload: Excel, OpenDocument or CSV; refuses at the field `file` what is none, is empty, too large, locked or broken. */
export async function readSheet({ bytes }: Pick<Upload, 'bytes'>): Promise<ReadSheet> {
  freeHanded('a file')
  return turn(() => inThread(bytes))
}

function inThread(bytes: Uint8Array): Promise<ReadSheet> {
  parsed.files++
  // A copy that goes over whole: the caller keeps its own.
  const copy = new Uint8Array(bytes)
  const worker = new Worker(PROGRAM, { workerData: copy, transferList: [copy.buffer], resourceLimits: LIMITS, env: {} })
  return new Promise<ReadSheet>((done, fail) => {
    const late = setTimeout(() => fail(refused('结构过于复杂，无法在限定时间内读取，请分成几个文件')), DEADLINE)
    let head: readonly string[] = []
    const rows: Array<readonly string[]> = []
    const numbers: number[] = []
    worker.on('message', (message: FromWorker) => {
      if ('unreadable' in message) return fail(refused(message.unreadable))
      if ('head' in message) ({ head } = message)
      else {
        for (const row of message.rows) rows.push(row)
        for (const n of message.numbers) numbers.push(n)
        if (message.last) {
          clearTimeout(late)
          return done({ head, rows, numbers })
        }
      }
      // Messages that are there already are all taken in one turn of the loop.
      setImmediate(() => worker.postMessage('more', []))
    })
    worker.on('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refused('内容过大，无法读取，请分成几个文件') : error),
    )
    worker.on('exit', () => (clearTimeout(late), fail(new Error('the thread that reads a file ended without an answer'))))
  }).finally(() => worker.terminate())
}
