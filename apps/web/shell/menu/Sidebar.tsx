/** The menu of the account, by section. Collapsed it shows icons; a section's entries appear beside it after 200 ms (R025). */
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { MenuEntry, Who } from '#kernel/web/access.tsx'
import { t, tr } from '#kernel/web/i18n.ts'
import { Link } from '#kernel/web/nav.tsx'
import { badgeOf } from '#kernel/web/registry.ts'
import { landingOf } from '#modules/account/contract/kinds.ts'
import { iconOf } from './icons.ts'

const FOLDED = 'mingmou.sections'

/** True when a menu entry is the place we are in. */
const isHere = (entry: string, path: string): boolean => path === entry || path.startsWith(`${entry}/`)
const partsOf = (path: string, n: number): string =>
  path
    .split('/')
    .slice(0, n + 1)
    .join('/')
/** The menu entry to show as the place: itself, else its neighbour under the same two parts (`/patients/points/…`), else the list a detail belongs to. */
export function placeOf(entries: readonly string[], path: string): string | undefined {
  const own = entries.filter((e) => isHere(e, path)).sort((a, b) => b.length - a.length)[0]
  return (
    own ??
    entries.find((e) => partsOf(path, 3) !== partsOf(path, 2) && isHere(partsOf(path, 2), e)) ??
    entries.find((e) => isHere(`${partsOf(path, 1)}/detail`, path) && e === `${partsOf(path, 1)}/list`)
  )
}

export function Sidebar({ who, menu, path, open }: { who: Who; menu: readonly MenuEntry[]; path: string; open: boolean }) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(JSON.parse(localStorage.getItem(FOLDED) ?? '[]') as string[]))
  const fold = (section: string) => {
    const next = new Set(folded.has(section) ? [...folded].filter((s) => s !== section) : [...folded, section])
    localStorage.setItem(FOLDED, JSON.stringify([...next]))
    setFolded(next)
  }
  const here = placeOf(
    menu
      .flatMap((s) => s.children ?? [])
      .filter((e) => !e.hidden)
      .map((e) => e.path),
    path,
  )
  const sections = useRef<HTMLDivElement>(null)
  // A menu longer than the window shows where we are. (In newer browsers scrolling answers a promise, which an effect must not.)
  useEffect(() => {
    sections.current?.querySelector('.here')?.scrollIntoView?.({ block: 'nearest' })
  }, [here, open])
  return (
    <nav className="sidebar" aria-label={t`菜单`}>
      <Link to={landingOf(who.role)} className="logo" title={t`回到首页`}>
        <Mark />
        <b>{who.company || t`明眸`}</b>
      </Link>
      <div className="sections" ref={sections} onKeyDown={walk}>
        {menu.map((section) => {
          const children = (section.children ?? []).filter((e) => !e.hidden)
          if (!children.length) return null
          return open ? (
            <section key={section.path}>
              <button type="button" className="section" aria-expanded={!folded.has(section.path)} onClick={() => fold(section.path)}>
                {tr(section.title)} <ChevronDown size={13} aria-hidden />
              </button>
              {!folded.has(section.path) && (
                <ul>
                  {children.map((e) => (
                    <Entry key={e.path} entry={e} here={e.path === here} />
                  ))}
                </ul>
              )}
            </section>
          ) : (
            <Folded key={section.path} section={section} entries={children} here={here} />
          )
        })}
      </div>
    </nav>
  )
}

/** Arrows walk through what the sidebar shows. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')]
  event.preventDefault()
  all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]?.focus()
}

function Entry({ entry, here }: { entry: MenuEntry; here: boolean }) {
  const Icon = iconOf(entry.icon)
  return (
    <li>
      <Link to={entry.path} className={here ? 'entry here' : 'entry'}>
        <Icon size={15} strokeWidth={1.8} aria-hidden />
        <span>{tr(entry.title)}</span>
        <Count path={entry.path} />
      </Link>
    </li>
  )
}

/** How many wait behind an entry; nothing while nobody waits. */
function Count({ path }: { path: string }) {
  const badge = badgeOf(path)
  const { data } = useQuery({
    queryKey: ['badge', path],
    queryFn: ({ signal }) => badge!.count(signal),
    enabled: Boolean(badge),
    staleTime: 15_000,
    meta: { live: badge?.topics ?? [] },
  })
  return data ? <i className="count num">{data > 999 ? '999+' : data}</i> : null
}

/** A section of the collapsed sidebar: its icon, and its entries in a panel beside it. */
function Folded({ section, entries, here }: { section: MenuEntry; entries: readonly MenuEntry[]; here: string | undefined }) {
  const [shown, setShown] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const Icon = iconOf(section.icon)
  const later = (top: number | undefined) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(top), 200)
  }
  return (
    <div
      className="folded"
      onMouseEnter={(e) => later(e.currentTarget.getBoundingClientRect().top)}
      onMouseLeave={() => later(undefined)}
      onKeyDown={(e) => e.key === 'Escape' && setShown(undefined)}
      onBlur={(e) => !e.currentTarget.contains(e.relatedTarget) && setShown(undefined)}
    >
      <button
        type="button"
        className={entries.some((e) => e.path === here) ? 'entry here' : 'entry'}
        aria-label={tr(section.title)}
        aria-expanded={shown !== undefined}
        onClick={(e) => setShown(shown === undefined ? e.currentTarget.getBoundingClientRect().top : undefined)}
      >
        <Icon size={17} strokeWidth={1.8} aria-hidden />
      </button>
      {shown !== undefined && (
        <div className="flyout" style={{ top: Math.min(shown, innerHeight - 44 - entries.length * 32) }}>
          <p>{tr(section.title)}</p>
          <ul onClick={() => setShown(undefined)}>
            {entries.map((e) => (
              <Entry key={e.path} entry={e} here={e.path === here} />
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** The mark: an eye looked at straight on. */
const Mark = () => (
  <svg className="mark" width="22" height="22" viewBox="0 0 24 24" aria-hidden>
    <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" strokeWidth="2.2" />
    <circle cx="12" cy="12" r="4.2" fill="currentColor" />
  </svg>
)
