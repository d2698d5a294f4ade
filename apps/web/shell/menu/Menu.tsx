/** A small menu under a button: walked by arrows, closed by Esc and by a click elsewhere. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

export interface MenuItem {
  label: string
  run: () => void
  /** A line above it. */
  apart?: boolean
  /** The one of several that holds. */
  chosen?: boolean
}

/** `head` stands above the items and is none of them. */
export function Menu({ label, head, items }: { label: ReactNode; head?: ReactNode; items: readonly MenuItem[] }) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    root.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
    const away = (event: MouseEvent) => !root.current?.contains(event.target as Node) && setOpen(false)
    document.addEventListener('mousedown', away)
    return () => document.removeEventListener('mousedown', away)
  }, [open])
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    const position = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: (position + 1) % all.length, ArrowUp: (position - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[
      event.key
    ]
    if (event.key === 'Escape' || event.key === 'Tab') setOpen(false)
    if (event.key === 'Escape') root.current?.querySelector('button')?.focus()
    if (to === undefined || !open) return
    event.preventDefault()
    all[to]?.focus()
  }
  return (
    <div className="menu" ref={root} onKeyDown={onKeyDown}>
      <button type="button" className="user" aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        {label}
      </button>
      {open && (
        <div role="menu">
          {head && (
            <p className="menu-head" role="presentation">
              {head}
            </p>
          )}
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role={item.chosen === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={item.chosen}
              className={item.apart ? 'apart' : undefined}
              tabIndex={-1}
              onClick={() => (setOpen(false), item.run())}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
