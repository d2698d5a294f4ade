/** The account behind the token, asked once and kept for the page. */
import { useSyncExternalStore } from 'react'
import type { SignedIn } from '#kernel/web/access.tsx'
import { call } from '#kernel/web/calls/api.ts'
import { CallFailed } from '#kernel/web/calls/catalogue.ts'
import { t } from '#kernel/web/i18n.ts'
import { logout } from '#kernel/web/session.ts'

let pending: Promise<SignedIn> | undefined
let current: SignedIn | undefined
const watchers = new Set<() => void>()
function learn(who: SignedIn | undefined): void {
  current = who
  watchers.forEach((tell) => tell())
}
const watch = (tell: () => void) => (watchers.add(tell), () => void watchers.delete(tell))

/** What was learnt about the account, without asking; drawn again when it comes or goes. */
export const useWhoNow = (): SignedIn | undefined => useSyncExternalStore(watch, () => current)

/** Sentence the login page shows after the page was left. */
export const PARTING = 'mingmou.parting'

/** The account; a refused check ends the session with its sentence (R016), a lost network is told and may be tried again. */
export function identity(): Promise<SignedIn> {
  pending ??= call({ method: 'GET', path: '/account/userinfo' }, {}, { quiet: true }).then(
    (who) => {
      learn(who as SignedIn)
      return who as SignedIn
    },
    (error: unknown) => {
      pending = undefined
      if (error instanceof CallFailed && error.kind === 'refused' && error.code !== -1) {
        sessionStorage.setItem(PARTING, t`验证失败,请重新登录`)
        logout()
      }
      throw error
    },
  )
  return pending
}
/** Asks again, after the account or its store changed. */
export const forgetIdentity = (): void => {
  pending = undefined
  learn(undefined)
}
