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

/** How many calls this process made. */
export const made = { calls: 0 }
/** A call as somebody at some moment, under a key where it must not be made twice. */
export async function callIn<K extends keyof Calls & string>(
  booted: Booted,
  id: K,
  input: Sent<Calls[K]>,
  as: { who: Who; clock: string; key?: string },
): Promise<Answer<Calls[K]>> {
  made.calls++
  const call = booted.calls.get(id)!
  try {
    // A call's input is an object of fields, its answer what its output shape says.
    const answer = await booted.answerer.answer(call, input as Record<string, unknown>, { ...as, requestId: 'demo' })
    return call.yuan(answer) as never
  } catch (error) {
    if (error instanceof Refused) throw new DemoRefused(id, answerOf(error).message, error.field, input)
    throw error
  }
}
/** A caller for one account at one moment. */
export const tellerOf =
  (booted: Booted) =>
  (who: Who, clock: string): Teller =>
  (id, input) =>
    callIn(booted, id, input, { who, clock })
/** A call the product refused. */
export class DemoRefused extends Error {
  constructor(
    id: string,
    readonly sentence: string,
    readonly field: string | undefined,
    readonly input: unknown,
  ) {
    super(`demo: ${id} refused: ${sentence} (${field ?? ''}) ${JSON.stringify(input).slice(0, 400)}`)
  }
}

/** Marks every measured value as looked at and meant, as an optometrist who confirms what is unusual would. */
export const meant = <T extends object>(values: T): T & { confirmed: string[] } => ({
  ...values,
  confirmed: Object.entries(values)
    .filter(([, v]) => typeof v === 'number')
    .map(([k, v]) => `${k}=${String(v)}`),
})

/** What must be there; where it is not, the demo is wrong. */
export function there<T>(it: T | null | undefined): T {
  if (it === null || it === undefined) throw new Error('demo: something is not there')
  return it
}

/** Does a thing for one after the other, in their order; answers what each came to. */
export async function inTurn<T, R>(them: Iterable<T>, work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const one of them) done.push(await work(one))
  return done
}
