// The worker of the screening station: the page and its files from the cache where there is no network. Calls are never cached.
const CACHE = 'mingmou-station'

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

/** The page: fresh where the network answers, else as it was kept last, for whichever task. */
async function page(request) {
  const cache = await caches.open(CACHE)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(new URL(request.url).pathname, answer.clone())
    return answer
  } catch (error) {
    const kept = (await cache.match(new URL(request.url).pathname)) ?? (await anyPage(cache))
    if (kept) return kept
    throw error
  }
}
async function anyPage(cache) {
  const key = (await cache.keys()).find((kept) => new URL(kept.url).pathname.startsWith('/eyefile/station/'))
  return key && cache.match(key)
}
/** A file of the application: its name changes with its content, so a kept one is right. */
async function asset(request) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith('/assets/') || pathname === '/icon.svg' || pathname === '/station.webmanifest')
    event.respondWith(asset(request))
})
