/** Receipt of a stored-value bill: principal and gift money separately, and the balance afterwards. */
import { ask, idAt, paper, papers, show, showMoney } from '#kernel/contract/index.ts'
import { loyalty } from './endpoints.ts'
import { kind, payWay } from './fields.ts'

const chargeRecord = paper({
  title: '储值单',
  sizes: ['receipt', 'receipt 58', 'A5', 'continuous'],
  calls: { bill: ask(loyalty['chargebill.info'], (place) => ({ cbid: idAt(place, 'cbid') })) },
  sheet: ({ bill: c }, { t, tr }) => ({
    clinic: c.storeName,
    signatures: ['经办人', '会员签名'],
    foot: t`赠金不退现；储值长期有效`,
    blocks: [
      {
        is: 'facts',
        items: [
          ['单号', c.billNo] as const,
          ['会员', c.patientName] as const,
          ['会员号', c.memberNo] as const,
          ['时间', c.payTime.slice(0, 16)] as const,
          ['类型', tr(show(kind, c.kind))] as const,
          ['支付方式', c.payWay && tr(show(payWay, c.payWay))] as const,
          ['对方会员', c.otherName] as const,
          ['经办人', c.operatorName] as const,
        ].filter(([, value]) => value !== null),
      },
      {
        is: 'table',
        columns: ['项目', { title: '本次', right: true }, { title: '余额', right: true }],
        rows: [
          [t`本金`, showMoney(c.money), showMoney(c.moneyAfter)],
          [t`赠金`, showMoney(c.moneyGift), showMoney(c.moneyGiftAfter)],
        ],
        foot: [t`合计`, showMoney(c.money + c.moneyGift), showMoney(c.moneyAfter + c.moneyGiftAfter)],
      },
      c.coupons.length > 0 && { is: 'text', text: `${t`赠送卡券`}：${c.coupons.map((one) => `${one.name} ×${one.quantity}`).join('、')}` },
      c.note && { is: 'text', text: c.note },
    ],
  }),
})

export default papers({ '/charge-record-print/{cbid}': chargeRecord })
