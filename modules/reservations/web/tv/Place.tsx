import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { fieldsOf, type z } from '#kernel/contract/index.ts'
import { columnsOf, confirm, Empty, Grid, Panel, t, useSend, type Callable, type Column } from '#kernel/web/index.ts'
import { places } from './places.ts'

interface PlaceProps<R extends { id: number; name: string }> {
  title: string
  note?: string
  shape: z.ZodType
  rows: readonly R[]
  columns: ReadonlyArray<Column<R>>
  remove: Callable
  edit: (row?: R) => void
  empty: string
  open?: (row: R) => ReactNode
  more?: ReactNode
}
/** Offices, rooms or screens: listed, opened, taken away. */
export function Place<R extends { id: number; name: string }>(props: PlaceProps<R>) {
  const { title, note, shape, rows, columns, remove, edit, empty, open, more } = props
  const drop = useSend(remove, { invalidates: places })
  const ready = useMemo(
    () => columnsOf(columns as ReadonlyArray<Column<object>>, fieldsOf(shape)).map((c) => ({ ...c, sort: false })),
    [columns, shape],
  )
  const ask = async (row: R) => {
    if (await confirm({ message: t`删除“${row.name}”？`, danger: true })) drop.mutate({ id: row.id })
  }
  return (
    <Panel
      title={title}
      {...(note ? { note } : {})}
      actions={
        <>
          {more}
          <Button icon={<Plus size={14} />} onClick={() => edit()}>{t`新增`}</Button>
        </>
      }
    >
      {rows.length === 0 ? (
        <Empty text={empty} />
      ) : (
        <div className="list-body">
          <Grid
            columns={ready}
            rows={rows}
            rowKey={(r) => (r as R).id}
            onOpen={(r) => edit(r as R)}
            actions={(r) => (
              <span className="moves">
                {open?.(r as R)}
                <Button size="small" danger disabled={drop.isPending} onClick={() => void ask(r as R)}>{t`删除`}</Button>
              </span>
            )}
          />
        </div>
      )}
    </Panel>
  )
}
