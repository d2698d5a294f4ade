/**
 * What the server knows of a module: everything its conventional files export. The list itself is generated (apps/server/modules.gen.ts).
 */
import type { Channels } from '#kernel/contract/channel.ts'
import type { Endpoints, Families, Machine, Papers, Permissions, Refusals, Screens } from '#kernel/contract/internal.ts'
import type { EventType } from '#kernel/contract/internal.ts'
import type { Tables } from '#kernel/contract/tables.ts'
import type { Cx } from './cx.ts'
import type { Implemented } from './implement.ts'

export interface ServerModule {
  readonly name: string
  readonly endpoints?: Endpoints | Readonly<Record<string, object>>
  readonly permissions?: Permissions
  readonly refusals?: Refusals
  readonly screens?: Screens
  readonly machines?: readonly Machine[]
  readonly tables?: Tables
  readonly families?: Families
  readonly papers?: Papers
  readonly channels?: Channels
  readonly handlers?: Implemented
  readonly reactions?: readonly ReactionEntry[]
}
/** Calls of a module by id. A module exports each with its own shapes, of which the registry knows only that they are calls. */
export const endpointsOf = ({ endpoints = {} }: ServerModule): Endpoints => endpoints as Endpoints

/** `on(billingPaid, async (cx, { fbid }) => …)`: runs in the announcer's transaction. */
export interface EventReaction {
  readonly kind: 'event'
  readonly event: string
  readonly run: (cx: Cx<string>, payload: never) => Promise<void>
}
/** `job('sms.send', async (out, payload) => …)`: work for later, with the outside world. Retried with back-off. */
export interface JobReaction {
  readonly kind: 'job'
  readonly name: string
  readonly run: (job: JobContext, payload: never) => Promise<void>
}
/** `nightly('close-day', '5 0 * * *', …)`: once a night per organisation, behind its wall. */
export interface NightlyReaction {
  readonly kind: 'nightly'
  readonly name: string
  readonly cron: string
  readonly run: (cx: Cx) => Promise<void>
}
export type ReactionEntry = EventReaction | JobReaction | NightlyReaction

/** A job's view: transactions as the account that asked for it. */
export interface JobContext {
  tx<T>(work: (cx: Cx) => Promise<T>): Promise<T>
}

export const on = <P, Fail extends string>(event: EventType<P, Fail>, run: (cx: Cx<Fail>, payload: P) => Promise<void>): EventReaction => ({
  kind: 'event',
  event: event.name,
  run,
})
export const job = <P>(name: string, run: (job: JobContext, payload: P) => Promise<void>): JobReaction => ({
  kind: 'job',
  name,
  run: run,
})
export const nightly = (name: string, cron: string, run: (cx: Cx) => Promise<void>): NightlyReaction => ({
  kind: 'nightly',
  name,
  cron,
  run,
})
