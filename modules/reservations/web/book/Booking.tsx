/** Booking, moving and walk-in: one form in a drawer. */
import { Checkbox, Drawer } from 'antd'
import { useMemo, useState } from 'react'
import {
  Choose,
  Form,
  Slot,
  t,
  today,
  toast,
  useCall,
  useCan,
  useWho,
  type FormItem,
  type FormState,
  type SentOf,
} from '#kernel/web/index.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { reservations } from '../../contract/endpoints.ts'
import { rooms } from '../../contract/endpoints.rooms.ts'
import { minutesOf, withPlan } from '../../contract/fields.ts'
import { inBooking } from '../../contract/slots.ts'
import type { ActionVisit } from '../actions.tsx'
import { useDoctors } from '../data.ts'
import '../reservations.css'

export interface BookingStart {
  resid?: number
  version?: number
  pid?: number
  doctorId?: number | null
  visitAt?: string
  visitEnd?: string
  type?: ActionVisit['type']
  note?: string | null
  walkIn?: boolean
  patientName?: string
}

export interface BookingProps {
  /** Initial values; undefined closes the drawer. */
  start: BookingStart | undefined
  onClose: () => void
  onDone?: (visit: ActionVisit) => void
}

const save = reservations['reservations.legacy.save']

export function Booking({ start, onClose, onDone }: BookingProps) {
  return (
    <Drawer open={start !== undefined} onClose={onClose} title={titleOf(start)} size={560} destroyOnHidden rootClassName="booking" keyboard>
      {start && <BookingForm start={start} onClose={onClose} {...(onDone ? { onDone } : {})} />}
    </Drawer>
  )
}

function titleOf(start: BookingStart | undefined): string {
  if (start?.resid) return t`修改或改约`
  return start?.walkIn ? t`现场登记` : t`新增预约`
}

type Item = FormItem<keyof SentOf<typeof save> & string>

function BookingForm({ start, onClose, onDone }: BookingProps & { start: BookingStart }) {
  const who = useWho()
  const can = useCan()
  const [day, setDay] = useState(start.visitAt?.slice(0, 10) ?? today())
  const { options } = useDoctors(day)
  const { walkIn, resid, version } = start
  const initial = useMemo(() => ({ type: 2, requestFrom: 1, ...start }), [start])
  const onSaved = (visit: ActionVisit) => {
    toast(
      visit.ticketNo ? t`${visit.patientName} 已取号 ${visit.ticketNo}` : t`已预约 ${visit.patientName} ${visit.visitAt.slice(5, 16)}`,
      'ok',
    )
    onDone?.(visit)
    onClose()
  }
  const whom: readonly Item[] = [
    { key: 'pid', span: 12, control: (form, id) => <Member form={form} id={id} start={start} /> },
    'type',
    { key: 'doctorId', options, ...(walkIn ? { hint: t`不选则由空闲诊室叫号` } : {}) },
  ]
  return (
    <Form
      of={save}
      fixed={{ hid: who.hid, ...(resid ? { resid, ...(version === undefined ? {} : { version }) } : {}), ...(walkIn ? { walkIn } : {}) }}
      initial={initial}
      saveLabel={walkIn ? t`登记并取号` : t`保存`}
      onDone={onSaved}
      onLeave={onClose}
      fields={[...whom, ...(walkIn ? atOnce : atTime(setDay, can('reservation:override'))), { render: (form) => <Again form={form} /> }]}
    />
  )
}

/** The member: selected for a new reservation, shown for an existing one. */
const Member = ({ form, id, start }: { form: FormState; id: string; start: BookingStart }) =>
  start.resid ? (
    <strong>{start.patientName}</strong>
  ) : (
    <PatientPicker id={id} autoFocus={!start.pid} chosen={form.values.pid as number | undefined} onChange={(pid) => form.set('pid', pid)} />
  )

