/** Where we are and where to go: the router's thin face. Paths are the legacy ones, so they stay plain strings. */
import { Link as RouterLink, useNavigate, useParams as useRouterParams, useRouterState } from '@tanstack/react-router'
import { createContext, useCallback, useContext, type ReactNode } from 'react'
import type { ScreenEntry } from '#kernel/contract/declare.ts'

export type Search = Readonly<Record<string, string>>

/** The screen being shown: its legacy path pattern and what its module declares about it. */
export const ScreenContext = createContext<{ path: string; entry: ScreenEntry } | null>(null)
export const useScreen = () => useContext(ScreenContext)

/** True for a link out of the application, which opens beside it. */
const isOutside = (path: string): boolean => path.startsWith('https://')
/** A path that brings its own query: `/patients/list?new=1`. */
function parted(path: string): { to: string; query: Search } {
  const [to, query = ''] = path.split('?')
  return { to: to!, query: parseSearch(query) }
}

/**
 * Goes to a path of the application: `go('/patients/detail/12/home')`, `go('/remote', { pid: 12 })`, `go('/patients/list?new=1')`; or opens
 * a link outside.
 */
export function useGo(): (path: string, search?: Readonly<Record<string, string | number | undefined>>, replace?: boolean) => void {
  const navigate = useNavigate()
  return useCallback(
    (path, search = {}, replace = false) => {
      if (isOutside(path)) return void open(path, '_blank', 'noopener')
      const { to, query } = parted(path)
      void navigate({ to, search: clean({ ...query, ...search }) as never, replace })
    },
    [navigate],
  )
}

/** Path parameters by their legacy names, as texts. */
export const useParams = (): Readonly<Record<string, string>> => useRouterParams({ strict: false }) as Record<string, string>
/** A numeric path parameter; 0 when the address has none. */
export const useId = (name: string): number => Number(useParams()[name]) || 0

/** The query of the address, as texts, and a way to change some of it (an empty value leaves; `push` makes a step for “back”). */
export function useSearch(): [Search, (change: Readonly<Record<string, string | number | undefined>>, push?: boolean) => void] {
  const search = useRouterState({ select: (state) => state.location.search as Search })
  const navigate = useNavigate()
  const change = useCallback(
    (to: Readonly<Record<string, string | number | undefined>>, push = false) =>
      void navigate({ to: '.', search: ((now: Search) => clean({ ...now, ...to })) as never, replace: !push }),
    [navigate],
  )
  return [search, change]
}
const clean = (search: Readonly<Record<string, string | number | undefined>>): Search =>
  Object.fromEntries(Object.entries(search).flatMap(([k, v]) => (v === undefined || v === '' ? [] : [[k, String(v)]])))

/** Only the page itself is the current one, not what stands above it; a tab with pages below (`within`) is current on those too. */
const HERE = { exact: true, includeSearch: false }
const WITHIN = { exact: false, includeSearch: false }
/** A link inside the application, or out of it in a tab of its own. */
export const Link = ({
  to: path,
  search,
  children,
  className,
  within,
  ...rest
}: {
  to: string
  search?: Readonly<Record<string, string | number | undefined>>
  children: ReactNode
  className?: string
  within?: boolean
  onClick?: () => void
  title?: string
}) => {
  if (isOutside(path))
    return (
      <a href={path} target="_blank" rel="noopener noreferrer" className={className} {...rest}>
        {children}
      </a>
    )
  const { to, query } = parted(path)
  return (
    <RouterLink
      to={to}
      search={clean({ ...query, ...search }) as never}
      className={className}
      activeOptions={within ? WITHIN : HERE}
      {...rest}
    >
      {children}
    </RouterLink>
  )
}

/** Query strings are plain texts in both directions: `?pid=0012` stays `0012`. */
export const parseSearch = (query: string): Search => Object.fromEntries(new URLSearchParams(query))
export const stringifySearch = (search: Record<string, unknown>): string => {
  const query = new URLSearchParams(
    Object.entries(search).flatMap(([k, v]) => (v === undefined || v === '' || v === null ? [] : [[k, String(v)]])),
  ).toString()
  return query ? `?${query}` : ''
}

/** The `ref` of a row of tabs that may be wider than the window: shows the tab we are on. */
export const showCurrent = (nav: HTMLElement | null): void => {
  nav?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
}
