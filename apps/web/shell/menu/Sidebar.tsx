/**
 * The menu of the account in two levels: the role's own and starred screens first, then the branches, one open at a time and remembered.
 * Collapsed it shows icons; a branch's entries appear beside it after 200 ms (R025).
 */
import { ChevronDown, Star } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { MenuEntry, SignedIn } from '#kernel/web/access.tsx'
import { t, tr } from '#kernel/web/i18n.ts'
import { Link } from '#kernel/web/nav.tsx'
import { landingOf } from '#modules/account/contract/kinds.ts'
import { Count, Entry, PinsContext } from './Entry.tsx'
import { favouritesOf, isOwn, useStars } from './favourites.ts'
import { Flyout, LONG } from './Flyout.tsx'
import { iconOf } from './icons.ts'

const BRANCH = 'mingmou.branch'
/** The favourites as the open branch. */
const FIRST = 'first'

/** True when a menu entry is the place we are in. */
const isHere = (entry: string, path: string): boolean => path === entry || path.startsWith(`${entry}/`)
const partsOf = (path: string, n: number): string =>
  path
    .split('/')
    .slice(0, n + 1)
    .join('/')
/**
 * The menu entry to show as the place: itself, else its neighbour under the same two parts (`/patients/points/…`), else the list a detail
 * belongs to.
 */
export function placeOf(entries: readonly string[], path: string): string | undefined {
  const own = entries.filter((e) => isHere(e, path)).sort((a, b) => b.length - a.length)[0]
  return (
    own ??
    entries.find((e) => partsOf(path, 3) !== partsOf(path, 2) && isHere(partsOf(path, 2), e)) ??
    entries.find((e) => isHere(`${partsOf(path, 1)}/detail`, path) && e === `${partsOf(path, 1)}/list`)
  )
}

interface SidebarProps {
  who: SignedIn
  menu: readonly MenuEntry[]
  path: string
  open: boolean
  /** A drawer over the page: long branches unfold in place. */
  drawer?: boolean
  /** The modules have given their counts. */
  counted?: boolean
}
export function Sidebar({ who, menu, path, open, drawer = false, counted = false }: SidebarProps) {
  const branches = useMemo(
    () => menu.map((s) => ({ ...s, children: (s.children ?? []).filter((e) => !e.hidden) })).filter((s) => s.children.length > 0),
    [menu],
  )
  const listed = useMemo(() => branches.flatMap((s) => s.children), [branches])
  const here = placeOf(
    listed.map((e) => e.path),
    path,
  )
  const [stars, toggle] = useStars(who)
  const first = favouritesOf(who.roles, listed, stars)
  const [shown, show] = useOpenBranch(branches, first, here)
  const pins = useMemo(() => ({ stars, toggle, own: (p: string) => isOwn(who.roles, p), counted }), [stars, toggle, who.roles, counted])
  const sections = useRef<HTMLDivElement>(null)
  // A menu longer than the window shows where we are. (In newer browsers scrolling answers a promise, which an effect must not.)
  useEffect(() => {
    sections.current?.querySelector('.here')?.scrollIntoView?.({ block: 'nearest' })
  }, [here, open])
  return (
    <PinsContext value={pins}>
      <nav className="sidebar" aria-label={t`菜单`}>
        <Link to={landingOf(who.role)} className="logo" title={t`回到首页`}>
          <Mark />
          <b>{who.company || t`明眸`}</b>
        </Link>
        <div className="sections" ref={sections} onKeyDown={walk}>
          {first.length > 0 && <First entries={first} here={here} open={open} shown={shown === FIRST} show={() => show(FIRST)} />}
          {branches.map((branch) => (
            <Branch
              key={branch.path}
              of={branch}
              here={here}
              open={open}
              inPlace={drawer || branch.children.length <= LONG}
              shown={shown === branch.path}
              show={() => show(shown === branch.path ? FIRST : branch.path)}
            />
          ))}
        </div>
      </nav>
    </PinsContext>
  )
}

type Section = MenuEntry & { children: readonly MenuEntry[] }
/** The open branch as it was left; going somewhere that neither it nor the favourites list opens the branch of that place. */
function useOpenBranch(
  branches: readonly Section[],
  first: readonly MenuEntry[],
  here: string | undefined,
): [string, (branch: string) => void] {
  const [shown, setShown] = useState(() => localStorage.getItem(BRANCH) ?? FIRST)
  const show = (branch: string) => {
    localStorage.setItem(BRANCH, branch)
    setShown(branch)
  }
  const holds = (entries: readonly MenuEntry[]) => entries.some((e) => e.path === here)
  const seen = !here || (shown === FIRST ? holds(first) : branches.some((b) => b.path === shown && holds(b.children)))
  const home = branches.find((b) => b.children.length > 1 && b.children.length <= LONG && holds(b.children))?.path
  const wanted = useRef<string>(undefined)
  wanted.current = seen ? undefined : holds(first) ? FIRST : home
  // Only going somewhere opens a branch: what is opened by hand stays.
  useEffect(() => {
    if (wanted.current) setShown(wanted.current)
  }, [here])
  return [shown, show]
}

