/**
 * The helper of a slit lamp's camera on this machine: `GET /video/grab` answers a frame, `GET /video/close` lets the camera go (R059,
 * R136). It is another program: it is asked by the browser, without a token, and may not be there.
 */
const PATIENCE = 4000

const urlOf = (port: number, path: string) => `http://127.0.0.1:${port}${path}`

/** A frame, as a picture or as `{ base64 }`; undefined when the helper is not there or has none. */
export async function grabFrame(port: number, ask: typeof fetch = fetch): Promise<File | undefined> {
  const answer = await ask(urlOf(port, '/video/grab'), { signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined)
  if (!answer?.ok) return undefined
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('image/')) return new File([new Uint8Array(await answer.arrayBuffer())], 'frame', { type })
  const entry: unknown = await answer.json().catch(() => undefined)
  const base64 = typeof entry === 'object' && entry !== null && 'base64' in entry ? entry.base64 : undefined
  if (typeof base64 !== 'string') return undefined
  const bytes = Uint8Array.from(atob(base64.replace(/^data:[^,]*,/, '')), (c) => c.charCodeAt(0))
  return new File([bytes], 'frame', { type: 'image/jpeg' })
}

/** Lets the camera go; a helper that is not there holds none. */
export const closeHelper = (port: number, ask: typeof fetch = fetch): Promise<void> =>
  ask(urlOf(port, '/video/close'), { signal: AbortSignal.timeout(PATIENCE) }).then(
    () => undefined,
    () => undefined,
  )
