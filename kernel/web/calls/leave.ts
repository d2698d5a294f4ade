import { call } from './api.ts'
import { logout } from '../session.ts'

/** Logs out; the session is dropped here even when the server cannot be told. */
export async function leave(): Promise<void> {
  await call({ method: 'POST', path: '/account/loginout' }, {}, { quiet: true }).catch(() => undefined)
  logout()
}
