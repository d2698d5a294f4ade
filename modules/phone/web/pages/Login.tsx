/** Login: a number and the code sent to it, or WeChat. Nothing of anybody is on the page before it. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { t } from '#kernel/web/i18n.ts'
import { unless } from '#kernel/web/screen/unless.ts'
import { ask, calls, keepMemberToken, memberToken } from '../ask.ts'
import { Wrong } from '../look/Parts.tsx'
import { PictureField, useCaptcha, useCountdown } from '../look/Captcha.tsx'
import { searchOf, useAct, useHere } from '../look/use.ts'
import type { PhoneProven } from '../../contract/shapes.ts'

const STATE = 'mingmou.member.state'
const TO = 'mingmou.member.to'
/** Pages of ours only: an address that leads elsewhere would be a trap. */
const pageOf = (wanted: string | null): string => (wanted && /^\/h5(?:[/?]|$)/.test(wanted) ? wanted : '/h5')

async function enter(ticket: string, no: number): Promise<void> {
  const { token } = await ask<{ token: string }>(calls.login, { ticket, no })
  keepMemberToken(token)
  const to = pageOf(sessionStorage.getItem(TO))
  sessionStorage.removeItem(TO)
  location.replace(to)
}

export default function Login() {
  const search = searchOf(useHere())
  const [proven, setProven] = useState<PhoneProven>()
  const { busy, wrong, act } = useAct()
  const prove = (work: Promise<PhoneProven>) =>
    work.then((answer) => {
      const [first, second] = answer.people
      return first && !second ? enter(answer.ticket, first.no) : setProven(answer)
    })
  const [code, state, to] = [search.get('code'), search.get('state'), search.get('to')]
  const isTaken = useRef(false)
  useEffect(() => {
    if (to) sessionStorage.setItem(TO, pageOf(to))
    if (memberToken() && !code) location.replace(pageOf(to))
    // A code comes with the state this phone asked with, and is taken once.
    if (!code || isTaken.current) return
    isTaken.current = true
    const own = sessionStorage.getItem(STATE)
    sessionStorage.removeItem(STATE)
    history.replaceState(null, '', '/h5/login')
    if (own && own === state) act(() => prove(ask<PhoneProven>(calls.wechat, { code })))
  })
  const byWechat = () =>
    act(async () => {
      const { url, state: fresh } = await ask<{ url: string; state: string }>(calls.wechatAddress)
      sessionStorage.setItem(STATE, fresh)
      location.assign(url)
    })
  return (
    <main className="h5 h5-login">
      <h1>{t`会员登录`}</h1>
      {proven ? (
        <Who proven={proven} choose={(no) => act(() => enter(proven.ticket, no))} busy={busy} />
      ) : (
        <>
          <p className="h5-soft">{t`用在门店登记的手机号登录，看自己和孩子的预约、报告和订单。`}</p>
          <ByNumber prove={prove} />
          <p className="h5-or">{t`或者`}</p>
          <button type="button" className="h5-button" onClick={byWechat} disabled={busy}>{t`微信登录`}</button>
        </>
      )}
      <Wrong text={wrong} />
      <p className="h5-soft">{t`登录后这部手机 30 天内不用再登录，可随时退出。`}</p>
    </main>
  )
}

function Who({ proven, choose, busy }: { proven: PhoneProven; choose: (no: number) => void; busy: boolean }) {
  return (
    <>
      <p className="h5-soft">{t`这个号码有几位会员，您是哪一位？`}</p>
      <ul className="h5-choices">
        {proven.people.map(({ no, name, company }) => (
          <li key={no}>
            <button type="button" className="h5-button" disabled={busy} onClick={() => choose(no)}>
              <b>{name}</b> <small>{company}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function ByNumber({ prove }: { prove: (work: Promise<PhoneProven>) => Promise<void> }) {
  const [mobile, setMobile] = useState('')
  const [digits, setDigits] = useState('')
  const [code, setCode] = useState('')
  const { captcha, draw } = useCaptcha()
  const [left, setLeft] = useCountdown()
  const [isSent, setIsSent] = useState(false)
  const { busy, wrong, act } = useAct()
  const send = () =>
    act(async () => {
      try {
        const { seconds } = await ask<{ seconds: number }>(calls.code, { mobile, ticket: captcha?.ticket, captcha: digits })
        setIsSent(true)
        setLeft(seconds)
      } finally {
        // A picture is good for one try.
        setDigits('')
        draw()
      }
    })
  const missing = mobile.length < 7 ? t`请先填手机号` : digits.length < 4 && t`请先填图中的数字`
  const why = busy ? t`正在发送` : left > 0 ? t`验证码刚发过` : missing
  const submit = (event: FormEvent) => {
    event.preventDefault()
    act(() => prove(ask<PhoneProven>(calls.prove, { mobile, code })))
  }
  return (
    <form onSubmit={submit} className="h5-form">
      <label>
        <span>{t`手机号`}</span>
        <input value={mobile} onChange={(e) => setMobile(e.target.value)} inputMode="tel" autoComplete="tel" maxLength={20} required />
      </label>
      <PictureField {...{ captcha, digits, setDigits, draw }} />
      <button type="button" className="h5-button" {...unless(why, send)}>
        {left > 0 ? t`${left} 秒后可再发` : t`发送验证码`}
      </button>
      {isSent && (
        <>
          <p className="h5-soft" role="status">{t`如果这个号码是会员的，验证码已发出，5 分钟内有效。`}</p>
          <label>
            <span>{t`短信验证码`}</span>
            <input
              value={code}
              onChange={(e) => setCode(e.target.value.replace(/\D/g, ''))}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              required
            />
          </label>
          <button type="submit" className="h5-button main" disabled={busy}>{t`登录`}</button>
        </>
      )}
      <Wrong text={wrong} />
    </form>
  )
}
