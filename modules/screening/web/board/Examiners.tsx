/** Who reads differently: errors of retests with their interval, the difference from the others of the same classes, the share of 5.0. */
import { Panel, Rows, t } from '#kernel/web/index.ts'
import type { BoardAnswer } from './TaskBoard.tsx'

type Examiner = BoardAnswer['examiners'][number]
const percent = (share: number | null): string => (share === null ? '—' : String(Math.round(share * 100)))
const lines = (value: number): string => `${value > 0 ? '+' : ''}${(value * 10).toFixed(1)}`
/** Differences are drawn between two lines down and two up. */
const [WIDTH, MOST] = [84, 0.2]
const xOf = (value: number): number => WIDTH / 2 + (Math.max(-MOST, Math.min(MOST, value)) / MOST) * (WIDTH / 2 - 6)

export function Examiners({ board: { examiners } }: { board: BoardAnswer }) {
  const retests = examiners.reduce((sum, each) => sum + each.retests, 0)
  const errors = examiners.reduce((sum, each) => sum + each.errors, 0)
  const found = examiners.filter((each) => each.found)
  return (
    <Panel title={t`检查者`} note={t`复测 ${retests} 项，差错 ${errors}`} className="board-examiners">
      {examiners.length === 0 ? (
        <p className="board-empty">{t`有了视力录入，这里比较各检查者的读数。`}</p>
      ) : (
        <div className="board-scroll" tabIndex={0} role="region" aria-label={t`检查者`}>
          <Rows
            rows={examiners}
            rowKey={(row) => row.ctid}
            tone={(row) => (row.found ? 'warn' : undefined)}
            columns={[
              { title: t`视力`, cell: (row) => <b>{row.name}</b> },
              { title: t`测`, right: true, cell: (row) => row.measured },
              { title: t`差错（95% 区间）`, right: true, cell: errorsOf },
              { title: t`读低 ← → 读高`, cell: (row) => <Difference of={row} /> },
              {
                title: t`行`,
                right: true,
                cell: (row) => (row.difference === null ? <span title={t`没有他人可比`}>—</span> : lines(row.difference)),
              },
              { title: t`5.0 占 %`, right: true, cell: (row) => percent(row.fullShare) },
            ]}
          />
        </div>
      )}
      {found.map((each) => (
        <div key={each.ctid} className="board-said">
          <b>{sentence(each)}</b>
          <p>{t`5.0 占 ${percent(each.fullShare)}%，同班他人 ${percent(each.otherShare)}%。此人测过的 ${each.measured} 名学生请换人再抽查。`}</p>
          <div className="board-bars">
            <OthersBars of={examiners.filter(({ ctid }) => ctid !== each.ctid)} />
            <Bars label={each.name ?? ''} of={each.lines} isFound />
          </div>
        </div>
      ))}
    </Panel>
  )
}
const OthersBars = ({ of: others }: { of: readonly Examiner[] }) => (
  <Bars label={others.map(({ name }) => name).join(' ')} of={others.flatMap((other) => other.lines)} />
)
const errorsOf = ({ errors, retests, errorLow, errorHigh }: Examiner): string =>
  retests ? `${errors} / ${retests}（${percent(errorLow)}–${percent(errorHigh)}%）` : '0 / 0'
function sentence({ name, difference, low, high }: Examiner): string {
  if (difference === null || low === null || high === null) return t`${name ?? ''} 的复测与首测偏向一边。`
  const size = Math.abs(difference * 10).toFixed(1)
  const range = `${(low * 10).toFixed(1)}～${(high * 10).toFixed(1)}`
  return difference > 0 ? t`${name ?? ''} 把视力读高约 ${size} 行（${range}）。` : t`${name ?? ''} 把视力读低约 ${size} 行（${range}）。`
}
function Difference({ of: { difference, low, high, found } }: { of: Examiner }) {
  const colour = found ? 'var(--c-warn)' : 'var(--c-ink2)'
  return (
    <svg
      width={WIDTH}
      height="20"
      viewBox={`0 0 ${WIDTH} 20`}
      role="img"
      aria-label={difference === null ? t`没有他人可比` : t`${lines(difference)} 行`}
    >
      <rect x={xOf(-0.03)} y="1" width={xOf(0.03) - xOf(-0.03)} height="18" fill="var(--c-primary-soft)" />
      <line x1={WIDTH / 2} x2={WIDTH / 2} y1="1" y2="19" stroke="var(--c-line-strong)" />
      {difference !== null && low !== null && high !== null && (
        <>
          <line x1={xOf(low)} x2={xOf(high)} y1="10" y2="10" stroke={colour} strokeWidth="2" />
          <circle cx={xOf(difference)} cy="10" r="4.5" fill={colour} />
        </>
      )}
    </svg>
  )
}
const SHOWN = ['4.6', '4.7', '4.8', '4.9', '5.0', '5.1', '5.2']
function Bars({ of: counted, label, isFound = false }: { of: Examiner['lines']; label: string; isFound?: boolean }) {
  const counts = SHOWN.map((line) => counted.filter((each) => each.line === line).reduce((sum, { n }) => sum + n, 0))
  const total = counted.reduce((sum, { n }) => sum + n, 0)
  const most = Math.max(...counts, 1)
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <svg viewBox="0 0 224 66" role="img" aria-label={t`${label} 的视力分布`}>
        {counts.map((n, i) => {
          const height = (n / most) * 40
          const isFull = SHOWN[i] === '5.0'
          return (
            <g key={SHOWN[i]}>
              <rect
                x={i * 32 + 3}
                y={52 - height}
                width="24"
                height={height}
                rx="2"
                fill={isFound && isFull ? 'var(--c-warn)' : 'var(--c-primary)'}
              />
              {isFull && total > 0 && (
                <text x={i * 32 + 15} y={48 - height} textAnchor="middle" fontSize="11" fontWeight="600" fill="var(--c-ink)">
                  {`${percent(n / total)}%`}
                </text>
              )}
              <text x={i * 32 + 15} y="64" textAnchor="middle" fontSize="11" fill="var(--c-ink2)">
                {SHOWN[i]}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
