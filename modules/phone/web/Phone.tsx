/** The members' pages: who is logged in, whose page it is, and the four tabs. No router and no component library. */
import './phone.css'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { chooseLanguage, language, t } from '#kernel/web/i18n.ts'
import { calls, memberToken } from './ask.ts'
import { Answer, Icon, To } from './look/Parts.tsx'
import { goTo, searchOf, useAnswer, useHere } from './look/use.ts'
import Home from './pages/Home.tsx'
import type { PhoneMe } from '../contract/shapes.ts'

type Member = PhoneMe['people'][number]
/** What every page is told: who is logged in, and whose page it is. */
export interface PageProps {
  readonly me: PhoneMe
  readonly member: Member
}
type Page = ComponentType<PageProps>
const later = (load: () => Promise<{ default: Page }>) => lazy(load)
interface PhonePage {
  readonly title: () => string
  readonly Page: Page
  readonly tab: Tab
}
const first: PhonePage = { title: () => t`首页`, Page: Home, tab: 'home' }
const pages: Readonly<Record<string, PhonePage>> = {
  '/h5': first,
  '/h5/book': { title: () => t`约时间`, Page: later(() => import('./pages/Book.tsx')), tab: 'book' },
  '/h5/visits': { title: () => t`我的预约`, Page: later(() => import('./pages/Visits.tsx')), tab: 'book' },
  '/h5/report': { title: () => t`检查报告`, Page: later(() => import('./pages/Report.tsx')), tab: 'report' },
  '/h5/prescriptions': { title: () => t`我的处方`, Page: later(() => import('./pages/Prescriptions.tsx')), tab: 'report' },
  '/h5/orders': { title: () => t`我的订单`, Page: later(() => import('./pages/Orders.tsx')), tab: 'mine' },
  '/h5/wallet': { title: () => t`券与余额`, Page: later(() => import('./pages/Wallet.tsx')), tab: 'mine' },
  '/h5/mine': { title: () => t`我的`, Page: later(() => import('./pages/Mine.tsx')), tab: 'mine' },
  '/h5/rights': { title: () => t`同意与个人信息`, Page: later(() => import('./pages/Rights.tsx')), tab: 'mine' },
  '/h5/campaigns': { title: () => t`活动和优惠`, Page: later(() => import('./pages/shelf/Campaigns.tsx')), tab: 'home' },
  '/h5/campaign': { title: () => t`活动`, Page: later(() => import('./pages/shelf/Campaign.tsx')), tab: 'home' },
  '/h5/article': { title: () => t`文章`, Page: later(() => import('./pages/shelf/Article.tsx')), tab: 'home' },
  '/h5/contacts': { title: () => t`联系门店`, Page: later(() => import('./pages/Contacts.tsx')), tab: 'mine' },
}
type Tab = 'home' | 'book' | 'report' | 'mine'
const tabs: ReadonlyArray<readonly [Tab, string, () => string]> = [
  ['home', '/h5', () => t`首页`],
  ['book', '/h5/book', () => t`预约`],
  ['report', '/h5/report', () => t`报告`],
  ['mine', '/h5/mine', () => t`我的`],
]
const Login = lazy(() => import('./pages/Login.tsx'))
/** What a link leads to before anybody is logged in: a message, or a promoter's code. */
const links = { m: lazy(() => import('./pages/shelf/Message.tsx')), c: lazy(() => import('./pages/shelf/Extension.tsx')) } as const
export interface LinkProps {
  readonly code: string
}
const linkIn = (path: string): { Page: ComponentType<LinkProps>; code: string } | undefined => {
  const [, kind, code] = /^\/h5\/([cm])\/(\w{8})$/.exec(path) ?? []
  return code && (kind === 'c' || kind === 'm') ? { Page: links[kind], code } : undefined
}

const pathOf = (here: string): string => (here.split('?')[0] ?? '').replace(/\/+$/, '')

export default function Phone() {
  const here = useHere()
  const path = pathOf(here)
  const link = linkIn(path)
  if (link)
    return (
      <main className="h5 h5-login">
        <Suspense fallback={<Opening />}>
          <link.Page code={link.code} />
        </Suspense>
      </main>
    )
  if (path === '/h5/login' || !memberToken()) return <Entrance here={here} />
  return <Inside here={here} path={path in pages ? path : '/h5'} />
}

