/** Makes calls in this process as a member of staff, at a moment of the past: the same way a request goes, without the network. */
import type { Who } from '#kernel/server/index.ts'
import { Refused } from '#kernel/server/index.ts'
import { answerOf } from '#kernel/server/refuse.ts'
import type { Booted } from '../../apps/server/boot.ts'
import type { Calls } from '../../apps/server/calls.gen.ts'
import type { Endpoint } from '#kernel/contract/index.ts'

type Sent<E> = E extends Endpoint<infer _I, infer _O, infer _F, infer S, infer _K> ? S : never
type Answer<E> = E extends Endpoint<infer _I, infer O, infer _F, infer _S, infer _K> ? O : never

export type Teller = <K extends keyof Calls & string>(id: K, input: Sent<Calls[K]>) => Promise<Answer<Calls[K]>>

export let calls = 0
/** A caller for one account at one moment. */
export const tellerOf = (booted: Booted, who: Who, clock: string): Teller => async (id, input) => {
  calls++
  const call = booted.calls.get(id)!
  try {
    const answer = await booted.answerer.answer(call, input as Record<string, unknown>, { who, clock, requestId: 'demo' })
    return call.yuan(answer) as never
  } catch (error) {
    if (error instanceof Refused) throw new DemoRefused(id, answerOf(error).message, error.field, input)
    throw error
  }
}
export class DemoRefused extends Error {
  constructor(id: string, readonly sentence: string, readonly field: string | undefined, readonly input: unknown) {
    super(`demo: ${id} refused: ${sentence} (${field ?? ''}) ${JSON.stringify(input).slice(0, 400)}`)
  }
}

/** Makes a call again with what it asks to be confirmed, as a person would who looked and meant it. */
export async function confirming<O>(make: (confirmed: string[]) => Promise<O>): Promise<O> {
  const confirmed: string[] = []
  for (;;) {
    try {
      return await make(confirmed)
    } catch (error) {
      if (!(error instanceof DemoRefused) || !error.field || confirmed.length > 12) throw error
      const path = error.field.split('.')
      const value = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], error.input)
      const said = `${path.at(-1)}=${String(value)}`
      if (confirmed.includes(said)) throw error
      confirmed.push(said)
    }
  }
}
