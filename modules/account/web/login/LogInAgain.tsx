/** Dialog over a page whose session ended: shows why and asks for the password, so that typed input survives. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import {
  CallFailed,
  call,
  useWhyOver,
  keepToken,
  logout,
  offerLogin,
  product,
  renew,
  setting,
  t,
  token,
  tr,
  trSentence,
  unless,
  useWho,
} from '#kernel/web/index.ts'
import { catalogue } from '#kernel/contract/index.ts'
import { account as sessions } from '../../contract/endpoints.ts'
import { device, keepDevice } from './enter.ts'

const CAPTCHA_WANTED = 20409
/** Text of R068. */
const words = catalogue.flatMap(({ rule, act }) => (rule === 'R068' && act.does === 'ask' ? [act] : []))[0]

/** Present on every page behind a login. */
export function LogInAgain() {
  const why = useWhyOver()
  useEffect(offerLogin, [])
  useTokenOfOthers(why !== undefined)
  return why === undefined ? null : <Again why={why} />
}

/** A login in another tab is adopted; a login as another person restarts the page. */
function useTokenOfOthers(over: boolean): void {
  const { uid } = useWho()
  useEffect(() => {
    if (!over) return
    const stale = token()
    const onToken = async () => {
      if (!token() || token() === stale) return
      const who = await call(sessions['account.userinfo'], {}, { quiet: true, entering: true })
      if (who.uid === uid) renew()
      else location.assign('/')
    }
    const onStorage = () => void onToken().catch(() => undefined)
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [over, uid])
}

function Again({ why }: { why: string }) {
  const { account, name } = useWho()
  const dialog = useRef<HTMLDialogElement>(null)
  const [password, setPassword] = useState('')
  const { busy, refused, enter } = useEntering()
  useEffect(() => {
    const dialogElement = dialog.current
    const before = document.activeElement
    if (dialogElement?.showModal) dialogElement.showModal()
    else dialogElement?.setAttribute('open', '')
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password && !busy) void enter(password)
  }
  return (
    <dialog ref={dialog} className="ask" aria-labelledby="again" onCancel={(e) => e.preventDefault()}>
      <form onSubmit={submit} noValidate>
        <h2 id="again">{tr(words?.title ?? '')}</h2>
        <p>{trSentence(why)}</p>
        <p>{tr(words?.message ?? '')}</p>
        <p className="soft">{t`重新登录后页面和填写的内容保持不变`}</p>
        <label>
          {t`${name}（${account}）的密码`}
          <input type="password" autoComplete="current-password" autoFocus value={password} onChange={(e) => setPassword(e.target.value)} />
        </label>
        <p className="refused" role="alert">
          {refused}
        </p>
        <footer>
          <button type="button" className="btn plain" onClick={logout}>{t`换账号登录`}</button>
          <button type="submit" className="btn main" disabled={busy} {...unless(!password && t`请输入密码`)}>
            {busy ? t`正在登录…` : tr(words?.ok ?? '')}
          </button>
        </footer>
      </form>
    </dialog>
  )
}

/** Logs the same account in again and repeats the failed reads. */
function useEntering() {
  const { account } = useWho()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const enter = async (password: string) => {
    setBusy(true)
    setRefused('')
    const source = setting('variant', '') === 'eg' ? 'eg' : product()
    try {
      const sent = { account, password, source, loginSource: 'web', ...device() }
      const session = await call(sessions['account.login'], sent, { quiet: true, entering: true })
      keepDevice(session)
      keepToken(session.token)
      renew()
      void client.invalidateQueries()
    } catch (error) {
      setBusy(false)
      const captcha = error instanceof CallFailed && error.code === CAPTCHA_WANTED
      setRefused(captcha ? t`密码错误次数过多，请到登录页输入验证码` : error instanceof Error ? error.message : String(error))
    }
  }
  return { busy, refused, enter }
}
