/** A list of master data: search, drag to order, edit in a drawer. Lists are declared in lists.tsx. */
import './settings.css'
import { DndContext, KeyboardSensor, PointerSensor, closestCenter, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core'
import { SortableContext, arrayMove, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, Drawer, Input } from 'antd'
import { GripVertical, Plus } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import {
  Empty,
  Failed,
  Form,
  Loading,
  columnsOf,
  confirm,
  t,
  toast,
  tr,
  useCall,
  useCan,
  useSend,
  useWho,
  Act,
  type TableColumn,
  type WaitingState,
} from '#kernel/web/index.ts'
import { fieldsOf, z, inUse, switched } from '#kernel/contract/index.ts'
import { settings } from '../contract/endpoints.ts'
import type { ListDef, MasterRow } from './lists.tsx'

const rowFields = (def: ListDef) => {
  const list = fieldsOf(def.list.output).list
  return list instanceof z.ZodArray ? fieldsOf(list.element as z.ZodType) : {}
}

export function MasterList({ def }: { def: ListDef }) {
  const mayEdit = useCan()('settings:edit')
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<Partial<MasterRow>>()
  const { query, rows, drop } = useOrderedRows(def)
  const visible = search ? rows.filter((r) => r.name.toLowerCase().includes(search.toLowerCase())) : rows
  const add = mayEdit && (
    <Button type="primary" size="small" icon={<Plus size={14} />} onClick={() => setEdited(def.blank ?? {})}>{t`新增`}</Button>
  )
  return (
    <section className="panel list master">
      <div className="filters" role="search">
        <span className="master-title">{tr(def.title)}</span>
        {def.hint && <span className="screen-note">{tr(def.hint)}</span>}
        <div className="screen-actions">
          <Input
            allowClear
            size="small"
            className="master-search"
            aria-label={t`按名称查找`}
            placeholder={t`按名称查找`}
            value={search}
            onChange={(e) => setSearch(e.target.value)}
          />
          {add}
        </div>
      </div>
      <div className="list-body" aria-busy={query.isFetching}>
        <Body
          query={query}
          empty={
            search ? (
              <Empty text={t`没有符合条件的记录`} action={<Button onClick={() => setSearch('')}>{t`清除筛选`}</Button>} />
            ) : (
              <Empty action={add} />
            )
          }
        >
          {visible.length > 0 && (
            <SortTable
              def={def}
              rows={visible}
              sortable={mayEdit && !search && (def.kind ?? def.order) !== undefined}
              drop={drop}
              onOpen={mayEdit ? setEdited : undefined}
            />
          )}
        </Body>
      </div>
      <Editor def={def} edited={edited} close={() => setEdited(undefined)} />
    </section>
  )
}

/** Placeholder of the rows: failure, loading or empty. */
function Body({ query, empty, children }: { query: WaitingState; empty: ReactNode; children: ReactNode }) {
  if (query.error) return <Failed error={query.error} retry={() => void query.refetch()} />
  if (query.isLoading) return <Loading />
  return children || empty
}

/** Rows of a list in order, and the effect of a drop. */
function useOrderedRows(def: ListDef) {
  const { hid } = useWho()
  const query = useCall(def.list, { hid, pageSize: 0, ...def.asks } as never)
  const [dragged, setDragged] = useState<{ of: unknown; rows: MasterRow[] }>()
  const order = useSend((def.order ?? settings['settings.order']) as (typeof settings)['settings.order'], {
    invalidates: [def.list],
    onError: () => setDragged(undefined),
  })
  const data = query.data as { list: MasterRow[] } | undefined
  // The dropped order stays until the refetched list arrives.
  const rows = useMemo(() => (dragged && dragged.of === data ? dragged.rows : (data?.list ?? [])), [dragged, data])
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    const place = (id: typeof active.id) => rows.findIndex((r) => r.id === id)
    const moved = arrayMove(rows, place(active.id), place(over.id))
    setDragged({ of: data, rows: moved })
    order.mutate({ hid, ...(def.kind ? { kind: def.kind } : {}), ids: moved.map((r) => r.id) } as never)
  }
  return { query, rows, drop }
}

/** Columns of a list: its own, referenced names, usage count, state. */
function useColumns(def: ListDef) {
  const choices = useChoices(def)
  return useMemo(() => {
    const uses = def.noUses ? [] : [{ key: 'uses', title: '使用', width: 72 }]
    const status = def.noStatus ? [] : ['status']
    return columnsOf<MasterRow>([...def.columns, ...choiceColumn(def, choices), ...uses, ...status], rowFields(def))
  }, [def, choices])
}

