/** The frame around screens: sidebar, top bar, palette. */
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { MenuEntry, SignedIn } from '#kernel/web/access.tsx'
import { WhoContext } from '#kernel/web/access.tsx'
import { FIRST_LOGIN } from '#kernel/web/calls/catalogue.ts'
import { useLive } from '#kernel/web/calls/live.ts'
import { topLayer } from '#kernel/web/layers.ts'
import { useGo } from '#kernel/web/nav.tsx'
import { useScanner } from '#kernel/web/screen/scanner.ts'
import { badgeTopics, searchAll } from '#kernel/web/registry.ts'
import { t } from '#kernel/web/i18n.ts'
import { toast } from '#kernel/web/notice.ts'
import { chooseStore } from '#kernel/web/session.ts'
import { chooseMode, mode } from '#kernel/web/theme/mode.ts'
import { entryOf, patternOf } from '../entries.ts'
import { pathsOf } from '../guard.ts'
import { LogInAgain } from '#modules/account/web/door.tsx'
import { Expiry } from './account/Expiry.tsx'
import { Navbar } from './Navbar.tsx'
import type { PaletteChoice } from './Palette.tsx'
import { Sidebar } from './menu/Sidebar.tsx'
import { gifts } from './gifts.ts'
import { Unlocking } from './account/Unlocking.tsx'
import { leave } from '#kernel/web/calls/leave.ts'

const loadPalette = () => import('./Palette.tsx')
// There before anybody presses for it, but after the first screen.
setTimeout(() => void loadPalette(), 1500)
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const ChangePassword = lazy(() => import('./account/ChangePassword.tsx'))
const Keys = lazy(() => import('./account/Keys.tsx'))

const OPEN = 'mingmou.sidebar'
/** Mobile when the body's width less a tolerance of 3 px is under 1024 px (R020): 1026 px and narrower, as the style sheets have it. */
const narrow = () => document.body.clientWidth - 3 < 1024

export default function Shell({ who, menu, expired }: { who: SignedIn; menu: readonly MenuEntry[]; expired: boolean }) {
  const path = useRouterState({ select: (s) => s.location.pathname })
  const pattern = useRouterState({ select: (s) => patternOf(s.matches.at(-1)?.fullPath ?? '') })
  const { open, mobile, toggle } = useSidebar(path)
  const { shown, show, hide } = useOverlays()
  useShellKeys({ palette: () => (shown.has('palette') ? hide('palette') : show('palette')), keys: () => show('keys'), toggle })
  useScannedCodes()
  const topics = useGifts()
  useLive(topics)
  const hidden = expired || entryOf(pattern)?.bare === true || !lists(menu)
  const opens = useMemo(() => pathsOf(menu), [menu])
  const actions = useMemo(() => actionsOf(who, { password: () => show('password'), keys: () => show('keys') }), [who, show])
  return (
    <WhoContext value={who}>
      <div className={['shell', open ? 'open' : 'closed', mobile ? 'mobile' : '', hidden ? 'bare' : ''].join(' ')}>
        <a className="skip" href="#content">{t`跳到正文`}</a>
        {!hidden && (
          <Sidebar who={who} menu={menu} path={entryOf(pattern)?.under ?? path} open={open} drawer={mobile} counted={topics.length > 0} />
        )}
        {!hidden && mobile && open && <div className="veil" onClick={toggle} />}
        <div className="stage">
          <Navbar
            who={who}
            menu={menu}
            pattern={pattern}
            toggle={hidden ? undefined : toggle}
            find={() => show('palette')}
            changePassword={() => show('password')}
            showKeys={() => show('keys')}
          />
          <Expiry who={who} expired={expired} opens={opens} />
          <div className="content" id="content" tabIndex={-1}>
            <Outlet />
          </div>
        </div>
      </div>
      <Unlocking />
      <LogInAgain />
      <Suspense>
        {shown.has('palette') && <Palette menu={menu} permissions={who.permissions} actions={actions} close={() => hide('palette')} />}
      </Suspense>
      <Suspense>{shown.has('password') && <ChangePassword who={who} close={() => hide('password')} />}</Suspense>
      <Suspense>{shown.has('keys') && <Keys close={() => hide('keys')} />}</Suspense>
    </WhoContext>
  )
}
const NONE: readonly string[] = []

