import { useState } from 'react'
import { t } from '#kernel/web/i18n.ts'
import { PASSWORD_RULE } from './enter.ts'

/** A new password typed twice (R046–R049); answers it once both agree. */
export function NewPassword({
  busy,
  label,
  onSet,
  refused,
}: {
  busy: boolean
  label: string
  onSet: (password: string) => void
  refused: string
}) {
  const [typed, setTyped] = useState({ next: '', check: '' })
  const [seen, setSeen] = useState(false)
  const problem = !typed.next
    ? t`请输入新密码`
    : !PASSWORD_RULE.test(typed.next)
      ? t`密码应为6到16位的数字字母和!@#$%^&*-_组成`
      : !typed.check
        ? t`请再次输入新密码`
        : typed.check !== typed.next
          ? t`两次输入密码不一致!`
          : ''
  return (
    <form noValidate onSubmit={(e) => (e.preventDefault(), setSeen(true), problem || busy || onSet(typed.next))}>
      <label htmlFor="next">{t`新密码`}</label>
      <input
        id="next"
        type="password"
        autoComplete="new-password"
        autoFocus
        value={typed.next}
        onChange={(e) => setTyped({ ...typed, next: e.target.value })}
        aria-describedby="password-rule"
      />
      <label htmlFor="check">{t`确认新密码`}</label>
      <input
        id="check"
        type="password"
        autoComplete="new-password"
        value={typed.check}
        onBlur={() => setSeen(true)}
        onChange={(e) => setTyped({ ...typed, check: e.target.value })}
      />
      <p id="password-rule" className={seen && problem ? 'refused' : 'hint'} role={seen && problem ? 'alert' : undefined}>
        {seen && problem ? problem : refused || t`6 到 16 位，数字、字母和 !@#$%^&*-_，不能与最近五次相同`}
      </p>
      <button className="btn main" type="submit" disabled={busy}>
        {label}
      </button>
    </form>
  )
}
