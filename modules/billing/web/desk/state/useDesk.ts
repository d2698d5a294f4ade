import { useRef, useState } from 'react'
import { useCan, useKeys, useSend } from '#kernel/web/index.ts'
import { loyalty } from '#modules/loyalty/contract/endpoints.ts'
import { billing } from '../../../contract/endpoints.ts'
import type { FeeBillInfo } from '../../../contract/shapes.ts'
import { deskOf, fen, isUnchanged, scansOf, sentOf } from './bill.ts'
import { reckon } from './reckon.ts'
import { emptyDesk, stylesInYuan, typedOf, type Desk, type ScanOrders, type TypedAmounts } from './state.ts'
import { useDeskFacts } from './useDeskFacts.ts'
import { useScan } from './useScan.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'

export interface DeskProps {
  /** A saved unpaid bill; absent for a new one. */
  bill?: FeeBillInfo
  pid?: number | undefined
  onPaid: (fbid: number) => void
  onSaved: (fbid: number) => void
}

const stale = [
  billing['fee-bills.list'],
  billing['feebill.list'],
  billing['feebill.info'],
  billing['feebill.offers'],
  loyalty['loyalty.wallet'],
  loyalty['receive-record.patient'],
  loyalty['packages.list'],
]

/** State of the desk and its actions. */
export function useDesk({ bill, pid, onPaid, onSaved }: DeskProps) {
  const can = useCan()
  const [desk, setDesk] = useState<Desk>(() => (bill ? deskOf(bill) : { ...emptyDesk, pid }))
  const pay = usePayment(bill)
  const [tried, setTried] = useState(false)
  const refs = { find: useRef<HTMLInputElement>(null), pay: useRef<HTMLInputElement>(null) }
  const facts = useDeskFacts(desk.pid, bill?.feebill.fbid)
  const reckoned = reckon({ bill, desk, typed: pay.typed, paying: pay.paying, facts })
  const { owed, priced, taking, couponPaid, missing, unfit, open } = reckoned
  const send = useSend(billing['feebill.save'], { invalidates: stale })
  const saved = async (): Promise<number> => {
    if (bill && (owed || (isUnchanged(desk, bill) && priced.billPrice === fen(bill.feebill.billPrice)))) return bill.feebill.fbid
    const sent = sentOf(desk, bill)
    const items = sent.items.map((item, i) => ({ ...item, promotionId: reckoned.promotions[i] }))
    return (await send.mutateAsync({ ...sent, items })).feebill.fbid
  }
  const save = () => {
    setTried(true)
    // Refusals are reported by the call; the desk stays unchanged.
    if (!missing) saved().then(onSaved, () => undefined)
  }
  const take = (part: boolean) => {
    setTried(true)
    if (unfit || (part ? taking.given + couponPaid === 0 || taking.left <= 0 : open)) return
    const book = (fbid: number) =>
      pay.book({ fbid, part, styles: taking.styles, coupons: reckoned.pays }).then(
        () => onPaid(fbid),
        // Saved but not paid: open the bill under its number.
        () => (bill ? undefined : onSaved(fbid)),
      )
    saved().then(book, () => undefined)
  }
  const { scanning, stopScan, scan } = useScan({ bill, typed: pay.typed, left: taking.left, missing, saved })
  const scanPaid = (way: 2 | 3, orderNo: string, amount: number) => {
    pay.scanPaid(way, orderNo, amount)
    stopScan()
  }
  useDeskKeys({ refs, take, save })
  return {
    ...reckoned,
    ...pay,
    desk,
    set: (patch: Partial<Desk>) => setDesk((now) => ({ ...now, ...patch })),
    wallet: facts.wallet,
    lowest: facts.lowest,
    wrong: unfit ?? (can('feebill:confirm') ? open : undefined),
    tried,
    refs,
    save,
    take,
    scanning,
    stopScan,
    scan,
    scanPaid,
    busy: send.isPending || pay.booking,
  }
}
export type DeskState = ReturnType<typeof useDesk>

/** Payment of a bill: amounts per way, completed scan payments, coupons, and booking. */
function usePayment(bill: FeeBillInfo | undefined) {
  const unbooked = scansOf(bill)
  const [typed, setTyped] = useState<TypedAmounts>(unbooked.typed)
  const [scanned, setScanned] = useState<ScanOrders>(unbooked.scanned)
  const [paying, setPaying] = useState<readonly number[]>([])
  const confirmed = useSend(billing['feebill.confirm'], { invalidates: stale })
  const book = async ({ fbid, part, styles, coupons }: Booking): Promise<void> => {
    const byCoupon = [...coupons].map(([couponId, amount]) => ({ payWay: PayWay.coupon, amount: amount / 100, couponId }))
    await confirmed.mutateAsync({ fbid, part, payStyleList: [...stylesInYuan(styles, scanned), ...byCoupon] })
    setTyped({})
    setPaying([])
    setScanned({})
  }
  return {
    typed,
    setTyped,
    scanned,
    paying,
    setPaying,
    book,
    booking: confirmed.isPending,
    scanPaid: (way: 2 | 3, orderNo: string, amount: number) => {
      setTyped((now) => ({ ...now, [way]: typedOf(amount) }))
      setScanned((now) => ({ ...now, [way]: orderNo }))
    },
  }
}
interface Booking {
  fbid: number
  part: boolean
  styles: ReturnType<typeof reckon>['taking']['styles']
  /** Fen by coupon. */
  coupons: ReadonlyMap<number, number>
}

/** Function keys of the desk. */
function useDeskKeys({ refs, take, save }: Pick<DeskState, 'refs' | 'take' | 'save'>): void {
  const focus = (id: string) => document.getElementById(id)?.focus()
  useKeys({
    F2: () => focus('desk-pid'),
    F3: () => refs.find.current?.focus(),
    F4: () => refs.pay.current?.focus(),
    F6: () => focus('bill-discount'),
    F7: () => take(true),
    F8: () => take(false),
    F9: save,
  })
}
