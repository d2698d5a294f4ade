/** A hard lens order as it goes to its maker: every parameter of both eyes. */
import { Barcode, PaperEyes, PaperFacts, PaperTable, PrintSheet, t, useCall, useId } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { labelOf, parametersOf, unitOf } from '../words.tsx'
import { eyeCells } from './cells.ts'

export default function OkjingPaper() {
  const info = useCall(lensOrders['orders.info'], { id: useId('orderId') })
  const o = info.data
  return (
    <PrintSheet
      paper="A4"
      title={t`硬镜订单`}
      of={info}
      code={o && <Barcode of={o.orderNo} />}
      signatures={[t`开单人`, t`审核人`, t`供应商`]}
    >
      {o && (
        <>
          <PaperFacts
            items={[
              [t`单号`, o.orderNo],
              [t`日期`, o.orderDate],
              [t`会员`, o.patientName],
              [t`会员号`, o.memberNo],
              [t`门店`, o.storeName],
              [t`供应商`, o.supplierName],
              [t`承诺到货`, o.promisedOn],
              [t`处方号`, o.rxNo],
              [t`开单人`, o.writer],
              [t`审核人`, o.reviewer],
            ]}
          />
          <PaperEyes
            columns={parametersOf(o).map((name) => [name, [labelOf(name), unitOf(name)].filter(Boolean).join(' ')] as const)}
            od={eyeCells(o, 'od')}
            os={eyeCells(o, 'os')}
          />
          <PaperTable
            columns={[t`眼别`, t`商品`, t`数量>`]}
            rows={o.items.map((i) => [i.eye === 'os' ? t`左眼 OS` : t`右眼 OD`, i.name, i.ordered])}
          />
          {o.orderNote && (
            <p>
              {t`备注`}：{o.orderNote}
            </p>
          )}
        </>
      )}
    </PrintSheet>
  )
}