interface FirstProps {
  entries: readonly MenuEntry[]
  here: string | undefined
  open: boolean
  shown: boolean
  show: () => void
}
/** The favourites: a line of their own while a branch is open. */
function First({ entries, here, open, shown, show }: FirstProps) {
  if (!open)
    return (
      <Flyout
        title={t`常用`}
        entries={entries}
        here={here}
        hover
        className="folded"
        trigger={(out, press) => <Rail title={t`常用`} icon="star" shown={out} press={press} here={false} />}
      />
    )
  return (
    <section className="first">
      <button type="button" className="entry branch" aria-expanded={shown} onClick={show}>
        <Star size={15} strokeWidth={1.8} aria-hidden />
        <span>{t`常用`}</span>
        {!shown && <Count paths={entries.map((e) => e.path)} />}
        <ChevronDown size={13} aria-hidden />
      </button>
      {shown && (
        <ul>
          {entries.map((e) => (
            <Entry key={e.path} entry={e} here={e.path === here} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface BranchProps {
  of: Section
  here: string | undefined
  open: boolean
  /** Unfolds in the bar; otherwise beside it. */
  inPlace: boolean
  shown: boolean
  show: () => void
}
function Branch({ of: section, here, open, inPlace, shown, show }: BranchProps) {
  const inside = section.children.some((e) => e.path === here)
  const [only] = section.children
  if (open && only && section.children.length === 1)
    return (
      <ul>
        <Entry entry={{ ...only, icon: only.icon ?? section.icon ?? null }} here={inside} />
      </ul>
    )
  const paths = section.children.map((e) => e.path)
  if (!open || !inPlace)
    return (
      <Flyout
        title={tr(section.title)}
        entries={section.children}
        here={here}
        hover={!open}
        className={open ? 'branching' : 'folded'}
        trigger={(out, press) =>
          open ? (
            <Line of={section} paths={paths} shown={out} press={(e) => press(e)} here={inside} beside />
          ) : (
            <Rail title={tr(section.title)} icon={section.icon} shown={out} press={press} here={inside} />
          )
        }
      />
    )
  return (
    <section>
      <Line of={section} paths={paths} shown={shown} press={show} here={inside && !shown} />
      {shown && (
        <ul className="below">
          {section.children.map((e) => (
            <Entry key={e.path} entry={e} here={e.path === here} plain />
          ))}
        </ul>
      )}
    </section>
  )
}

interface LineProps {
  of: MenuEntry
  paths: readonly string[]
  shown: boolean
  press: (at: HTMLElement) => void
  here: boolean
  beside?: boolean
}
/** A branch as a line of the bar; closed it shows what waits below it. */
function Line({ of: entry, paths, shown, press, here, beside: nested = false }: LineProps) {
  const Icon = iconOf(entry.icon)
  return (
    <button
      type="button"
      className={['entry branch', here ? 'within' : '', nested ? 'beside' : ''].join(' ')}
      aria-expanded={shown}
      onClick={(e) => press(e.currentTarget)}
    >
      <Icon size={15} strokeWidth={1.8} aria-hidden />
      <span>{tr(entry.title)}</span>
      {!shown && <Count paths={paths} />}
      <ChevronDown size={13} aria-hidden />
    </button>
  )
}

interface RailProps {
  title: string
  icon: string | null | undefined
  shown: boolean
  press: (at: HTMLElement) => void
  here: boolean
}
/** A branch of the collapsed bar: its icon. */
function Rail({ title, icon, shown, press, here }: RailProps) {
  const Icon = iconOf(icon)
  return (
    <button
      type="button"
      className={here ? 'entry here' : 'entry'}
      aria-label={title}
      aria-expanded={shown}
      onClick={(e) => press(e.currentTarget)}
    >
      <Icon size={17} strokeWidth={1.8} aria-hidden />
    </button>
  )
}

/** Arrows walk through what the sidebar shows; right opens a branch, left closes it. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.target instanceof HTMLInputElement && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const element = document.activeElement
  const turn = { ArrowRight: 'false', ArrowLeft: 'true' }[event.key]
  if (turn && element instanceof HTMLElement && element.getAttribute('aria-expanded') === turn) {
    event.preventDefault()
    return element.click()
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button:not(.star), input')]
  event.preventDefault()
  const now = all.findIndex((one) => one === element)
  all[(now + step + all.length) % all.length]?.focus()
}

/** The mark: an eye looked at straight on. */
const Mark = () => (
  <svg className="mark" width="22" height="22" viewBox="0 0 24 24" aria-hidden>
    <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" strokeWidth="2.2" />
    <circle cx="12" cy="12" r="4.2" fill="currentColor" />
  </svg>
)
