/** 付款单 (payment order): payee, amount in figures and words, paid documents. */
import { ask, idAt, paper, papers, powerOf, showMoney, showPower, wordOf } from '#kernel/contract/index.ts'
import { purchasing } from './endpoints.ts'
import { payableKinds, supplierPayment } from './states.ts'

const payment = paper({
  title: '付款单',
  sizes: ['A4', 'A5 landscape', 'continuous'],
  calls: { info: ask(purchasing['payment-order.get'], (place) => ({ id: idAt(place, 'id') })) },
  sheet: ({ info: p }, { tr, english }) => ({
    clinic: p.hospitalName,
    codes: [{ is: 'code', as: 'bar', of: p.paymentNo }],
    signatures: ['制单', '审核', '出纳'],
    blocks: [
      {
        is: 'facts',
        items: [
          ['供应商', p.supplierName],
          ['收款银行', p.payeeBank],
          ['收款账号', p.payeeAccount],
          ['状态', tr(wordOf(supplierPayment, p.status))],
          ['付款金额', showMoney(p.total)],
          // Banker's numerals exist in Chinese only; English prints omit them.
          ...(english ? [] : [['金额大写', p.totalSaid] as const]),
          ['付款日期', p.paidOn],
          ['凭证号', p.voucher],
          ['制单人', p.staffName],
          ['审核人', p.approverName],
          ['备注', p.note],
        ],
      },
      {
        is: 'table',
        columns: [
          '类型',
          '单号',
          '送货单号',
          '商品',
          { title: '数量', right: true },
          { title: '单价', right: true },
          { title: '金额', right: true },
        ],
        rows: p.lines.map((l) => [
          tr(wordOf(payableKinds, l.kind)),
          l.docNo,
          l.deliveryNo ?? '',
          `${l.productName ?? l.note ?? ''} ${showPower(powerOf(l))}`,
          l.quantity,
          showMoney(l.price),
          showMoney(l.amount),
        ]),
        foot: [tr('合计'), '', '', '', '', '', showMoney(p.total)],
      },
    ],
  }),
})

export default papers({ '/contract/payment/print/{id}': payment })