interface SortTableProps {
  def: ListDef
  rows: readonly MasterRow[]
  sortable: boolean
  drop: (event: DragEndEvent) => void
  /** Opens a row; rows that cannot be opened have no actions. */
  onOpen: ((row: MasterRow) => void) | undefined
}
function SortTable({ def, rows, sortable, drop, onOpen }: SortTableProps) {
  const columns = useColumns(def)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <table className="grid num">
        <thead>
          <tr>
            {sortable && (
              <th className="grip">
                <span className="sr">{t`拖动排序`}</span>
              </th>
            )}
            {columns.map((c) => (
              <th key={c.key} scope="col" className={c.align} style={c.width ? { width: c.width } : undefined}>
                {c.title}
                {c.unit && <i className="unit"> {c.unit}</i>}
              </th>
            ))}
            {onOpen && (
              <th className="row-actions">
                <span className="sr">{t`操作`}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          <SortableContext items={rows.map((r) => r.id)} strategy={verticalListSortingStrategy}>
            {rows.map((r) => (
              <SortRow
                key={r.id}
                row={r}
                columns={columns}
                sortable={sortable}
                onOpen={onOpen}
                actions={onOpen && <RowActions def={def} row={r} />}
              />
            ))}
          </SortableContext>
        </tbody>
      </table>
    </DndContext>
  )
}

const NONE: readonly MasterRow[] = []
/** Items a list can reference, including stopped ones that are still referenced. */
function useChoices(def: ListDef): readonly MasterRow[] {
  const { hid } = useWho()
  const { data } = useCall(def.choices?.call ?? def.list, { hid, pageSize: 0 } as never, { enabled: Boolean(def.choices) })
  return def.choices ? ((data as { list: MasterRow[] } | undefined)?.list ?? NONE) : NONE
}
/** Column of referenced names. */
const choiceColumn = ({ choices }: ListDef, items: readonly MasterRow[]): Array<TableColumn<MasterRow>> => {
  if (!choices) return []
  const names = new Map(items.map((r) => [r.id, r.name]))
  return [
    {
      key: choices.field,
      align: 'left',
      render: (r) =>
        [r[choices.field] ?? []]
          .flat()
          .map((id) => names.get(id as number) ?? '')
          .join('、') || '—',
    },
  ]
}

function SortRow({
  row,
  columns,
  sortable,
  onOpen,
  actions,
}: {
  row: MasterRow
  columns: ReturnType<typeof columnsOf<MasterRow>>
  sortable: boolean
  onOpen: ((row: MasterRow) => void) | undefined
  actions: ReactNode
}) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: row.id,
    disabled: !sortable,
  })
  return (
    <tr
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={[onOpen ? 'opens' : '', isDragging ? 'dragging' : ''].join(' ').trim() || undefined}
      onClick={(e) => onOpen && !(e.target as Element).closest('button,a') && onOpen(row)}
    >
      {sortable && (
        <td className="grip">
          <button
            type="button"
            ref={setActivatorNodeRef}
            className="icon-btn"
            {...attributes}
            {...listeners}
            aria-label={t`移动 ${row.name}`}
          >
            <GripVertical size={14} aria-hidden />
          </button>
        </td>
      )}
      {columns.map((c, i) => (
        <td key={c.key} className={c.align}>
          {i === 0 && onOpen ? (
            <button type="button" className="link" onClick={() => onOpen(row)}>
              {c.render(row)}
            </button>
          ) : (
            c.render(row)
          )}
        </td>
      ))}
      {actions && <td className="row-actions">{actions}</td>}
    </tr>
  )
}

function RowActions({ def, row }: { def: ListDef; row: MasterRow }) {
  const save = useSend(def.change ?? def.save, { invalidates: [def.list, ...(def.also ?? [])] })
  const remove = useSend(def.remove, { invalidates: [def.list, ...(def.also ?? [])], onSuccess: () => toast(t`已删除 ${row.name}`, 'ok') })
  const toggle = () =>
    save.mutate({
      ...Object.fromEntries(Object.keys(fieldsOf((def.change ?? def.save).input)).map((k) => [k, row[k]])),
      status: switched(row.status),
    } as never)
  const drop = async () => {
    if (await confirm({ message: t`删除“${row.name}”？`, danger: true })) remove.mutate({ id: row.id } as never)
  }
  return (
    <span className="moves">
      {!def.noStatus && (
        <Button size="small" loading={save.isPending} onClick={toggle}>
          {row.status === inUse.is.on ? t`停用` : t`启用`}
        </Button>
      )}
      <Act
        size="small"
        danger
        unless={row.uses ? t`正在使用（${row.uses} 处），不能删除，可以停用` : undefined}
        onClick={() => void drop()}
      >{t`删除`}</Act>
    </span>
  )
}

function Editor({ def, edited, close }: { def: ListDef; edited: Partial<MasterRow> | undefined; close: () => void }) {
  return (
    <Drawer
      open={edited !== undefined}
      onClose={close}
      title={edited?.id ? t`修改${tr(def.title)}` : t`新增${tr(def.title)}`}
      size={def.wide ? 760 : 560}
      destroyOnHidden
    >
      {edited && <EditForm def={def} edited={edited} close={close} />}
    </Drawer>
  )
}
function EditForm({ def, edited, close }: { def: ListDef; edited: Partial<MasterRow>; close: () => void }) {
  const { hid } = useWho()
  const endpoint = edited.id ? (def.change ?? def.save) : def.save
  const options = useChoices(def)
    .filter((r) => (r.status === inUse.is.on || mentions(edited, r.id)) && (def.choices?.use === undefined || r.use === def.choices.use))
    .map((r) => ({ value: r.id, label: r.name }))
  const fields = def.fields.map((f) =>
    def.choices && f === def.choices.field
      ? { key: f, options, span: 12, ...(options.length ? {} : { hint: t`还没有可选的分类，可先在“类型”中新增` }) }
      : f,
  )
  return (
    <Form
      of={endpoint}
      fixed={{ hid, ...(edited.id ? { id: edited.id } : {}) } as never}
      initial={edited}
      invalidates={[def.list, ...(def.also ?? [])]}
      fields={fields as never}
      onDone={() => (toast(t`已保存`, 'ok'), close())}
      onLeave={close}
    />
  )
}
const mentions = (edited: Partial<MasterRow>, id: number): boolean =>
  Object.values(edited).some((v) => v === id || (Array.isArray(v) && v.includes(id)))
