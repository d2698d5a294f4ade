/** Ordering a pair of lenses: whose, after which prescription, which product, each parameter of each eye, and when it is promised. */
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { isReason } from '#kernel/contract/index.ts'
import { Form, t, useGo, useWho, type FormItem, type FormState } from '#kernel/web/index.ts'
import { orderReasons } from '#modules/frame-orders/contract/check/confirm.ts'
import { LinePicker, PrescriptionPicker } from '#modules/frame-orders/web/door.tsx'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { ProductPicker } from '#modules/products/web/door.tsx'
import { rxType, usesOf } from '#modules/records/contract/prescription/prescribe.ts'
import { FittingPicker } from '#modules/records/web/door.tsx'
import { productCategory } from '#modules/products/contract/fields.ts'
import { SupplierPicker } from '#modules/suppliers/web/door.tsx'
import { lensOrders } from '../../contract/endpoints.ts'
import { orderKinds } from '../../contract/kinds/index.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import type { OrderPreview } from '../../contract/preview.ts'
import type { OrderInfo } from '../../contract/shapes.ts'
import { listOf, pathOf } from '../kinds.ts'
import { basesOf, flat, flatCreate, flatUpdate, placed, reasonsIn, wrapped, wrappedCreate, wrappedUpdate } from './save.ts'
import { Rail } from './Rail.tsx'
import { Told as Findings } from './Told.tsx'
import { linkIn, usePreview } from './usePreview.ts'

/** What is written: a new order, a change of one, or a replacement of one. */
export interface Writing {
  of: OrderKind
  order?: OrderInfo | undefined
  replaces?: OrderInfo | undefined
  pid?: number | undefined
  prescriptionId?: number | undefined
  /** The job whose lenses are ordered: whose they are, after what and which follows from it. */
  recordFrameId?: number | undefined
}
type Names =
  | 'pid'
  | 'prescriptionId'
  | 'rxLineId'
  | 'fittingId'
  | 'supplierId'
  | 'productId'
  | 'numberOd'
  | 'numberOs'
  | 'promisedOn'
  | 'cause'
  | 'orderNote'
const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

export function EyesOrder(writing: Writing) {
  const { of: kind, order, replaces } = writing
  const { hid } = useWho()
  const go = useGo()
  const basis = order ?? replaces
  const initial = basis
    ? startOf(basis, order === undefined)
    : { pid: writing.pid, prescriptionId: writing.prescriptionId, recordFrameId: writing.recordFrameId, numberOd: 1, numberOs: 1 }
  const bases = basesOf(kind)
  const [previewed, setPreviewed] = useState<Told>()
  const fields: ReadonlyArray<FormItem<Names>> = [
    ...people(kind, basis !== undefined, writing.prescriptionId !== undefined),
    ...(replaces ? (['cause'] as const) : []),
    { eyes: bases, title: '镜片参数', ...(replaces ? { previous: { ...replaces }, previousLabel: replaces.orderNo } : {}) },
    { render: (form) => <Seen of={kind} form={form} id={order?.orderId} linked={linkIn({ ...basis })} tell={setPreviewed} /> },
    { group: '数量和承诺', items: ['numberOd', 'numberOs', 'promisedOn', { key: 'orderNote', span: 6 }] },
  ]
  const { calls } = kind
  const seen = order && { orderId: order.orderId, version: order.version }
  const before = (values: Record<string, unknown>) => {
    const found = previewed?.seen?.findings ?? []
    const overrides = reasonsIn(values.overrides).filter((r) => isReason(orderReasons, r.reason) && found.some((f) => f.code === r.code))
    const body = { ...values, overrides, ...(replaces ? { originalId: replaces.orderId } : {}) }
    return calls.style === 'order' ? wrapped(body, calls.orderType, seen) : flat({ ...body, ...(order ? { version: order.version } : {}) })
  }
  const onDone = (done: OrderInfo, _sent: unknown, way?: string) => void placed(done, way).then((to) => go(to))
  const common = {
    fields,
    initial,
    before,
    onDone,
    fixed: { hid },
    saveLabel: t`提交`,
    onLeave: () => go(order ? pathOf(kind.kind, order.orderId) : listOf(kind.kind)),
    more: (form: FormState) => <Button disabled={form.busy} onClick={() => form.submit('draft')}>{t`存为草稿`}</Button>,
    aside: <Rail seen={previewed?.seen} promise={(day) => previewed?.form.set('promisedOn', day)} />,
    invalidates: [lensOrders['orders.info'], lensOrders['orders.counts']],
  }
  const draft = order ? {} : { draft: `order.${kind.kind}.${replaces?.orderId ?? writing.pid ?? 'new'}` }
  if (calls.style === 'order') return <Form of={order ? wrappedUpdate : wrappedCreate} {...common} {...draft} />
  return order ? <Form of={flatUpdate} {...common} fixed={{ hid, id: order.orderId }} /> : <Form of={flatCreate} {...common} {...draft} />
}
interface Told {
  readonly seen: OrderPreview | undefined
  readonly form: FormState
}
/** What the order would be as it stands, below the eyes; what it costs and when it is here stands beside the form. */
function Seen({
  of: kind,
  form,
  id,
  linked,
  tell,
}: {
  of: OrderKind
  form: FormState
  id: number | undefined
  linked: string
  tell: (told: Told) => void
}) {
  const seen = usePreview(kind, form.values, id)
  const now = useRef(form)
  now.current = form
  useEffect(() => tell({ seen, form: now.current }), [seen, tell])
  return <Findings of={kind} form={form} seen={seen} linked={linked} />
}
/** What an order says, as the form begins with it; a replacement takes over who and what, not when. */
function startOf(o: OrderInfo, again: boolean): Record<string, unknown> {
  const { eyeGlassOd: numberOd, eyeGlassOs: numberOs, promisedOn, orderNote, ...rest } = o
  return { ...rest, numberOd, numberOs, ...(again ? { cause: undefined } : { promisedOn, orderNote }) }
}
/** Rigid lenses are made after a fitting a second person has checked. */
const fits = ({ kind }: OrderKind): boolean => kind === orderKinds.okjing.kind
/** Uses of a prescription's lines that orders of the kind are made from. */
const usesFor = (kind: OrderKind): readonly number[] =>
  usesOf[fits(kind) ? rxType.orthok : kind.kind === orderKinds.soft.kind ? rxType.contact : rxType.glasses]
