/** The change-password dialog (R045–R052): checked on blur and on change, then the session ends. */
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import type { SignedIn } from '#kernel/web/access.tsx'
import { call } from '#kernel/web/calls/api.ts'
import { CallFailed } from '#kernel/web/calls/catalogue.ts'
import { t } from '#kernel/web/i18n.ts'
import { toast } from '#kernel/web/notice.ts'
import { dropToken } from '#kernel/web/session.ts'

const names = ['oldPassword', 'newPassword', 'checkPassword'] as const
type Name = (typeof names)[number]
type Typed = Readonly<Record<Name, string>>

const allowed = /^[A-Za-z0-9!@#$%^&*\-_]{6,16}$/

/** What is wrong with one of the three; the texts are the specification's. */
export function passwordProblem(name: Name, typed: Typed): string | undefined {
  if (name === 'oldPassword') return typed.oldPassword ? undefined : t`请输入原密码`
  if (name === 'newPassword') {
    if (!typed.newPassword) return t`请输入新密码`
    return allowed.test(typed.newPassword) ? undefined : t`密码应为6到16位的数字字母和!@#$%^&*-_组成`
  }
  if (!typed.checkPassword) return t`请再次输入新密码`
  return typed.checkPassword === typed.newPassword ? undefined : t`两次输入密码不一致!`
}

export default function ChangePassword({ who, close }: { who: SignedIn; close: () => void }) {
  const [typed, setTyped] = useState<Typed>({ oldPassword: '', newPassword: '', checkPassword: '' })
  const [seen, setSeen] = useState<ReadonlySet<Name>>(new Set())
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setSeen(new Set(names))
    if (names.some((n) => passwordProblem(n, typed))) return toast(t`表单填写有误，请检查`, 'warn')
    setBusy(true)
    try {
      await call(
        { method: 'PUT', path: '/account/password/{id}' },
        { id: who.uid, oldPassword: typed.oldPassword, newPassword: typed.newPassword },
      )
      toast(`${t`操作成功`}${t`请重新登录。`}`, 'ok')
      setTimeout(() => {
        dropToken()
        location.reload()
      }, 1500)
    } catch (error) {
      setRefused(error instanceof CallFailed ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={t`修改密码`}
      onCancel={close}
      width={420}
      footer={<Button type="primary" loading={busy} onClick={() => void submit()}>{t`确认修改`}</Button>}
    >
      <form onSubmit={(e) => (e.preventDefault(), void submit())}>
        {names.map((name) => {
          const problem = seen.has(name) ? passwordProblem(name, typed) : undefined
          return (
            <Field
              key={name}
              name={name}
              value={typed[name]}
              problem={problem ?? (name === 'oldPassword' ? refused : undefined)}
              see={() => setSeen((now) => new Set([...now, name]))}
              onChange={(text) => (setTyped({ ...typed, [name]: text }), setRefused(undefined))}
            />
          )
        })}
        <input type="submit" hidden />
      </form>
    </Modal>
  )
}

interface FieldProps {
  name: Name
  value: string
  problem: string | undefined
  /** Left or changed: what is wrong with it is told from now on. */
  see: () => void
  onChange: (text: string) => void
}
function Field({ name, value, problem, see, onChange }: FieldProps) {
  const labels = { oldPassword: t`原密码`, newPassword: t`新密码`, checkPassword: t`确认新密码` }
  return (
    <div className="field">
      <label htmlFor={name}>
        {labels[name]}
        <b aria-hidden> *</b>
      </label>
      <Input.Password
        id={name}
        autoFocus={name === 'oldPassword'}
        autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
        value={value}
        status={problem ? 'error' : ''}
        onBlur={see}
        onChange={(e) => (onChange(e.target.value), see())}
      />
      <small className="bad" role={problem ? 'alert' : undefined}>
        {problem}
      </small>
    </div>
  )
}
