/**
 * Ordering goods of any kind: what, how many, of whom and by when; each line says what lies here, what is on its way and what was agreed.
 */
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { z } from '#kernel/contract/index.ts'
import { Form, Money, t, useCall, useGo, useHolds, useWho, type FormItem, type FormState, type LineColumn } from '#kernel/web/index.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { SupplierPicker } from '#modules/suppliers/web/door.tsx'
import { lensOrders } from '../../contract/endpoints.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import { SaveLine, type OrderInfo } from '../../contract/shapes.ts'
import { listOf, pathOf } from '../kinds.ts'
import { PlacePicker, stockWords, type Placeable } from './PlacePicker.tsx'
import { createOf, placed, updateOf } from './save.ts'

type Names = 'pid' | 'supplierId' | 'promisedOn' | 'items' | 'orderNote'
const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
type Known = ReadonlyMap<number, Placeable>

export function GoodsOrder({ of: kind, order, pid }: { of: OrderKind; order?: OrderInfo | undefined; pid?: number | undefined }) {
  const { hid } = useWho()
  const go = useGo()
  const goods = useKnown(kind.kind, order)
  const initial = useMemo(() => (order ? startOf(order) : { pid, items: [{ number: 1 }] }), [order, pid])
  const cost = useHolds()('order:cost')
  const fields: ReadonlyArray<FormItem<Names>> = [
    ...(kind.member === 'none' ? [] : [whose]),
    { key: 'supplierId', span: 4, hint: t`留空时按商品的供应商`, control: supplier },
    { key: 'promisedOn', span: 4 },
    { key: 'items', span: 12, columns: columnsOf(kind, goods, cost, order), blank: { number: 1 } },
    { render: (form) => <Totals form={form} known={goods.known} cost={cost} /> },
    { key: 'orderNote', span: 12 },
  ]
  const common = {
    fields,
    initial,
    before: (values: Record<string, unknown>) => ({ ...values, items: linesOf(values.items, cost) }),
    onDone: (done: OrderInfo, _sent: unknown, way?: string) => void placed(done, way).then((to) => go(to)),
    saveLabel: t`提交`,
    onLeave: () => go(order ? pathOf(kind.kind, order.orderId) : listOf(kind.kind)),
    more: (form: FormState) => <Button disabled={form.busy} onClick={() => form.submit('draft')}>{t`存为草稿`}</Button>,
    invalidates: [lensOrders['orders.info'], lensOrders['orders.counts']],
  }
  return order ? (
    <Form of={updateOf(kind)} {...common} fixed={{ hid, id: order.orderId, version: order.version }} />
  ) : (
    <Form of={createOf(kind)} {...common} fixed={{ hid }} draft={`order.${kind.kind}.new`} />
  )
}
/** Whom it is for, where the kind may be for a member. */
const whose: FormItem<Names> = {
  key: 'pid',
  span: 4,
  control: (form, id) => <PatientPicker id={id} chosen={numberIn(form.values.pid)} onChange={(to) => form.set('pid', to)} />,
}
const supplier = (form: FormState, id: string) => (
  <SupplierPicker id={id} chosen={numberIn(form.values.supplierId)} onChange={(to) => form.set('supplierId', to)} />
)
/** The goods of the lines: read once for those the order has, learnt from the look-up for the others. */
function useKnown(kind: string, order: OrderInfo | undefined): { known: Known; learn: (row: Placeable) => void } {
  const { hid } = useWho()
  const [learnt, setLearnt] = useState<Known>(new Map())
  const ids = [...new Set(order?.items.map((i) => i.productId) ?? [])]
  const read = useCall(lensOrders['product.place-orders'], { hid, kind, productIds: ids, per_page: 200 }, { enabled: ids.length > 0 })
  const products = new Map([...(read.data?.list ?? []).map((row) => [row.productId, row] as const), ...learnt])
  return { known: products, learn: (row) => setLearnt((now) => new Map(now).set(row.productId, row)) }
}
const LINE = Object.keys(SaveLine.shape)

/** An order as its form begins. */
function startOf({ pid, supplierId, promisedOn, orderNote, items }: OrderInfo): Record<string, unknown> {
  const lines = items.map(({ ordered, cost, costReason, ...line }) => ({
    ...line,
    number: ordered,
    ...(line.costGiven ? { cost, costReason } : {}),
  }))
  return { pid, supplierId, promisedOn, orderNote, items: linesOf(lines, false) }
}
/**
 * What of the lines is sent: fields of a line, without those that are empty; by who sets costs an empty cost too, which is the usual one.
 */
function linesOf(items: unknown, cost: boolean): Array<Record<string, unknown>> {
  const lines = z.array(z.record(z.string(), z.unknown())).catch([]).parse(items)
  return lines.map((line) => ({
    ...(cost ? { cost: null } : {}),
    ...Object.fromEntries(LINE.flatMap((name) => (line[name] === undefined || line[name] === null ? [] : [[name, line[name]]]))),
  }))
}
function columnsOf(
  kind: OrderKind,
  { known: products, learn }: { known: Known; learn: (row: Placeable) => void },
  cost: boolean,
  order: OrderInfo | undefined,
): ReadonlyArray<string | LineColumn> {
  const rowOf = (line: Record<string, unknown>) => products.get(numberIn(line.productId) ?? 0)
  return [
    {
      key: 'productId',
      width: 300,
      control: (line, change) => (
        <PlacePicker
          kind={kind.kind}
          chosen={numberIn(line.productId)}
          known={rowOf(line)}
          name={order?.items.find((i) => i.productId === line.productId)?.name}
          onChange={(row) => {
            if (row) learn(row)
            change({ productId: row?.productId, unit: row?.unit ?? undefined })
          }}
        />
      ),
    },
    ...kind.parameters,
    'number',
    {
      key: 'stock',
      title: '库存和在途',
      width: 190,
      control: (line) => <span className="soft num">{stockWords(rowOf(line))}</span>,
    },
    ...(cost
      ? [
          {
            key: 'agreed',
            title: '合同价',
            width: 90,
            control: (line: Record<string, unknown>) => <Money of={rowOf(line)?.cost ?? null} />,
          },
          'cost',
          'costReason',
        ]
      : []),
    'note',
  ]
}
/** Pieces, and what they cost where one may know. */
function Totals({ form, known: products, cost }: { form: FormState; known: Known; cost: boolean }) {
  const lines = linesOf(form.values.items, false)
  const pieces = lines.reduce((n, line) => n + (numberIn(line.number) ?? 0), 0)
  const sum = lines.reduce(
    (n, line) => n + (numberIn(line.cost) ?? products.get(numberIn(line.productId) ?? 0)?.cost ?? 0) * (numberIn(line.number) ?? 0),
    0,
  )
  return (
    <p className="order-totals" role="status">
      {t`${lines.length} 种，共 ${pieces} 件`}
      {cost && (
        <>
          {' · '}
          {t`进价合计`} <Money of={sum} />
        </>
      )}
    </p>
  )
}
