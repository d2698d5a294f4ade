/** The link in a message: to a free time for care, to the offers for marketing, and out of marketing without a login. */
import { useEffect, useState } from 'react'
import { t } from '#kernel/web/i18n.ts'
import type { OpenedMessage } from '../../../contract/shapes.shelf.ts'
import { ask, calls, memberToken } from '../../ask.ts'
import { Answer, To, Wrong } from '../../look/Parts.tsx'
import { goTo, useAct, useAnswer } from '../../look/use.ts'
import type { LinkProps } from '../../Phone.tsx'

const pathOf = ({ purpose, pid, hid }: OpenedMessage): string =>
  purpose === 'care' ? `/h5/book?pid=${pid}&hid=${hid}` : `/h5/campaigns?pid=${pid}`
export default function Message({ code }: LinkProps) {
  const answered = useAnswer<OpenedMessage>(calls.message, { code })
  useEffect(() => {
    document.title = t`明眸`
    // Who is logged in already goes where the message leads; marketing keeps its way out.
    if (answered.data?.purpose === 'care' && memberToken()) goTo(pathOf(answered.data), true)
  }, [answered.data])
  return (
    <Answer of={answered}>
      {(opened) => (
        <>
          <h1>{opened.store}</h1>
          <section className="h5-card first">
            <h2>{opened.purpose === 'care' ? t`来店检查，选一个时间` : t`活动和优惠`}</h2>
            <p className="h5-soft">{t`内容登录后才看得到，用在门店登记的手机号或微信登录。`}</p>
            <To path={pathOf(opened)} className="h5-button main">
              {opened.purpose === 'care' ? t`选时间` : t`去看看`}
            </To>
            {opened.phone && <a className="h5-button" href={`tel:${opened.phone}`}>{t`打电话 ${opened.phone}`}</a>}
          </section>
          <Leave code={code} />
        </>
      )}
    </Answer>
  )
}
function Leave({ code }: LinkProps) {
  const { busy, wrong, act } = useAct()
  const [isDone, setDone] = useState(false)
  const leave = () => act(() => ask(calls.leave, { code }).then(() => setDone(true)))
  return (
    <section className="h5-card">
      {isDone ? (
        <p role="status">{t`已退订：这个号码不再收营销消息，预约、取货和复查提醒照常。`}</p>
      ) : (
        <>
          <p className="h5-soft">{t`不想再收营销消息？不用登录就能退订，这个号码上的人都不再收。`}</p>
          <button type="button" className="h5-button" disabled={busy} onClick={leave}>{t`退订营销消息`}</button>
        </>
      )}
      <Wrong text={wrong} />
    </section>
  )
}
