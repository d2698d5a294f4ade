/**
 * A family of calls as a person sees it: the list with its filters, the form in a drawer, deletion, Excel in and out. All of it from the
 * declaration.
 */
import { Button, Drawer } from 'antd'
import { FileUp, Plus } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { importCallsOf, type CallsOf, type Families, type Family, type Page, type z } from '#kernel/contract/internal.ts'
import { useCan, useWho } from '../access.tsx'
import type { Callable } from '../calls/api.ts'
import { useSend } from '../calls/query.ts'
import { Choose } from '../form/Choose.tsx'
import { Form, type FieldItem, type FormItem } from '../form/Form.tsx'
import type { FormState } from '../form/useForm.ts'
import { t, tr } from '../i18n.ts'
import { ImportWizard } from '../lazily.ts'
import { confirm, toast } from '../notice.ts'
import { Panel } from '../screen/Screen.tsx'
import type { TableColumn } from '../table/columns.tsx'
import { DataTable } from '../table/DataTable.tsx'
import { Act } from '../screen/Act.tsx'

type RowOf<T extends Family> = z.output<T['row']>

interface FamilyListProps<T extends Families, K extends keyof T & string> {
  /** The families of the module, their calls (`callsOf(families)`), and which one is shown. */
  families: T
  calls: CallsOf<T>
  name: K
  /** Columns; the fields in their order unless told, what they point to by its name. */
  columns?: ReadonlyArray<TableColumn<RowOf<T[K]>>>
  /** Fields of the form, where they want a hint or choices of the screen; all of them in their order unless told. */
  fields?: ReadonlyArray<FormItem<keyof T[K]['fields'] & string>>
  /** A panel of its own with this title, on a screen that shows more than one list. */
  title?: string
  note?: string
  empty?: string
  /** Buttons of a row before deletion, and beside “new”. */
  actions?: (row: RowOf<T[K]>) => ReactNode
  more?: ReactNode
  /** Other lists that show these rows; topics after which the list is read again. */
  also?: readonly Callable[]
  live?: readonly string[]
}
interface Row {
  id: number
  name?: string
  version?: number
  uses?: number
  [field: string]: unknown
}
interface Sent {
  [field: string]: unknown
}
type Call<Out> = Callable & { readonly input: z.ZodType<Sent, Sent>; readonly output: z.ZodType<Out> }
type ListCall = Call<Page<Row>>
/** The props while the family's own types are of no account. */
interface Plain extends Omit<FamilyListProps<Families, string>, 'calls' | 'columns' | 'fields' | 'actions'> {
  calls: Readonly<
    Record<`${string}.list`, ListCall> &
      Record<`${string}.${'save' | 'create' | 'update'}`, Call<Row>> &
      Record<`${string}.delete`, Call<null>> &
      Record<`${string}.export`, Callable>
  >
  columns?: ReadonlyArray<TableColumn<Row>>
  fields?: ReadonlyArray<FormItem<string>>
  actions?: (row: Row) => ReactNode
}
/** What the parts of the list share. */
interface Shared extends Plain {
  of: Family
  stale: readonly Callable[]
}

export function FamilyList<const T extends Families, const K extends keyof T & string>(props: FamilyListProps<T, K>): ReactNode
export function FamilyList(props: Plain): ReactNode {
  const { families, calls, name, also = [] } = props
  const family = families[name]
  const list = calls[`${name}.list`]
  return family && list && <Listed {...props} of={family} list={list} stale={[list, ...also]} />
}

function Listed({ list, ...shared }: Shared & { list: ListCall }) {
  const { of: family, calls, name, title, note, empty, more, actions, live } = shared
  const { hid } = useWho()
  const may = useCan()(family.can.edit)
  const [edited, setEdited] = useState<Partial<Row>>()
  const add = may ? () => setEdited(startOf(family)) : undefined
  const exportOf = family.excel ? calls[`${name}.export`] : undefined
  const tools = (
    <>
      {more}
      {family.excel && may && family.calls.style !== 'log' && <Import {...shared} />}
      {add && <Button type={title ? 'default' : 'primary'} icon={<Plus size={14} />} onClick={add}>{t`新增`}</Button>}
    </>
  )
  const rows = (
    <DataTable
      of={list}
      input={{ hid }}
      name={title ? name : ''}
      rowKey="id"
      columns={shared.columns ?? columnsOf(family)}
      filters={family.filters}
      actions={(row) => (
        <span className="moves">
          {actions?.(row)}
          {may && family.calls.style !== 'log' && <Delete {...shared} row={row} />}
        </span>
      )}
      {...(may && family.calls.style !== 'log' ? { onOpen: setEdited } : {})}
      {...(add && !title ? { onNew: add } : {})}
      {...(title ? {} : { tools })}
      {...(exportOf ? { exportOf } : {})}
      {...(live ? { live } : {})}
      {...(empty ? { empty: { text: empty } } : {})}
    />
  )
  return (
    <>
      {title ? (
        <Panel title={title} actions={tools} {...(note ? { note } : {})}>
          {rows}
        </Panel>
      ) : (
        rows
      )}
      <Drawer
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited?.id ? t`修改${tr(family.label)}` : t`新增${tr(family.label)}`}
        size={560}
        destroyOnHidden
      >
        {edited && <Edit {...shared} edited={edited} close={() => setEdited(undefined)} />}
      </Drawer>
    </>
  )
}

