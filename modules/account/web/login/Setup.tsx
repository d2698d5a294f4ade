/** Creates the first administrator of a production system through the one-time link of the first start. */
import './login.css'
import { useEffect, useState, type FormEvent } from 'react'
import { call } from '#kernel/web/calls/api.ts'
import { t } from '#kernel/web/i18n.ts'
import { keepToken } from '#kernel/web/session.ts'
import { Rings } from './Rings.tsx'

const password = /^[A-Za-z0-9!@#$%^&*\-_]{6,16}$/
type Name = 'company' | 'store' | 'name' | 'account' | 'password'

export default function Setup() {
  const [typed, setTyped] = useState<Readonly<Record<Name, string>>>({ company: '', store: '', name: '', account: '', password: '' })
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    document.title = `${t`首次设置`} · ${t`明眸`}`
  }, [])
  const fields: ReadonlyArray<readonly [Name, string, string]> = [
    ['company', t`机构名称`, 'organization'],
    ['store', t`门店名称`, 'off'],
    ['name', t`管理员姓名`, 'name'],
    ['account', t`账号`, 'username'],
    ['password', t`密码`, 'new-password'],
  ]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const empty = fields.find(([key]) => !typed[key].trim())
    if (empty) return setRefused(t`${empty[1]}：必填`)
    if (!password.test(typed.password)) return setRefused(t`密码应为6到16位的数字字母和!@#$%^&*-_组成`)
    setBusy(true)
    try {
      const token = new URLSearchParams(location.search).get('token') ?? ''
      const answer = (await call({ method: 'POST', path: '/account/setup' }, { ...typed, account: typed.account.trim(), token })) as {
        token: string
      }
      keepToken(answer.token)
      location.assign('/dashboard')
    } catch (error) {
      setBusy(false)
      setRefused(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <div className="login">
      <Rings className="login-art" />
      <main>
        <form onSubmit={(e) => void submit(e)} noValidate>
          <h1>{t`首次设置`}</h1>
          {fields.map(([key, label, complete], i) => (
            <label key={key}>
              {label}
              <input
                name={key}
                type={key === 'password' ? 'password' : 'text'}
                autoComplete={complete}
                autoFocus={i === 0}
                value={typed[key]}
                onChange={(e) => setTyped({ ...typed, [key]: e.target.value })}
              />
            </label>
          ))}
          <p className="refused" role="alert">
            {refused}
          </p>
          <button className="btn main" type="submit" disabled={busy}>{t`建立机构并登录`}</button>
        </form>
      </main>
    </div>
  )
}
