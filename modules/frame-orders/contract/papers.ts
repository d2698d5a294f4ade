/** The work ticket that goes with the tray: its bar code opens the job. */
import { ask, idAt, metaOf, paper, papers, type Words } from '#kernel/contract/index.ts'
import { frameOrders } from './endpoints.ts'
import { binocleType, tokensOf } from './fields.ts'
import type { FrameOrderInfo } from './shapes.ts'
import { eyeColumns, followedShown, powerCells } from './shown.ts'

const PARTS: Readonly<Record<string, string>> = { frame: '镜架', lens_od: '右眼镜片', lens_os: '左眼镜片', service: '服务' }
/** What lies in the tray; what is only charged is no goods. */
const goodsOf = (o: FrameOrderInfo) =>
  o.items.length ? o.items.filter((i) => i.part !== 'service') : [{ part: 'frame', name: o.frameBrand ?? '—', quantity: 1 }]
/** Opening, bridge and, where it was measured, the effective diameter of the frame, mm. */
const frameSize = ({ frameA, frameDbl, frameEd }: FrameOrderInfo, { t }: Words): string =>
  `${frameA ?? '—'} □ ${frameDbl ?? '—'} mm${frameEd === null ? '' : `，${t`有效直径`} ${frameEd}`}`
/** Decentration per eye, mm: half the boxed centre distance less the monocular PD; + is inward. */
const decentration = (o: FrameOrderInfo): string => {
  if (o.frameA === null || o.frameDbl === null) return '—'
  const half = (o.frameA + o.frameDbl) / 2
  const of = (pd: number | null) => (pd === null ? '—' : (half - pd).toFixed(1))
  return `${of(o.pdOd)} / ${of(o.pdOs)} mm`
}

const workTicket = paper({
  title: '配镜加工单',
  sizes: ['A5 landscape', 'A5', 'A4', 'continuous'],
  calls: { order: ask(frameOrders['frame.print'], (at) => ({ id: idAt(at, 'recordFrameId') })) },
  sheet: ({ order: o }, words, at) => ({
    codes: [
      { is: 'code', as: 'qr', of: `${at.origin}/process/edit/${idAt(at, 'recordFrameId')}` },
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

export default papers({ '/printProcess/{recordFrameId}': workTicket })
