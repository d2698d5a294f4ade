/** A list: columns, filters, paging and export of a list endpoint. Filters, page and sort live in the address. */
import { Button } from 'antd'
import { Download as DownloadIcon } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { fieldsOf, type Endpoint, type Tone } from '#kernel/contract/index.ts'
import { download, type Callable, type ListRowOf, type SentOf } from '../calls/api.ts'
import { t } from '../i18n.ts'
import { topLayer } from '../layers.ts'
import { useSearch } from '../nav.tsx'
import { useCall } from '../calls/query.ts'
import { useLive } from '../calls/live.ts'
import { Empty, Failed, Loading } from '../screen/Screen.tsx'
import { columnsOf, type TableColumn } from './columns.tsx'
import { Filters, type Filter } from './Filters.tsx'
import { EMPTIED, lastMonthOf } from './days.ts'
import { Grid, type GridProps } from './Grid.tsx'
import { Pager } from './Pager.tsx'
import { pagingOf, rowFieldsOf, rowsOf, sorted, valueOf } from './paging.ts'

type Listed = Callable & Pick<Endpoint, 'input' | 'output'>

export interface DataTableProps<E extends Listed> {
  /** The list endpoint. */
  of: E
  /** What every call carries: path parameters, the store. */
  input?: Partial<SentOf<E>>
  columns: ReadonlyArray<TableColumn<ListRowOf<E>>>
  /** Input fields the user filters by, in one row. */
  filters?: ReadonlyArray<Filter<keyof SentOf<E> & string>>
  /** What filters are set to when the address says nothing, such as today. */
  defaults?: Partial<Record<keyof SentOf<E> & string, string>>
  rowKey: (keyof ListRowOf<E> & string) | ((row: ListRowOf<E>) => string | number)
  onOpen?: (row: ListRowOf<E>) => void
  /** Buttons of a row, in the last column. */
  actions?: (row: ListRowOf<E>) => ReactNode
  /** What `n` does. */
  onNew?: () => void
  /** Binary endpoint that exports what the filters show. */
  exportOf?: Callable
  /** Topics after which the list is read again. */
  live?: readonly string[]
  /** Offers something for the rows ticked; rows get check boxes. */
  selection?: (rows: ListRowOf<E>[], clear: () => void) => ReactNode
  rowTone?: (row: ListRowOf<E>) => Tone | undefined
  /** The heading a row stands under, where rows of several kinds follow each other. */
  headingOf?: (row: ListRowOf<E>) => string
  /** What letters do with the row in hand, which arrow keys choose. */
  rowKeys?: Readonly<Record<string, (row: ListRowOf<E>) => unknown>>
  /** Right end of the filter row. */
  tools?: ReactNode
  /** Below the rows: totals and the like. */
  summary?: (rows: ListRowOf<E>[]) => ReactNode
  empty?: { text: string; action?: ReactNode }
  /** Told whenever the number of rows is known. */
  onTotal?: (total: number) => void
  pageSize?: number
  /** Tells two tables of one page apart in the address. */
  name?: string
}

