/**
 * One connection at a time: whoever holds one neither waits for another nor for anything slow, or ten such calls stop everybody. Noticed in
 * strict mode (every test); a server at work carries no mark from call to call.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** The stretch of work under a connection; `over` once it is given back, for what the work left running. */
interface Stretch {
  over: boolean
}
const stretch = new AsyncLocalStorage<Stretch>()

/** Runs work that holds a connection from begin to end. */
export async function holding<T>(work: () => Promise<T>): Promise<T> {
  const mine: Stretch = { over: false }
  try {
    return await stretch.run(mine, work)
  } finally {
    mine.over = true
  }
}

/** Throws where a connection is held: said by what takes one, and by what is slow (a password hash, an outside service, a file). */
export function freeHanded(what: string): void {
  if (stretch.getStore()?.over === false) throw new Error(`${what} was asked for while the caller holds a connection`)
}
