/** SMS services: one message to one number, and what became of it. */

/** One message. The provider keeps the wording under `code`; `text` is the same message filled in. */
export interface SmsMessage {
  /** Our number of the message, unique for ever. */
  readonly no: string
  readonly mobile: string
  /** Template as the provider knows it. */
  readonly code: string
  readonly params: Readonly<Record<string, string>>
  readonly text: string
}
/** Taken with the provider's number, or refused for a reason that trying again does not mend. */
export type SmsTaken = { readonly taken: true; readonly receipt: string } | { readonly taken: false; readonly reason: string }
export type SmsState =
  | { readonly status: 'waiting' }
  | { readonly status: 'delivered'; readonly at: string }
  | { readonly status: 'failed'; readonly reason: string }

/** What somebody answered to a message. */
export interface SmsReply {
  /** The provider's number of the answer. */
  readonly no: string
  readonly mobile: string
  readonly text: string
}

export interface SmsPort {
  /** What it is called on the screen. */
  readonly label: string
  /** Nothing leaves this server. */
  readonly simulated: boolean
  /** Hands a message over; throws when the service does not answer. */
  send(message: SmsMessage): Promise<SmsTaken>
  /** What became of a message handed over on a day (`2026-11-21`). */
  stateOf(asked: { readonly receipt: string; readonly mobile: string; readonly day: string }): Promise<SmsState>
  /** Answers of the last days, told as often as they are asked for; none of a provider that pushes them. */
  replies(): Promise<readonly SmsReply[]>
}
