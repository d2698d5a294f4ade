/** Four figures and the rates between them, with last time's rate as a tick. */
import { Money, t } from '#kernel/web/index.ts'
import type { Campaign, PromoterList } from '../../contract/shapes.campaigns.ts'

const percent = (rate: number) => `${(rate * 100).toFixed(rate < 0.1 ? 1 : 0)}%`

export function Funnel({ answer: { funnel, before }, own }: { answer: PromoterList; own: Campaign }) {
  const { views, signUps, came, possible, buyers, money } = funnel
  return (
    <div className="funnel" role="group" aria-label={t`看、报名、到店、消费`}>
      <Figure label={t`看`} value={views} note={t`人`} />
      <Rate part={signUps} whole={views} before={before.signUps} />
      <Figure label={t`报名`} value={signUps} note={own.quota ? t`${own.quota} 名额，候补 ${own.waiting}` : ''} />
      <Rate part={came} whole={possible} before={before.came} />
      <Figure label={t`到店`} value={came} note={t`${Math.max(0, possible - came)} 人没来`} />
      <Rate part={buyers} whole={came} before={before.buyers} />
      <Figure label={t`消费`} value={buyers} note={<Money of={money} />} />
    </div>
  )
}
const Figure = ({ label, value, note }: { label: string; value: number; note: React.ReactNode }) => (
  <div className="funnel-figure">
    <span>
      {label} <b className="num">{value.toLocaleString()}</b>
    </span>
    <small>{note}</small>
  </div>
)
function Rate({ part, whole, before }: { part: number; whole: number; before: number | null }) {
  const rate = whole > 0 ? Math.min(1, part / whole) : undefined
  return (
    <div className="funnel-rate">
      <span>
        <b>{rate === undefined ? '—' : percent(rate)}</b>
        {before !== null && <small>{t`上次 ${percent(before)}`}</small>}
      </span>
      <i aria-hidden className="funnel-bar">
        <i style={{ width: `${(rate ?? 0) * 100}%` }} />
        {before !== null && <em style={{ left: `${before * 100}%` }} />}
      </i>
    </div>
  )
}
