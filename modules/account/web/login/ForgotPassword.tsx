/** Forgotten password in three steps: SMS code, account, new password. Every number gets the same response. */
import { unless } from '#kernel/web/screen/unless.ts'
import './login.css'
import { useEffect, useState, type FormEvent } from 'react'
import { call } from '#kernel/web/calls/api.ts'
import { t } from '#kernel/web/i18n.ts'
import { Captcha, type CaptchaInput } from './Captcha.tsx'
import { NewPassword } from './NewPassword.tsx'
import { Rings } from './Rings.tsx'

interface Proven {
  ticket: string
  accounts: ReadonlyArray<{ account: string; name: string; company: string }>
}

export default function ForgotPassword() {
  const [proven, setProven] = useState<Proven>()
  const [account, setAccount] = useState<string>()
  const [finished, setFinished] = useState(false)
  useEffect(() => {
    document.title = `${t`忘记密码`} · ${t`明眸`}`
  }, [])
  const chosen = account ?? (proven?.accounts.length === 1 ? proven.accounts[0]!.account : undefined)
  const steps = [t`验证手机`, t`选择账号`, t`设置新密码`]
  const step = stepOf(proven, chosen, finished)
  return (
    <div className="login">
      <Rings className="login-art" />
      <main>
        <div className="login-box">
          <h1>{t`找回密码`}</h1>
          <ol className="login-steps">
            {steps.map((s, i) => (
              <li key={s} aria-current={i === step ? 'step' : undefined} className={i < step ? 'done' : ''}>
                {s}
              </li>
            ))}
          </ol>
          {step === 0 && <Prove onProven={setProven} />}
          {step === 1 && <Accounts proven={proven!} choose={setAccount} />}
          {step === 2 && <Renew ticket={proven!.ticket} account={chosen!} onDone={() => setFinished(true)} />}
          {step === 3 && (
            <>
              <p className="hint">{t`密码已修改，所有登录已退出，请用新密码登录。`}</p>
              <a className="btn main" href="/login">{t`去登录`}</a>
            </>
          )}
          {!finished && (
            <p className="login-links">
              <a href="/login">{t`返回登录`}</a>
            </p>
          )}
        </div>
      </main>
    </div>
  )
}

/** Number of completed steps. */
function stepOf(proven: Proven | undefined, chosen: string | undefined, finished: boolean): 0 | 1 | 2 | 3 {
  if (finished) return 3
  if (!proven) return 0
  return chosen ? 2 : 1
}

const Accounts = ({ proven, choose }: { proven: Proven; choose: (account: string) => void }) => (
  <ul className="accounts">
    {proven.accounts.map((a) => (
      <li key={a.account}>
        <button type="button" onClick={() => choose(a.account)}>
          <strong>{a.account}</strong>
          <span>
            {a.name} · {a.company}
          </span>
        </button>
      </li>
    ))}
  </ul>
)

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))

interface CodeMessage {
  sentence: string
  bad: boolean
}
/** Requests codes; tracks the remaining wait and the number of requests. */
function useCode(mobile: string, read: CaptchaInput | undefined, report: (message: CodeMessage) => void) {
  const [round, setRound] = useState(0)
  const [wait, setWait] = useState(0)
  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  const request = async () => {
    if (!mobile) return report({ sentence: t`请输入手机号`, bad: true })
    if (!read) return report({ sentence: t`请输入图中的验证码`, bad: true })
    try {
      const sent = await call({ method: 'POST', path: '/v1/account/sms-captcha' }, { mobile, ...read }, { quiet: true })
      setWait((sent as { seconds: number }).seconds)
      report({ sentence: t`如果该手机号登记在账号上，验证码已发送，5 分钟内有效`, bad: false })
    } catch (error) {
      report({ sentence: sentence(error), bad: true })
    }
    setRound((n) => n + 1)
  }
  return { round, wait, ask: request }
}

function Prove({ onProven }: { onProven: (proven: Proven) => void }) {
  const [mobile, setMobile] = useState('')
  const [code, setCode] = useState('')
  const [read, setRead] = useState<CaptchaInput>()
  const [message, setSaid] = useState<CodeMessage>({ sentence: '', bad: false })
  const { round, wait, ask } = useCode(mobile.trim(), read, setSaid)
  const prove = async (event: FormEvent) => {
    event.preventDefault()
    const typed = { code: code.trim(), mobile: mobile.trim() }
    if (!/^\d{6}$/.test(typed.code)) return setSaid({ sentence: t`请输入 6 位短信验证码`, bad: true })
    try {
      onProven((await call({ method: 'POST', path: '/account/verification/{code}' }, typed, { quiet: true })) as Proven)
    } catch (error) {
      setSaid({ sentence: sentence(error), bad: true })
    }
  }
  return (
    <form noValidate onSubmit={(e) => void prove(e)}>
      <label htmlFor="mobile">{t`登记在账号上的手机号`}</label>
      <input id="mobile" type="tel" autoComplete="tel" autoFocus value={mobile} onChange={(e) => setMobile(e.target.value)} />
      <Captcha round={round} onChange={setRead} />
      <label htmlFor="code">{t`短信验证码`}</label>
      <div className="captcha">
        <input
          id="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={(e) => setCode(e.target.value)}
        />
        <button type="button" className="btn plain" {...unless(wait > 0 && t`${wait} 秒后再获取`, () => void ask())}>
          {wait > 0 ? t`${wait} 秒后再获取` : t`获取验证码`}
        </button>
      </div>
      <p className={message.bad ? 'refused' : 'hint'} role={message.bad ? 'alert' : 'status'}>
        {message.sentence}
      </p>
      <button className="btn main" type="submit">{t`下一步`}</button>
    </form>
  )
}

function Renew({ ticket, account, onDone }: { ticket: string; account: string; onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const set = async (newPassword: string) => {
    setBusy(true)
    setRefused('')
    try {
      await call({ method: 'POST', path: '/account/retrieve' }, { ticket, account, newPassword }, { quiet: true })
      onDone()
    } catch (error) {
      setBusy(false)
      setRefused(sentence(error))
    }
  }
  return (
    <>
      <p className="hint">
        {t`账号`}：<strong>{account}</strong>
      </p>
      <NewPassword busy={busy} label={t`确认修改`} refused={refused} onSet={(next) => void set(next)} />
    </>
  )
}
