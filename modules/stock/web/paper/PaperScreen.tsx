/** Page of a document kind: its list, a form for a new one, and the document in the address. */
import { Button, Drawer } from 'antd'
import { Download, Plus, Printer } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Can, Screen, download, lastMonth, t, useCan, useDays, useSearch, useWho, type Callable } from '#kernel/web/index.ts'

/** Open document, form state and total. `code` is the permission to write. */
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
    /** Opens the form of a new document, if permitted. */
    begin,
    leave: () => setFresh(false),
    opened: Number(search.paper) || undefined,
    open: (id: number | undefined) => (setFresh(false), setSearch({ paper: id })),
    /** Export period: the filtered days, else the last thirty. */
    period: { start_date: from ?? first, end_data: to ?? last },
  }
}
export type PaperList = ReturnType<typeof usePapers>

export interface PaperScreenProps {
  papers: PaperList
  /** Call that exports lines of posted documents of a period, and its description. */
  exportOf?: Callable
  exports?: string
  /** Titles of one document and of a new one. */
  title: string
  create: string
  width: number
  /** Additional buttons. */
  more?: ReactNode
  /** Form of a new document, view of the open one. */
  form: ReactNode
  view: (id: number) => ReactNode
  children: ReactNode
}

export function PaperScreen({ papers, exportOf, exports, title, create, width, more, form, view, children }: PaperScreenProps) {
  const { hid } = useWho()
  const size = `min(${width}px, 100vw)`
  return (
    <Screen
      fill
      note={papers.total !== undefined && t`${papers.total.toLocaleString('en-US')} 张`}
      actions={
        <>
          {exportOf && (
            <Can code="stock:export">
              <Button
                icon={<Download size={14} />}
                title={exports}
                onClick={() => void download(exportOf, { hid, ...papers.period } as never)}
              >{t`导出明细`}</Button>
            </Can>
          )}
          {more}
          {papers.begin && (
            <Button type="primary" icon={<Plus size={14} />} onClick={papers.begin}>
              {create}
            </Button>
          )}
        </>
      }
    >
      {children}
      <Drawer title={create} open={papers.fresh} onClose={papers.leave} size={size} destroyOnHidden>
        {form}
      </Drawer>
      <Drawer title={title} open={papers.opened !== undefined} onClose={() => papers.open(undefined)} size={size} destroyOnHidden>
        {papers.opened && view(papers.opened)}
      </Drawer>
    </Screen>
  )
}

/** Opens the document of a row for printing. */
export const PrintLink = ({ to, label }: { to: string; label: string }) => (
  <a className="icon-btn" href={to} target="_blank" rel="noreferrer" aria-label={label} onClick={(e) => e.stopPropagation()}>
    <Printer size={15} />
  </a>
)
