import { useEffect, useRef } from 'react'

/** Single letters of a page, while nobody types and nothing lies over it. */
export function useKeys(on: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(on)
  latest.current = on
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (
        event.target instanceof Element &&
        event.target.closest('input,textarea,select,[contenteditable],dialog,[role=dialog],[role=menu]')
      )
        return
      const run = latest.current[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
