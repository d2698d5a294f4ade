/**
 * The end of a session in this tab: somebody logged in elsewhere, it was ended, it expired. From the first answer that says so nothing of
 * the tab asks any more; whoever is on the page logs in again in place, and what was asked goes on: page and draft stay.
 */
import { useSyncExternalStore } from 'react'
import { tokenCodes } from '#kernel/contract/refusal.ts'

let over: { why: string; renewed: Promise<void>; renew: () => void } | undefined
let offered = 0
const watchers = new Set<() => void>()
const watch = (tell: () => void) => (watchers.add(tell), () => void watchers.delete(tell))
const tell = () => watchers.forEach((each) => each())

/** Says why the session is over, in the server's words; undefined while it holds. */
export const whyOver = (): string | undefined => over?.why
export const useWhyOver = (): string | undefined => useSyncExternalStore(watch, whyOver)
/** Resolved while the session holds; once it is over, by logging in again. */
export const holds = (): Promise<void> => over?.renewed ?? Promise.resolve()
/** Tells when the session ends and when it holds again. */
export const onOver = (listen: () => void): (() => void) => watch(listen)

/** Something on the page lets people log in again in place, until the answered function is called. */
export function offerLogin(): () => void {
  offered++
  return () => void offered--
}

/** True when an answer says that the session is over and it can be begun again here. */
export function endedBy(status: number, body: unknown): boolean {
  if (status !== 401 || offered === 0 || typeof body !== 'object' || body === null || !('code' in body)) return false
  if (typeof body.code !== 'number' || !tokenCodes.has(body.code)) return false
  if (!over) {
    let renew = (): void => undefined
    const renewed = new Promise<void>((resolve) => (renew = resolve))
    over = { why: 'message' in body ? String(body.message) : '', renewed, renew }
    tell()
  }
  return true
}
/** The session holds again: what waited goes on. */
export function renew(): void {
  const before = over
  over = undefined
  before?.renew()
  tell()
}
