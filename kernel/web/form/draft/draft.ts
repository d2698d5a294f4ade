/**
 * Drafts: what was typed survives a closed tab, a lost network and Esc. Kept in this browser for a week under account, record and tab, by
 * field with the value it replaced; encrypted with a key of the account that the server gives back with every session and that stands
 * nowhere in this browser, so that nobody reads it after logging out (decision 1280).
 */
import { xchacha20poly1305 } from '@noble/ciphers/chacha'
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { WhoContext } from '../../access.tsx'
import { DRAFTS } from './sweep.ts'
import { tabIsOpen, tabName } from './tab.ts'
import type { DraftEntry } from './typing.ts'

export type DraftState = 'none' | 'saved' | 'offline' | 'failed'
const WEEK = 7 * 86_400_000
const NONCE = 24

/** Whose drafts are meant, and the key they are written with. */
export interface DraftOwner {
  readonly uid: number
  readonly key: Uint8Array
}
export interface KeptDraft {
  /** Epoch ms. */
  readonly at: number
  readonly entries: readonly DraftEntry[]
}
const bytesOf = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const textOf = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
/** The account whose drafts are kept here; undefined where nobody is logged in. */
const ownerOf = (who: { uid: number; draftKey: string } | null): DraftOwner | undefined =>
  who ? { uid: who.uid, key: bytesOf(who.draftKey) } : undefined

const recordOf = (name: string, uid: number): string => `${DRAFTS}${uid}.${name}@`
function seal({ key }: DraftOwner, draft: KeptDraft): string {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE))
  const sealed = xchacha20poly1305(key, nonce).encrypt(new TextEncoder().encode(JSON.stringify(draft)))
  return `${draft.at}.${textOf(nonce)}.${textOf(sealed)}`
}
/** A draft that was written with the key; undefined for one of another key, and what is none. */
function unseal({ key }: DraftOwner, kept: string | null): KeptDraft | undefined {
  const [time, nonce, sealed] = kept?.split('.') ?? []
  if (!nonce || !sealed || Date.now() - Number(time) > WEEK) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(xchacha20poly1305(key, bytesOf(nonce)).decrypt(bytesOf(sealed)))) as KeptDraft
  } catch {
    return undefined
  }
}
const keysOf = (prefix: string): string[] =>
  Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').filter((key) => key.startsWith(prefix))

/** The drafts of a record that are this tab's to restore, oldest first: its own, and those of tabs that are open no more. */
export function readDrafts(owner: DraftOwner, name: string, tab = tabName()): Array<KeptDraft & { key: string }> {
  const prefix = recordOf(name, owner.uid)
  return keysOf(prefix)
    .filter((key) => key === prefix + tab || !tabIsOpen(key.slice(prefix.length)))
    .flatMap((key) => {
      const draft = unseal(owner, localStorage.getItem(key))
      return draft ? [{ ...draft, key }] : []
    })
    .sort((a, b) => a.at - b.at)
}
/** Keeps what was typed in this tab; throws where the browser has no room. */
export function keepDraft(owner: DraftOwner, name: string, entries: readonly DraftEntry[], tab = tabName()): void {
  const key = recordOf(name, owner.uid) + tab
  const kept = entries.filter(({ typed }) => !(typed instanceof Blob))
  if (kept.length) localStorage.setItem(key, seal(owner, { at: Date.now(), entries: kept }))
  else localStorage.removeItem(key)
}
export const dropDraft = (owner: DraftOwner, name: string, tab = tabName()): void =>
  localStorage.removeItem(recordOf(name, owner.uid) + tab)

/** The account whose drafts this form keeps. */
export function useDraftOwner(): DraftOwner | undefined {
  const who = useContext(WhoContext)
  return useMemo(() => ownerOf(who), [who])
}

/**
 * Keeps what was typed a moment after it changes, and tells how that went. Drafts it was begun with (`adopted`) are its own from then on.
 */
export function useDraft(
  name: string | undefined,
  entries: readonly DraftEntry[],
  adopted: readonly string[],
): { state: DraftState; at: number; drop: () => void } {
  const owner = useDraftOwner()
  const [state, setState] = useState<{ state: DraftState; at: number }>({ state: 'none', at: 0 })
  const pending = useRef<() => void>(undefined)
  const latest = useRef(entries)
  latest.current = entries
  const serialized = useMemo(() => JSON.stringify(entries), [entries])
  const began = useRef(serialized)
  useEffect(() => {
    if (!name || !owner || serialized === began.current) return
    began.current = serialized
    const kept = latest.current
    const keep = () => {
      pending.current = undefined
      const time = Date.now()
      try {
        keepDraft(owner, name, kept)
        setState(kept.length ? { state: navigator.onLine ? 'saved' : 'offline', at: time } : { state: 'none', at: 0 })
      } catch {
        setState({ state: 'failed', at: time })
      }
    }
    pending.current = keep
    const timer = setTimeout(() => pending.current === keep && keep(), 400)
    return () => clearTimeout(timer)
  }, [name, owner, serialized])
  // Who leaves within the moment leaves nothing behind.
  useEffect(() => {
    const keepNow = () => pending.current?.()
    addEventListener('pagehide', keepNow)
    return () => {
      removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [])
  useAdopting(name, latest, adopted)
  // The line about a lost connection goes with the connection's return.
  useEffect(() => {
    const back = () => setState((previous) => (previous.state === 'offline' ? { ...previous, state: 'saved' } : previous))
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  }, [])
  const drop = useCallback(() => {
    pending.current = undefined
    if (name && owner) dropDraft(owner, name)
    setState({ state: 'none', at: 0 })
  }, [name, owner])
  return { ...state, drop }
}
/** What tabs that are open no more had kept is written under this one, and theirs is removed. */
function useAdopting(name: string | undefined, entries: { readonly current: readonly DraftEntry[] }, adopted: readonly string[]): void {
  const owner = useDraftOwner()
  useEffect(() => {
    const foreign = name && owner ? adopted.filter((key) => key !== recordOf(name, owner.uid) + tabName()) : []
    if (!name || !owner || !foreign.length) return
    try {
      keepDraft(owner, name, entries.current)
      for (const key of foreign) localStorage.removeItem(key)
    } catch {
      // No room: they stay where they are.
    }
  }, [name, owner, adopted, entries])
}

/** One text or list that stands beside no record: a note, a message, what was scanned. It stays when the screen is left, until `drop`. */
export function useDraftValue<T>(
  name: string | undefined,
  empty: T,
  isValue: (value: unknown) => value is T,
): { value: T; set: (next: T | ((now: T) => T)) => void; drop: () => void } {
  const owner = useDraftOwner()
  const read = () => {
    const newest = name && owner ? readDrafts(owner, name).at(-1) : undefined
    const typed = newest?.entries[0]?.typed
    return { name, key: newest?.key, value: isValue(typed) ? typed : empty }
  }
  const [state, setState] = useState(read)
  // Another name is another text.
  const shown = state.name === name ? state : read()
  if (shown !== state) setState(shown)
  const set = (next: T | ((now: T) => T)) =>
    setState((now) => ({ ...now, value: typeof next === 'function' ? (next as (now: T) => T)(now.value) : next }))
  const isEmpty = JSON.stringify(shown.value) === JSON.stringify(empty)
  const adopted = useMemo(() => (shown.key ? [shown.key] : []), [shown.key])
  const { drop } = useDraft(name, isEmpty ? [] : [{ field: 'value', before: null, typed: shown.value }], adopted)
  return { value: shown.value, set, drop }
}
export const isText = (value: unknown): value is string => typeof value === 'string'
