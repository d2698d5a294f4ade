/**
 * Orders of lenses as they go to their maker: spectacle lenses, one or several; a hard lens with every parameter of both eyes; soft lenses
 * by boxes.
 */
import {
  ask,
  idAt,
  metaOf,
  paper,
  papers,
  powerOf,
  show,
  showPower,
  z,
  type Block,
  type PaperPlace,
  type PaperWords,
} from '#kernel/contract/index.ts'
import { tokensOf } from '#modules/frame-orders/contract/fields.ts'
import { lensOrders } from './endpoints.ts'
import { lineParameters, type LineParameter } from './fields.ts'
import { kindOf } from './kinds/index.ts'
import type { OrderInfo, OrderLine } from './shapes.ts'

const labelOf = (name: LineParameter): string => metaOf(lineParameters[name]).label ?? name
const shown = (name: LineParameter, value: unknown, tr: PaperWords['tr']): string =>
  value === null || value === undefined ? '—' : tr(show(lineParameters[name], value))
/** Parameters of a kind that some line of the order has. */
const parametersOf = ({ kind, items }: OrderInfo): LineParameter[] =>
  kindOf(kind).parameters.filter((name) => items.some((i) => i[name] !== null))
/** Both eyes with the given heads of their parameters. */
function eyes(o: OrderInfo, tr: PaperWords['tr'], head: (name: LineParameter) => string): Block {
  const names = parametersOf(o)
  const columnsOf = (eye: 'od' | 'os') => {
    const line = o.items.find((i) => i.eye === eye)
    return Object.fromEntries(names.map((name) => [name, shown(name, line?.[name], tr)]))
  }
  return { is: 'eyes', columns: names.map((name) => [name, head(name)] as const), od: columnsOf('od'), os: columnsOf('os') }
}
const sideOf = ({ eye }: OrderLine, tr: PaperWords['tr']): string => tr(eye === 'os' ? '左眼 OS' : '右眼 OD')
const perEye = (o: OrderInfo, { tr }: PaperWords): Block => ({
  is: 'table',
  columns: ['眼别', '商品', { title: '数量', right: true }],
  rows: o.items.map((i) => [sideOf(i, tr), i.name, i.ordered]),
})
const POWER: readonly string[] = ['sph', 'cyl', 'axis']
/** Every line with its power and its boxes, right eyes first; several lines of one eye stand below each other. */
function boxes(o: OrderInfo, { tr }: PaperWords): Block {
  const ofEyes = o.items.some((i) => i.eye)
  const names = parametersOf(o).filter((name) => !POWER.includes(name))
  const rank = ({ eye }: OrderLine) => (eye === null ? 2 : Number(eye === 'os'))
  return {
    is: 'table',
    columns: [...(ofEyes ? ['眼别'] : []), '商品', { title: '光度', whole: true }, ...names.map(labelOf), { title: '数量', right: true }],
    rows: o.items
      .toSorted((a, b) => rank(a) - rank(b) || a.lineNo - b.lineNo)
      .map((i) => [
        ...(ofEyes ? [sideOf(i, tr)] : []),
        i.name,
        showPower(powerOf(i)),
        ...names.map((name) => shown(name, i[name], tr)),
        [i.ordered, i.unit].filter(Boolean).join(' '),
      ]),
  }
}

