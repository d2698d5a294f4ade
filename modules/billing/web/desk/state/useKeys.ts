import { useEffect, useRef } from 'react'

/** Runs what a function key does wherever the focus is, as long as no dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = latest.current[event.key]
      if (!run || event.ctrlKey || event.altKey || document.querySelector('dialog[open]')) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
