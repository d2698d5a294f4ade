/**
 * What the screen of a consultation asks of whatever carries sound and picture: two implementations, the browsers themselves (`native.ts`)
 * and TRTC (`trtc.ts`).
 */

/** Pictures of one person: the face, and beside it the second camera (the slit lamp). */
export interface Pictures {
  readonly own?: MediaStream | undefined
  readonly second?: MediaStream | undefined
}
/** How well it goes. */
export interface Statistics {
  /** Milliseconds there and back; undefined before the first answer. */
  readonly rtt?: number | undefined
  /** Share of what was sent that did not arrive, 0–1. */
  readonly lost?: number | undefined
  /** Thousand bits a second that come in. */
  readonly kbps?: number | undefined
}
/** What the client tells the screen. */
export interface RoomListener {
  /** Everybody else in the room, by connection. Nobody: an empty map. */
  peers(of: ReadonlyMap<string, Pictures>): void
  /** Whether the room is reached. */
  reached(yes: boolean): void
  /** The server has put one out, or not let one in, with its sentence: nothing is sent or shown any more. */
  out(sentence: string): void
  /** Something the other screen said. */
  said(data: unknown): void
}
export interface RoomClient {
  join(): Promise<void>
  /** What the others see and hear of one; undefined takes it away. */
  publish(what: keyof Pictures, stream: MediaStream | undefined): void
  mute(muted: boolean): void
  /** Sound only: no picture is sent or asked for. */
  audioOnly(only: boolean): void
  /** Says something to the other screens. */
  tell(data: unknown): void
  statistics(): Promise<Statistics>
  leave(): void
}
