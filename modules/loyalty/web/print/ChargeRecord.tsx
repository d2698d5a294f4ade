/** Receipt of a stored-value bill, principal and gift money apart, with the balance after it. */
import { showMoney, show } from '#kernel/contract/index.ts'
import { PaperFacts, PaperTable, PrintSheet, t, tr, useCall, useId } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import { couponsInWords } from '../coupons/CouponActions.tsx'
import { kind, payWay } from '../../contract/fields.ts'

export default function ChargeRecordPrint() {
  const query = useCall(loyalty['chargebill.info'], { cbid: useId('cbid') })
  const c = query.data
  return (
    <PrintSheet
      paper="receipt"
      title="储值单"
      of={query}
      {...(c ? { clinic: c.storeName } : {})}
      signatures={['经办人', '会员签名']}
      foot={<span>{t`赠金不退现；储值长期有效`}</span>}
    >
      {c && (
        <>
          <PaperFacts
            items={[
              ['单号', c.billNo],
              ['会员', c.patientName],
              ['会员号', c.memberNo],
              ['时间', c.payTime.slice(0, 16)],
              ['类型', tr(show(kind, c.kind))],
              ['支付方式', c.payWay ? tr(show(payWay, c.payWay)) : null],
              ['对方会员', c.otherName],
              ['经办人', c.operatorName],
            ].filter((f): f is [string, string] => f[1] !== null)}
          />
          <PaperTable
            columns={['项目', '本次>', '余额>']}
            rows={[
              [t`本金`, showMoney(c.money), showMoney(c.moneyAfter)],
              [t`赠金`, showMoney(c.moneyGift), showMoney(c.moneyGiftAfter)],
            ]}
            foot={[t`合计`, showMoney(c.money + c.moneyGift), showMoney(c.moneyAfter + c.moneyGiftAfter)]}
          />
          {c.coupons.length > 0 && (
            <p>
              {t`赠送卡券`}：{couponsInWords(c)}
            </p>
          )}
          {c.note && <p>{c.note}</p>}
        </>
      )}
    </PrintSheet>
  )
}
