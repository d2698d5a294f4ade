/** A block: the first rows and the total of a list, from the list's own call and filter. */
import { Empty, Link, Panel, Until, t, tr, type WaitingState } from '#kernel/web/index.ts'
import type { ReactNode } from 'react'

interface BlockProps<R> {
  title: string
  list: WaitingState & { data?: { readonly list: readonly R[]; readonly total: number } | undefined }
  /** Page of the full list; `search` corresponds to the filter of the call. */
  to: string
  search?: Readonly<Record<string, string | number | undefined>>
  empty: string
  row: (row: R) => ReactNode
  tone?: 'warn'
}
export function Block<R>({ list, empty, row, ...titled }: BlockProps<R>) {
  return (
    <Titled total={list.data?.total} {...titled}>
      <Until of={list}>
        {list.data?.list.length ? (
          <table className="desk-list">
            <tbody>{list.data.list.map(row)}</tbody>
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
/** A titled panel with a number that opens its list. */
export const Titled = ({ title, total, to, search, tone, children }: TitledProps) => (
  <Panel
    title={tr(title)}
    note={total !== undefined && <b className={total > 0 ? `num ${tone ?? ''}` : 'num'}>{total}</b>}
    actions={to && <Link to={to} {...(search ? { search } : {})}>{t`全部`}</Link>}
  >
    {children}
  </Panel>
)

/** A row that opens by mouse or keyboard. */
export const Opens = ({ open, children }: { open: () => void; children: ReactNode }) => (
  <tr tabIndex={0} onClick={open} onKeyDown={(e) => e.key === 'Enter' && e.target === e.currentTarget && open()}>
    {children}
  </tr>
)
