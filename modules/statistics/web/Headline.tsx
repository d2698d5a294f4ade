/** The figures of a page: value, what the book says of it, how it changed; each opens its lines. */
import { Popover } from 'antd'
import { Check, Info, X } from 'lucide-react'
import { t, tr, weekday } from '#kernel/web/index.ts'
import type { StatFigure, Statistic } from '../contract/shapes.ts'
import { changeOf, numberOf, percent, shown, toneOf } from './values.tsx'

export function Headline({ of, open }: { of: Statistic; open: (figure: string) => void }) {
  return (
    <div className="figures stat-figures">
      {of.figures
        .filter((f) => !f.aside)
        .map((f) => (
          <div key={f.key} className="figure">
            <span className="stat-name">
              {tr(f.label)}
              <Means of={f} />
              <Book of={f} />
            </span>
            <button type="button" className="link stat-value num" onClick={() => open(f.key)}>
              {shown(f.unit, f)}
            </button>
            <small>
              <Change of={f} then={f.former} label={t`较上期`} /> <Change of={f} then={f.lastYear} label={t`较去年同期`} />
            </small>
          </div>
        ))}
    </div>
  )
}
/** What a figure means, behind an ⓘ. */
export const Means = ({ of: f }: { of: StatFigure }) => (
  <Popover content={<p className="stat-means">{tr(f.means)}</p>} trigger={['hover', 'focus']}>
    <button type="button" className="link" aria-label={t`口径`}>
      <Info size={13} />
    </button>
  </Popover>
)
/** ✓ and the ledger's figure where both are the same; the difference where they are not. */
export function Book({ of: f }: { of: StatFigure }) {
  if (!f.ledger) return null
  const difference = (numberOf(f) ?? 0) - (numberOf(f.ledger) ?? 0)
  return Math.abs(difference) < 0.005 ? (
    <span className="stat-book">
      <Check size={13} aria-hidden /> {t`账本 ${shown(f.unit, f.ledger)}`}
    </span>
  ) : (
    <span className="stat-book wrong">
      <X size={13} aria-hidden /> {t`账本 ${shown(f.unit, f.ledger)}，差 ${f.unit === 'money' ? difference.toFixed(2) : difference}`}
    </span>
  )
}
function Change({ of, then, label }: { of: StatFigure; then: StatFigure['former']; label: string }) {
  const change = changeOf(of, then)
  return change === undefined ? null : (
    <span>
      <b className={toneOf(of, change)}>{percent(change)}</b> {label}
    </span>
  )
}
/** The one day that is out of the ordinary, in words. */
export function Unusual({ of, openDay }: { of: Statistic; openDay: (day: string) => void }) {
  const { unusual: u } = of
  const main = of.figures.find((f) => f.key === of.main)
  if (!u || !main) return null
  const text = t`${u.day.slice(5)} ${weekday(u.day)} ${tr(main.label)} ${shown(main.unit, u)}，平时${weekday(u.day)} ${shown(main.unit, u.low)} 至 ${shown(main.unit, u.high)}（${u.cases} 天）`
  return (
    <p className="stat-unusual">
      <i aria-hidden /> {text}{' '}
      <button type="button" className="link" onClick={() => openDay(u.day)}>
        {t`看这些单`}
      </button>
    </p>
  )
}
