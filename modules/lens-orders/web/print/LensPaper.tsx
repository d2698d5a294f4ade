/** Spectacle lens orders on paper, one or several: what the supplier makes, eye by eye. */
import { Barcode, PaperEyes, PaperFacts, PaperTable, PrintSheet, t, tr, useCall, useParams } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { tokensOf } from '#modules/frame-orders/contract/fields.ts'
import type { OrderInfo } from '../../contract/shapes.ts'
import { labelOf, parametersOf, shownParameter } from '../words.tsx'
import { eyeCells } from './cells.ts'

/** The orders of the address: one number, or several joined by commas. */
export default function LensPaper() {
  const { lensOrderId = '' } = useParams()
  const ids = [...new Set(lensOrderId.split(',').map(Number).filter(Boolean))]
  return (ids.length ? ids : [0]).map((id) => <Paper key={id} id={id} />)
}
function Paper({ id }: { id: number }) {
  const info = useCall(lensOrders['lens-orders.get'], { id })
  const o = info.data
  return (
    <PrintSheet
      paper="A5 landscape"
      title={t`镜片订单`}
      of={info}
      code={o && <Barcode of={o.orderNo} />}
      signatures={[t`开单人`, t`供应商`, t`收货`]}
    >
      {o && <Body order={o} />}
    </PrintSheet>
  )
}
const Body = ({ order: o }: { order: OrderInfo }) => (
  <>
    <PaperFacts
      items={[
        [t`单号`, o.orderNo],
        [t`日期`, o.orderDate],
        [t`供应商`, o.supplierName],
        [t`承诺到货`, o.promisedOn],
        [t`门店`, o.storeName],
        [t`会员`, o.patientName],
        [t`加工要求`, tokensOf(o.orderOptions).map(tr).join('、')],
      ]}
    />
    {o.items.some((i) => i.eye) ? (
      <PaperEyes columns={parametersOf(o).map((name) => [name, labelOf(name)] as const)} od={eyeCells(o, 'od')} os={eyeCells(o, 'os')} />
    ) : (
      <PaperTable
        columns={[t`商品`, ...parametersOf(o).map(labelOf), `${t`数量`}>`]}
        rows={o.items.map((i) => [i.name, ...parametersOf(o).map((name) => shownParameter(name, i[name])), i.ordered])}
      />
    )}
    {o.items.some((i) => i.eye) && (
      <PaperTable
        columns={[t`眼别`, t`商品`, t`数量>`]}
        rows={o.items.map((i) => [i.eye === 'os' ? t`左眼 OS` : t`右眼 OD`, i.name, i.ordered])}
      />
    )}
    {o.orderNote && (
      <p>
        {t`备注`}：{o.orderNote}
      </p>
    )}
  </>
)
