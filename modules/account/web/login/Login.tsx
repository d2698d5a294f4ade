/** Login page: plain HTML and CSS, so that the first page of the day appears at once. */
import './login.css'
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { call } from '#kernel/web/calls/api.ts'
import { CallFailed } from '#kernel/web/calls/catalogue.ts'
import { chooseLanguage, language, t } from '#kernel/web/i18n.ts'
import { toast } from '#kernel/web/notice.ts'
import { dropToken, keepToken, product, setting } from '#kernel/web/session.ts'
import { chooseMode, useMode } from '#kernel/web/theme/mode.ts'
import { device, enter, keepDevice, type Entered } from './enter.ts'
import type { CaptchaInput } from './Captcha.tsx'
import { Rings } from './Rings.tsx'

const ScanCode = lazy(() => import('./ScanCode.tsx').then(({ ScanCode }) => ({ default: ScanCode })))
const Captcha = lazy(() => import('./Captcha.tsx').then(({ Captcha }) => ({ default: Captcha })))
const NewPassword = lazy(() => import('./NewPassword.tsx').then(({ NewPassword }) => ({ default: NewPassword })))

const PARTING = 'mingmou.parting'
const CAPTCHA_WANTED = 20409
const WRONG = 20401
/** Failures before the server requires a captcha. */
const CAPTCHA_AFTER = 3

export default function Login() {
  const eg = location.pathname.startsWith('/eg/') || setting('variant', '') === 'eg'
  const [way, setWay] = useState<Way>('password')
  const [refused, setRefused] = useState('')
  const [first, setFirst] = useState<{ session: Entered; password: string }>()
  useEffect(() => {
    document.title = `${t`登录`} · ${t`明眸`}`
    const parting = sessionStorage.getItem(PARTING)
    sessionStorage.removeItem(PARTING)
    if (parting) toast(parting, 'bad')
  }, [])
  const entered = (session: Entered, password: string) =>
    session.mustChange && password ? setFirst({ session, password }) : enter(session)
  const name = eg ? t`护眼账号登录` : t`登录工作台`
  return (
    <div className="login">
      <Rings className="login-art" headline={eg ? t`守护每一双眼睛` : undefined} />
      <main>
        <Looks />
        <div className="login-box">
          <h1>{first ? t`首次登录，请设置新密码` : name}</h1>
          {first ? (
            <Suspense>
              <FirstPassword {...first} eg={eg} />
            </Suspense>
          ) : (
            <>
              {!eg && <Ways chosen={way} choose={(to) => (setWay(to), setRefused(''))} />}
              {way === 'password' ? (
                <ByPassword eg={eg} refused={refused} setRefused={setRefused} entered={entered} />
              ) : (
                <ByScan onUnbound={(sentence) => (setRefused(sentence), setWay('password'))} />
              )}
              <p className="login-links">
                <a href="/forgotPassword">{t`忘记密码`}</a>
              </p>
            </>
          )}
        </div>
      </main>
    </div>
  )
}

/** Language and theme of the page before login. */
function Looks() {
  const mode = useMode()
  return (
    <div className="login-looks">
      <button type="button" lang={language() === 'en' ? 'zh' : 'en'} onClick={() => chooseLanguage(language() === 'en' ? 'zh' : 'en')}>
        {language() === 'en' ? '中文' : 'English'}
      </button>
      <button type="button" onClick={() => chooseMode(mode === 'dark' ? 'light' : 'dark')}>
        {mode === 'dark' ? t`换成浅色` : t`换成深色`}
      </button>
    </div>
  )
}

type Way = 'password' | 'wechat'
const Ways = ({ chosen, choose }: { chosen: Way; choose: (way: Way) => void }) => (
  <div className="login-ways" role="tablist">
    {(['password', 'wechat'] as const).map((way) => (
      <button key={way} type="button" role="tab" aria-selected={chosen === way} onClick={() => choose(way)}>
        {way === 'password' ? t`账号密码` : t`微信扫码`}
      </button>
    ))}
  </div>
)

const ByScan = ({ onUnbound }: { onUnbound: (sentence: string) => void }) => (
  <Suspense
    fallback={
      <div className="login-scan">
        <div className="login-wait" />
      </div>
    }
  >
    <ScanCode purpose="login" onBound={(session) => (session && enter(session), false)} onUnbound={(_, sentence) => onUnbound(sentence)} />
  </Suspense>
)

/** Failures after one more; an account that requires a captcha requires it at once. */
function failuresAfter(failures: number, error: unknown): number {
  const code = error instanceof CallFailed ? error.code : undefined
  if (code === CAPTCHA_WANTED) return Math.max(CAPTCHA_AFTER, failures + 1)
  return code === WRONG ? failures + 1 : failures
}

interface ByPasswordProps {
  eg: boolean
  refused: string
  setRefused: (sentence: string) => void
  entered: (session: Entered, password: string) => void
}
function ByPassword({ eg, refused, setRefused, entered }: ByPasswordProps) {
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [failures, setFailures] = useState(0)
  const [read, setRead] = useState<CaptchaInput>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!account.trim() || !password) return setRefused(account.trim() ? t`请输入密码` : t`请输入账号`)
    setBusy(true)
    setRefused('')
    const sent = { account: account.trim(), password, source: eg ? 'eg' : product(), loginSource: 'web', ...device(), ...read }
    try {
      const session = (await call({ method: 'POST', path: '/account/login' }, sent, { quiet: true })) as Entered
      keepDevice(session)
      entered(session, password)
    } catch (error) {
      setBusy(false)
      setFailures((n) => failuresAfter(n, error))
      setRefused(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <form onSubmit={(e) => void submit(e)} noValidate>
      <Credentials account={account} setAccount={setAccount} password={password} setPassword={setPassword} />
      {failures >= CAPTCHA_AFTER && (
        <Suspense>
          <Captcha round={failures} onChange={setRead} />
        </Suspense>
      )}
      <p id="refused" className="refused" role="alert">
        {refused}
      </p>
      <button className="btn main" type="submit" disabled={busy}>
        {busy ? t`正在登录…` : t`登录`}
      </button>
    </form>
  )
}

interface CredentialsProps {
  account: string
  setAccount: (text: string) => void
  password: string
  setPassword: (text: string) => void
}
function Credentials({ account, setAccount, password, setPassword }: CredentialsProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <label htmlFor="account">{t`工号或手机号`}</label>
      <input
        id="account"
        ref={field}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        value={account}
        onChange={(e) => setAccount(e.target.value)}
        aria-describedby="refused"
      />
      <label htmlFor="password">{t`密码`}</label>
      <input
        id="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(e) => setPassword(e.target.value)}
        aria-describedby="refused"
      />
    </>
  )
}

/** The first password is changed before anything else; then the account logs in with the new one. */
function FirstPassword({ session, password, eg }: { session: Entered; password: string; eg: boolean }) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const set = async (newPassword: string) => {
    setBusy(true)
    setRefused('')
    keepToken(session.token)
    try {
      await call(
        { method: 'PUT', path: '/account/password/{id}' },
        { id: session.uid, oldPassword: password, newPassword },
        { quiet: true },
      )
      dropToken()
      toast(`${t`操作成功`}${t`请重新登录。`}`, 'ok')
      setTimeout(() => location.assign(eg ? '/eg/login' : '/login'), 1500)
    } catch (error) {
      dropToken()
      setBusy(false)
      setRefused(error instanceof Error ? error.message : String(error))
    }
  }
  return <NewPassword busy={busy} label={t`确认修改`} refused={refused} onSet={(next) => void set(next)} />
}
