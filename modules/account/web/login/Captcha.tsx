import { useEffect, useRef, useState } from 'react'
import { t } from '#kernel/web/i18n.ts'
import { picture, type Picture } from './enter.ts'

export interface Read {
  ticket: string
  captcha: string
}
/** The digits of a picture; a click brings another one, and so does a new `round`. */
export function Captcha({ round, onChange }: { round: number; onChange: (read: Read | undefined) => void }) {
  const [shown, setShown] = useState<Picture>()
  const [typed, setTyped] = useState('')
  const [again, setAgain] = useState(0)
  const tell = useRef(onChange)
  tell.current = onChange
  useEffect(() => {
    let gone = false
    setTyped('')
    tell.current(undefined)
    picture().then(
      (p) => {
        if (!gone) setShown(p)
      },
      () => {
        if (!gone) setShown(undefined)
      },
    )
    return () => void (gone = true)
  }, [round, again])
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
