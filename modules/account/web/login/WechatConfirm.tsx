/** Landing page of the phone after WeChat: reports who scanned and sends the user back to the computer. */
import './login.css'
import { useEffect, useRef, useState } from 'react'
import { call } from '#kernel/web/calls/api.ts'
import { t } from '#kernel/web/i18n.ts'

export default function WechatConfirm() {
  const [message, setSaid] = useState<{ sentence: string; ok?: boolean }>({ sentence: t`正在确认…` })
  const isSent = useRef(false)
  useEffect(() => {
    document.title = `${t`微信确认`} · ${t`明眸`}`
    // A WeChat code works once, so it must not be sent again when the page renders twice.
    if (isSent.current) return
    isSent.current = true
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
          <path d={message.ok === undefined ? 'M24 14v10l6 4' : message.ok ? 'M15 25l6 6 12-14' : 'M17 17l14 14M31 17L17 31'} />
        </svg>
        <h1>{message.sentence}</h1>
        <p>{message.ok ? t`这个页面可以关闭了。` : t`如果不是您在登录，请关闭这个页面。`}</p>
      </div>
    </main>
  )
}
