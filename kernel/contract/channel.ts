/**
 * Ways into the server that are no ordinary calls, declared like calls (decision 1000): a module's `contract/channels.ts`. A room, a topic
 * or a document that nobody declares does not exist; the census walks what is declared.
 */
import type { Machine } from './machine.ts'

/**
 * What somebody shows at a way in that asks for no session: nothing; a secret (a password, a key, a ticket, a number only a code on a
 * screen shows); or a signature over what is sent.
 */
export type Proof = 'nothing' | 'secret' | 'signature'

/** A room: people who talk about one row over the live channel. */
export interface RoomChannel<M extends string = string> {
  /** Permission of whoever is inside, in the store the row belongs to; of somebody who works elsewhere, in their own. */
  readonly can: string
  /** Machine of the row. */
  readonly machine: Machine<M>
  /** States in which somebody may come in. */
  readonly states: readonly number[]
  /** Further states in which whoever is inside may stay; any other one puts everybody out. */
  readonly stays?: readonly number[]
  /** Moves that follow from being inside. Each is made by whoever holds its own permission, and by nobody else. */
  readonly effects: readonly M[]
  /** Topic whose notices have everybody inside judged again. */
  readonly topic: string
}
export const room = <M extends string>(declared: RoomChannel<M>): RoomChannel<M> => declared

/** What a module declares beside its calls. */
export interface Channels {
  /**
   * Topics of the module by name, with the permissions of which a listener holds one, or `session`. Every module has a topic of its own
   * name, heard by whoever may make one of its guarded reading calls; it stands here only where others hear it too.
   */
  readonly topics?: Readonly<Record<string, readonly string[] | 'session'>>
  /** Topics of other modules that show on this module's screens: whoever may make one of this module's guarded reading calls hears them. */
  readonly follows?: readonly string[]
  /** Rooms by name. */
  readonly rooms?: Readonly<Record<string, RoomChannel>>
}
export const channels = <const C extends Channels>(declared: C): C => declared