export function DataTable<const E extends Listed>(props: DataTableProps<E>) {
  const { of: endpoint, columns, live } = props
  const list = useList(props)
  const ready = useMemo(() => columnsOf(columns as ReadonlyArray<TableColumn<object>>, rowFieldsOf(endpoint)), [columns, endpoint])
  useLive(live ?? NONE)
  const { query, rows, total, onTotal } = { ...list, onTotal: props.onTotal }
  useEffect(() => {
    if (query.data !== undefined) onTotal?.(total)
  }, [query.data, total, onTotal])
  const { onOpen, actions, rowTone, headingOf, rowKeys } = props as unknown as Pick<
    GridProps,
    'onOpen' | 'actions' | 'rowTone' | 'headingOf' | 'rowKeys'
  >
  const own = { onOpen, actions, rowTone, headingOf, rowKeys }
  const [ticked, setTicked] = useState<ReadonlySet<string | number>>(new Set())
  const keyOfRow = (row: object): string | number =>
    typeof props.rowKey === 'function' ? props.rowKey(row as ListRowOf<E>) : (row as Record<string, string | number>)[props.rowKey]!
  const chosen = rows.filter((r) => ticked.has(keyOfRow(r)))
  const untick = () => setTicked(new Set())
  const selection = chosen.length > 0 && props.selection?.(chosen as ListRowOf<E>[], untick)
  return (
    <section className="panel list">
      {(props.filters?.length || props.exportOf || props.tools || chosen.length > 0) && (
        <div className="filters" role="search">
          {selection ? (
            <Chosen many={chosen.length} untick={untick}>
              {selection}
            </Chosen>
          ) : (
            <>
              <Filters filters={props.filters ?? []} fields={list.fields} values={list.fromUrl} change={list.filter} />
              <div className="screen-actions">
                {props.tools}
                {props.exportOf && <Export of={props.exportOf} input={list.wanted} />}
              </div>
            </>
          )}
        </div>
      )}
      <div className="list-body" aria-busy={query.isFetching}>
        <Body list={list} empty={props.empty}>
          <Grid
            columns={ready}
            rows={rows}
            rowKey={keyOfRow}
            sort={list.sort}
            onSort={list.canSort ? list.setSort : undefined}
            {...own}
            ticked={props.selection ? ticked : undefined}
            onTick={setTicked}
            foot={props.summary?.(rows as ListRowOf<E>[])}
          />
        </Body>
      </div>
      <Pager page={list.page} size={list.size} total={total} go={list.goto} resize={list.resize} />
      <Keys onNew={props.onNew} />
    </section>
  )
}

type List = Pick<ReturnType<typeof useList>, 'query' | 'rows' | 'filtered' | 'clear' | 'unchosen' | 'anyDay'>
/** The rows, or what stands in their place: a failure, waiting, why there are none. */
function Body({ list, empty, children }: { list: List; empty: { text: string; action?: ReactNode } | undefined; children: ReactNode }) {
  const { query, filtered } = list
  if (query.error) return <Failed error={query.error} retry={() => void query.refetch()} />
  if (query.isLoading) return <Loading />
  if (list.rows.length) return children
  return (
    <Empty
      text={emptyText(list, empty?.text)}
      action={
        <>
          {list.unchosen && <Button onClick={list.anyDay}>{t`不限日期`}</Button>}
          {filtered ? <Button onClick={list.clear}>{t`清除筛选`}</Button> : empty?.action}
        </>
      }
    />
  )
}

const emptyText = ({ filtered, unchosen }: List, text: string | undefined): string | undefined => {
  if (unchosen) return t`近 30 天没有符合条件的记录`
  return text ?? (filtered ? t`没有符合条件的记录` : undefined)
}

const NONE: readonly string[] = []

/**
 * What can be done with the rows ticked stands where the filters were: the rows stay where they are, under the mouse that ticks the next
 * one.
 */
const Chosen = ({ many, untick, children }: { many: number; untick: () => void; children: ReactNode }) => (
  <div className="chosen">
    <strong>{t`已选 ${many} 行`}</strong>
    {children}
    <Button type="text" onClick={untick}>{t`取消选择`}</Button>
  </div>
)

