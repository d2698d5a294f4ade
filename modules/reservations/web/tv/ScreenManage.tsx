/** Offices, consulting rooms and waiting-room screens of the store. */
import { Button, Drawer } from 'antd'
import { ExternalLink, Plus } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import {
  columnsOf,
  confirm,
  Empty,
  Form,
  Grid,
  Link,
  Panel,
  Screen,
  t,
  useCall,
  useSend,
  useWho,
  type Callable,
  type Column,
} from '#kernel/web/index.ts'
import { fieldsOf, type z } from '#kernel/contract/index.ts'
import { rooms } from '../../contract/endpoints.rooms.ts'
import { ConsultingRoom, LargeScreen, Office } from '../../contract/shapes.rooms.ts'
import { LIVE, useDoctors } from '../data.ts'
import '../reservations.css'

const lists: readonly Callable[] = [
  rooms['settings.office-manage.list'],
  rooms['settings.consulting-manage.list'],
  rooms['large-screens.list'],
  rooms['consulting-rooms'],
]
type Editing = { what: 'office'; row?: Office } | { what: 'room'; row?: ConsultingRoom } | { what: 'screen'; row?: LargeScreen }

export default function ScreenManage() {
  const who = useWho()
  const offices = useCall(rooms['settings.office-manage.list'], { hid: who.hid }, { live: LIVE })
  const places = useCall(rooms['settings.consulting-manage.list'], { hid: who.hid }, { live: LIVE })
  const screens = useCall(rooms['large-screens.list'], { hid: who.hid }, { live: LIVE })
  const [editing, setEditing] = useState<Editing>()
  const options = {
    offices: (offices.data?.list ?? []).map((o) => ({ value: o.id, label: o.name })),
    rooms: (places.data?.list ?? []).map((r) => ({ value: r.id, label: r.name })),
  }
  return (
    <Screen of={[offices, places, screens]}>
      <Place<Office>
        title={t`科室`}
        note={t`号码的字母由科室决定`}
        shape={Office}
        rows={offices.data?.list ?? []}
        columns={['name', 'series', 'status', 'sort', 'note']}
        remove={rooms['settings.office-manage.delete']}
        edit={(row) => setEditing({ what: 'office', ...(row ? { row } : {}) })}
        empty={t`还没有科室，所有号码用字母 A`}
      />
      <Place<ConsultingRoom>
        title={t`诊室`}
        note={t`叫号时显示和播报的房间`}
        shape={ConsultingRoom}
        rows={places.data?.list ?? []}
        columns={['name', 'officeName', 'doctorName', 'series', 'passAfter', 'status', 'sort']}
        remove={rooms['settings.consulting-manage.delete']}
        edit={(row) => setEditing({ what: 'room', ...(row ? { row } : {}) })}
        empty={t`还没有诊室，先添加一个才能叫号`}
      />
      <Place<LargeScreen>
        title={t`候诊大屏`}
        shape={LargeScreen}
        rows={screens.data?.list ?? []}
        columns={[
          'name',
          { key: 'officeName', render: (r) => r.officeName ?? t`全部` },
          { key: 'consultingName', render: (r) => r.consultingName ?? t`全部` },
          'speak',
          'showWait',
          'notice',
        ]}
        remove={rooms['large-screens.delete']}
        edit={(row) => setEditing({ what: 'screen', ...(row ? { row } : {}) })}
        empty={t`还没有大屏；不添加也可以直接打开全店大屏`}
        open={(row) => (
          <Link to="/medical/screen" search={{ screen: row.id }} className="btn small">
            <ExternalLink size={13} aria-hidden /> {t`打开`}
          </Link>
        )}
        more={
          <Link to="/medical/screen" className="btn">
            <ExternalLink size={14} aria-hidden /> {t`打开全店大屏`}
          </Link>
        }
      />
      <Drawer
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={editing?.row ? t`修改` : t`新增`}
        size={480}
        destroyOnHidden
        rootClassName="booking"
      >
        {editing && (
          <Edit key={`${editing.what} ${editing.row?.id ?? 0}`} editing={editing} options={options} close={() => setEditing(undefined)} />
        )}
      </Drawer>
    </Screen>
  )
}

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
function Place<R extends { id: number; name: string }>({
  title,
  note,
  shape,
  rows,
  columns,
  remove,
  edit,
  empty,
  open,
  more,
}: PlaceProps<R>) {
  const drop = useSend(remove, { invalidates: lists })
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

function Edit({
  editing,
  options,
  close,
}: {
  editing: Editing
  options: { offices: Array<{ value: number; label: string }>; rooms: Array<{ value: number; label: string }> }
  close: () => void
}) {
  const { hid } = useWho()
  const { options: doctors } = useDoctors()
  const initial = useMemo(() => editing.row ?? {}, [editing.row])
  const common = { initial, invalidates: lists, onDone: close, onLeave: close }
  if (editing.what === 'office') {
    const fields = ['name', 'series', 'status', 'sort', 'note'] as const
    return editing.row ? (
      <Form of={rooms['settings.office-manage.update']} fixed={{ hid, id: editing.row.id }} fields={fields} {...common} />
    ) : (
      <Form of={rooms['settings.office-manage.create']} fixed={{ hid }} fields={fields} {...common} initial={NEW_OFFICE} />
    )
  }
  if (editing.what === 'room') {
    const fields = [
      'name' as const,
      { key: 'officeId' as const, options: options.offices },
      { key: 'doctorId' as const, options: doctors, hint: t`预约了这位医生的会员取号后直接排到本诊室` },
      { key: 'passAfter' as const, hint: t`过号后排到几个人之后` },
      'status' as const,
      'sort' as const,
      'note' as const,
    ]
    return editing.row ? (
      <Form of={rooms['settings.consulting-manage.update']} fixed={{ hid, id: editing.row.id }} fields={fields} {...common} />
    ) : (
      <Form of={rooms['settings.consulting-manage.create']} fixed={{ hid }} fields={fields} {...common} initial={NEW_ROOM} />
    )
  }
  const fields = [
    'name' as const,
    { key: 'officeId' as const, options: options.offices, hint: t`只显示一个科室` },
    { key: 'consultingId' as const, options: options.rooms, hint: t`只显示一个诊室（门口屏）` },
    'speak' as const,
    'speechRate' as const,
    'showWait' as const,
    { key: 'notice' as const, span: 12 },
  ]
  return editing.row ? (
    <Form
      of={rooms['large-screens.update']}
      fixed={{ hid, id: editing.row.id, version: editing.row.version }}
      fields={fields}
      {...common}
    />
  ) : (
    <Form of={rooms['large-screens.create']} fixed={{ hid }} fields={fields} {...common} initial={NEW_SCREEN} />
  )
}
const NEW_OFFICE = { series: 'A', status: 0, sort: 0 }
const NEW_ROOM = { passAfter: 3, status: 0, sort: 0 }
const NEW_SCREEN = { speak: true, speechRate: 0.9, showWait: true }
