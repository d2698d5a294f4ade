/** Speech: the voice that calls numbers in the waiting room. */

/** What the screen speaks with: a token of the service, or nothing and its browser's own voice. */
export type SpeechToken = { readonly local: true } | { readonly local: false; readonly token: string; readonly expiresAt: string }

export interface SpeechPort {
  readonly label: string
  token(): Promise<SpeechToken>
}
