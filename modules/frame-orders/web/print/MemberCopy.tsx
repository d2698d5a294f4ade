import { Barcode, PaperEyes, PaperFacts, PaperTable, PrintSheet, t, tr, useCall, useId } from '#kernel/web/index.ts'
import { metaOf, showMoney } from '#kernel/contract/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import { eyeColumns, followedShown, powerCells } from '../../contract/shown.ts'
import { ServiceCase } from '../../contract/service.ts'
import { frameOrder } from '../../contract/states.ts'

/** The member's copy of the order: what was ordered, what it costs, when it is ready. Also the after-sales slip. */
export default function MemberCopy() {
  const id = useId('recordFrameId')
  const order = useCall(frameOrders['frame.customer-print'], { id })
  const o = order.data
  const back = o?.status === frameOrder.is.afterSales
  const service = useCall(frameOrders['frame.customer-service.get'], { id }, { enabled: back })
  const c = back ? service.data : undefined
  return (
    <PrintSheet
      paper="A5"
      title={back ? t`配镜售后单` : t`配镜订单`}
      of={order}
      code={o && <Barcode of={o.orderNo} />}
      signatures={[t`经办人`, t`会员签名`]}
    >
      {o && (
        <>
          <PaperFacts
            items={[
              [t`单号`, o.orderNo],
              [t`日期`, o.orderDate],
              [t`会员`, o.patientName],
              [t`取镜时间`, o.promisedAt?.slice(0, 16) ?? '—'],
              [t`门店`, o.storeName],
              [t`销售`, o.saler ?? '—'],
              [t`依据处方`, followedShown(o.followed, { t, tr })],
            ]}
          />
          {c && (
            <PaperFacts
              items={[
                [t`售后类型`, tr(metaOf(ServiceCase.shape.kind).options?.[c.kind] ?? c.kind)],
                [t`费用承担`, tr(metaOf(ServiceCase.shape.payer).options?.[c.payer] ?? c.payer)],
                [t`质保`, c.inWarranty ? t`质保内` : t`已过质保`],
                [t`受理`, `${c.opener ?? ''} ${c.openedAt.slice(0, 16)}`],
                [t`原因`, c.complaint ?? '—'],
              ]}
            />
          )}
          <PaperEyes columns={eyeColumns} od={powerCells(o, 'Od', tr)} os={powerCells(o, 'Os', tr)} />
          <PaperTable
            columns={[t`商品`, t`数量>`, t`金额>`]}
            rows={o.items.map((i) => [i.name, i.quantity, showMoney(i.price * i.quantity)])}
            foot={[t`合计`, '', showMoney(o.total)]}
          />
          {o.billPrice !== null && o.billPrice !== o.total && <p>{t`优惠后应收 ${showMoney(o.billPrice)}`}</p>}
          <p>{t`凭此单取镜。取镜时请当面核对度数并试戴。`}</p>
        </>
      )}
    </PrintSheet>
  )
}
