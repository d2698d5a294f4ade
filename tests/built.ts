/** The product as `npm start` runs it: the built server in a process of its own, on a database or a folder that a test gives it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { buildServer } from '../scripts/product.mjs'

export interface BuiltProduct {
  readonly child: ChildProcess
  /** Address of the API. */
  readonly base: string
  /** What it has written so far, both streams. */
  said(): string
  /** Ends it as Ctrl-C does; answers its exit code. */
  stop(): Promise<number | null>
}
interface Starting {
  env: Readonly<Record<string, string>>
  /** Run by the process before the product, to be told by messages (`process.on('message')`). */
  preload?: string
  /** The user it runs as; only root may choose. */
  uid?: number
}

const usual = {
  DATABASE_URL: '',
  DEMO: '0',
  PORT: '0',
  HOST: '127.0.0.1',
  NODE_ENV: 'development',
  LOG_LEVEL: 'silent',
  RATE_LIMIT: '100000000',
}

/** Starts it and answers when it is ready, or with its exit code and last words when it ends before. */
export async function start({ env, preload, uid }: Starting): Promise<BuiltProduct | { code: number | null; said: string }> {
  await buildServer()
  const before = preload ? ['--import', `data:text/javascript,${encodeURIComponent(preload)}`] : []
  const child = spawn(process.execPath, [...before, 'dist/server/main.mjs'], {
    env: { ...process.env, ...usual, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let text = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const port = await new Promise<string | undefined>((resolve) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        text += String(chunk)
        const found = /ready on http:\/\/localhost:(\d+)/.exec(text)
        if (found) resolve(found[1])
      })
    void ended.then(() => resolve(undefined))
  })
  if (!port) return { code: await ended, said: text.trim() }
  return {
    child,
    base: `http://127.0.0.1:${port}/api`,
    said: () => text,
    stop: () => (child.kill('SIGTERM'), ended),
  }
}
/** One that must get ready. */
export async function started(starting: Starting): Promise<BuiltProduct> {
  const product = await start(starting)
  if ('code' in product) throw new Error(`the server ended with ${product.code}: ${product.said}`)
  return product
}
