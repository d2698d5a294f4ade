/** A number and the code sent to it, for somebody who has no login. */
import { useState } from 'react'
import { t } from '#kernel/web/i18n.ts'
import { unless } from '#kernel/web/screen/unless.ts'
import { ask, calls } from '../ask.ts'
import { PictureField, useCaptcha, useCountdown } from './Captcha.tsx'
import { Wrong } from './Parts.tsx'
import { useAct } from './use.ts'

export interface NumberProof {
  readonly mobile: string
  readonly smsCode: string
}
export function ProvenNumber({ code, proof, change }: { code: string; proof: NumberProof; change: (proof: NumberProof) => void }) {
  const [digits, setDigits] = useState('')
  const { captcha, draw } = useCaptcha()
  const [left, setLeft] = useCountdown()
  const { busy, wrong, act } = useAct()
  const send = () =>
    act(async () => {
      try {
        const { seconds } = await ask<{ seconds: number }>(calls.extensionCode, {
          code,
          mobile: proof.mobile,
          ticket: captcha?.ticket,
          captcha: digits,
        })
        setLeft(seconds)
      } finally {
        // A picture is good for one try.
        setDigits('')
        draw()
      }
    })
  const missing = proof.mobile.length < 7 ? t`请先填手机号` : digits.length < 4 && t`请先填图中的数字`
  const why = busy ? t`正在发送` : left > 0 ? t`验证码刚发过` : missing
  return (
    <>
      <label>
        <span>{t`手机号`}</span>
        <input
          value={proof.mobile}
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
          onChange={(e) => change({ ...proof, mobile: e.target.value })}
        />
      </label>
      <PictureField {...{ captcha, digits, setDigits, draw }} />
      <button type="button" className="h5-button" {...unless(why, send)}>
        {left > 0 ? t`${left} 秒后可再发` : t`发送验证码`}
      </button>
      <Wrong text={wrong} />
      <label>
        <span>{t`短信验证码`}</span>
        <input
          value={proof.smsCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          onChange={(e) => change({ ...proof, smsCode: e.target.value.replace(/\D/g, '') })}
        />
      </label>
    </>
  )
}
