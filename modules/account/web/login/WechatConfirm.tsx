/** The phone comes back from WeChat: this page tells the server who scanned, and sends its reader back to the computer. */
import './login.css'
import { useEffect, useRef, useState } from 'react'
import { call } from '#kernel/web/calls/api.ts'
import { t } from '#kernel/web/i18n.ts'

export default function WechatConfirm() {
  const [said, setSaid] = useState<{ sentence: string; ok?: boolean }>({ sentence: t`正在确认…` })
  const asked = useRef(false)
  useEffect(() => {
    document.title = `${t`微信确认`} · ${t`明眸`}`
    // A code of WeChat works once: not asked again when the page is drawn twice.
    if (asked.current) return
    asked.current = true
    const query = new URLSearchParams(location.search)
    call(
      { method: 'GET', path: '/v1/account/wx-code', pure: false },
      { code: query.get('code') ?? '', state: query.get('state') ?? '' },
      { quiet: true },
    ).then(
      (answer) =>
        setSaid({
          sentence: (answer as { purpose: string }).purpose === 'bind' ? t`已扫码，请回到电脑完成绑定` : t`已扫码，请回到电脑继续登录`,
          ok: true,
        }),
      (error: unknown) => setSaid({ sentence: error instanceof Error ? error.message : String(error), ok: false }),
    )
  }, [])
  return (
    <main className="lost">
      <div role="status">
        <svg
          viewBox="0 0 48 48"
          aria-hidden
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <circle cx="24" cy="24" r="20" opacity=".35" />
          <path d={said.ok === undefined ? 'M24 14v10l6 4' : said.ok ? 'M15 25l6 6 12-14' : 'M17 17l14 14M31 17L17 31'} />
        </svg>
        <h1>{said.sentence}</h1>
        <p>{said.ok ? t`这个页面可以关闭了。` : t`如果不是您在登录，请关闭这个页面。`}</p>
      </div>
    </main>
  )
}
