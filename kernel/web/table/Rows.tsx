/** A table that stands on a page or in a dialog: all its rows at once, no paging, no filters. Lists are a `DataTable`. */
import type { Key, ReactNode } from 'react'
import { Scrolls } from './Scrolls.tsx'

export interface RowsColumn<Row> {
  /** The head, translated. */
  title: ReactNode
  cell: (row: Row, index: number) => ReactNode
  /** Figures stand on the right. */
  right?: boolean
  className?: string
  width?: number
}
export interface RowsProps<Row> {
  columns: ReadonlyArray<RowsColumn<Row>>
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => Key
  tone?: (row: Row, index: number) => string | undefined
  /** Sums: how many columns their word spans, the word, and the cells after it. */
  foot?: readonly [span: number, label: ReactNode, ...cells: ReactNode[]] | undefined
  className?: string
}

export function Rows<Row>({ columns, rows, rowKey, tone, foot, className = 'grid num' }: RowsProps<Row>) {
  return (
    <Scrolls>
      <table className={className}>
        <thead>
          <tr>
            {columns.map((c, i) => (
              <th key={i} scope="col" className={classOf(c)} style={c.width === undefined ? undefined : { width: c.width }}>
                {c.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)} className={tone?.(row, index)}>
              {columns.map((c, i) => (
                <td key={i} className={classOf(c)}>
                  {c.cell(row, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && <Foot of={foot} />}
      </table>
    </Scrolls>
  )
}

const classOf = ({ right, className }: Pick<RowsColumn<never>, 'right' | 'className'>) => className ?? (right ? 'right' : undefined)

const Foot = ({ of: [span, label, ...cells] }: { of: NonNullable<RowsProps<never>['foot']> }) => (
  <tfoot>
    <tr>
      <td colSpan={span}>{label}</td>
      {cells.map((cell, i) => (
        <td key={i} className="right">
          {cell}
        </td>
      ))}
    </tr>
  </tfoot>
)
