/** Entries of a branch in a panel beside the bar: of the folded bar after 200 ms (R025), of a long branch when it is pressed. */
import { Search } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { MenuEntry } from '#kernel/web/access.tsx'
import { t, tr } from '#kernel/web/i18n.ts'
import { Entry } from './Entry.tsx'

interface FlyoutProps {
  title: string
  entries: readonly MenuEntry[]
  here: string | undefined
  /** What is pressed; it says by `shown` whether the panel is open. */
  trigger: (shown: boolean, press: (at: HTMLElement) => void) => ReactNode
  /** Opens while the pointer rests on it. */
  hover: boolean
  className: string
}
/** More entries than these stand in columns with a filter. */
export const LONG = 9
const ROW = 32

export function Flyout({ title, entries, here, trigger, hover, className }: FlyoutProps) {
  const [top, setTop] = useState<number>()
  const box = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = (to: number | undefined) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTop(to), 200)
  }
  const close = () => setTop(undefined)
  const rows = entries.length > LONG ? Math.ceil(entries.length / 2) + 1 : entries.length
  return (
    <div
      ref={box}
      className={className}
      {...(hover
        ? {
            onMouseEnter: (e) => later(e.currentTarget.getBoundingClientRect().top),
            onMouseLeave: () => later(undefined),
          }
        : {})}
      onKeyDown={(e) => {
        if (e.key !== 'Escape' || top === undefined) return
        e.stopPropagation()
        close()
        box.current?.querySelector('button')?.focus()
      }}
      onBlur={(e) => !e.currentTarget.contains(e.relatedTarget) && close()}
    >
      {trigger(top !== undefined, (element) => setTop(top === undefined ? element.getBoundingClientRect().top : undefined))}
      {top !== undefined && (
        <div
          className={entries.length > LONG ? 'flyout long' : 'flyout'}
          style={{ top: Math.max(8, Math.min(top, innerHeight - 52 - rows * ROW)) }}
        >
          <p>
            {title} {entries.length > LONG && <span className="num">{t`${entries.length} 项`}</span>}
          </p>
          <Filtered entries={entries} here={here} close={close} />
        </div>
      )}
    </div>
  )
}

/** What does not match the typed name or its initials turns pale; nothing jumps. */
function Filtered({ entries, here, close }: { entries: readonly MenuEntry[]; here: string | undefined; close: () => void }) {
  const [typed, setTyped] = useState('')
  const want = typed.trim().toLowerCase()
  const fits = (e: MenuEntry) => !want || [tr(e.title).toLowerCase(), e.initials ?? ''].some((name) => name.includes(want))
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      {entries.length > LONG && (
        <label className="flyout-filter">
          <Search size={13} aria-hidden />
          <input
            autoFocus
            aria-label={t`筛选`}
            placeholder={t`筛选，拼音首字母也可以`}
            value={typed}
            onChange={(e) => setTyped(e.target.value)}
            onKeyDown={(e) => {
              if (e.key === 'Enter') list.current?.querySelector<HTMLElement>('li:not(.pale) a')?.click()
            }}
          />
        </label>
      )}
      <ul ref={list} onClick={(e) => e.target instanceof Element && e.target.closest('a') && close()}>
        {entries.map((e) => (
          <Entry key={e.path} entry={e} here={e.path === here} pale={!fits(e)} />
        ))}
      </ul>
    </>
  )
}