/** Shown after the server reported an existing reservation; saving with it ticked books anyway. */
function Again({ form }: { form: FormState }) {
  const needsConfirm = form.shown('confirm')
  const ticked = form.values.confirm === true
  if (!needsConfirm && !ticked) return null
  return (
    <div className="book-again" role="alert" data-field="confirm">
      {needsConfirm && <span>{needsConfirm.sentence}</span>}
      <Checkbox checked={ticked} onChange={(e) => form.set('confirm', e.target.checked)}>{t`确认再约一次`}</Checkbox>
    </div>
  )
}

/** Walk-ins are assigned to a room. */
const atOnce: readonly Item[] = [
  {
    key: 'consultingId',
    control: (form, id) => (
      <RoomChoice id={id} chosen={form.values.consultingId as number | undefined} onChange={(room) => form.set('consultingId', room)} />
    ),
  },
  'note',
]
/** The note with the cost plan, replacing a previous one. */
const noted = (form: FormState, plan: string | undefined) =>
  form.set('note', withPlan(typeof form.values.note === 'string' ? form.values.note : '', plan))
/** Time of a booking; outside the roster a reason is required. */
const atTime = (onDay: (day: string) => void, overrides: boolean): readonly Item[] => [
  'visitAt',
  { key: 'visitEnd', placeholder: t`不填则按预约类型` },
  { render: (form) => <Slots form={form} onDay={onDay} /> },
  'requestFrom',
  { key: 'trainType', when: (v) => v.type === 4 },
  { render: (form) => <Slot of={inBooking} told={{ note: (plan) => noted(form, plan) }} /> },
  'note',
  ...(overrides ? [{ key: 'offDutyNote' as const, span: 12, hint: t`医生当时没有排班或已约满时必填` }] : []),
]

/** Active consulting rooms. */
function RoomChoice({ id, chosen, onChange }: { id?: string; chosen: number | undefined; onChange: (room: number | undefined) => void }) {
  const who = useWho()
  return (
    <Choose
      {...(id ? { id } : {})}
      of={rooms['consulting-rooms']}
      input={{ hid: who.hid }}
      value="id"
      label={(r) => r.name}
      chosen={chosen}
      onChange={(v) => onChange(v === undefined ? undefined : Number(v))}
    />
  )
}

/** Free slots of the selected doctor and day; a click fills in both times. */
function Slots({ form, onDay }: { form: FormState; onDay: (day: string) => void }) {
  const who = useWho()
  const doctorId = form.values.doctorId as number | undefined
  const visitAt = form.values.visitAt as string | undefined
  const day = visitAt?.slice(0, 10) ?? today()
  const length = minutesOf[(form.values.type as ActionVisit['type'] | undefined) ?? 2]
  const { data } = useCall(
    rooms['duties.interval'],
    { id: doctorId ?? 0, hid: who.hid, day, minutes: length },
    { enabled: Boolean(doctorId), live: ['reservations'] },
  )
  if (!doctorId || !data) return null
  const free = data.filter((s) => s.free)
  return (
    <div className="free-slots" role="group" aria-label={t`可约时间`}>
      {free.length === 0 && <span className="soft">{t`${day} 没有可约的时间`}</span>}
      {free.map((s) => (
        <button
          key={s.time}
          type="button"
          aria-pressed={visitAt?.slice(11, 16) === s.time}
          onClick={() => {
            onDay(day)
            form.setAll({ visitAt: `${day} ${s.time}:00`, visitEnd: `${day} ${s.end}:00` })
          }}
        >
          {s.time}
        </button>
      ))}
    </div>
  )
}

/** Initial values for changing or moving a reservation. */
export const startOf = (visit: ActionVisit): BookingStart => ({
  resid: visit.resid,
  version: visit.version,
  pid: visit.pid,
  patientName: visit.patientName,
  doctorId: visit.doctorId,
  visitAt: visit.visitAt,
  visitEnd: visit.visitEnd,
  type: visit.type,
  note: visit.note,
})
