/** The picture whose digits are asked before a code is sent, and the time until the next one. */
import { useEffect, useState } from 'react'
import { t } from '#kernel/web/i18n.ts'
import { ask, calls } from '../ask.ts'

export interface Captcha {
  readonly ticket: string
  readonly image: string
}
/** Seconds that run down to nought. */
export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}
/** A picture, drawn anew for every try. */
export function useCaptcha(): { captcha: Captcha | undefined; draw: () => void } {
  const [captcha, setCaptcha] = useState<Captcha>()
  const draw = () => void ask<Captcha>(calls.captcha).then(setCaptcha, () => setCaptcha(undefined))
  useEffect(draw, [])
  return { captcha, draw }
}

interface PictureProps {
  readonly captcha: Captcha | undefined
  readonly digits: string
  readonly setDigits: (digits: string) => void
  readonly draw: () => void
}
export function PictureField({ captcha, digits, setDigits, draw }: PictureProps) {
  return (
    <div className="h5-captcha">
      <label>
        <span>{t`图中的数字`}</span>
        <input value={digits} onChange={(e) => setDigits(e.target.value)} inputMode="numeric" maxLength={4} autoComplete="off" />
      </label>
      <button type="button" onClick={draw} aria-label={t`换一张图`}>
        {captcha ? <img src={captcha.image} alt={t`验证码图`} /> : t`换一张图`}
      </button>
    </div>
  )
}
