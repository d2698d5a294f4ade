/** The page of a kind of papers: its list, a form for a new one, and the paper that stands in the address. */
import { Button, Drawer } from 'antd'
import { Download, Plus, Printer } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Can, Screen, download, lastMonth, t, useCan, useDays, useSearch, useWho, type Callable } from '#kernel/web/index.ts'

/** Which paper is open, whether one is being written, how many there are. `code` permits writing one. */
export function usePapers(code: string) {
  const can = useCan()
  const [search, setSearch] = useSearch()
  const [from, to] = useDays('start_date', 'end_data')
  const [first, last] = lastMonth()
  const [total, setTotal] = useState<number>()
  const [fresh, setFresh] = useState(false)
  const begin = can(code) ? () => setFresh(true) : undefined
  return {
    total,
    setTotal,
    fresh,
    /** Begins a new one, where that is permitted. */
    begin,
    leave: () => setFresh(false),
    opened: Number(search.paper) || undefined,
    open: (id: number | undefined) => (setFresh(false), setSearch({ paper: id })),
    /** What is exported: the days filtered by, else the last thirty. */
    period: { start_date: from ?? first, end_data: to ?? last },
  }
}
export type Papers = ReturnType<typeof usePapers>

export interface PaperScreenProps {
  of: Papers
  /** Call that exports the lines of posted papers in a period, and what it says of itself. */
  exportOf?: Callable
  exports?: string
  /** Titles: of one paper, of a new one. */
  title: string
  create: string
  width: number
  /** More buttons. */
  more?: ReactNode
  /** The form of a new paper, the view of the open one. */
  form: ReactNode
  view: (id: number) => ReactNode
  children: ReactNode
}

export function PaperScreen({ of, exportOf, exports, title, create, width, more, form, view, children }: PaperScreenProps) {
  const { hid } = useWho()
  const size = `min(${width}px, 100vw)`
  return (
    <Screen
      fill
      note={of.total !== undefined && t`${of.total.toLocaleString('en-US')} 张`}
      actions={
        <>
          {exportOf && (
            <Can code="stock:export">
              <Button
                icon={<Download size={14} />}
                title={exports}
                onClick={() => void download(exportOf, { hid, ...of.period } as never)}
              >{t`导出明细`}</Button>
            </Can>
          )}
          {more}
          {of.begin && (
            <Button type="primary" icon={<Plus size={14} />} onClick={of.begin}>
              {create}
            </Button>
          )}
        </>
      }
    >
      {children}
      <Drawer title={create} open={of.fresh} onClose={of.leave} size={size} destroyOnHidden>
        {form}
      </Drawer>
      <Drawer title={title} open={of.opened !== undefined} onClose={() => of.open(undefined)} size={size} destroyOnHidden>
        {of.opened && view(of.opened)}
      </Drawer>
    </Screen>
  )
}

/** Opens the paper of a row for printing. */
export const PrintLink = ({ to, label }: { to: string; label: string }) => (
  <a className="icon-btn" href={to} target="_blank" rel="noreferrer" aria-label={label} onClick={(e) => e.stopPropagation()}>
    <Printer size={15} />
  </a>
)
