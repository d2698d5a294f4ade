/** What jsdom lacks and the components expect. */
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { renew } from '../calls/over.ts'
import { fetchLate } from '../days/late.tsx'
import '../days/index.tsx'
import { HANGS } from './patience.ts'

// The machine may be busy with other things.
configure({ asyncUtilTimeout: HANGS })

class Resizes {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.scrollTo = () => undefined
globalThis.ResizeObserver ??= Resizes
window.matchMedia ??= (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
})

// A test types into the calendar itself, not into the place held for it.
beforeAll(async () => void (await fetchLate()))
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanup)

// The files of a worker share one document and one copy of the modules: each file leaves both as it found them. Style sheets are removed
// because jsdom
// matches every rule against every element that a query by role looks at.
const network = globalThis.fetch
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  globalThis.fetch = network
  document.body.replaceChildren()
  document.body.removeAttribute('class')
  document.body.removeAttribute('style')
  document.head.replaceChildren()
  history.replaceState(null, '', '/')
  renew()
})
