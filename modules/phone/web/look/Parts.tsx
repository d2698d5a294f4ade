/** The few pieces the pages are built of. */
import type { MouseEvent, ReactNode } from 'react'
import { t } from '#kernel/web/i18n.ts'
import { goTo, type Answered } from './use.ts'

/** A link inside the pages: no reload. */
export function To({ path, children, className, current }: { path: string; children: ReactNode; className?: string; current?: boolean }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    goTo(path)
  }
  return (
    <a href={path} className={className} onClick={follow} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  )
}

/** An answer on its way, refused, or there. */
export function Answer<T>({ of: answered, children }: { of: Answered<T>; children: (data: T) => ReactNode }) {
  if (answered.data !== undefined) return children(answered.data)
  if (answered.wrong)
    return (
      <div className="h5-card" role="alert">
        <p>{answered.wrong}</p>
        <button type="button" className="h5-button" onClick={answered.again}>{t`再试一次`}</button>
      </div>
    )
  return <div className="h5-waiting" role="status" aria-label={t`正在打开…`} />
}

export const Wrong = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className="h5-wrong" role="alert">
      {text}
    </p>
  ) : null

export const Empty = ({ children }: { children: ReactNode }) => <p className="h5-empty">{children}</p>

/** A row that leads somewhere: what, a line under it. */
export const Row = ({ path, title, note, mark }: { path: string; title: ReactNode; note?: ReactNode; mark?: ReactNode }) => (
  <li>
    <To path={path} className="h5-row">
      {mark}
      <span className="h5-row-words">
        <b>{title}</b>
        {note && <small>{note}</small>}
      </span>
      <Chevron />
    </To>
  </li>
)
const Chevron = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
    <path d="M6 3l5 5-5 5" />
  </svg>
)

const icons = {
  home: 'M3 11l9-8 9 8v9a1 1 0 0 1-1 1h-5v-7H9v7H4a1 1 0 0 1-1-1z',
  book: 'M4 6h16v15H4zM4 10h16M8 3v4M16 3v4',
  report: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h7',
  mine: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 21v-1a6 6 0 0 1 6-5h2a6 6 0 0 1 6 5v1',
} as const
export const Icon = ({ name }: { name: keyof typeof icons }) => (
  <svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinejoin="round" aria-hidden>
    <path d={icons[name]} />
  </svg>
)

const marks = {
  order: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  coupon: 'M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM13 7v2m0 2.5v2m0 2.5v1',
} as const
/** What a row is about, before its words. */
export const Mark = ({ name }: { name: keyof typeof marks }) => (
  <span className="h5-mark">
    <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" aria-hidden>
      <path d={marks[name]} />
    </svg>
  </span>
)
