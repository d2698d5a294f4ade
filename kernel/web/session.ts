/** The session of this browser: its opaque token, where the API lives, and the one way out. */

const TOKEN = 'mingmou.token'

/** The opaque token of the session, or null. */
export const token = (): string | null => localStorage.getItem(TOKEN)
export const keepToken = (value: string): void => localStorage.setItem(TOKEN, value)
export const dropToken = (): void => localStorage.removeItem(TOKEN)

const STORE = 'mingmou.hid'
/** The store an account of several stores works in now; undefined = its own. */
export const chosenStore = (): string | undefined => localStorage.getItem(STORE) ?? undefined
export const chooseStore = (hid: number): void => localStorage.setItem(STORE, String(hid))

/** A setting the operator writes in a meta tag of index.html, so that it changes without a build. */
export const setting = (name: string, fallback: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || fallback

/** Whether the documents of the API are open to everybody: outside production. */
export const docsOpen = (): boolean => setting('docs', '') === 'open'
/** The `{product}` of legacy paths. */
export const product = (): string => setting('product', 'mingmou')
/** Where calls go: the main host, and the second one for `/v1/…` paths (R060). */
export const host = (path: string): string => (path.startsWith('/v1/') ? setting('api-alt', '/api') : setting('api', '/api'))

/** Payments and messages only seem to leave this server: screens and papers say so. */
export const simulated = (): boolean => setting('simulated', '') !== ''

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/
/** False for a loopback address other than this very site: a device bridge must not see the token (R059). */
export const carriesToken = (url: URL): boolean => url.host === location.host || !loopback.test(url.hostname)

/** Ends the session in this browser and loads the login page afresh, so that nothing of the account stays in memory. */
export function logout(): void {
  dropToken()
  localStorage.removeItem(STORE)
  location.assign('/login')
}
