/** What follows a proven identity: the token is kept and the page of this kind of account opens. */
import { call } from '#kernel/web/calls/api.ts'
import { keepToken, setting } from '#kernel/web/session.ts'

/** A new session as the server answers it. */
export interface Entered {
  token: string
  uid: number
  landing: string
  mustChange: boolean
  device?: string
}

const DEVICE = 'mingmou.device'
/** By what this browser is known to the server: sent with a login, so that failures of strangers lock nobody out here. */
export const device = (): { device?: string } => {
  const kept = localStorage.getItem(DEVICE)
  return kept ? { device: kept } : {}
}
export const keepDevice = (session: Entered): void => {
  if (session.device) localStorage.setItem(DEVICE, session.device)
}

/** Opens the page asked for before the login, or the one this kind of account lands on (R002–R006). */
export function enter(session: Entered): void {
  keepToken(session.token)
  location.assign(wanted() ?? (setting('variant', '') === 'eg' ? '/eg/home' : session.landing))
}

/** The page that was asked for before the login, if it is one of ours. */
function wanted(): string | undefined {
  const to = new URLSearchParams(location.search).get('to')
  return to && /^\/(?![/\\])/.test(to) ? to : undefined
}

export const PASSWORD_RULE = /^[A-Za-z0-9!@#$%^&*\-_]{6,16}$/

export interface Picture {
  ticket: string
  image: string
}
/** A new captcha. */
export const picture = async (): Promise<Picture> =>
  (await call({ method: 'GET', path: '/account/getCodeNew', pure: false }, {}, { quiet: true })) as Picture
