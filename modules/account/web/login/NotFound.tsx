/** 404: unknown address, or not in the account's menu. */
import './login.css'
import { useContext, useEffect } from 'react'
import { WhoContext } from '#kernel/web/access.tsx'
import { leave } from '#kernel/web/calls/leave.ts'
import { t } from '#kernel/web/i18n.ts'
import { token } from '#kernel/web/session.ts'

export default function NotFound() {
  const who = useContext(WhoContext)
  const hasPages = who?.menuList.some(({ children }) => children?.some(({ hidden }) => !hidden)) ?? true
  useEffect(() => {
    document.title = `404 · ${t`明眸`}`
  }, [])
  return (
    <main className="lost">
      <div>
        <svg viewBox="0 0 120 72" aria-hidden fill="none" stroke="currentColor" strokeWidth="2">
          <path d="M6 36C22 14 40 6 60 6s38 8 54 30C98 58 80 66 60 66S22 58 6 36Z" opacity=".35" />
          <circle cx="60" cy="36" r="18" opacity=".6" />
          <path d="M60 27v11M60 43v2" strokeLinecap="round" />
        </svg>
        <h1>{t`这里没有页面`}</h1>
        <p>{t`地址可能写错了，或者您的账号没有这一页。`}</p>
        <p className="ways">
          {hasPages && <a className="btn main" href={token() ? '/dashboard' : '/portal'}>{t`回到首页`}</a>}
          {token() !== null && (
            <button type="button" className="btn" onClick={() => void leave()}>
              {t`退出登录`}
            </button>
          )}
        </p>
      </div>
    </main>
  )
}
