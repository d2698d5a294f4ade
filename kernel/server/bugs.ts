/** What nobody expected: one line each, with a number for the user to quote; the process goes on. */
import { randomUUID } from 'node:crypto'

/** Number of a request, or of what went wrong outside of any. */
export const newRequestId = (): string => randomUUID().slice(0, 13)

const counters = new Set<() => void>()
/** Has every bug of this process counted, until the answered function is called. */
export function onBug(count: () => void): () => void {
  counters.add(count)
  return () => void counters.delete(count)
}

/** Writes a bug down under the number of its request, with what else is known of where it happened. */
export function logBug(error: unknown, request: string, where: Readonly<Record<string, unknown>> = {}): void {
  for (const count of counters) count()
  console.error(
    JSON.stringify({
      at: new Date().toISOString(),
      request,
      ...where,
      bug: error instanceof Error ? error.stack : String(error),
      cause: error instanceof Error && error.cause ? String(error.cause) : undefined,
    }),
  )
}

/** Work of a callback that nobody waits for: what it throws is a bug, not the end of the process. */
export function guarded(what: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    logBug(error, newRequestId(), { in: what })
  }
}

/**
 * Errors no one caught, in any callback of this process: written down and outlived. A clinic at work is worth more than a clean restart.
 */
export function outliveErrors(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error: unknown) => logBug(error, newRequestId(), { in: event }))
  // Nobody reads the log any more: not being able to say so is no further bug.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