/** A menu without a listed page is none: an account of one task comes to its pages from its home. */
const lists = (menu: readonly MenuEntry[]): boolean => menu.some(({ children }) => children?.some(({ hidden }) => !hidden))

const asLeft = () => !narrow() && localStorage.getItem(OPEN) !== 'closed'
/** Whether the menu is open: as it was left at the desk, never on a phone after going somewhere. */
function useSidebar(path: string) {
  const [mobile, setMobile] = useState(narrow)
  const [open, setOpen] = useState(asLeft)
  useEffect(() => {
    const onResize = () => {
      setMobile(narrow())
      setOpen(asLeft())
    }
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [])
  useEffect(() => {
    if (mobile) setOpen(false)
  }, [path, mobile])
  const toggle = useCallback(() => {
    setOpen((now) => {
      // On a phone the sidebar is a drawer: what it did there says nothing about the desk.
      if (!narrow()) localStorage.setItem(OPEN, now ? 'closed' : 'open')
      return !now
    })
  }, [])
  return { open, mobile, toggle }
}

type Overlay = 'palette' | 'password' | 'keys'
/** What lies over the page. A first login asks for a new password by itself. */
function useOverlays() {
  const [shown, setShown] = useState<ReadonlySet<Overlay>>(new Set())
  const show = useCallback((one: Overlay) => setShown((now) => new Set([...now, one])), [])
  const hide = useCallback((one: Overlay) => setShown((now) => new Set([...now].filter((other) => other !== one))), [])
  useEffect(() => {
    const onFirst = () => show('password')
    addEventListener(FIRST_LOGIN, onFirst)
    return () => removeEventListener(FIRST_LOGIN, onFirst)
  }, [show])
  return { shown, show, hide }
}

/** What the shell itself does, for the palette. */
const actionsOf = (who: SignedIn, open: { password: () => void; keys: () => void }): readonly PaletteChoice[] => {
  const action = (title: string, run: () => void): PaletteChoice => ({ group: t`操作`, title, path: '', run })
  return [
    ...who.stores
      .filter((s) => s.hid !== who.hid)
      .map((s) => action(t`切换到 ${s.name}`, () => (chooseStore(s.hid), location.assign('/dashboard')))),
    action(mode() === 'dark' ? t`换成浅色` : t`换成深色`, () => chooseMode(mode() === 'dark' ? 'light' : 'dark')),
    action(t`键盘`, open.keys),
    action(t`修改密码`, open.password),
    action(t`退出登录`, () => void leave()),
  ]
}

/** What a key does in the shell. */
function shellKeyOf(key: string, ctrl: boolean, typing: boolean): 'palette' | 'toggle' | 'keys' | undefined {
  if (ctrl && key === 'k') return 'palette'
  if (typing) return undefined
  if (ctrl && key === 'b') return 'toggle'
  return key === '?' ? 'keys' : undefined
}
/** Ctrl K finds, Ctrl B folds the menu, ? shows the keys; the last two not while somebody types. */
function useShellKeys(on: { palette: () => void; keys: () => void; toggle: () => void }): void {
  const latest = useRef(on)
  latest.current = on
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = topLayer() ?? (event.target as Element).closest?.('input,textarea,select,[contenteditable],dialog,[role=dialog]')
      const key = event.key.toLowerCase()
      const ctrl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      const what = shellKeyOf(key, ctrl, Boolean(typing))
      const run = what && latest.current[what]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Topics of the menu's counts, once the modules have given theirs. */
function useGifts(): readonly string[] {
  const [topics, setTopics] = useState(NONE)
  useEffect(() => void gifts.then(() => setTopics(badgeTopics())), [])
  return topics
}

/** A code scanned anywhere opens its thing. */
function useScannedCodes(): void {
  const go = useGo()
  useScanner(
    useCallback(
      (code: string) =>
        void searchAll(code, AbortSignal.timeout(5000)).then((found) => {
          if (found[0]) go(found[0].path)
          else toast(t`没有找到 ${code}`, 'warn')
        }),
      [go],
    ),
    LAST,
  )
}
const LAST = { fallback: true }
