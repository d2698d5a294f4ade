/** Lets the page start without a network: a worker answers from what was fetched once, and the browser is asked to keep it. */
const CACHE = 'mingmou-station'

export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/station-worker.js', { scope: '/eyefile/station/' }).catch(() => undefined)
  await navigator.storage?.persist?.().catch(() => false)
  const own = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && (pathname.startsWith('/assets/') || pathname === '/icon.svg'))
  const cache = await caches.open(CACHE)
  await Promise.all(
    [location.pathname, ...new Set(own.map(({ pathname }) => pathname))].map((path) => cache.add(path).catch(() => undefined)),
  )
}
