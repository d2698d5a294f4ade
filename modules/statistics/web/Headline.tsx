/** Figures of a page: value, ledger figure, change; each opens its lines. */
import { Popover } from 'antd'
import { Check, Info, X } from 'lucide-react'
import { t, tr, weekday } from '#kernel/web/index.ts'
import type { StatFigure, Statistic } from '../contract/shapes.ts'
import { changeOf, numberOf, percent, formatValue, toneOf } from './values.tsx'

export function Headline({ statistic, open }: { statistic: Statistic; open: (figure: string) => void }) {
  return (
    <div className="figures stat-figures">
      {statistic.figures
        .filter((f) => !f.aside)
        .map((f) => (
          <div key={f.key} className="figure">
            <span className="stat-name">
              {tr(f.label)}
              <Definition figure={f} />
              <LedgerMark figure={f} />
            </span>
            <button type="button" className="link stat-value num" onClick={() => open(f.key)}>
              {formatValue(f.unit, f)}
            </button>
            <small>
              <Change figure={f} then={f.former} label={t`较上期`} /> <Change figure={f} then={f.lastYear} label={t`较去年同期`} />
            </small>
          </div>
        ))}
    </div>
  )
}
/** Definition of a figure, behind an ⓘ. */
export const Definition = ({ figure: f }: { figure: StatFigure }) => (
  <Popover content={<p className="stat-means">{tr(f.means)}</p>} trigger={['hover', 'focus']}>
    <button type="button" className="link" aria-label={t`口径`}>
      <Info size={13} />
    </button>
  </Popover>
)
/** ✓ with the ledger figure when both are equal, else the difference. */
export function LedgerMark({ figure: f }: { figure: StatFigure }) {
  if (!f.ledger) return null
  const difference = (numberOf(f) ?? 0) - (numberOf(f.ledger) ?? 0)
  return Math.abs(difference) < 0.005 ? (
    <span className="stat-book">
      <Check size={13} aria-hidden /> {t`账本 ${formatValue(f.unit, f.ledger)}`}
    </span>
  ) : (
    <span className="stat-book wrong">
      <X size={13} aria-hidden /> {t`账本 ${formatValue(f.unit, f.ledger)}，差 ${f.unit === 'money' ? difference.toFixed(2) : difference}`}
    </span>
  )
}
function Change({ figure, then, label }: { figure: StatFigure; then: StatFigure['former']; label: string }) {
  const change = changeOf(figure, then)
  return change === undefined ? null : (
    <span>
      <b className={toneOf(figure, change)}>{percent(change)}</b> {label}
    </span>
  )
}
/** The outlier day, in words. */
export function Unusual({ statistic, openDay }: { statistic: Statistic; openDay: (day: string) => void }) {
  const { unusual: u } = statistic
  const main = statistic.figures.find((f) => f.key === statistic.main)
  if (!u || !main) return null
  const [day, value] = [weekday(u.day), formatValue(main.unit, u)]
  const [low, high] = [formatValue(main.unit, u.low), formatValue(main.unit, u.high)]
  const text = t`${u.day.slice(5)} ${day} ${tr(main.label)} ${value}，平时${day} ${low} 至 ${high}（${u.cases} 天）`
  return (
    <p className="stat-unusual">
      <i aria-hidden /> {text}{' '}
      <button type="button" className="link" onClick={() => openDay(u.day)}>
        {t`看这些单`}
      </button>
    </p>
  )
}
