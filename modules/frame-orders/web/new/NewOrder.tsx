import { useMemo } from 'react'
import { Form, Screen, t, useCall, useGo, useSearch, useWho, type FormItem, type Rule } from '#kernel/web/index.ts'
import { StaffPicker } from '#modules/account/web/door.tsx'
import { PatientBarFor, PatientPicker } from '#modules/patients/web/door.tsx'
import { frameOrders } from '../../contract/endpoints.ts'
import { NewFrameOrder } from '../../contract/shapes.ts'
import { powerFindings } from '#modules/exams/contract/checks.ts'
import { PrescriptionPicker, usePrescriptions } from './PrescriptionPicker.tsx'
import type { RxLine } from '#modules/records/contract/shapes.ts'

const BASES = ['ds', 'dc', 'ax', 'add', 'prism', 'base', 'pd', 'ph']
/** What an order takes over of a prescription's line. */
const takenOver = (line: RxLine | undefined) => Object.fromEntries(Object.entries(line ?? {}).filter(([key]) => key in NewFrameOrder.shape))

/** A new order: the member, the prescription it follows, and what differs from it. */
export default function NewOrder() {
  const go = useGo()
  const who = useWho()
  const [search] = useSearch()
  const [pid, prescriptionId] = [Number(search.pid) || undefined, Number(search.prescriptionId) || undefined]
  const rx = usePrescriptions(prescriptionId ? pid : undefined)
  const line = rx.data?.list.find((r) => r.id === prescriptionId)?.list[0]
  const initial = useMemo(
    () => ({
      ...(pid ? { pid } : {}),
      ...(prescriptionId ? { prescriptionId } : {}),
      ...takenOver(line),
      binocleType: 1 as const,
      lenOrderType: (who.orderMethod === 2 ? 2 : 1) as 1 | 2,
    }),
    [pid, prescriptionId, line, who.orderMethod],
  )
  const last = useCall(frameOrders['frame.last-record'], { pid: pid ?? 0 }, { enabled: pid !== undefined, fallback: null })
  return (
    <Screen note={t`度数由处方带入，修改处会标出`} bar={pid !== undefined && <PatientBarFor pid={pid} />}>
      <Form
        of={frameOrders['frame.create']}
        fixed={{ hid: who.hid }}
        initial={initial}
        draft={`frame-order.${pid ?? 'new'}.${prescriptionId ?? ''}`}
        fields={[
          ...people,
          { group: t`订单`, items: ['binocleType', 'lenOrderType', { key: 'promisedAt', hint: t`不填则按商品设置的取镜天数` }, 'rush'] },
          { eyes: BASES, title: t`度数`, ...(last.data ? { previous: last.data, previousLabel: last.data.orderDate } : {}) },
          'note',
        ]}
        rules={rules}
        onDone={(order) => go(`/process/edit/${order.recordFrameId}`)}
        onLeave={() => go('/process/index')}
      />
    </Screen>
  )
}

/** Whose glasses, after which prescription, sold by whom. */
const people: ReadonlyArray<FormItem<'pid' | 'prescriptionId' | 'optristId'>> = [
  {
    key: 'pid',
    span: 4,
    control: (form, id) => <PatientPicker id={id} chosen={form.values.pid as number | undefined} onChange={(p) => form.set('pid', p)} />,
  },
  {
    key: 'prescriptionId',
    span: 4,
    control: (form, id) => (
      <PrescriptionPicker
        id={id}
        pid={form.values.pid as number | undefined}
        chosen={form.values.prescriptionId as number | undefined}
        onChange={(rxId, chosen) => form.setAll({ prescriptionId: rxId, ...takenOver(chosen) })}
      />
    ),
  },
  {
    key: 'optristId',
    span: 4,
    control: (form, id) => (
      <StaffPicker
        id={id}
        chosen={form.values.optristId as number | null | undefined}
        onChange={(ctid) => form.set('optristId', ctid ?? null)}
      />
    ),
  },
]

/** What the checks of a power find: forbidden, or unusual and to be confirmed. */
const rules: Rule = (v) =>
  powerFindings(v).map((f) => ({ field: f.field, sentence: f.sentence, kind: f.level === 'warn' ? 'ask' : 'wrong' }))