/** Everything about which rows are wanted and which came. */
function useList<E extends Listed>({ of: endpoint, input, filters = [], defaults, name, live, pageSize = 20 }: DataTableProps<E>) {
  const [search, setSearch] = useSearch()
  const fields = useMemo(() => fieldsOf(endpoint.input), [endpoint])
  const paging = pagingOf(endpoint)
  const keyOf = (key: string) => (name ? `${name}.${key}` : key)
  const keys = filters.flatMap((f) => (typeof f === 'string' ? [f] : 'range' in f ? [...f.range] : [f.key])) as string[]
  const days = lastMonthOf(filters)
  const initial: Readonly<Record<string, string | undefined>> = { ...days, ...defaults }
  const fromUrl = Object.fromEntries(keys.map((k) => [k, search[keyOf(k)] === EMPTIED ? undefined : (search[keyOf(k)] ?? initial[k])]))
  const page = Math.max(1, Number(search[keyOf('page')]) || 1)
  const size = Number(search[keyOf('size')]) || pageSize
  const sort = search[keyOf('sort')]
  const serverSorts = 'sort' in fields
  const wanted: Record<string, unknown> = { ...input }
  for (const k of keys) {
    const value = fields[k] ? valueOf(fields[k], fromUrl[k]) : fromUrl[k]
    if (value !== undefined) wanted[k] = value
  }
  if (serverSorts && sort) wanted.sort = sort
  const paged = paging ? { ...wanted, [paging.size]: size, [paging.number]: page } : wanted
  const query = useCall(endpoint, paged as SentOf<E>, { keep: true, ...(live ? { live } : {}) })
  const got = rowsOf(query.data)
  const whole = !paging || got.rows.length >= got.total
  const ordered = whole && !serverSorts ? sorted(got.rows, sort) : got.rows
  const rows = paging ? ordered : ordered.slice((page - 1) * size, page * size)
  const prefixed = (to: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(Object.entries(to).map(([k, v]) => [keyOf(k), v]))
  return {
    fields,
    fromUrl,
    page,
    size,
    sort,
    query,
    wanted,
    rows,
    total: got.total,
    canSort: whole || serverSorts,
    filtered: keys.some((k) => search[keyOf(k)] !== undefined),
    filter: (to: Readonly<Record<string, string | undefined>>) =>
      setSearch(
        prefixed({
          ...Object.fromEntries(Object.entries(to).map(([k, v]) => [k, v ?? (initial[k] ? EMPTIED : undefined)])),
          page: undefined,
        }),
      ),
    // The days nobody chose: what is older is one press away where they leave nothing.
    unchosen: Object.keys(days).some((k) => search[keyOf(k)] === undefined),
    anyDay: () => setSearch(prefixed({ ...Object.fromEntries(Object.keys(days).map((k) => [k, EMPTIED])), page: undefined })),
    clear: () => setSearch(prefixed(Object.fromEntries([...keys, 'page'].map((k) => [k, undefined])))),
    goto: (to: number) => setSearch({ [keyOf('page')]: to === 1 ? undefined : to }, true),
    resize: (to: number) => setSearch({ [keyOf('size')]: to === pageSize ? undefined : to, [keyOf('page')]: undefined }),
    setSort: (to: string | undefined) => setSearch({ [keyOf('sort')]: to, [keyOf('page')]: undefined }),
  }
}

function Export({ of: callable, input }: { of: Callable; input: Record<string, unknown> }) {
  const [bytes, setBytes] = useState<number>()
  const end = () => setBytes(undefined)
  const run = () => {
    setBytes(0)
    // The catalogue has told the user when this fails.
    download(callable, input as never, { onBytes: setBytes }).then(end, end)
  }
  return (
    <Button icon={<DownloadIcon size={14} />} loading={bytes !== undefined} aria-live="polite" onClick={run}>
      {bytes ? t`导出中 ${(bytes / 1e6).toFixed(1)} MB` : t`导出`}
    </Button>
  )
}

/** `/` goes to the first text filter, `n` makes a new one; not while somebody types. */
function Keys({ onNew }: { onNew: (() => void) | undefined }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        topLayer() ||
        (event.target as Element).closest?.('input,textarea,select,[contenteditable],dialog,[role=dialog]')
      )
        return
      if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('.filter-text input')?.focus()
      }
      if (event.key === 'n' && onNew) {
        event.preventDefault()
        onNew()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onNew])
  // The command palette comes with `?new=1`: the form opens once, and not again on “back”.
  const [{ new: wanted }, change] = useSearch()
  const begin = wanted === '1' ? onNew : undefined
  useEffect(() => {
    if (!begin) return
    change({ new: undefined })
    begin()
  }, [begin, change])
  return null
}
