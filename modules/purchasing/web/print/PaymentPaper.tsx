import { powerOf, showMoney, showPower, wordOf } from '#kernel/contract/index.ts'
import { Barcode, PaperFacts, PaperTable, PrintSheet, language, tr, useCall, useId } from '#kernel/web/index.ts'
import { purchasing } from '../../contract/endpoints.ts'
import { payableKinds, supplierPayment } from '../../contract/states.ts'

/** 付款单: whom, how much in figures and in words, for which papers. */
export default function PaymentPaper() {
  const info = useCall(purchasing['payment-order.get'], { id: useId('id') })
  const p = info.data
  return (
    <PrintSheet
      paper="A4"
      title="付款单"
      of={info}
      {...(p ? { code: <Barcode of={p.paymentNo} />, clinic: p.hospitalName } : {})}
      signatures={['制单', '审核', '出纳']}
    >
      {p && (
        <>
          <PaperFacts
            items={[
              ['供应商', p.supplierName],
              ['收款银行', p.payeeBank],
              ['收款账号', p.payeeAccount],
              ['状态', tr(wordOf(supplierPayment, p.status))],
              ['付款金额', showMoney(p.total)],
              // The banker's numerals are Chinese writing; a paper in English has the figures.
              ...(language() === 'en' ? [] : [['金额大写', p.totalSaid] as const]),
              ['付款日期', p.paidOn],
              ['凭证号', p.voucher],
              ['制单人', p.staffName],
              ['审核人', p.approverName],
              ['备注', p.note],
            ]}
          />
          <PaperTable
            columns={['类型', '单号', '送货单号', '商品', '数量>', '单价>', '金额>']}
            rows={p.lines.map((l) => [
              tr(wordOf(payableKinds, l.kind)),
              l.docNo,
              l.deliveryNo ?? '',
              `${l.productName ?? l.note ?? ''} ${showPower(powerOf(l))}`,
              l.quantity,
              showMoney(l.price),
              showMoney(l.amount),
            ])}
            foot={[tr('合计'), '', '', '', '', '', showMoney(p.total)]}
          />
        </>
      )}
    </PrintSheet>
  )
}
