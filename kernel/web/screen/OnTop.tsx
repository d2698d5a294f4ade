/** Puts the bar of a page into the bar of the window, so that the page has one band less; on a narrow window it stays above the page. */
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

export const TOP_SLOT = 'top-slot'
const wide = (): boolean => matchMedia('(min-width: 1027px)').matches

export function OnTop({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const find = () => setSlot(wide() ? document.getElementById(TOP_SLOT) : null)
    find()
    addEventListener('resize', find)
    return () => removeEventListener('resize', find)
  }, [])
  return slot ? createPortal(children, slot) : children
}
