/** What may be wider or higher than its place. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '../i18n.ts'

/** Scrolls what does not fit. While something is hidden, the tab key stops here and the arrow keys move the content (WCAG 2.1.1). */
export function Scrolls({ label, className, children }: { label?: string; className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [hides, setHides] = useState(false)
  useEffect(() => {
    const element = box.current
    // A test's document has no layout to observe.
    if (!element || typeof ResizeObserver === 'undefined') return
    const measure = () => setHides(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight)
    const observer = new ResizeObserver(measure)
    for (const observed of [element, ...element.children]) observer.observe(observed)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      className={className ? `scrolls ${className}` : 'scrolls'}
      {...(hides ? { tabIndex: 0, role: 'region', 'aria-label': label ?? t`可滚动的表格` } : {})}
    >
      {children}
    </div>
  )
}
