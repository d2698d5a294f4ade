/** Steps after a proven identity: store the token, open the landing page. */
import { call } from '#kernel/web/calls/api.ts'
import { keepToken, setting } from '#kernel/web/session.ts'

/** A new session, as returned by the server. */
export interface Entered {
  token: string
  uid: number
  landing: string
  mustChange: boolean
  device?: string
}

const DEVICE = 'mingmou.device'
/** Identifies this browser to the server, so that failures elsewhere do not lock it out. */
export const device = (): { device?: string } => {
  const stored = localStorage.getItem(DEVICE)
  return stored ? { device: stored } : {}
}
export const keepDevice = (session: Entered): void => {
  if (session.device) localStorage.setItem(DEVICE, session.device)
}

/** Opens the page requested before login, or the landing page of the account kind (R002–R006). */
export function enter(session: Entered): void {
  keepToken(session.token)
  location.assign(requestedPage() ?? (setting('variant', '') === 'eg' ? '/eg/home' : session.landing))
}

/** The page requested before login, if it is one of ours. */
function requestedPage(): string | undefined {
  const to = new URLSearchParams(location.search).get('to')
  return to && /^\/(?![/\\])/.test(to) ? to : undefined
}

export const PASSWORD_RULE = /^[A-Za-z0-9!@#$%^&*\-_]{6,16}$/

export interface Picture {
  ticket: string
  image: string
}
/** Loads a new captcha. */
export const picture = async (): Promise<Picture> =>
  (await call({ method: 'GET', path: '/account/getCodeNew', pure: false }, {}, { quiet: true })) as Picture
