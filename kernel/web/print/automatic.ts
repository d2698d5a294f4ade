/** Papers that a store has printed by themselves. */
import { useContext, useEffect, useRef } from 'react'
import { WhoContext } from '../access.tsx'

/** Opens a paper and prints it, once, when what it tells is done and the store has it so (`/fee-bill-print/{feeBillId}`). */
export function usePrintedByItself(paper: string, place: string, done: boolean): void {
  const automatic = useContext(WhoContext)?.hospitalSettings?.printSetup.papers?.[paper]?.automatic ?? false
  const printed = useRef(false)
  useEffect(() => {
    if (!automatic || !done || printed.current) return
    printed.current = true
    window.open(`${place}?now=1`, '_blank', 'noopener')
  }, [automatic, done, place])
}
