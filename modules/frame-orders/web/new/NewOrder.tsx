import { useMemo } from 'react'
import { Form, Screen, t, useCall, useGo, useSearch, useWho, type FormItem, type FormRule, type FormValues } from '#kernel/web/index.ts'
import { StaffPicker } from '#modules/account/web/door.tsx'
import { PatientBarFor, PatientPicker } from '#modules/patients/web/door.tsx'
import { frameOrders } from '../../contract/endpoints.ts'
import { lineFor, takenOver, usualType } from '../../contract/check/use.ts'
import { powerFindings } from '#modules/exams/contract/checks/checks.ts'
import { PrescriptionPicker, TypePicker, usePrescriptions } from './PrescriptionPicker.tsx'
import type { RxLine } from '#modules/records/contract/shapes.ts'

const BASES = ['ds', 'dc', 'ax', 'add', 'prism', 'base', 'pd', 'ph']
const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
/** What an order of a type takes over of a prescription, and from which of its lines. */
function taken(lines: readonly RxLine[] | undefined, type: number): FormValues {
  const line = lines && lineFor(lines, type)
  return line ? { ...takenOver(line, type), rxLineId: line.lineId } : {}
}

/** A new order: the member, the prescription it follows, and what differs from it. */
export default function NewOrder() {
  const go = useGo()
  const who = useWho()
  const [search] = useSearch()
  const [pid, prescriptionId] = [Number(search.pid) || undefined, Number(search.prescriptionId) || undefined]
  const rx = usePrescriptions(prescriptionId ? pid : undefined)
  const lines = rx.data?.list.find((r) => r.id === prescriptionId)?.list
  const initial = useMemo(() => {
    const binocleType = usualType(lines)
    return {
      ...(pid ? { pid } : {}),
      ...(prescriptionId ? { prescriptionId } : {}),
      ...taken(lines, binocleType),
      binocleType,
      lenOrderType: (who.orderMethod === 2 ? 2 : 1) as 1 | 2,
    }
  }, [pid, prescriptionId, lines, who.orderMethod])
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
          { group: t`订单`, items: [typeOfGlasses, 'lenOrderType', { key: 'promisedAt', hint: t`不填则按商品设置的取镜天数` }, 'rush'] },
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

/** The type of glasses decides which line of the prescription is ordered: its powers come with it. */
const typeOfGlasses: FormItem<'binocleType'> = {
  key: 'binocleType',
  control: (form, id) => (
    <TypePicker
      id={id}
      pid={numberIn(form.values.pid)}
      prescriptionId={numberIn(form.values.prescriptionId)}
      chosen={numberIn(form.values.binocleType)}
      onChange={(binocleType, lines) => form.setAll({ binocleType, ...taken(lines, binocleType) })}
    />
  ),
}
/** Whose glasses, after which prescription, sold by whom. */
const people: ReadonlyArray<FormItem<'pid' | 'prescriptionId' | 'optristId'>> = [
  {
    key: 'pid',
    span: 4,
    control: (form, id) => <PatientPicker id={id} chosen={numberIn(form.values.pid)} onChange={(p) => form.set('pid', p)} />,
  },
  {
    key: 'prescriptionId',
    span: 4,
    control: (form, id) => (
      <PrescriptionPicker
        id={id}
        typed
        pid={numberIn(form.values.pid)}
        chosen={numberIn(form.values.prescriptionId)}
        onChange={(rxId, lines) => {
          const binocleType = usualType(lines)
          form.setAll({ prescriptionId: rxId, ...(lines ? { binocleType, ...taken(lines, binocleType) } : { rxLineId: undefined }) })
        }}
      />
    ),
  },
  {
    key: 'optristId',
    span: 4,
    control: (form, id) => (
      <StaffPicker id={id} chosen={numberIn(form.values.optristId)} onChange={(ctid) => form.set('optristId', ctid ?? null)} />
    ),
  },
]

/** What the checks of a power find: forbidden, or unusual and to be confirmed. */
const rules: FormRule = (v) =>
  powerFindings(v).map((f) => ({ field: f.field, sentence: f.sentence, kind: f.level === 'warn' ? 'ask' : 'wrong' }))
