/** Hours in which nobody is called or written to. */
export interface Quiet {
  /** `21:00` */
  readonly from: string
  /** `09:00` */
  readonly to: string
}
/** Whether a moment lies in the quiet hours, which go over midnight where they end before they begin. */
export function isQuiet(now: string, { from, to }: Quiet): boolean {
  const clock = now.slice(11, 16)
  if (from === to) return false
  return from < to ? clock >= from && clock < to : clock >= from || clock < to
}
