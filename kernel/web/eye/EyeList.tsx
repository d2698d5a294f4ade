/** The list of a choice cell: opens on its first letter, walked by arrows, taken with Enter. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { t, tr } from '../i18n.ts'

interface EyeListProps {
  options: Readonly<Record<string, string>>
  /** The letter that opened it. */
  start: string
  value: unknown
  /** A key, '' for none, undefined when nothing was chosen. */
  onClose: (picked: string | undefined) => void
}

export function EyeList({ options, start, value, onClose }: EyeListProps) {
  const entries: ReadonlyArray<readonly [string, string]> = [
    ['', '—'],
    ...Object.entries(options).map(([k, label]) => [k, tr(label)] as const),
  ]
  const [active, setActive] = useState(() => startAt(entries, start, value))
  const box = useRef<HTMLUListElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])
  useEffect(() => {
    box.current?.children[active]?.scrollIntoView?.({ block: 'nearest' })
  }, [active])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: Math.min(active + 1, entries.length - 1), ArrowUp: Math.max(active - 1, 0), Home: 0, End: entries.length - 1 }[
      event.key
    ]
    if (to !== undefined) setActive(to)
    else if (event.key === 'Enter') onClose(entries[active]![0])
    else if (event.key === 'Escape' || event.key === 'Tab') onClose(undefined)
    else if (event.key.length === 1) setActive((now) => match(entries, event.key, now + 1))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ul
      className="eye-list"
      role="listbox"
      aria-label={t`选择`}
      tabIndex={-1}
      ref={box}
      onKeyDown={onKeyDown}
      onBlur={() => onClose(undefined)}
    >
      {entries.map(([key, label], i) => (
        <li key={key} role="option" aria-selected={i === active} onMouseDown={(e) => (e.preventDefault(), onClose(key))}>
          {label}
        </li>
      ))}
    </ul>
  )
}

function startAt(entries: ReadonlyArray<readonly [string, string]>, letter: string, value: unknown): number {
  const now = Math.max(
    0,
    entries.findIndex(([k]) => k !== '' && k === String(value)),
  )
  return letter === '' ? now : match(entries, letter, 1)
}

/** The next entry that begins with a letter, by its label or its key; where none does, the entry stays. */
function match(entries: ReadonlyArray<readonly [string, string]>, letter: string, from: number): number {
  const low = letter.toLowerCase()
  for (let n = 0; n < entries.length; n++) {
    const i = (from + n) % entries.length
    const [key, label] = entries[i]!
    if (key !== '' && (label.toLowerCase().startsWith(low) || key.toLowerCase().startsWith(low))) return i
  }
  return Math.min(Math.max(from - 1, 0), entries.length - 1)
}
