/** The frame around screens: sidebar, top bar, palette. */
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { MenuEntry, Who } from '#kernel/web/access.tsx'
import { WhoContext } from '#kernel/web/access.tsx'
import { FIRST_LOGIN } from '#kernel/web/catalogue.ts'
import { useLive } from '#kernel/web/live.ts'
import { useGo } from '#kernel/web/nav.tsx'
import { useScanner } from '#kernel/web/scanner.ts'
import { badgeTopics, searchAll } from '#kernel/web/registry.ts'
import { t } from '#kernel/web/i18n.ts'
import { toast } from '#kernel/web/notice.ts'
import { Navbar } from './Navbar.tsx'
import { Palette } from './Palette.tsx'
import { Sidebar } from './Sidebar.tsx'
import { gifts } from './gifts.ts'

const ChangePassword = lazy(() => import('./ChangePassword.tsx'))

const OPEN = 'mingmou.sidebar'
/** Mobile under 1024 px with a tolerance of 3 px (R020): scroll bars and zoom make a 1024 px screen a little narrower. */
const narrow = () => document.body.clientWidth < 1024 - 3

export default function Shell({ who, menu, expired }: { who: Who; menu: readonly MenuEntry[]; expired: boolean }) {
  const path = useRouterState({ select: (s) => s.location.pathname })
  const [mobile, setMobile] = useState(narrow)
  const [open, setOpen] = useState(() => !narrow() && localStorage.getItem(OPEN) !== 'closed')
  const [palette, setPalette] = useState(false)
  const [password, setPassword] = useState(false)
  useEffect(() => {
    const onResize = () => {
      setMobile(narrow())
      setOpen(!narrow() && localStorage.getItem(OPEN) !== 'closed')
    }
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [])
  useEffect(() => {
    if (mobile) setOpen(false)
  }, [path, mobile])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setPalette((now) => !now)
    }
    const onFirst = () => setPassword(true)
    document.addEventListener('keydown', onKey)
    addEventListener(FIRST_LOGIN, onFirst)
    return () => {
      document.removeEventListener('keydown', onKey)
      removeEventListener(FIRST_LOGIN, onFirst)
    }
  }, [])
  const toggle = useCallback(() => {
    setOpen((now) => {
      // On a phone the sidebar is a drawer: what it did there says nothing about the desk.
      if (!narrow()) localStorage.setItem(OPEN, now ? 'closed' : 'open')
      return !now
    })
  }, [])
  useScannedCodes()
  const topics = useGifts()
  useLive(topics)
  const hidden = expired
  return (
    <WhoContext value={who}>
      <div className={['shell', open ? 'open' : 'closed', mobile ? 'mobile' : '', hidden ? 'bare' : ''].join(' ')}>
        <a className="skip" href="#content">{t`跳到正文`}</a>
        {!hidden && <Sidebar key={topics.length} who={who} menu={menu} path={path} open={open} />}
        {!hidden && mobile && open && <div className="veil" onClick={toggle} />}
        <div className="stage">
          <Navbar who={who} menu={menu} path={path} toggle={hidden ? undefined : toggle} find={() => setPalette(true)} changePassword={() => setPassword(true)} />
          <div className="content" id="content" tabIndex={-1}>
            <Outlet />
          </div>
        </div>
      </div>
      {palette && <Palette menu={menu} close={() => setPalette(false)} />}
      {password && <Suspense><ChangePassword who={who} close={() => setPassword(false)} /></Suspense>}
    </WhoContext>
  )
}
const NONE: readonly string[] = []

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