/** The orders of the address: one number, or several joined by commas, each on its sheet. */
function each(place: PaperPlace): PaperPlace[] {
  const ids = [...new Set((place.params.lensOrderId ?? '').split(',').map(Number).filter(Boolean))]
  return (ids.length ? ids : [0]).map((id) => ({ ...place, params: { ...place.params, lensOrderId: String(id) } }))
}
const glasses = paper({
  title: '镜片订单',
  sizes: ['A5 landscape', 'A4', 'continuous'],
  params: { lensOrderId: z.string().regex(/^\d{1,15}(,\d{1,15})*$/) },
  each,
  calls: { order: ask(lensOrders['lens-orders.get'], (place) => ({ id: idAt(place, 'lensOrderId') })) },
  sheet: ({ order: o }, words) => {
    const { tr } = words
    const ofEyes = o.items.some((i) => i.eye)
    const names = parametersOf(o)
    return {
      codes: [{ is: 'code', as: 'bar', of: o.orderNo }],
      signatures: ['开单人', '供应商', '收货'],
      blocks: [
        {
          is: 'facts',
          items: [
            ['单号', o.orderNo],
            ['日期', o.orderDate],
            ['供应商', o.supplierName],
            ['承诺到货', o.promisedOn],
            ['门店', o.storeName],
            ['会员', o.patientName],
            ['加工要求', tokensOf(o.orderOptions).map(tr).join('、')],
          ],
        },
        ofEyes
          ? eyes(o, tr, labelOf)
          : {
              is: 'table',
              columns: ['商品', ...names.map(labelOf), { title: '数量', right: true }],
              rows: o.items.map((i) => [i.name, ...names.map((name) => shown(name, i[name], tr)), i.ordered]),
            },
        ofEyes && perEye(o, words),
        o.orderNote && { is: 'text', title: '备注', text: o.orderNote },
      ],
    }
  },
})

const okjing = paper({
  title: '硬镜订单',
  sizes: ['A4', 'A5 landscape'],
  calls: { order: ask(lensOrders['orders.info'], (place) => ({ id: idAt(place, 'orderId') })) },
  sheet: ({ order: o }, words) => ({
    codes: [{ is: 'code', as: 'bar', of: o.orderNo }],
    signatures: ['开单人', '审核人', '供应商'],
    blocks: [
      {
        is: 'facts',
        items: [
          ['单号', o.orderNo],
          ['日期', o.orderDate],
          ['会员', o.patientName],
          ['会员号', o.memberNo],
          ['门店', o.storeName],
          ['供应商', o.supplierName],
          ['承诺到货', o.promisedOn],
          ['处方号', o.rxNo],
          ['开单人', o.writer],
          ['审核人', o.reviewer],
        ],
      },
      eyes(o, words.tr, (name) => [words.tr(labelOf(name)), metaOf(lineParameters[name]).unit].filter(Boolean).join(' ')),
      perEye(o, words),
      o.orderNote && { is: 'text', title: '备注', text: o.orderNote },
    ],
  }),
})

/** Soft lenses: of a member, eye by eye, or for the shelf. */
const soft = paper({
  title: '软镜订单',
  sizes: ['A4', 'A5 landscape', 'continuous'],
  calls: { order: ask(lensOrders['orders.info'], (place) => ({ id: idAt(place, 'orderId') })) },
  sheet: ({ order: o }, words) => ({
    codes: [{ is: 'code', as: 'bar', of: o.orderNo }],
    signatures: o.pid === null ? ['开单人', '供应商', '收货'] : ['开单人', '审核人', '供应商'],
    blocks: [
      {
        is: 'facts',
        items: [
          ['单号', o.orderNo],
          ['日期', o.orderDate],
          ...(o.pid === null
            ? []
            : ([
                ['会员', o.patientName],
                ['会员号', o.memberNo],
              ] as const)),
          ['门店', o.storeName],
          ['供应商', o.supplierName],
          ['承诺到货', o.promisedOn],
          ...(o.pid === null ? [] : ([['处方号', o.rxNo]] as const)),
          ['开单人', o.writer],
          ...(o.pid === null ? [] : ([['审核人', o.reviewer]] as const)),
        ],
      },
      boxes(o, words),
      o.orderNote && { is: 'text', title: '备注', text: o.orderNote },
    ],
  }),
})

export default papers({
  '/print-glasses/{lensOrderId}': glasses,
  '/batchPrint-glasses/{lensOrderId}': glasses,
  '/print/okjing-order/{orderId}': okjing,
  '/print/contact-lens-order/{orderId}': soft,
})
