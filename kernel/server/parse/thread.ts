/** What a program of a thread does: reads the file it was started with and hands over what it read. */
import { parentPort, workerData } from 'node:worker_threads'

/** Answers what `read` makes of the file. An error of the class `expected` is a sentence for whoever sent the file; any other is a bug. */
export function answer<T>(read: (bytes: Uint8Array) => T, expected: new (message: string) => Error): void {
  const bytes: Uint8Array = workerData
  try {
    parentPort?.postMessage({ read: read(bytes) }, [])
  } catch (error) {
    if (!(error instanceof expected)) throw error
    parentPort?.postMessage({ unreadable: error.message }, [])
  }
}

/** A JSON document; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
