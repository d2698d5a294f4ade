/** What jsdom lacks and the components expect. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach } from 'vitest'
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
