import { useMemo } from 'react'
import { Form, t, useWho } from '#kernel/web/index.ts'
import { rooms } from '../../contract/endpoints.rooms.ts'
import type { ConsultingRoom, LargeScreen, Office } from '../../contract/shapes.rooms.ts'
import { useDoctors } from '../data.ts'
import { places } from './places.ts'

/** What is edited; new without a row. */
export type Editing = { what: 'office'; row?: Office } | { what: 'room'; row?: ConsultingRoom } | { what: 'screen'; row?: LargeScreen }
type Options = Array<{ value: number; label: string }>
interface PlaceFormProps {
  editing: Editing
  options: { offices: Options; rooms: Options }
  close: () => void
}
export function PlaceForm({ editing, options, close }: PlaceFormProps) {
  if (editing.what === 'office') return <OfficeForm row={editing.row} close={close} />
  if (editing.what === 'room') return <RoomForm row={editing.row} offices={options.offices} close={close} />
  return <ScreenForm row={editing.row} {...options} close={close} />
}

interface FormProps<R> {
  row: R | undefined
  close: () => void
}
/** What each form does, whatever it is about: `blank` is what a new one starts with. */
function useCommon({ row, close }: FormProps<object>, blank: object) {
  const initial = useMemo(() => row ?? blank, [row, blank])
  return { initial, invalidates: places, onDone: close, onLeave: close }
}

const NEW_OFFICE = { series: 'A', status: 0, sort: 0 }
function OfficeForm(props: FormProps<Office>) {
  const { hid } = useWho()
  const common = useCommon(props, NEW_OFFICE)
  const fields = ['name', 'series', 'status', 'sort', 'note'] as const
  return props.row ? (
    <Form of={rooms['settings.office-manage.update']} fixed={{ hid, id: props.row.id }} fields={fields} {...common} />
  ) : (
    <Form of={rooms['settings.office-manage.create']} fixed={{ hid }} fields={fields} {...common} />
  )
}

const NEW_ROOM = { passAfter: 3, status: 0, sort: 0 }
function RoomForm({ offices, ...props }: FormProps<ConsultingRoom> & { offices: Options }) {
  const { hid } = useWho()
  const { options: doctors } = useDoctors()
  const common = useCommon(props, NEW_ROOM)
  const fields = [
    'name' as const,
    { key: 'officeId' as const, options: offices },
    { key: 'doctorId' as const, options: doctors, hint: t`预约了这位医生的会员取号后直接排到本诊室` },
    { key: 'passAfter' as const, hint: t`过号后排到几个人之后` },
    'status' as const,
    'sort' as const,
    'note' as const,
  ]
  return props.row ? (
    <Form of={rooms['settings.consulting-manage.update']} fixed={{ hid, id: props.row.id }} fields={fields} {...common} />
  ) : (
    <Form of={rooms['settings.consulting-manage.create']} fixed={{ hid }} fields={fields} {...common} />
  )
}

const NEW_SCREEN = { speak: true, speechRate: 0.9, showWait: true }
function ScreenForm({ offices, rooms: choices, ...props }: FormProps<LargeScreen> & PlaceFormProps['options']) {
  const { hid } = useWho()
  const common = useCommon(props, NEW_SCREEN)
  const fields = [
    'name' as const,
    { key: 'officeId' as const, options: offices, hint: t`只显示一个科室` },
    { key: 'consultingId' as const, options: choices, hint: t`只显示一个诊室（门口屏）` },
    'speak' as const,
    'speechRate' as const,
    'showWait' as const,
    { key: 'notice' as const, span: 12 },
  ]
  return props.row ? (
    <Form of={rooms['large-screens.update']} fixed={{ hid, id: props.row.id, version: props.row.version }} fields={fields} {...common} />
  ) : (
    <Form of={rooms['large-screens.create']} fixed={{ hid }} fields={fields} {...common} />
  )
}
