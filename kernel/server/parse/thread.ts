/** What a program of a thread does: reads each file it is given and hands over what it read. */
import { parentPort } from 'node:worker_threads'

/**
 * Answers what `read` makes of a file. An error of the class `expected` is a sentence for whoever sent the file; any other is a bug and
 * ends the thread.
 */
export const answer = <T>(read: (bytes: Uint8Array) => T | Promise<T>, expected: new (message: string) => Error): void =>
  void parentPort?.on('message', async (bytes: Uint8Array) => {
    try {
      parentPort?.postMessage({ read: await read(bytes) }, [])
    } catch (error) {
      if (!(error instanceof expected)) throw error
      parentPort?.postMessage({ unreadable: error.message }, [])
    }
  })

/** What a library reads; undefined where it throws: the library's errors tell a broken file. */
export function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
/** A JSON document; undefined where it is none. */
export const jsonOf = (text: string): unknown => orUndefined((): unknown => JSON.parse(text))
