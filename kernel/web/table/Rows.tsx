/** A table that stands on a page or in a dialog: all its rows at once, no paging, no filters. Lists are a `DataTable`. */
import type { Key, ReactNode } from 'react'

export interface RowsColumn<Row> {
  /** The head, translated. */
  title: ReactNode
  cell: (row: Row, index: number) => ReactNode
  /** Figures stand on the right. */
  right?: boolean
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
    <table className={className}>
      <thead>
        <tr>
          {columns.map((c, i) => (
            <th key={i} scope="col" {...styleOf(c)}>
              {c.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={rowKey(row, at)} className={tone?.(row, at)}>
            {columns.map((c, i) => (
              <td key={i} {...(c.right ? RIGHT : {})}>
                {c.cell(row, at)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {foot && <Foot of={foot} />}
    </table>
  )
}

const RIGHT = { className: 'right' }
const styleOf = ({ right, width }: Pick<RowsColumn<never>, 'right' | 'width'>) => ({
  ...(right ? RIGHT : {}),
  ...(width === undefined ? {} : { style: { width } }),
})

const Foot = ({ of: [span, label, ...cells] }: { of: NonNullable<RowsProps<never>['foot']> }) => (
  <tfoot>
    <tr>
      <td colSpan={span}>{label}</td>
      {cells.map((cell, i) => (
        <td key={i} {...RIGHT}>
          {cell}
        </td>
      ))}
    </tr>
  </tfoot>
)
