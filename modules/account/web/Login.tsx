/** The login page: plain HTML and CSS, so that the first page of the day is there at once. */
import './login.css'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { call } from '#kernel/web/api.ts'
import { CallFailed } from '#kernel/web/catalogue.ts'
import { t } from '#kernel/web/i18n.ts'
import { toast } from '#kernel/web/notice.ts'
import { keepToken, product, setting } from '#kernel/web/session.ts'
import { Rings } from './Rings.tsx'

const PARTING = 'mingmou.parting'
/** Where each kind of account lands (R002–R004); a page asked for before the login goes first. */
const landing: Readonly<Record<string, string>> = { tv: '/tv/screen_manage', expert: '/expert' }

export default function Login() {
  const eg = location.pathname.startsWith('/eg/')
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<{ sentence: string; first: boolean }>()
  const [busy, setBusy] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    document.title = `${t`登录`} · ${t`明眸`}`
    first.current?.focus()
    const parting = sessionStorage.getItem(PARTING)
    sessionStorage.removeItem(PARTING)
    if (parting) toast(parting, 'bad')
  }, [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!account.trim() || !password) return setRefused({ sentence: account.trim() ? t`请输入密码` : t`请输入账号`, first: false })
    setBusy(true)
    setRefused(undefined)
    try {
      const answer = (await call({ method: 'POST', path: '/account/login' }, { account: account.trim(), password, source: eg ? 'eg' : product(), loginSource: 'web' })) as { token: string; role: string }
      keepToken(answer.token)
      location.assign(wanted() ?? (eg || setting('variant', '') === 'eg' ? '/eg/home' : (landing[answer.role] ?? '/dashboard')))
    } catch (error) {
      setBusy(false)
      setRefused({ sentence: error instanceof Error ? error.message : String(error), first: error instanceof CallFailed && error.code === 20001 })
    }
  }
  return (
    <div className="login">
      <Rings className="login-art" headline={eg ? t`守护每一双眼睛` : undefined} />
      <main>
        <form onSubmit={(e) => void submit(e)} noValidate>
          <h1>{eg ? t`护眼账号登录` : t`登录工作台`}</h1>
          <label htmlFor="account">{t`工号或手机号`}</label>
          <input id="account" ref={first} autoComplete="username" autoCapitalize="off" spellCheck={false} value={account} onChange={(e) => setAccount(e.target.value)} aria-describedby="refused" />
          <label htmlFor="password">{t`密码`}</label>
          <input id="password" type="password" autoComplete="current-password" value={password} onChange={(e) => setPassword(e.target.value)} aria-describedby="refused" />
          <p id="refused" className="refused" role="alert">
            {refused?.sentence} {refused?.first && <a href="/forgotPassword">{t`去修改密码`}</a>}
          </p>
          <button className="btn main" type="submit" disabled={busy}>{busy ? t`正在登录…` : t`登录`}</button>
          <p className="login-links"><a href="/forgotPassword">{t`忘记密码`}</a></p>
        </form>
      </main>
    </div>
  )
}

/** The page that was asked for before the login, if it is one of ours. */
function wanted(): string | undefined {
  const to = new URLSearchParams(location.search).get('to')
  return to && /^\/(?![/\\])/.test(to) ? to : undefined
}
