/** The payment code of a bill or part of it. */
import { call } from '#kernel/web/index.ts'
import { PayByCode } from '#modules/payments/web/door.tsx'
import { billing } from '../../contract/endpoints.ts'

export interface ScanPayProps {
  fbid: number
  payWay: 2 | 3
  /** Fen. */
  amount: number
  onPaid: (payWay: 2 | 3, orderNo: string, amount: number) => void
  onClose: () => void
}

export const ScanPay = ({ fbid, payWay, amount, onPaid, onClose }: ScanPayProps) => (
  <PayByCode
    open={() => call(billing['pay.wx4fee'], { fbid, payWay, amount: amount / 100 })}
    take={(authCode) => call(billing['pay.scan'], { fbid, authCode, amount: amount / 100 })}
    onPaid={(orderNo, way) => onPaid(way, orderNo, amount)}
    onClose={onClose}
  />
)
