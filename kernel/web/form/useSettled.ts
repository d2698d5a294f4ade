import { useEffect, useState } from 'react'

/** What is typed, once the fingers rest: `ms` milliseconds after the last key. Empty until then. */
export function useSettled(text: string, ms = 120): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
