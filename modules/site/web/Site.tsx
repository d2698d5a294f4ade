/** Frame of the public pages: logo, navigation, login. */
import './site.css'
import { useEffect, type ReactNode } from 'react'
import { chooseLanguage, language, t } from '#kernel/web/i18n.ts'
import { docsOpen, token } from '#kernel/web/session.ts'
import { chooseMode, useMode } from '#kernel/web/theme/mode.ts'

const pages = () =>
  [
    ['/portal', t`产品`],
    ['/price', t`价格`],
    ['/mall', t`视光商城`],
    ['/download', t`下载`],
  ] as const

export function Site({ title, children }: { title: string; children: ReactNode }) {
  const mode = useMode()
  const inside = token() !== null
  useEffect(() => {
    document.title = `${title} · ${t`明眸`}`
  }, [title])
  return (
    <div className="site">
      <header className="site-head">
        <a className="site-brand" href="/portal">
          <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden>
            <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" strokeWidth="2.2" />
            <circle cx="12" cy="12" r="4.2" fill="currentColor" />
          </svg>
          <b>{t`明眸`}</b>
        </a>
        <nav aria-label={t`网站`}>
          {pages().map(([path, label]) => (
            <a key={path} href={path} aria-current={location.pathname === path ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <div className="site-tools">
          <button type="button" className="link soft" onClick={() => chooseLanguage(language() === 'en' ? 'zh' : 'en')}>
            {language() === 'en' ? '中文' : 'English'}
          </button>
          <button type="button" className="link soft" onClick={() => chooseMode(mode === 'dark' ? 'light' : 'dark')}>
            {mode === 'dark' ? t`浅色` : t`深色`}
          </button>
          <a className="btn main" href={inside ? '/dashboard' : '/login'}>
            {inside ? t`进入工作台` : t`登录`}
          </a>
        </div>
      </header>
      <main>{children}</main>
      <footer className="site-foot">
        <span>{t`眼科诊所、视光中心与连锁的工作台`}</span>
        <a href="/eg/login">{t`护眼账号登录`}</a>
        {docsOpen() && <a href="/api/docs">{t`接口文档`}</a>}
      </footer>
    </div>
  )
}
