/** Routes from the registry: each screen a module declares becomes a route under its legacy path. */
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  RouterProvider,
  useRouter,
  type AnyRoute,
  type ErrorRouteComponent,
} from '@tanstack/react-router'
import { lazy, Suspense, type FunctionComponent, type ReactNode } from 'react'
import type { ScreenEntry } from '#kernel/contract/declare.ts'
import { clinicNow } from '#kernel/contract/format.ts'
import { WhoContext } from '#kernel/web/access.tsx'
import type { LoadScreen } from '#kernel/web/components.ts'
import { t } from '#kernel/web/i18n.ts'
import { parseSearch, ScreenContext, stringifySearch } from '#kernel/web/nav.tsx'
import { queries } from '#kernel/web/calls/query.ts'
import { setting, token } from '#kernel/web/session.ts'
import { afterIdentity, beforeIdentity, isExpired, menuNow, publicPaths, sectionTarget, type Visit } from './guard.ts'
import { identity, useWhoNow } from './identity.ts'
import { modules } from './screens.gen.ts'

const today = () => clinicNow().slice(0, 10)
const eyeGuardian = setting('variant', '') === 'eg'

/** `{patientId}` → `$patientId`. */
const routePath = (path: string) => path.replace(/\{(\w+)\}/g, '$$$1')
const screensOf = () =>
  modules.flatMap((m) => Object.entries(m.entries).map(([path, entry]) => ({ path, entry, load: m.components[path] })))
type Layout = NonNullable<ScreenEntry['layout']>

/** What a login page is told: the page that was asked for, or what the login it stands in for was told. */
function goingOn(path: string, href: string): Record<string, string> {
  if (!publicPaths.has(path)) return { to: href }
  const { to } = parseSearch(href.slice(href.indexOf('?') + 1))
  return to ? { to } : {}
}

async function guard(path: string, entry: ScreenEntry, params: Readonly<Record<string, string>>, href: string): Promise<void> {
  const visit: Visit = { path, can: entry.can, hasToken: token() !== null, eyeGuardian }
  const go = (to: string, search: Record<string, string> = {}) => redirect({ to, search: search as never, replace: true })
  const first = beforeIdentity(visit)
  if (first) throw go(first, /login$/.test(first) ? goingOn(path, href) : {})
  const who = visit.hasToken && !entry.offline ? await identity() : undefined
  const target = entry.redirect && !publicPaths.has(path) ? sectionTarget(entry.redirect, who, today()) : entry.redirect
  if (target) throw go(target.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''))
  const second = who && afterIdentity(visit, who, today())
  if (second) throw go(second)
}

const Waiting = () => <div className="starting" role="status" aria-label={t`正在打开…`} />

/** A component of a screen, its frame and the account around it. */
function framed(path: string, entry: ScreenEntry, load: LoadScreen): { component: FunctionComponent; preload: LoadScreen } {
  const Loaded = lazy(load)
  const here = { path, entry }
  const Framed = () => (
    <WhoContext value={useWhoNow() ?? null}>
      <ScreenContext value={here}>
        <Suspense fallback={<Waiting />}>
          <Loaded />
        </Suspense>
      </ScreenContext>
    </WhoContext>
  )
  return { component: Framed, preload: load }
}

const loadShell = () => import('./shell/Shell.tsx')
const loadThemed = () => import('./shell/Themed.tsx')
const Shell = lazy(loadShell)
const Themed = lazy(loadThemed)
function Main(): ReactNode {
  const who = useWhoNow()
  // While an account leaves or comes, the frame is there a moment before or after the account is.
  if (!who) return <Waiting />
  return (
    <Suspense fallback={<Waiting />}>
      <Themed>
        <Shell menu={menuNow(who, today())} expired={isExpired(who, today())} who={who} />
      </Themed>
    </Suspense>
  )
}
const shells: Readonly<Record<Layout, FunctionComponent>> = {
  main: Main,
  print: () => (
    <Suspense fallback={<Waiting />}>
      <Themed>
        <Outlet />
      </Themed>
    </Suspense>
  ),
  none: () => (
    <Suspense fallback={<Waiting />}>
      <Themed>
        <Outlet />
      </Themed>
    </Suspense>
  ),
  tv: () => (
    <Suspense fallback={<Waiting />}>
      <Themed>
        <Outlet />
      </Themed>
    </Suspense>
  ),
  public: () => <Outlet />,
}

function build() {
  const root = createRootRoute({ component: Outlet, errorComponent: Broken as ErrorRouteComponent })
  const frame = (id: Layout): AnyRoute => createRoute({ getParentRoute: () => root, id, component: shells[id] })
  const frames: Record<Layout, AnyRoute> = {
    main: frame('main'),
    print: frame('print'),
    none: frame('none'),
    tv: frame('tv'),
    public: frame('public'),
  }
  const children: Record<Layout, AnyRoute[]> = { main: [], print: [], none: [], tv: [], public: [] }
  for (const { path, entry, load } of screensOf()) {
    const layout = entry.layout ?? (publicPaths.has(path) ? 'public' : 'main')
    const made = load && framed(path, entry, load)
    children[layout].push(
      createRoute({
        getParentRoute: () => frames[layout],
        path: routePath(path),
        beforeLoad: ({ params, location }: { params: unknown; location: { href: string } }) =>
          guard(path, entry, params as Record<string, string>, location.href),
        ...(made ? { component: made.component, loader: () => void made.preload().catch(() => undefined) } : {}),
      }),
    )
  }
  const unknown = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: '/404', replace: true })
    },
  })
  const tree = root.addChildren([...(Object.keys(frames) as Layout[]).map((id) => frames[id].addChildren(children[id])), unknown])
  return createRouter({
    routeTree: tree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: Waiting,
    scrollRestoration: true,
    trailingSlash: 'never',
  })
}

/** Something broke while a page was opened: said, with a way on. */
function Broken({ error, reset }: { error: Error; reset: () => void }): ReactNode {
  const router = useRouter()
  return (
    <main className="broken" role="alert">
      <h1>{t`页面没有打开`}</h1>
      <p>{error.message}</p>
      <p>
        <button type="button" className="btn main" onClick={() => (reset(), void router.invalidate())}>{t`再试一次`}</button>{' '}
        <a className="btn" href="/dashboard">{t`回到首页`}</a>
      </p>
    </main>
  )
}

/** The whole application. */
export function application(): ReactNode {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={build()} />
    </QueryClientProvider>
  )
}
/** Fetches what every screen needs, while the login page is filled in. */
export const warm = (): void => void Promise.all([loadShell(), loadThemed()])
