/**
 * Files that people send are read in a thread of their own, with a limit of memory and a deadline: whatever is in one, nobody else waits
 * for it. Nothing else of the server reads a file's inside.
 */
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { forbiddenIn, hasForbidden, type Upload } from '#kernel/contract/internal.ts'
import { freeHanded } from '../database/held.ts'
import { Refused } from '../refuse.ts'
import type { ReadSheet } from './sheet.ts'
import type { FromWorker } from './worker.ts'

export type { ReadSheet }

/** What `npm start` and the tests build of a program of a thread (`scripts/build.mjs` names them), from the folder they run in. */
const programOf = (name: string) => path.resolve(`dist/server/${name}.mjs`)
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
/** What is said where a thread does not get done with what it was given: a file that was sent, a paper that is to be drawn. */
const GIVEN_UP = {
  file: {
    late: () => refused('结构过于复杂，无法在限定时间内读取，请分成几个文件'),
    large: () => refused('内容过大，无法读取，请分成几个文件'),
  },
  paper: {
    late: () => new Refused('bad_input', { what: '内容过多，无法在限定时间内生成 PDF，请分几次生成' }),
    large: () => new Refused('bad_input', { what: '内容过多，无法生成 PDF，请分几次生成' }),
  },
}
type Given = keyof typeof GIVEN_UP

/** How many files were read in threads since the start, and how many threads that took. */
export const parsed = { files: 0, threads: 0 }

/** The table in an upload: Excel, OpenDocument or CSV; refuses at the field `file` what is none, is empty, too large, locked or broken. */
export async function readSheet({ bytes }: Pick<Upload, 'bytes'>): Promise<ReadSheet> {
  let head: readonly string[] = []
  const rows: Array<readonly string[]> = []
  const numbers: number[] = []
  return inThread<FromWorker, ReadSheet>('parse', bytes, (message, { done, more }) => {
    if ('head' in message) ({ head } = message)
    else {
      for (const row of message.rows) rows.push(row)
      for (const n of message.numbers) numbers.push(n)
      if (message.last) return done({ head, rows, numbers })
    }
    more()
  })
}

/**
 * What a program of a thread answers in one message: what a module's `server/thread/worker.ts` reads, what `pdf` draws. Refuses at the
 * field `file` like `readSheet`. A thread whose file was sound waits a moment for the next one; one that refused, was late or broke reads
 * no other.
 */
export async function readIn<T>(program: string, bytes: Uint8Array, source: Given = 'file'): Promise<T> {
  freeHanded('a file')
  return turn(async () => {
    parsed.files++
    const kept = waitingIn(program) ?? { worker: started(program), files: 0 }
    const copy = new Uint8Array(bytes)
    const answer = heard<{ read: T }, T>(
      kept.worker,
      (message, { done }) => done(source === 'file' ? readable(message.read) : message.read),
      source,
    )
    kept.worker.postMessage(copy, [copy.buffer])
    const read = await answer.catch((error: unknown) => {
      void kept.worker.terminate()
      throw error
    })
    lingers(program, { ...kept, files: kept.files + 1 })
    return read
  })
}

/** What was read of a file, its texts without characters no text may hold: a device pads its fields with NUL. */
function readable<T>(read: T): T {
  if (!forbiddenIn(read)) return read
  const bare = (value: unknown): unknown => {
    if (typeof value === 'string') return [...value].filter((c) => !hasForbidden(c)).join('')
    if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value
    if (Array.isArray(value)) return value.map(bare)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [String(bare(name)), bare(inner)]))
  }
  // The same shape: texts alone are shorter.
  return bare(read) as T
}

/** A thread between two files, and how many it has read. */
interface Kept {
  readonly worker: Worker
  readonly files: number
}
const between = new Map<string, Array<Kept & { readonly over: NodeJS.Timeout }>>()
/** Files one thread reads, and ms it waits for another. */
const MOST_FILES = 50
const LINGERS = 2_000
/** Takes our listeners off; a worker has some of its own. */
const unheard = (worker: Worker) => ['message', 'error', 'exit'].forEach((event) => worker.removeAllListeners(event))
function waitingIn(program: string): Kept | undefined {
  const kept = between.get(program)?.pop()
  if (!kept) return undefined
  clearTimeout(kept.over)
  unheard(kept.worker)
  kept.worker.ref()
  return kept
}
function lingers(program: string, kept: Kept): void {
  unheard(kept.worker)
  if (kept.files >= MOST_FILES) return void kept.worker.terminate()
  const others = between.get(program) ?? []
  const leave = () => {
    between.set(
      program,
      (between.get(program) ?? []).filter((k) => k.worker !== kept.worker),
    )
    void kept.worker.terminate()
  }
  // One that breaks while nobody waits for it is simply gone.
  kept.worker.on('error', leave)
  kept.worker.unref()
  between.set(program, [...others, { ...kept, over: setTimeout(leave, LINGERS).unref() }])
}

interface Answering<T> {
  done: (answer: T) => void
  /** Asks for the next piece. */
  more: () => void
}
type Told<M, R> = (message: M, answering: Answering<R>) => void

async function inThread<M extends object, R>(program: string, bytes: Uint8Array, listen: Told<M, R>): Promise<R> {
  freeHanded('a file')
  return turn(() => thread(program, bytes, listen))
}

function thread<M extends object, R>(program: string, bytes: Uint8Array, listen: Told<M, R>): Promise<R> {
  parsed.files++
  // A copy that goes over whole: the caller keeps its own.
  const copy = new Uint8Array(bytes)
  const worker = started(program, { workerData: copy, transferList: [copy.buffer] })
  return heard(worker, listen).finally(() => worker.terminate())
}

function started(program: string, options: { workerData?: Uint8Array; transferList?: ArrayBuffer[] } = {}): Worker {
  parsed.threads++
  return new Worker(programOf(program), { ...options, resourceLimits: LIMITS, env: {} })
}

/** What a thread says until `listen` is done with it; refuses what the thread refuses, what takes too long and what needs too much. */
const heard = <M extends object, R>(worker: Worker, listen: Told<M, R>, source: Given = 'file'): Promise<R> =>
  new Promise<R>((answer, fail) => {
    const late = setTimeout(() => fail(GIVEN_UP[source].late()), DEADLINE)
    const failed = (error: Error) => (clearTimeout(late), fail(error))
    const answering: Answering<R> = {
      done: (result) => (clearTimeout(late), answer(result)),
      // Messages that are there already are all taken in one turn of the loop.
      more: () => void setImmediate(() => worker.postMessage('more', [])),
    }
    worker.on('message', (message: M | { unreadable: string }) =>
      'unreadable' in message ? failed(refused(message.unreadable)) : listen(message, answering),
    )
    worker.on('error', (error: NodeJS.ErrnoException) =>
      failed(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? GIVEN_UP[source].large() : error),
    )
    worker.on('exit', () => failed(new Error('the thread that reads a file ended without an answer')))
  })
