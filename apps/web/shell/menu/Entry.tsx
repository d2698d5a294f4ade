/** An entry of the menu with what waits behind it and its star. */
import { useQueries } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { createContext, useContext, type KeyboardEvent } from 'react'
import { useWho, type MenuEntry } from '#kernel/web/access.tsx'
import { t, tr } from '#kernel/web/i18n.ts'
import { Link } from '#kernel/web/nav.tsx'
import { badgeOf } from '#kernel/web/registry.ts'
import { iconOf } from './icons.ts'

export interface Pins {
  /** Paths that are pinned. */
  readonly stars: readonly string[]
  readonly toggle: (path: string) => void
  /** True for what stands first without a star. */
  readonly own: (path: string) => boolean
  /** The modules have given their counts. */
  readonly counted: boolean
}
export const PinsContext = createContext<Pins>({ stars: [], toggle: () => undefined, own: () => false, counted: false })

interface EntryProps {
  entry: MenuEntry
  here: boolean
  /** Without its icon, below a branch that has one. */
  plain?: boolean
  /** Not what somebody filters for. */
  pale?: boolean
}
export function Entry({ entry, here, plain = false, pale = false }: EntryProps) {
  const { stars, toggle, own } = useContext(PinsContext)
  const Icon = iconOf(entry.icon)
  const pinned = stars.includes(entry.path)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== '*' || own(entry.path)) return
    event.preventDefault()
    toggle(entry.path)
  }
  return (
    <li className={pale ? 'entry-row pale' : 'entry-row'} onKeyDown={onKeyDown}>
      <Link to={entry.path} className={here ? 'entry here' : 'entry'}>
        {plain ? null : <Icon size={15} strokeWidth={1.8} aria-hidden />}
        <span>{tr(entry.title)}</span>
        <Count paths={[entry.path]} />
      </Link>
      {!own(entry.path) && (
        <button
          type="button"
          className="star"
          tabIndex={-1}
          aria-pressed={pinned}
          aria-label={pinned ? t`取消常用 ${tr(entry.title)}` : t`设为常用 ${tr(entry.title)}`}
          onClick={() => toggle(entry.path)}
        >
          <Star size={13} aria-hidden />
        </button>
      )}
    </li>
  )
}

/** How many wait behind entries together; nothing while nobody waits. Entries that show one count ask for it once. */
export function Count({ paths }: { paths: readonly string[] }) {
  const { counted } = useContext(PinsContext)
  const who = useWho()
  const badges = counted ? [...new Set(paths.flatMap((path) => badgeOf(path) ?? []))] : []
  const sum = useQueries({
    queries: badges.map((badge) => ({
      queryKey: ['badge', badge.path],
      queryFn: ({ signal }: { signal: AbortSignal }) => badge.count(signal, who),
      staleTime: 15_000,
      meta: { live: badge.topics },
    })),
    combine: (answers) => answers.reduce((n, { data }) => n + (data ?? 0), 0),
  })
  return sum ? <i className="count num">{sum > 999 ? '999+' : sum}</i> : null
}
