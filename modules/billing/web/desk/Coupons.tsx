/** Coupons of the member: one lowers the price, vouchers and gift cards pay. */
import { showMoney } from '#kernel/contract/index.ts'
import { t } from '#kernel/web/index.ts'
import type { ReceiveRecord } from '#modules/loyalty/contract/shapes.coupons.ts'
import { lowersPrice } from './state/state.ts'

export interface CouponsProps {
  list: readonly ReceiveRecord[]
  /** The coupon that lowers the price. */
  discount: number | null
  /** The coupons that pay. */
  paying: readonly number[]
  /** Fen each of them pays. */
  pays: ReadonlyMap<number, number>
  onDiscount: (id: number | null) => void
  onPaying: (ids: readonly number[]) => void
  readOnly: boolean
}
export function Coupons({ list, discount, paying, pays, onDiscount, onPaying, readOnly }: CouponsProps) {
  return (
    <ul className="desk-coupons">
      {list.map((c) => {
        const lowers = lowersPrice(c)
        const on = lowers ? discount === c.id : paying.includes(c.id)
        const flip = () => (lowers ? onDiscount(on ? null : c.id) : onPaying(on ? paying.filter((id) => id !== c.id) : [...paying, c.id]))
        return (
          <li key={c.id}>
            <label>
              <input type="checkbox" checked={on} disabled={lowers && readOnly} onChange={flip} />
              <span>
                {c.name}
                <small className="soft">
                  {[
                    c.couponType === 2 ? t`${c.discount ?? 10} 折` : showMoney(lowers ? c.value : c.left),
                    c.fromPrice > 0 && t`满 ${showMoney(c.fromPrice)}`,
                    c.expiresOn && t`${c.expiresOn} 到期`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <b className="num">{pays.has(c.id) ? `−${showMoney(pays.get(c.id)! / 100)}` : ''}</b>
            </label>
          </li>
        )
      })}
    </ul>
  )
}
