import { useEffect, useRef, useState } from 'react'
import { t } from '#kernel/web/i18n.ts'
import { picture, type Picture } from './enter.ts'

export interface CaptchaInput {
  ticket: string
  captcha: string
}
/** Captcha input. A click or a new `round` loads another picture. */
export function Captcha({ round, onChange }: { round: number; onChange: (read: CaptchaInput | undefined) => void }) {
  const [shown, setShown] = useState<Picture>()
  const [typed, setTyped] = useState('')
  const [reload, setAgain] = useState(0)
  const handler = useRef(onChange)
  handler.current = onChange
  useEffect(() => {
    let isStale = false
    setTyped('')
    handler.current(undefined)
    picture().then(
      (p) => {
        if (!isStale) setShown(p)
      },
      () => {
        if (!isStale) setShown(undefined)
      },
    )
    return () => void (isStale = true)
  }, [round, reload])
  return (
    <>
      <label htmlFor="captcha">{t`图中的四位数字`}</label>
      <div className="captcha">
        <input
          id="captcha"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={typed}
          onChange={(e) => (
            setTyped(e.target.value),
            onChange(shown && e.target.value.trim().length === 4 ? { ticket: shown.ticket, captcha: e.target.value.trim() } : undefined)
          )}
        />
        <button type="button" onClick={() => setAgain((n) => n + 1)} aria-label={t`换一张图`}>
          {shown && <img src={shown.image} alt={t`验证码图片`} />}
        </button>
      </div>
    </>
  )
}
