/** The work ticket that goes with the tray, whose code opens the job; what the member takes home of an order and of its after-sales. */
import {
  ask,
  askAfter,
  idAt,
  metaOf,
  paper,
  papers,
  showMoney,
  type Block,
  type PaperSheet,
  type PaperWords,
} from '#kernel/contract/index.ts'
import { frameOrders } from './endpoints.ts'
import { binocleType, tokensOf } from './fields.ts'
import type { FrameOrderInfo } from './shapes.ts'
import { ServiceCase } from './service.ts'
import { frameOrder } from './states.ts'
import { eyeColumns, followedShown, powerCells } from './shown.ts'

const PARTS: Readonly<Record<string, string>> = { frame: '镜架', lens_od: '右眼镜片', lens_os: '左眼镜片', service: '服务' }
/** What lies in the tray; what is only charged is no goods. */
const goodsOf = (o: FrameOrderInfo) =>
  o.items.length ? o.items.filter((i) => i.part !== 'service') : [{ part: 'frame', name: o.frameBrand ?? '—', quantity: 1 }]
/** Opening, bridge and, where it was measured, the effective diameter of the frame, mm. */
const frameSize = ({ frameA, frameDbl, frameEd }: FrameOrderInfo, { t }: PaperWords): string =>
  `${frameA ?? '—'} □ ${frameDbl ?? '—'} mm${frameEd === null ? '' : `，${t`有效直径`} ${frameEd}`}`
/** Decentration per eye, mm: half the boxed centre distance less the monocular PD; + is inward. */
const decentration = (o: FrameOrderInfo): string => {
  if (o.frameA === null || o.frameDbl === null) return '—'
  const half = (o.frameA + o.frameDbl) / 2
  const otherPd = (pd: number | null) => (pd === null ? '—' : (half - pd).toFixed(1))
  return `${otherPd(o.pdOd)} / ${otherPd(o.pdOs)} mm`
}

const workTicket = paper({
  title: '配镜加工单',
  sizes: ['A5 landscape', 'A5', 'A4', 'continuous'],
  calls: { order: ask(frameOrders['frame.print'], (place) => ({ id: idAt(place, 'recordFrameId') })) },
  sheet: ({ order: o }, words, place) => ({
    codes: [
      { is: 'code', as: 'qr', of: `${place.origin}/process/edit/${idAt(place, 'recordFrameId')}` },
      { is: 'code', as: 'bar', of: o.orderNo },
    ],
    signatures: ['发料', '初检', '加工', '终检'],
    blocks: [
      {
        is: 'facts',
        items: [
          ['会员', o.patientName],
          ['取镜时间', o.promisedAt?.slice(0, 16)],
          ['类型', words.tr(metaOf(binocleType).options?.[o.binocleType] ?? '')],
          ['加急', o.rush ? words.t`是` : words.t`否`],
          ['镜圈 □ 鼻梁', frameSize(o, words)],
          ['移心（右 / 左）', decentration(o)],
          ['加工要求', tokensOf(o.orderOptions).map(words.tr).join('、')],
          ['依据处方', followedShown(o.followed, words)],
        ],
      },
      { is: 'eyes', columns: eyeColumns, od: powerCells(o, 'Od', words.tr), os: powerCells(o, 'Os', words.tr) },
      {
        is: 'table',
        columns: ['部位', '商品', { title: '数量', right: true }],
        rows: goodsOf(o).map((i) => [words.tr(PARTS[i.part] ?? i.part), i.name, i.quantity]),
      },
      o.note && { is: 'text', title: '备注', text: o.note },
    ],
  }),
})

const chosen = (field: keyof ServiceCase, value: string, { tr }: PaperWords): string =>
  tr(metaOf(ServiceCase.shape[field]).options?.[value] ?? value)
const caseFacts = (c: ServiceCase, words: PaperWords): Block => ({
  is: 'facts',
  items: [
    ['售后类型', chosen('kind', c.kind, words)],
    ['费用承担', chosen('payer', c.payer, words)],
    ['质保', c.inWarranty ? words.t`质保内` : words.t`已过质保`],
    ['受理', `${c.opener ?? ''} ${c.openedAt.slice(0, 16)}`.trim()],
    ['原因', c.complaint],
  ],
})
/** What was ordered, what it costs, when it is ready; of glasses that came back, why. */
const copyOf = (o: FrameOrderInfo, words: PaperWords, service?: ServiceCase): PaperSheet => ({
  codes: [{ is: 'code', as: 'bar', of: o.orderNo }],
  signatures: ['经办人', '会员签名'],
  blocks: [
    {
      is: 'facts',
      items: [
        ['单号', o.orderNo],
        ['日期', o.orderDate],
        ['会员', o.patientName],
        ['取镜时间', o.promisedAt?.slice(0, 16)],
        ['门店', o.storeName],
        ['销售', o.saler],
        ['依据处方', followedShown(o.followed, words)],
      ],
    },
    service && caseFacts(service, words),
    { is: 'eyes', columns: eyeColumns, od: powerCells(o, 'Od', words.tr), os: powerCells(o, 'Os', words.tr) },
    {
      is: 'table',
      columns: ['商品', { title: '数量', right: true }, { title: '金额', right: true, price: true }],
      rows: o.items.map((i) => [i.name, i.quantity, showMoney(i.price * i.quantity)]),
      foot: [words.t`合计`, '', showMoney(o.total)],
    },
    o.billPrice !== null && o.billPrice !== o.total && { is: 'text', price: true, text: words.t`优惠后应收 ${showMoney(o.billPrice)}` },
    { is: 'text', text: words.t`凭此单取镜。取镜时请当面核对度数并试戴。` },
  ],
})
const order = ask(frameOrders['frame.customer-print'], (place) => ({ id: idAt(place, 'recordFrameId') }))
const sizes = ['A5', 'A5 landscape', 'A4', 'continuous'] as const
const memberCopy = paper({ title: '配镜订单', sizes, prices: true, calls: { order }, sheet: ({ order: o }, words) => copyOf(o, words) })
const afterSales = paper({
  title: '配镜售后单',
  sizes,
  prices: true,
  calls: {
    order,
    service: askAfter(order, frameOrders['frame.customer-service.get'], ({ status, recordFrameId: id }) =>
      status === frameOrder.is.afterSales ? { id } : undefined,
    ),
  },
  sheet: ({ order: o, service }, words) => copyOf(o, words, service),
})

export default papers({
  '/printframe/{recordFrameId}': memberCopy,
  '/printProcess/{recordFrameId}': workTicket,
  '/printFrameAfterSales/{recordFrameId}': afterSales,
})
