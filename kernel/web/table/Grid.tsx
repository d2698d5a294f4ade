/** The rows of a list: fixed head, tabular figures, walked by arrow keys. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import type { Tone } from '#kernel/contract/index.ts'
import { t } from '../i18n.ts'
import type { ReadyColumn } from './columns.tsx'

export interface GridProps {
  columns: ReadonlyArray<ReadyColumn<object>>
  rows: readonly object[]
  rowKey: (row: object) => string | number
  sort?: string | undefined
  onSort?: ((to: string | undefined) => void) | undefined
  onOpen?: ((row: object) => void) | undefined
  actions?: ((row: object) => ReactNode) | undefined
  rowTone?: ((row: object) => Tone | undefined) | undefined
  ticked?: ReadonlySet<string | number> | undefined
  onTick?: (ticked: ReadonlySet<string | number>) => void
  foot?: ReactNode
}

export function Grid({ columns, rows, rowKey, sort, onSort, onOpen, actions, rowTone, ticked, onTick, foot }: GridProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const walk = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const row = (event.target as Element).closest('tr')
    if (!row || event.target !== row) return
    const all = [...(body.current?.children ?? [])] as HTMLElement[]
    const at = all.indexOf(row)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1, PageDown: at + 10, PageUp: at - 10 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      all[Math.min(Math.max(to, 0), all.length - 1)]?.focus()
    } else if (event.key === 'Enter' && onOpen) {
      event.preventDefault()
      onOpen(rows[at]!)
    } else if (event.key === ' ' && ticked) {
      event.preventDefault()
      tick(rowKey(rows[at]!))
    }
  }
  const tick = (key: string | number) =>
    onTick?.(new Set(ticked?.has(key) ? [...ticked].filter((k) => k !== key) : [...(ticked ?? []), key]))
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
      <tbody ref={body} onKeyDown={walk} onPointerOver={tellCut}>
        {rows.map((row, i) => {
          const key = rowKey(row)
          const tone = rowTone?.(row)
          return (
            <tr
              key={key}
              tabIndex={i === 0 ? 0 : -1}
              className={[onOpen ? 'opens' : '', tone ?? '', ticked?.has(key) ? 'ticked' : ''].join(' ').trim() || undefined}
              onClick={(e) =>
                onOpen && !(e.target as Element).closest('button,a,input,label') && !getSelection()?.toString() && onOpen(row)
              }
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
              {actions && <td className="row-actions">{actions(row)}</td>}
            </tr>
          )
        })}
      </tbody>
      {foot !== undefined && foot !== null && (
        <tfoot>
          <tr>
            <td colSpan={columns.length + (ticked ? 1 : 0) + (actions ? 1 : 0)}>{foot}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

/** The whole text of a cell that is cut off, as its tip. */
function tellCut(event: PointerEvent<HTMLTableSectionElement>): void {
  const cell = (event.target as Element).closest('td')
  if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent
  else cell?.removeAttribute('title')
}

function Head({ column: c, sort, onSort }: { column: ReadyColumn<object>; sort: string | undefined; onSort: GridProps['onSort'] }) {
  const way = sort === c.key ? 'ascending' : sort === `-${c.key}` ? 'descending' : undefined
  const name = (
    <>
      {c.title}
      {c.unit && <i className="unit"> {c.unit}</i>}
    </>
  )
  return (
    <th scope="col" className={[c.align, c.eye ?? ''].join(' ').trim()} style={c.width ? { width: c.width } : undefined} aria-sort={way}>
      {c.sort && onSort ? (
        <button type="button" onClick={() => onSort(way === undefined ? c.key : way === 'ascending' ? `-${c.key}` : undefined)}>
          {name}
          {way === 'ascending' ? <ArrowUp size={12} aria-hidden /> : way === 'descending' ? <ArrowDown size={12} aria-hidden /> : null}
        </button>
      ) : (
        name
      )}
    </th>
  )
}
