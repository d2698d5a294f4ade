/** The top bar: where we are, the way to find anything, the look, the store and the account. */
import { Select } from 'antd'
import { Menu as MenuIcon, Moon, Search, Sun } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { MenuEntry, SignedIn } from '#kernel/web/access.tsx'
import { call } from '#kernel/web/calls/api.ts'
import { chooseLanguage, language, t, tr } from '#kernel/web/i18n.ts'
import { confirm, toast } from '#kernel/web/notice.ts'
import { Link, useGo, useParams } from '#kernel/web/nav.tsx'
import { TOP_SLOT } from '#kernel/web/screen/OnTop.tsx'
import { Badge } from '#kernel/web/screen/pieces.tsx'
import { chooseStore, simulated } from '#kernel/web/session.ts'
import { chooseFontSize, chooseMode, useFontSize, useMode } from '#kernel/web/theme/mode.ts'
import { entryOf } from '../entries.ts'
import { pathsOf } from '../guard.ts'
import { landingOf } from '#modules/account/contract/kinds.ts'
import { crumbsOf } from './menu/crumbs.ts'
import { leave } from '#kernel/web/calls/leave.ts'
import { Menu } from './menu/Menu.tsx'
import { byName } from '#kernel/web/find/byName.ts'

const BindWeChat = lazy(() => import('./account/BindWeChat.tsx'))

interface NavbarProps {
  who: SignedIn
  menu: readonly MenuEntry[]
  /** Pattern of the matched screen. */
  pattern: string
  toggle: (() => void) | undefined
  find: () => void
  changePassword: () => void
  showKeys: () => void
}

export function Navbar({ who, menu, pattern, toggle, find, changePassword, showKeys }: NavbarProps) {
  const mode = useMode()
  return (
    <header className="navbar">
      {toggle && (
        <button type="button" className="icon-btn" aria-label={t`展开或收起菜单`} onClick={toggle}>
          <MenuIcon size={17} />
        </button>
      )}
      <div id={TOP_SLOT} className="top-slot" />
      <Crumbs menu={menu} pattern={pattern} home={landingOf(who.role)} />
      <button type="button" className="find" aria-label={t`搜索会员、功能、单号`} onClick={find}>
        <Search size={14} aria-hidden /> <span>{t`搜索会员、功能、单号`}</span> <kbd>Ctrl K</kbd>
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label={mode === 'dark' ? t`换成浅色` : t`换成深色`}
        onClick={() => chooseMode(mode === 'dark' ? 'light' : 'dark')}
      >
        {mode === 'dark' ? <Sun size={16} /> : <Moon size={16} />}
      </button>
      {simulated() && (
        <span className="simulated" title={t`收款、短信与微信均不会真的发生`}>
          <Badge tone="warn">{t`本地模拟`}</Badge>
        </span>
      )}
      <Stores who={who} />
      <UserMenu who={who} menu={menu} changePassword={changePassword} showKeys={showKeys} />
    </header>
  )
}

/** Home first; the last item is no link (R024). */
function Crumbs({ menu, pattern, home }: { menu: readonly MenuEntry[]; pattern: string; home: string }) {
  const params = useParams()
  return (
    <nav className="crumbs" aria-label={t`位置`}>
      {crumbsOf({ pattern, params, menu, entryOf, home }).map((c, i, all) => (
        <span key={`${c.title}${i}`} aria-current={i === all.length - 1 ? 'page' : undefined}>
          {c.to ? <Link to={c.to}>{tr(c.title)}</Link> : tr(c.title)}
        </span>
      ))}
    </nav>
  )
}

function Stores({ who }: { who: SignedIn }) {
  if (who.stores.length < 2) return <span className="store">{who.hospitalName}</span>
  return (
    <Select
      variant="borderless"
      className="store"
      aria-label={t`门店`}
      value={who.hid}
      popupMatchSelectWidth={false}
      showSearch={byName}
      options={who.stores.map((s) => ({ value: s.hid, label: s.name }))}
      onChange={(hid: number) => {
        // Another store means other data everywhere: nothing of the former one may stay on the page.
        chooseStore(hid)
        location.assign('/dashboard')
      }}
    />
  )
}

/** The account's own page: there for everybody, listed in the sidebar or not. */
const ACCOUNT = '/settings/my_account'
function UserMenu({ who, menu, changePassword, showKeys }: Pick<NavbarProps, 'who' | 'menu' | 'changePassword' | 'showKeys'>) {
  const go = useGo()
  const size = useFontSize()
  const [binding, setBinding] = useState(false)
  const unbind = async () => {
    if ((await confirm(t`解绑后无法使用微信扫码登录，您确认解绑吗？`)) === false) return
    await call({ method: 'POST', path: '/v1/account/wechat/unbind' }, { uid: who.uid })
    toast(t`已解绑微信`, 'ok')
    location.reload()
  }
  const sizes = [
    [13, t`小字`],
    [14, t`标准字号`],
    [16, t`大字`],
  ] as const
  return (
    <>
      <Menu
        label={who.name}
        head={who.rolesName}
        items={[
          { label: t`首页`, run: () => go(landingOf(who.role)) },
          ...(pathsOf(menu).has(ACCOUNT) ? [{ label: t`我的账户`, run: () => go(ACCOUNT) }] : []),
          { label: t`修改密码`, run: changePassword },
          {
            label: who.openId ? t`解绑微信` : t`绑定微信`,
            run: () => (who.openId ? void unbind().catch(() => undefined) : setBinding(true)),
          },
          ...sizes.map(([px, label], i) => ({ label, run: () => chooseFontSize(px), chosen: size === px, apart: i === 0 })),
          { label: language() === 'en' ? '中文' : 'English', run: () => chooseLanguage(language() === 'en' ? 'zh' : 'en'), apart: true },
          { label: t`键盘`, run: showKeys },
          { label: t`退出登录`, run: () => void leave(), apart: true },
        ]}
      />
      {binding && (
        <Suspense>
          <BindWeChat who={who} close={() => setBinding(false)} />
        </Suspense>
      )}
    </>
  )
}
