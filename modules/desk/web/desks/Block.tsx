/** A block of a desk: the first rows of a list and how many there are, asked of the list's own call with the list's own filter. */
import { Empty, Link, Panel, Until, t, tr, type Waiting } from '#kernel/web/index.ts'
import type { ReactNode } from 'react'

interface BlockProps<R> {
  title: string
  of: Waiting & { data?: { readonly list: readonly R[]; readonly total: number } | undefined }
  /** The page that lists them all; `search` is to it what the filter is to the call. */
  to: string
  search?: Readonly<Record<string, string | number | undefined>>
  empty: string
  row: (row: R) => ReactNode
  tone?: 'warn'
}
export function Block<R>({ of, empty, row, ...titled }: BlockProps<R>) {
  return (
    <Titled total={of.data?.total} {...titled}>
      <Until of={of}>
        {of.data?.list.length ? (
          <table className="desk-list">
            <tbody>{of.data.list.map(row)}</tbody>
          </table>
        ) : (
          <Empty text={tr(empty)} />
        )}
      </Until>
    </Titled>
  )
}

interface TitledProps {
  title: string
  total: number | undefined
  to?: string
  search?: Readonly<Record<string, string | number | undefined>>
  tone?: 'warn'
  children: ReactNode
}
/** A titled panel with a number that leads to what it counts. */
export const Titled = ({ title, total, to, search, tone, children }: TitledProps) => (
  <Panel
    title={tr(title)}
    note={total !== undefined && <b className={total > 0 ? `num ${tone ?? ''}` : 'num'}>{total}</b>}
    actions={to && <Link to={to} {...(search ? { search } : {})}>{t`全部`}</Link>}
  >
    {children}
  </Panel>
)

/** A row that opens something, by mouse and by key. */
export const Opens = ({ open, children }: { open: () => void; children: ReactNode }) => (
  <tr tabIndex={0} onClick={open} onKeyDown={(e) => e.key === 'Enter' && e.target === e.currentTarget && open()}>
    {children}
  </tr>
)