interface FamilyFormProps<T extends Families, K extends keyof T & string> extends Pick<
  FamilyListProps<T, K>,
  'families' | 'calls' | 'name' | 'fields' | 'also'
> {
  /** What the fields of the new row begin with, beside their defaults. */
  initial?: object
  /** It was saved, or given up. */
  close: () => void
}
/** The form of a new row alone, for a screen that lists the rows in its own way. */
export function FamilyForm<const T extends Families, const K extends keyof T & string>(props: FamilyFormProps<T, K>): ReactNode
export function FamilyForm({ initial, ...props }: Plain & { initial?: object; close: () => void }): ReactNode {
  const { families, calls, name, also = [] } = props
  const family = families[name]
  const list = calls[`${name}.list`]
  return (
    family && list && <Edit {...props} of={family} stale={[list, ...also]} edited={{ ...startOf(family), ...initial, id: undefined }} />
  )
}

/** The name of what a field points to stands in the field's place. */
function columnsOf(family: Family): string[] {
  const instead = new Map(Object.entries(family.shown).map(([name, { by, column }]) => [column === 'name' ? by : name, name]))
  const own = Object.keys(family.fields).map((name) => instead.get(name) ?? name)
  return [...own, ...Object.keys(family.shown).filter((name) => !own.includes(name)), ...(family.has.includes('uses') ? ['uses'] : [])]
}

function Delete({ calls, name, stale, row }: Shared & { row: Row }) {
  const deleteCall = calls[`${name}.delete`]
  return deleteCall && <DeleteBy of={deleteCall} stale={stale} row={row} />
}
function DeleteBy({ of: call, stale, row }: { of: Call<null>; stale: readonly Callable[]; row: Row }) {
  const what = row.name ?? String(row.id)
  const remove = useSend(call, { invalidates: stale, onSuccess: () => toast(t`已删除 ${what}`, 'ok') })
  const ask = async () => {
    if (await confirm({ message: t`删除“${what}”？`, danger: true })) remove.mutate({ id: row.id })
  }
  return (
    <Act
      size="small"
      danger
      disabled={remove.isPending}
      unless={row.uses ? t`正在使用（${row.uses} 处），不能删除，可以停用` : undefined}
      onClick={() => void ask()}
    >{t`删除`}</Act>
  )
}

function Edit({ edited, close, ...shared }: Shared & { edited: Partial<Row>; close: () => void }) {
  const { of: family, calls, name, fields = Object.keys(family.fields), stale } = shared
  const { hid } = useWho()
  const changes = edited.id !== undefined
  const call = calls[`${name}.${family.calls.style === 'legacy' ? 'save' : changes ? 'update' : 'create'}`]
  const seen = family.has.includes('version') ? { version: edited.version } : {}
  return (
    call && (
      <Form
        of={call}
        fixed={{ hid, ...(changes ? { id: edited.id, ...seen } : {}) }}
        initial={edited}
        invalidates={stale}
        fields={fields.map((item) => pointing(shared, edited, item))}
        onDone={() => (toast(t`已保存`, 'ok'), close())}
        onLeave={close}
      />
    )
  )
}
/** What a new one begins with: the defaults of its fields. */
const startOf = (family: Family): Record<string, unknown> =>
  Object.fromEntries(Object.entries(family.fields).map(([name, field]) => [name, field.safeParse(undefined).data]))

/** A field that points to another family is chosen from its list. */
function pointing({ of: family, families, calls }: Shared, edited: Partial<Row>, item: FormItem<string>): FormItem<string> {
  const own: FieldItem<string> | undefined = typeof item === 'string' ? { key: item } : 'key' in item ? item : undefined
  const [shown, to] = Object.entries(family.shown).find(([, n]) => n.by === own?.key) ?? []
  const [name] = Object.entries(families).find(([, f]) => f.table === to?.from) ?? []
  const list = calls[`${name ?? ''}.list`]
  if (!own || own.options || own.control || !list || !shown) return item
  return { ...own, control: (form, id) => <Pointer of={list} form={form} field={own.key} id={id} label={edited[shown]} /> }
}
interface PointerProps {
  of: ListCall
  form: FormState
  field: string
  id: string
  label: unknown
}
function Pointer({ of: listCall, form, field, id, label }: PointerProps) {
  const { hid } = useWho()
  const chosen = form.values[field]
  return (
    <Choose
      id={id}
      of={listCall}
      input={{ hid, pageSize: 0 }}
      value="id"
      label={(row) => row.name ?? String(row.id)}
      chosen={typeof chosen === 'number' ? chosen : null}
      chosenLabel={typeof label === 'string' ? label : undefined}
      onChange={(value) => form.set(field, value ?? null)}
    />
  )
}

function Import({ of: family, calls, name, stale }: Shared) {
  const { hid } = useWho()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button icon={<FileUp size={14} />} onClick={() => setOpen(true)}>{t`导入`}</Button>
      <Drawer open={open} onClose={close} title={t`导入${tr(family.label)}`} size={920} destroyOnHidden>
        <Suspense>
          <ImportWizard calls={importCallsOf(calls, name)} hid={hid} what={family.label} invalidates={stale} onLeave={close} />
        </Suspense>
      </Drawer>
    </>
  )
}
