/** The start: palette and language, then the login page by itself or the whole application. */
import '@fontsource-variable/inter/index.css'
import '#kernel/web/theme/base.css'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { sweepDrafts } from '#kernel/web/form/draft/sweep.ts'
import { language, offerEnglish, speak, t } from '#kernel/web/i18n.ts'
import { toast } from '#kernel/web/notice.ts'
import { token } from '#kernel/web/session.ts'
import { applyTheme } from '#kernel/web/theme/mode.ts'

const RELOADED = 'mingmou.reloaded'
// A new version was deployed under an open page: its chunks are gone. Load the page again, but only once.
addEventListener('vite:preloadError', (event) => {
  // Without a connection a reload would lose the page, and what is being typed on it, for nothing.
  if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(RELOADED)) < 30_000) return
  event.preventDefault()
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
})
addEventListener('offline', () => toast(t`网络已断开，填写中的内容会存为草稿`, 'warn'))
addEventListener('online', () => toast(t`网络已恢复`, 'ok'))

/**
 * The members' pages and the login page carry neither router nor components; behind the login page the application is fetched from the
 * first key somebody types.
 */
const page = async (): Promise<ReactNode> => {
  if (/^\/h5(\/|$)/.test(location.pathname)) {
    const { default: Phone } = await import('#modules/phone/web/Phone.tsx')
    return <Phone />
  }
  if (token() || !/^\/(eg\/)?login\/?$/.test(location.pathname)) return (await import('./router.tsx')).application()
  const { default: Login } = await import('#modules/account/web/login/Login.tsx')
  addEventListener('keydown', () => void import('./router.tsx').then(({ warm }) => warm()), { once: true })
  return <Login />
}

applyTheme()
sweepDrafts()
offerEnglish(async () => (await import('./english.ts')).english())
await speak(language())
createRoot(document.getElementById('root')!).render(<StrictMode>{await page()}</StrictMode>)
