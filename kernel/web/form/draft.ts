/** Drafts: what was typed survives a closed tab, a lost network and Esc. Kept in this browser, per account, for a week. */
import { useCallback, useEffect, useRef, useState } from 'react'

export type DraftState = 'none' | 'saved' | 'offline' | 'failed'
const WEEK = 7 * 86_400_000
const keyOf = (name: string, uid: number) => `mingmou.draft.${uid}.${name}`

interface Draft {
  at: number
  values: Record<string, unknown>
}

/** The draft kept under a name, if it is younger than a week. */
export function readDraft(name: string | undefined, uid: number): Draft | undefined {
  if (!name) return undefined
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(name, uid)) ?? 'null') as Draft | null
    return draft && Date.now() - draft.at < WEEK ? draft : undefined
  } catch {
    return undefined
  }
}
const dropDraft = (name: string | undefined, uid: number): void => {
  if (name) localStorage.removeItem(keyOf(name, uid))
}

/** Keeps the values a moment after they change, and tells how that went. */
export function useDraft(
  name: string | undefined,
  uid: number,
  values: Readonly<Record<string, unknown>>,
  dirty: boolean,
): { state: DraftState; at: number; drop: () => void } {
  const [state, setState] = useState<{ state: DraftState; at: number }>({ state: 'none', at: 0 })
  const pending = useRef<() => void>(undefined)
  useEffect(() => {
    if (!name || !dirty) return
    const keep = () => {
      pending.current = undefined
      const time = Date.now()
      try {
        localStorage.setItem(keyOf(name, uid), JSON.stringify({ at: time, values: withoutFiles(values) }))
        setState({ state: navigator.onLine ? 'saved' : 'offline', at: time })
      } catch {
        setState({ state: 'failed', at: time })
      }
    }
    pending.current = keep
    const timer = setTimeout(() => pending.current === keep && keep(), 400)
    return () => clearTimeout(timer)
  }, [name, uid, values, dirty])
  // Who leaves within the moment leaves nothing behind.
  useEffect(() => () => pending.current?.(), [])
  // The line about a lost connection goes with the connection's return.
  useEffect(() => {
    const back = () => setState((was) => (was.state === 'offline' ? { ...was, state: 'saved' } : was))
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  }, [])
  const drop = useCallback(() => {
    pending.current = undefined
    dropDraft(name, uid)
    setState({ state: 'none', at: 0 })
  }, [name, uid])
  return { ...state, drop }
}
const withoutFiles = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, v]) => !(v instanceof Blob)))
