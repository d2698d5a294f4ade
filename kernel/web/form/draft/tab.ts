/** Tabs of one browser tell each other that they are open: a draft of a tab that is open is nobody else's. */
import { TABS } from './sweep.ts'

const OWN = 'mingmou.tab'
const BEAT = 10_000
/** A tab in the background beats once a minute. */
const SILENT = 90_000

export const tabIsOpen = (tab: string): boolean => Date.now() - Number(localStorage.getItem(TABS + tab) ?? 0) < SILENT

let own: string | undefined
/** The name of this tab: it stays through reloading, and a duplicate of the tab takes another one. */
export function tabName(): string {
  if (own !== undefined) return own
  const former = sessionStorage.getItem(OWN)
  const name = former && !tabIsOpen(former) ? former : crypto.getRandomValues(new Uint32Array(2)).join('-')
  sessionStorage.setItem(OWN, name)
  own = name
  const beat = () => localStorage.setItem(TABS + name, String(Date.now()))
  beat()
  setInterval(beat, BEAT)
  addEventListener('pageshow', beat)
  addEventListener('pagehide', () => localStorage.removeItem(TABS + name))
  return name
}
