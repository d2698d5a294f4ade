/** The way to an outside service: every port's calls go through it. */
import { freeHanded } from './database/held.ts'
import { OutsideFailure } from './refuse.ts'

/**
 * Asks a service of this name. Never under a connection: what is slow there would stop everybody here. What goes wrong is an
 * `OutsideFailure` that names it.
 */
export async function fromOutside<T>(service: string, ask: () => Promise<T>): Promise<T> {
  freeHanded(service)
  try {
    return await ask()
  } catch (error) {
    throw new OutsideFailure(service, error)
  }
}
