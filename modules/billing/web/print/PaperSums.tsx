import type { ReactNode } from 'react'

export interface PaperSum {
  label: ReactNode
  value: ReactNode
  /** The figure that is the point of the paper. */
  total?: boolean
}
/** The sums below a paper's lines, one under the other; what is `false` is left out. */
export const PaperSums = ({ of }: { of: ReadonlyArray<PaperSum | false | undefined> }) => (
  <dl className="paper-sums num">
    {of.map(
      (sum, i) =>
        sum && (
          <div key={i} className={sum.total ? 'total' : undefined}>
            <dt>{sum.label}</dt>
            <dd>{sum.value}</dd>
          </div>
        ),
    )}
  </dl>
)
