import { useEffect, useRef } from 'react'
import { isSaveKey } from './form/keys/commit.ts'
import { topLayer, useOwnKeys } from './layers.ts'

/** Keys that write nothing: a letter taken from whoever types would be missing from the text. Letters are for `useLetters`. */
type PageKey = `F${number}` | `Alt+${string}` | 'Ctrl+s'
/** The name of a key pressed: `F8`, or `Alt+1` by the key's place, as some keyboards write another sign with Alt. */
function nameOf(event: KeyboardEvent): string {
  if (isSaveKey(event)) return 'Ctrl+s'
  if (event.ctrlKey || event.metaKey) return ''
  return event.altKey ? `Alt+${/^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? event.key}` : event.key
}

/** Runs what a key does wherever the focus is, before any control of the page sees it, as long as nothing lies over its layer. */
export function useKeys(keys: Readonly<Partial<Record<PageKey, () => void>>>): void {
  const latest = useRef<Readonly<Partial<Record<string, () => void>>>>(keys)
  latest.current = keys
  const own = useRef(useOwnKeys())
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = latest.current[nameOf(event)]
      if (!run || !own.current()) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
}

/**
 * Single keys of a page, while nobody types and nothing lies over it. A button, a link and a row keep the space and the Enter that press
 * them.
 */
export function useLetters(keys: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (topLayer() || target?.closest('input,textarea,select,[contenteditable],dialog,[role=dialog],[role=menu]')) return
      if ([' ', 'Enter'].includes(event.key) && target?.closest('button,a,tr')) return
      const run = latest.current[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