/** After a prescription the fitting is the next thing asked. */
const fitting = (required: boolean): FormItem<Names> => ({
  key: 'fittingId',
  span: 4,
  control: (form, id) => (
    <FittingPicker
      id={id}
      autoFocus={required}
      pid={numberIn(form.values.pid)}
      chosen={numberIn(form.values.fittingId)}
      onChange={(fittingId) => form.set('fittingId', fittingId)}
    />
  ),
})
/** Whose, after what, which product, of whom. */
const people = (kind: OrderKind, linked: boolean, prescribed: boolean): ReadonlyArray<FormItem<Names>> => [
  {
    key: 'pid',
    span: fits(kind) ? 4 : 3,
    control: (form, id) => (
      <PatientPicker id={id} disabled={linked} chosen={numberIn(form.values.pid)} onChange={(pid) => form.set('pid', pid)} />
    ),
  },
  {
    key: 'prescriptionId',
    span: fits(kind) ? 4 : 3,
    control: (form, id) => (
      <PrescriptionPicker
        id={id}
        pid={numberIn(form.values.pid)}
        chosen={numberIn(form.values.prescriptionId)}
        onChange={(prescriptionId, lines) =>
          form.setAll({ prescriptionId, rxLineId: lines?.find((l) => usesFor(kind).includes(l.kind))?.lineId })
        }
      />
    ),
  },
  {
    key: 'rxLineId',
    span: 3,
    control: (form, id) => (
      <LinePicker
        id={id}
        pid={numberIn(form.values.pid)}
        prescriptionId={numberIn(form.values.prescriptionId)}
        kinds={usesFor(kind)}
        chosen={numberIn(form.values.rxLineId)}
        onChange={(rxLineId) => form.set('rxLineId', rxLineId)}
      />
    ),
  },
  ...(fits(kind) ? [fitting(prescribed)] : []),
  ...goodsOf(kind),
]
/** Which product, and of which supplier. */
const goodsOf = (kind: OrderKind): ReadonlyArray<FormItem<Names>> => [
  {
    key: 'productId',
    span: fits(kind) ? 6 : 3,
    control: (form, id) => (
      <ProductPicker
        id={id}
        {...categoryOf(kind)}
        chosen={numberIn(form.values.productId)}
        onChange={(p) =>
          form.setAll({
            productId: p?.productId,
            productOd: p?.productId,
            productOs: p?.productId,
            ...(p?.supplierId ? { supplierId: p.supplierId } : {}),
          })
        }
      />
    ),
  },
  {
    key: 'supplierId',
    span: fits(kind) ? 6 : 3,
    control: (form, id) => (
      <SupplierPicker id={id} chosen={numberIn(form.values.supplierId)} onChange={(supplierId) => form.set('supplierId', supplierId)} />
    ),
  },
]
/** The picker looks in one category, or in all where the kind takes several. */
const categoryOf = ({ categories: [first, ...more] }: OrderKind) => (more.length ? {} : { category: productCategory.parse(first) })
