/** The rows of a list: fixed head, tabular figures, walked by arrow keys. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, lazy, Suspense, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import type { Tone } from '#kernel/contract/index.ts'
import { t } from '../i18n.ts'
import type { ReadyColumn } from './columns.tsx'
import { usePhone } from './usePhone.ts'

/** A desk never loads what only a phone shows. */
const Cards = lazy(() => import('./Cards.tsx'))

export interface GridProps {
  columns: ReadonlyArray<ReadyColumn<object>>
  rows: readonly object[]
  rowKey: (row: object) => string | number
  sort?: string | undefined
  onSort?: ((to: string | undefined) => void) | undefined
  onOpen?: ((row: object) => void) | undefined
  actions?: ((row: object) => ReactNode) | undefined
  rowTone?: ((row: object) => Tone | undefined) | undefined
  /** The heading a row stands under; shown where it is another than that of the row before. */
  headingOf?: ((row: object) => string) | undefined
  /** What letters do with the row in hand. */
  rowKeys?: RowKeys | undefined
  ticked?: ReadonlySet<string | number> | undefined
  onTick?: (ticked: ReadonlySet<string | number>) => void
  foot?: ReactNode
}

export type RowKeys = Readonly<Record<string, (row: object) => unknown>>
/** The heading that begins with a row: none where the row before stands under the same. */
export function headingAt({ rows, headingOf }: Pick<GridProps, 'rows' | 'headingOf'>, index: number): string | undefined {
  const [row, before] = [rows[index], rows[index - 1]]
  const heading = row && headingOf?.(row)
  return before && headingOf?.(before) === heading ? undefined : heading
}

/** The rows as a table, on a phone as cards. */
export function Grid(props: GridProps) {
  if (!usePhone()) return <Table {...props} />
  return (
    <Suspense fallback={null}>
      <Cards {...props} />
    </Suspense>
  )
}

function Table(props: GridProps) {
  const { columns, rows, rowKey, sort, onSort, onOpen, actions, ticked, onTick, foot, rowKeys } = props
  const wide = columns.length + (ticked ? 1 : 0) + (actions ? 1 : 0)
  const tick = (key: string | number) =>
    onTick?.(new Set(ticked?.has(key) ? [...ticked].filter((k) => k !== key) : [...(ticked ?? []), key]))
  const onRow = (run: ((row: object) => unknown) | undefined): Act =>
    run &&
    ((index) => {
      const row = rows[index]
      if (row) run(row)
    })
  const allTicked = rows.length > 0 && rows.every((r) => ticked?.has(rowKey(r)))
  return (
    <table className="grid num">
      <thead>
        <tr>
          {ticked && (
            <th className="tick">
              <input
                type="checkbox"
                aria-label={t`全选`}
                checked={allTicked}
                onChange={() => onTick?.(new Set(allTicked ? [] : rows.map(rowKey)))}
              />
            </th>
          )}
          {columns.map((c) => (
            <Head key={c.key} column={c} sort={sort} onSort={onSort} />
          ))}
          {actions && (
            <th className="row-actions">
              <span className="sr">{t`操作`}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody
        onKeyDown={(event) =>
          walk(event, {
            ...Object.fromEntries(Object.entries(rowKeys ?? {}).map(([key, run]) => [key, onRow(run)])),
            Enter: onRow(onOpen),
            ' ': onRow(ticked && ((row) => tick(rowKey(row)))),
          })
        }
        onPointerOver={tellCut}
      >
        {rows.map((row, i) => (
          <Fragment key={rowKey(row)}>
            <Heading wide={wide}>{headingAt(props, i)}</Heading>
            <Line {...props} row={row} first={i === 0} tick={tick} />
          </Fragment>
        ))}
      </tbody>
      <Foot wide={wide}>{foot}</Foot>
    </table>
  )
}

const Foot = ({ wide, children }: { wide: number; children: ReactNode }) =>
  children !== undefined &&
  children !== null && (
    <tfoot>
      <tr>
        <td colSpan={wide}>{children}</td>
      </tr>
    </tfoot>
  )
const Heading = ({ wide, children }: { wide: number; children: string | undefined }) =>
  children !== undefined && (
    <tr className="heading">
      <th scope="rowgroup" colSpan={wide}>
        {children}
      </th>
    </tr>
  )

/** One row; a click opens it, unless it was meant for something in it or marked text. */
function Line({ row, first, tick, ...grid }: GridProps & { row: object; first: boolean; tick: (key: string | number) => void }) {
  const { columns, rowKey, onOpen, actions, rowTone, ticked } = grid
  const key = rowKey(row)
  const marks = [onOpen && 'opens', rowTone?.(row), ticked?.has(key) && 'ticked'].filter(Boolean).join(' ')
  return (
    <tr
      tabIndex={first ? 0 : -1}
      className={marks || undefined}
      onClick={(e) => onOpen && !(e.target as Element).closest('button,a,input,label') && !getSelection()?.toString() && onOpen(row)}
    >
      {ticked && (
        <td className="tick">
          <input type="checkbox" aria-label={t`选择`} checked={ticked.has(key)} onChange={() => tick(key)} />
        </td>
      )}
      {columns.map((c) => (
        <td key={c.key} className={c.align}>
          {c.render(row)}
        </td>
      ))}
      {actions && (
        <td className="row-actions">
          <div>{actions(row)}</div>
        </td>
      )}
    </tr>
  )
}

type Act = ((at: number) => void) | undefined
/** Walks the rows by keys; the others do something with the row that has the focus: Enter opens it, the space bar ticks it. */
function walk(event: KeyboardEvent<HTMLTableSectionElement>, acts: Readonly<Record<string, Act>>): void {
  const row = (event.target as Element).closest('tr')
  if (!row || event.target !== row) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > tr:not(.heading)')]
  const index = all.indexOf(row)
  const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: all.length - 1, PageDown: index + 10, PageUp: index - 10 }[event.key]
  if (to !== undefined) all[Math.min(Math.max(to, 0), all.length - 1)]?.focus()
  else {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.key]
    if (!act) return
    act(index)
  }
  event.preventDefault()
}

/** The whole text of a cell that is cut off, as its tip. */
function tellCut(event: PointerEvent<HTMLTableSectionElement>): void {
  const cell = (event.target as Element).closest('td')
  if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent
  else cell?.removeAttribute('title')
}

type Way = 'ascending' | 'descending' | undefined
function wayOf(key: string, sort: string | undefined): Way {
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : undefined
}
/** Up, then down, then as it came. */
const nextSort = (key: string, way: Way): string | undefined => ({ ascending: `-${key}`, descending: undefined, none: key })[way ?? 'none']
const Arrow = ({ way }: { way: Way }) => {
  if (!way) return null
  return way === 'ascending' ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />
}

function Head({ column: c, sort, onSort }: { column: ReadyColumn<object>; sort: string | undefined; onSort: GridProps['onSort'] }) {
  const way = wayOf(c.key, sort)
  const name = (
    <>
      {c.title}
      {c.unit && <i className="unit"> {c.unit}</i>}
    </>
  )
  return (
    <th scope="col" className={[c.align, c.eye ?? ''].join(' ').trim()} style={c.width ? { width: c.width } : undefined} aria-sort={way}>
      {c.sort && onSort ? (
        <button type="button" onClick={() => onSort(nextSort(c.key, way))}>
          {name}
          <Arrow way={way} />
        </button>
      ) : (
        name
      )}
    </th>
  )
}
