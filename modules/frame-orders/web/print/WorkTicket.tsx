import { Barcode, PaperEyes, PaperFacts, PaperTable, PrintSheet, Qr, t, tr, useCall, useId } from '#kernel/web/index.ts'
import { metaOf } from '#kernel/contract/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import { binocleType, tokensOf } from '../../contract/fields.ts'
import { powerCells } from '../columns.tsx'
import type { FrameOrderInfo } from '../../contract/shapes.ts'

export const EYE_COLUMNS = () =>
  [
    ['ds', t`球镜 D`],
    ['dc', t`柱镜 D`],
    ['ax', t`轴位 °`],
    ['add', t`下加光 D`],
    ['prism', t`棱镜`],
    ['pd', t`单眼瞳距 mm`],
    ['ph', t`瞳高 mm`],
  ] as const

/** The work ticket that goes with the tray: its barcode opens the job. */
export default function WorkTicket() {
  const id = useId('recordFrameId')
  const order = useCall(frameOrders['frame.print'], { id })
  const o = order.data
  return (
    <PrintSheet
      paper="A5 landscape"
      title={t`配镜加工单`}
      of={order}
      code={
        o && (
          <span className="paper-codes">
            <Qr of={`${location.origin}/process/edit/${id}`} />
            <Barcode of={o.orderNo} />
          </span>
        )
      }
      signatures={[t`发料`, t`初检`, t`加工`, t`终检`]}
    >
      {o && (
        <>
          <PaperFacts
            items={[
              [t`会员`, o.patientName],
              [t`取镜时间`, o.promisedAt?.slice(0, 16) ?? '—'],
              [t`类型`, tr(metaOf(binocleType).options?.[o.binocleType] ?? '')],
              [t`加急`, o.rush ? t`是` : t`否`],
              [t`镜圈 □ 鼻梁`, frameSize(o)],
              [t`移心（右 / 左）`, decentration(o)],
              [t`加工要求`, tokensOf(o.orderOptions).map(tr).join('、') || '—'],
            ]}
          />
          <PaperEyes columns={EYE_COLUMNS()} od={powerCells(o, 'Od')} os={powerCells(o, 'Os')} />
          <PaperTable columns={[t`部位`, t`商品`, t`数量>`]} rows={goodsOf(o).map((i) => [part(i.part), i.name, i.quantity])} />
          {o.note && (
            <p>
              {t`备注`}：{o.note}
            </p>
          )}
        </>
      )}
    </PrintSheet>
  )
}
/** What lies in the tray; what is only charged is no goods. */
const goodsOf = (o: FrameOrderInfo) =>
  o.items.length ? o.items.filter((i) => i.part !== 'service') : [{ part: 'frame', name: o.frameBrand ?? '—', quantity: 1 }]
const part = (p: string) => ({ frame: t`镜架`, lens_od: t`右眼镜片`, lens_os: t`左眼镜片`, service: t`服务` })[p] ?? p
/** Opening, bridge and, where it was measured, the effective diameter of the frame, mm. */
const frameSize = ({ frameA, frameDbl, frameEd }: FrameOrderInfo): string =>
  `${frameA ?? '—'} □ ${frameDbl ?? '—'} mm${frameEd === null ? '' : `，${t`有效直径`} ${frameEd}`}`
/** Decentration per eye, mm: half the boxed centre distance less the monocular PD; + is inward. */
const decentration = (o: FrameOrderInfo): string => {
  if (o.frameA === null || o.frameDbl === null) return '—'
  const half = (o.frameA + o.frameDbl) / 2
  const of = (pd: number | null) => (pd === null ? '—' : (half - pd).toFixed(1))
  return `${of(o.pdOd)} / ${of(o.pdOs)} mm`
}
