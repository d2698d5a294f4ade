/** Prices from the price list that the product charges by, and a calculator. */
import { useState } from 'react'
import { showMoney } from '#kernel/contract/format.ts'
import { t, tr } from '#kernel/web/i18n.ts'
import { services } from '#modules/payments/contract/prices.ts'
import { Site } from './Site.tsx'

const renewal = services[1]
const sms = services[3]

export default function Price() {
  const [stores, setStores] = useState(1)
  const [messages, setMessages] = useState(500)
  const year = stores * renewal.price
  const running = 12 * messages * sms.price
  const included = [t`全部功能都在内`, t`员工账号不限数量`, t`会员与档案不限数量`, t`升级与数据导出`]
  const inputs = [
    [t`门店数`, stores, setStores, 1, 500],
    [t`每月短信（条）`, messages, setMessages, 0, 100_000],
  ] as const
  return (
    <Site title={t`价格`}>
      <section className="plain">
        <h1>{t`一份价格，说清楚`}</h1>
        <p className="lead">{t`按门店按年付费；短信发多少付多少，从门店账户余额里扣，每一笔都在账上。`}</p>
      </section>
      <section className="prices">
        {[renewal, sms].map((s) => (
          <div key={s.code} className={s.code === 'renewal' ? 'price main' : 'price'}>
            <h2>{s.code === 'renewal' ? t`门店账户` : tr(s.label)}</h2>
            <p className="figure">
              <b className="num">{showMoney(s.price)}</b> <span>/ {s.code === 'renewal' ? t`店 · 年` : tr(s.unit)}</span>
            </p>
            {s.code === 'renewal' ? (
              <ul>
                {included.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            ) : (
              <p className="soft">{t`预约提醒、取镜通知、验证码；送达状态和费用逐条可查。`}</p>
            )}
          </div>
        ))}
      </section>
      <section className="sum">
        <h2>{t`按自己的诊所算一算`}</h2>
        <div className="sum-inputs">
          {inputs.map(([label, value, set, min, max]) => (
            <label key={label}>
              {label}
              <input
                type="number"
                min={min}
                max={max}
                value={value}
                onChange={(e) => set(Math.min(max, Math.max(min, Math.round(e.target.valueAsNumber || 0))))}
              />
            </label>
          ))}
        </div>
        <p className="total" aria-live="polite">
          {t`一年合计`} <b className="num">{showMoney(year + running)}</b>{' '}
          <span className="soft">{t`续费 ${showMoney(year)}，短信约 ${showMoney(running)}`}</span>
        </p>
        <p className="soft">{t`这是系统的默认价目；连锁总部与我们另有约定的，以账户里显示的价格为准。`}</p>
      </section>
    </Site>
  )
}
