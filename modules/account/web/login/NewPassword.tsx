import { useState } from 'react'
import { t } from '#kernel/web/i18n.ts'
import { PASSWORD_RULE } from './enter.ts'

interface Typed {
  next: string
  check: string
}
/** Problems of the typed password; empty when there are none. */
function problemOf({ next, check }: Typed): string {
  if (!next) return t`请输入新密码`
  if (!PASSWORD_RULE.test(next)) return t`密码应为6到16位的数字字母和!@#$%^&*-_组成`
  if (!check) return t`请再次输入新密码`
  return check === next ? '' : t`两次输入密码不一致!`
}

interface NewPasswordProps {
  busy: boolean
  label: string
  onSet: (password: string) => void
  refused: string
}
/** A new password typed twice (R046–R049); returned once both match. */
export function NewPassword({ busy, label, onSet, refused }: NewPasswordProps) {
  const [typed, setTyped] = useState<Typed>({ next: '', check: '' })
  const [isVisible, setSeen] = useState(false)
  const problem = problemOf(typed)
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
      <p id="password-rule" className={isVisible && problem ? 'refused' : 'hint'} role={isVisible && problem ? 'alert' : undefined}>
        {isVisible && problem ? problem : refused || t`6 到 16 位，数字、字母和 !@#$%^&*-_，不能与最近五次相同`}
      </p>
      <button className="btn main" type="submit" disabled={busy}>
        {label}
      </button>
    </form>
  )
}