const Opening = () => <div className="h5-waiting" role="status" aria-label={t`正在打开…`} />

function Entrance({ here }: { here: string }) {
  const isLogin = pathOf(here) === '/h5/login'
  useEffect(() => {
    document.title = `${t`会员登录`} · ${t`明眸`}`
    if (!isLogin) goTo(`/h5/login?to=${encodeURIComponent(here)}`, true)
  }, [here, isLogin])
  return (
    <Suspense fallback={<Opening />}>
      <Login />
    </Suspense>
  )
}

const CHOSEN = 'mingmou.member.pid'
/** Whose page it is: named in the address, chosen before, or the first of the family. */
function memberOf(me: PhoneMe, here: string): Member | undefined {
  const wanted = searchOf(here).get('pid') ?? sessionStorage.getItem(CHOSEN)
  return me.people.find((p) => String(p.pid) === wanted) ?? me.people[0]
}

function Inside({ here, path }: { here: string; path: string }) {
  const answered = useAnswer<PhoneMe>(calls.me, {})
  const { title, Page, tab } = pages[path] ?? first
  useEffect(() => {
    document.title = `${title()} · ${t`明眸`}`
  }, [title])
  return (
    <div className="h5">
      <Answer of={answered}>
        {(me) => {
          const member = memberOf(me, here)
          if (!member) return null
          const store = me.stores.find((s) => s.hid === member.hid)
          return (
            <>
              <header className="h5-head">
                {path === '/h5' ? (
                  <b className="h5-brand">
                    <Rings />
                    {store?.name ?? t`明眸`}
                  </b>
                ) : (
                  <Back tab={tab} path={path} />
                )}
                <h1 className={path === '/h5' ? 'sr' : undefined}>{title()}</h1>
                <button type="button" className="h5-link" onClick={() => chooseLanguage(language() === 'en' ? 'zh' : 'en')}>
                  {language() === 'en' ? '中文' : 'English'}
                </button>
              </header>
              <Family me={me} member={member} path={path} />
              <main>
                <Suspense fallback={<Opening />}>
                  <Page key={member.pid} me={me} member={member} />
                </Suspense>
              </main>
              <Tabs tab={tab} />
            </>
          )
        }}
      </Answer>
    </div>
  )
}

const Rings = () => (
  <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden>
    <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" strokeWidth="2.2" />
    <circle cx="12" cy="12" r="4.2" fill="currentColor" />
  </svg>
)
function Back({ tab, path }: { tab: Tab; path: string }) {
  const target = tabs.find(([name]) => name === tab)?.[1] ?? '/h5'
  const to = target === path ? '/h5' : target
  return (
    <To path={to} className="h5-back">
      <svg width="20" height="20" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
        <path d="M10 3L5 8l5 5" />
      </svg>
      <span className="sr">{t`返回`}</span>
    </To>
  )
}

/** The family: whose page this is. Alone, nobody is asked. */
function Family({ me, member, path }: PageProps & { path: string }) {
  if (me.people.length < 2) return null
  const choose = (pid: number) => {
    sessionStorage.setItem(CHOSEN, String(pid))
    goTo(`${path}?pid=${pid}`, true)
  }
  return (
    <div className="h5-family" role="group" aria-label={t`看谁的`}>
      {me.people.map((p) => (
        <button key={p.pid} type="button" aria-pressed={p.pid === member.pid} onClick={() => choose(p.pid)}>
          {p.isSelf && p.age !== null && p.age >= 18 ? t`我` : p.age === null ? p.name : t`${p.name} ${p.age} 岁`}
        </button>
      ))}
    </div>
  )
}

const Tabs = ({ tab }: { tab: Tab }) => (
  <nav className="h5-tabs" aria-label={t`页面`}>
    {tabs.map(([name, path, label]) => (
      <To key={name} path={path} current={name === tab}>
        <Icon name={name} />
        <span>{label()}</span>
      </To>
    ))}
  </nav>
)
