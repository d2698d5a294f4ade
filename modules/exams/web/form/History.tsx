/** Former examinations beside the form: date, measures of each eye, difference to what is shown (now − then). */
import { showDioptre, showNumber } from '#kernel/contract/index.ts'
import { useContext } from 'react'
import { Panel, t, tr, type FormValues } from '#kernel/web/index.ts'
import { SegmentContext, useAsked } from '../visit/place.ts'
import { difference, formerOf, number, type ExamBase } from './history.ts'

export interface HistoryColumn<R> {
  title: string
  eye?: 'od' | 'os'
  of: (row: R) => number | null | undefined
  show: (value: number) => string
  /** The value shown now, for the difference. */
  now?: number | null | undefined
  decimals?: number
}

const sides = [
  ['Od', 'od'],
  ['Os', 'os'],
] as const
/** A column of each eye, right first. */
export const perEye = <R,>(cellOf: (side: 'Od' | 'Os') => Omit<HistoryColumn<R>, 'title' | 'eye'>, unit = ''): Array<HistoryColumn<R>> =>
  sides.map(([side, eye]) => ({ title: `${eye.toUpperCase()}${unit}`, eye, ...cellOf(side) }))
/** A measure of each eye, with the difference to what is typed now. */
export const eyeColumns = (base: string, values: FormValues, decimals: number, unit = ''): Array<HistoryColumn<ExamBase>> =>
  perEye(
    (side) => ({
      of: (row) => number((row as unknown as FormValues)[base + side]),
      show: (n) => showNumber(n, decimals),
      now: number(values[base + side]),
      decimals,
    }),
    unit,
  )
/** A measure that is not an eye's own. */
export const column = (name: string, title: string, values: FormValues, decimals = 1): HistoryColumn<ExamBase> => ({
  title,
  of: (row) => number((row as unknown as FormValues)[name]),
  show: (n) => showNumber(n, decimals),
  now: number(values[name]),
  decimals,
})

export function History<R extends ExamBase>({
  rows,
  shown,
  columns,
  note,
}: {
  rows: readonly R[]
  shown: R | undefined
  columns: ReadonlyArray<HistoryColumn<R>>
  note?: string
}) {
  const [, setAsked] = useAsked(useContext(SegmentContext))
  const former = formerOf(rows, shown).slice(0, 5)
  return (
    <Panel title={t`历次对比`} note={note ?? t`差为本次 − 当次`}>
      {former.length === 0 ? (
        <p className="growth-words">{t`以前没有做过这项检查`}</p>
      ) : (
        <table className="grid compact num">
          <thead>
            <tr>
              <th scope="col">{t`日期`}</th>
              {columns.map((c) => [
                <th key={c.title} scope="col" className={`right ${c.eye ?? ''}`}>
                  {tr(c.title)}
                </th>,
                c.now !== undefined && <th key={`${c.title} d`} scope="col" className="right">{t`差值`}</th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {former.map((row) => (
              <FormerRow key={row.id} row={row} columns={columns} onOpen={() => setAsked(row.id, true)} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

interface FormerRowProps<R> {
  row: R
  columns: ReadonlyArray<HistoryColumn<R>>
  onOpen: () => void
}
const FormerRow = <R extends ExamBase>({ row, columns, onOpen }: FormerRowProps<R>) => (
  <tr className="opens" tabIndex={0} onClick={onOpen} onKeyDown={(e) => e.key === 'Enter' && onOpen()}>
    <td>{row.examTime.slice(2, 10)}</td>
    {columns.map((c) => {
      const value = c.of(row)
      const change = difference(c.now, value)
      return [
        <td key={c.title} className="right">
          {value === null || value === undefined ? '—' : c.show(value)}
        </td>,
        c.now !== undefined && (
          <td key={`${c.title} d`} className="right">
            <span style={{ color: c.eye ? `var(--c-${c.eye})` : undefined }}>
              {change === undefined ? '—' : showDioptre(change, c.decimals ?? 2)}
            </span>
          </td>
        ),
      ]
    })}
  </tr>
)
