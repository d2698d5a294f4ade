/** Joins a module's endpoint table with its handlers; a missing or extra handler, a wrong answer, an undeclared refusal is a type error. */
import type { Endpoint, Endpoints } from '#kernel/contract/internal.ts'
import type { Cx, Open, Out } from './cx.ts'

/** The handler an endpoint asks for. */
export type Handler<E> =
  E extends Endpoint<infer In, infer Answer, infer Fail, infer _Sent, infer K>
    ? (cx: K extends 'tx' ? Cx<Fail> : K extends 'outside' ? Out<Fail> : Open<Fail>, input: In) => Promise<Answer>
    : never

export type Handlers<E> = { readonly [K in keyof E]: Handler<E[K]> }

/** What the server keeps of a module's calls: types are settled by then. */
export interface Implemented {
  readonly endpoints: Endpoints
  readonly handlers: Readonly<Record<string, (cx: never, input: never) => Promise<unknown>>>
}

export const implement = <E extends Record<string, object>>(endpoints: E, handlers: Handlers<E>): Implemented => ({
  endpoints: endpoints as unknown as Endpoints,
  handlers: handlers,
})
