/** Code for the desk, balance, coupons, packages, the statement. */
import { lazy, Suspense, useState } from 'react'
import { t, tr } from '#kernel/web/i18n.ts'
import type { PhoneWallet } from '../../contract/shapes.ts'
import { calls } from '../ask.ts'
import { Answer, Empty } from '../look/Parts.tsx'
import { useAnswer } from '../look/use.ts'
import { daysTo, signed, yuan } from '../look/words.ts'
import type { PageProps } from '../Phone.tsx'

const Barcode = lazy(() => import('#kernel/web/print/Barcode.tsx').then(({ Barcode }) => ({ default: Barcode })))

export default function Wallet({ member }: PageProps) {
  const answered = useAnswer<PhoneWallet>(calls.wallet, { pid: member.pid })
  return (
    <Answer of={answered}>
      {(wallet) => (
        <>
          <section className="h5-card h5-code" aria-label={t`会员码`}>
            <Suspense>
              <Barcode of={wallet.memberNo} height={16} text={false} />
            </Suspense>
            <p>
              {t`会员码`} <b>{wallet.memberNo}</b>
            </p>
            <small>{t`给前台扫，就能找到您`}</small>
          </section>
          <section className="h5-card h5-two">
            <p>
              <small>{t`储值`}</small>
              <b>{yuan(wallet.money + wallet.moneyGift)}</b>
              <small>{t`本金 ${yuan(wallet.money)}，赠送 ${yuan(wallet.moneyGift)}`}</small>
            </p>
            <p>
              <small>{t`积分`}</small>
              <b>{wallet.points.toLocaleString('en-US')}</b>
            </p>
          </section>
          <Coupons {...wallet} />
          <Statement lines={wallet.lines} />
          <p className="h5-soft">{t`储值本金可以退，退款请到门店办理，原路退回。`}</p>
        </>
      )}
    </Answer>
  )
}

type Coupon = PhoneWallet['coupons'][number]
const DISCOUNT = 2
const worthOf = ({ couponType, discount, value }: Coupon): string =>
  couponType === DISCOUNT && discount !== null ? t`${discount} 折` : value ? yuan(value) : t`礼品`
const SOON = 14
function Coupons({ coupons, packages }: PhoneWallet) {
  if (!coupons.length && !packages.length) return <Empty>{t`没有可用的券和套餐。`}</Empty>
  return (
    <ul className="h5-card h5-rows">
      {coupons.map((c) => (
        <li key={c.id} className="h5-row">
          <b className="h5-worth">{worthOf(c)}</b>
          <span className="h5-row-words">
            <b>{c.name}</b>
            <small className={c.expiresOn && daysTo(c.expiresOn) <= SOON ? 'h5-soon' : undefined}>
              {[
                c.fromPrice ? t`满 ${yuan(c.fromPrice)}` : null,
                c.expiresOn && (daysTo(c.expiresOn) <= SOON ? t`还有 ${daysTo(c.expiresOn)} 天，${c.expiresOn} 止` : t`到 ${c.expiresOn}`),
              ]
                .filter(Boolean)
                .join('，')}
            </small>
            <small>{c.code}</small>
          </span>
        </li>
      ))}
      {packages.map((p) => (
        <li key={`p${p.id}`} className="h5-row">
          <b className="h5-worth">{t`${p.left} 次`}</b>
          <span className="h5-row-words">
            <b>{p.name}</b>
            <small>{[t`共 ${p.total} 次`, p.expiresOn && t`到 ${p.expiresOn}`].filter(Boolean).join('，')}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}

const FIRST = 6
function Statement({ lines }: { lines: PhoneWallet['lines'] }) {
  const [isWhole, setWhole] = useState(false)
  if (!lines.length) return null
  return (
    <section className="h5-card" aria-label={t`储值和积分明细`}>
      <p className="h5-line">
        <b>{t`储值和积分明细`}</b>
        {lines.length > FIRST && !isWhole && <button type="button" className="h5-link" onClick={() => setWhole(true)}>{t`全部`}</button>}
      </p>
      <ul className="h5-statement">
        {(isWhole ? lines : lines.slice(0, FIRST)).map((line) => {
          const money = line.money + line.moneyGift
          return (
            <li key={line.entryId}>
              <span>
                {line.at.slice(5, 10)} {tr(line.reason)}
              </span>
              <span>
                {money !== 0 && <b>{signed(money)}</b>}
                {line.points !== 0 && <b>{t`${signed(line.points, 0)} 分`}</b>}
                <small>{money !== 0 ? t`余 ${yuan(line.moneyAfter)}` : t`余 ${line.pointsAfter} 分`}</small>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
