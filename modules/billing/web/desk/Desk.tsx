/** The cashier's desk: who, what, at which price, how it is paid. Everything by keyboard. */
import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { emptyDefaults, showMoney } from '#kernel/contract/index.ts'
import { Can, Panel, Screen, confirm, t, tr, useCall, useCan, useGo, useSearch, useSend, useWho } from '#kernel/web/index.ts'
import { institution } from '#modules/institution/contract/endpoints.ts'
import { loyalty } from '#modules/loyalty/contract/endpoints.ts'
import { patients } from '#modules/patients/contract/endpoints.ts'
import { PatientBarFor, PatientPicker } from '#modules/patients/web/door.tsx'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { billing } from '../../contract/endpoints.ts'
import type { FeeBillInfo } from '../../contract/shapes.ts'
import { RecordTable } from '../BillView.tsx'
import { Coupons } from './Coupons.tsx'
import { ItemFinder } from './ItemFinder.tsx'
import { LineTable } from './LineTable.tsx'
import { overdrawn, Pay } from './Pay.tsx'
import { ScanPay } from './ScanPay.tsx'
import {
  addLine,
  couponsPay,
  emptyDesk,
  fenOf,
  priceDesk,
  stylesInYuan,
  takingOf,
  typedOf,
  type Desk as DeskState,
  type Scanned,
  type Typed,
  type WayCode,
} from './state.ts'
import { Sums } from './Sums.tsx'
import '../billing.css'

export interface DeskProps {
  /** A saved bill that is not paid; a new one without. */
  bill?: FeeBillInfo
  pid?: number | undefined
  onPaid: (fbid: number) => void
  onSaved: (fbid: number) => void
}

export function Desk({ bill, pid, onPaid, onSaved }: DeskProps) {
  const d = useDesk({ ...(bill ? { bill } : {}), pid, onPaid, onSaved })
  const { desk, set, priced, taking, due, typed, refs } = d
  const owed = bill?.feebill.status === 6
  const title = bill ? t`收费单 ${bill.feebill.billNo}` : t`新增收费`
  return (
    <Screen
      title={title}
      note={
        owed
          ? t`挂账：${bill.feebill.oweReason ?? ''}`
          : bill && bill.feebill.paid > 0
            ? t`已收定金 ${showMoney(bill.feebill.paid)}`
            : undefined
      }
      bar={desk.pid ? <PatientBarFor pid={desk.pid} /> : undefined}
      actions={bill && <BillActions bill={bill} />}
    >
      <div className="till">
        <div className="desk-main">
          {!bill && (
            <Panel className="desk-who">
              <label htmlFor="desk-pid">
                {t`会员`} <kbd>F2</kbd>
              </label>
              <PatientPicker
                id="desk-pid"
                chosen={desk.pid}
                onChange={(chosen) => (set({ pid: chosen as number | undefined }), setTimeout(() => refs.find.current?.focus()))}
                autoFocus={!desk.pid}
              />
            </Panel>
          )}
          <Panel title={t`收费明细`} note={desk.lines.length ? t`${desk.lines.length} 项` : undefined} className="desk-items">
            {!owed && <ItemFinder input={refs.find} onPick={(line) => set({ lines: addLine(desk.lines, line) })} />}
            {desk.lines.length ? (
              <LineTable lines={desk.lines} amounts={priced.amounts} onChange={(lines) => set({ lines })} readOnly={owed} />
            ) : (
              <p className="desk-none">{t`用 F3 添加要收费的项目，或直接扫商品条码`}</p>
            )}
          </Panel>
          <Panel title={t`备注`}>
            <Input.TextArea
              className="desk-note"
              aria-label={t`备注`}
              variant="borderless"
              autoSize={{ minRows: 1, maxRows: 4 }}
              maxLength={500}
              value={desk.note}
              disabled={owed}
              onChange={(e) => set({ note: e.target.value })}
            />
          </Panel>
          {bill && bill.FeeRecordlist.length > 0 && (
            <Panel title={t`收款记录`}>
              <RecordTable records={bill.FeeRecordlist} />
            </Panel>
          )}
        </div>
        <aside className="desk-side">
          <Panel title={t`应收`}>
            <Sums
              priced={priced}
              discount={desk.discount}
              rounding={desk.rounding}
              lowest={d.lowest}
              onDiscount={(discount) => set({ discount })}
              onRounding={(rounding) => set({ rounding })}
              readOnly={owed}
            />
          </Panel>
          {d.coupons.length > 0 && (
            <Panel title={t`卡券`} note={d.couponPaid > 0 ? t`抵 ${showMoney(d.couponPaid / 100)}` : undefined}>
              <Coupons
                list={d.coupons}
                discount={desk.discountCouponId ?? null}
                paying={d.paying}
                pays={d.pays}
                onDiscount={(id) => set({ discountCouponId: id })}
                onPaying={d.setPaying}
                readOnly={owed}
              />
            </Panel>
          )}
          <Can code="feebill:confirm">
            <Panel
              title={t`收款方式`}
              note={
                <>
                  <kbd>F4</kbd> {t`空格填入余额`}
                </>
              }
            >
              <Pay
                due={due - d.couponPaid}
                typed={typed}
                onChange={d.setTyped}
                wallet={d.wallet}
                first={refs.pay}
                disabled={!desk.pid || !desk.lines.length}
                scanned={d.scanned}
                onScan={d.scan}
              />
            </Panel>
          </Can>
        </aside>
      </div>
      {bill && d.scanning && (
        <ScanPay fbid={bill.feebill.fbid} payWay={d.scanning.way} amount={d.scanning.amount} onPaid={d.scanPaid} onClose={d.stopScan} />
      )}
      <footer className="action-bar">
        <span className="hints">
          {HINTS.map(([k, text]) => (
            <span key={k}>
              <kbd>{k}</kbd> {tr(text)}
            </span>
          ))}
        </span>
        <span className="action-state">
          {d.wrong && (
            <span className={d.tried ? 'bad' : 'soft'} role={d.tried ? 'alert' : undefined}>
              {d.wrong}
            </span>
          )}
        </span>
        {!owed && (
          <Button onClick={d.save} disabled={d.busy || !desk.pid || !desk.lines.length}>
            {t`保存待收`} <kbd>F9</kbd>
          </Button>
        )}
        <Can code="feebill:confirm">
          {taking.given + d.couponPaid > 0 && taking.left > 0 && (
            <Button onClick={() => d.take(true)} disabled={d.busy}>
              {t`收定金 ${showMoney((taking.given + d.couponPaid) / 100)}`} <kbd>F7</kbd>
            </Button>
          )}
          <Button type="primary" loading={d.busy} onClick={() => d.take(false)}>
            {due > 0 ? t`收款 ${showMoney(due / 100)}` : t`确认`} <kbd>F8</kbd>
          </Button>
        </Can>
      </footer>
    </Screen>
  )
}
const HINTS = [
  ['F2', '会员'],
  ['F3', '收费项目'],
  ['F4', '收款'],
  ['F6', '折扣'],
] as const

/** Cancel, delete and on-account of a saved bill. */
function BillActions({ bill }: { bill: FeeBillInfo }) {
  const go = useGo()
  const { fbid, status, paid, ref } = bill.feebill
  const back = () => go('/medical/fee')
  const cancel = useSend(billing['feebill.cancel'], { onSuccess: back, invalidates: [billing['fee-bills.list']] })
  const drop = useSend(billing['feebill.delete'], { onSuccess: back, invalidates: [billing['fee-bills.list']] })
  const owe = useSend(billing['fee-bills.status'], { invalidates: [billing['feebill.info']] })
  if (status !== 0) return null
  const onOwe = async () => {
    const reason = await confirm({
      message: t`挂账后会员欠款 ${showMoney(bill.feebill.due)}，明细不能再改。`,
      reason: { label: t`挂账原因`, required: true },
    })
    if (typeof reason === 'string') owe.mutate({ fbid, status: 6, reason })
  }
  const onCancel = async () => {
    if (await confirm({ message: paid > 0 ? t`取消收费单，并按原路退回定金 ${showMoney(paid)}？` : t`取消这张收费单？`, danger: true }))
      cancel.mutate({ id: fbid })
  }
  return (
    <>
      <Can code="feebill:confirm">
        <Button onClick={() => void onOwe()}>{t`挂账`}</Button>
      </Can>
      <Can code="feebill:save">
        <Button onClick={() => void onCancel()}>{t`取消收费单`}</Button>
        {paid === 0 && !ref && bill.FeeRecordlist.length === 0 && (
          <Button
            danger
            onClick={() => void confirm({ message: t`删除这张收费单？`, danger: true }).then((yes) => yes && drop.mutate({ id: fbid }))}
          >{t`删除`}</Button>
        )}
      </Can>
    </>
  )
}

const fen = (yuan: number): number => Math.round(yuan * 100)
const deskOf = (bill: FeeBillInfo): DeskState => ({
  pid: bill.pid,
  discount: bill.feebill.discount,
  rounding: bill.feebill.rounding,
  note: bill.feebill.note ?? '',
  docid: bill.feebill.docid,
  salerId: bill.feebill.salerId,
  discountCouponId: bill.feebill.discountCouponId,
  lines: bill.BillItemList.map((i) => ({
    key: String(i.biid),
    name: i.name,
    price: fen(i.price),
    quantity: i.quantity,
    discountable: i.discountable,
    sph: i.sph,
    cyl: i.cyl,
    fixed: i.issued === 'order' || i.ref !== null,
    ...(i.fiid ? { fiid: i.fiid } : {}),
    ...(i.productId ? { productId: i.productId } : {}),
    ...(i.fgid ? { fgid: i.fgid } : {}),
  })),
})

/** What the desk must know of the member and the store before it can price and take money. */
function useFacts(pid: number | undefined) {
  const who = useWho()
  const can = useCan()
  const known = pid !== undefined
  const patient = useCall(patients['patients.get'], { id: pid ?? 0 }, { enabled: known })
  const levels = useCall(
    settings['settings.level.list'],
    { hid: patient.data?.hid ?? who.hid },
    { enabled: known, stale: 60_000, fallback: emptyDefaults.list },
  )
  const store = useCall(institution['saler.index'], { hid: who.hid }, { stale: 60_000 })
  const held = useCall(loyalty['loyalty.wallet'], { pid: pid ?? 0 }, { enabled: known && can('wallet:view'), live: ['loyalty', 'billing'] })
  const worth = useCall(loyalty['points.rule'], {}, { stale: 60_000 })
  // Without its level a member pays the full price (R076).
  const coupons = useCall(
    loyalty['receive-record.patient'],
    { pid: pid ?? 0 },
    { enabled: known && can('coupon:view'), live: ['loyalty', 'billing'] },
  )
  const level = known ? levels.data?.list.find((l) => l.id === patient.data?.levelId) : undefined
  return {
    coupons: known ? (coupons.data ?? []) : [],
    member: level && { discount: level.discount, level: level.name },
    lowest: store.data?.memberDiscountMin ?? 0,
    wallet:
      known && held.data && worth.data
        ? { stored: fen(held.data.money) + fen(held.data.moneyGift), points: held.data.points, pointsPerYuan: worth.data.pointsPerYuan }
        : undefined,
  }
}

/** Runs a function key's deed wherever the focus is, as long as no dialog is open. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = latest.current[event.key]
      if (!run || event.ctrlKey || event.altKey || document.querySelector('dialog[open]')) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** The desk as the save call takes it. */
const sentOf = (desk: DeskState, bill: FeeBillInfo | undefined) => ({
  ...(bill ? { fbid: bill.feebill.fbid, version: bill.feebill.version } : {}),
  pid: desk.pid!,
  discount: desk.discount,
  rounding: desk.rounding,
  note: desk.note || null,
  docid: desk.docid ?? null,
  salerId: desk.salerId ?? null,
  ...(desk.discountCouponId ? { discountCouponId: desk.discountCouponId } : {}),
  operatorId: bill?.feebill.operatorId ?? null,
  items: desk.lines.map((l) => ({
    name: l.name,
    price: l.price / 100,
    quantity: l.quantity,
    discountable: l.discountable,
    ...(l.fiid ? { fiid: l.fiid } : {}),
    ...(l.productId ? { productId: l.productId } : {}),
    ...(l.fgid ? { fgid: l.fgid } : {}),
    sph: l.sph ?? null,
    cyl: l.cyl ?? null,
  })),
})

/** True when nothing on the desk differs from the saved bill. */
const same = (desk: DeskState, bill: FeeBillInfo): boolean =>
  JSON.stringify(sentOf(desk, bill)) === JSON.stringify(sentOf(deskOf(bill), bill))

/** State and deeds of the desk. */
function useDesk({ bill, pid, onPaid, onSaved }: DeskProps) {
  const can = useCan()
  const [desk, setDesk] = useState<DeskState>(() => (bill ? deskOf(bill) : { ...emptyDesk, pid }))
  const already = scansOf(bill)
  const [typed, setTyped] = useState<Typed>(already.typed)
  const [scanned, setScanned] = useState<Scanned>(already.scanned)
  const [tried, setTried] = useState(false)
  const refs = { find: useRef<HTMLInputElement>(null), pay: useRef<HTMLInputElement>(null) }
  const { member, lowest, wallet, coupons: held } = useFacts(desk.pid)
  const [paying, setPaying] = useState<readonly number[]>([])
  // Those usable now, and the one this bill keeps.
  const coupons = held.filter((c) => c.couponType !== 5 && (c.usable || (bill && c.lockedRef === `fee_bill:${bill.feebill.fbid}`)))
  const lowering = coupons.find((c) => c.id === desk.discountCouponId)
  const owed = bill?.feebill.status === 6
  const priced = priceDesk(desk, member, lowering)
  // A bill on account keeps the price it was given.
  const due = (owed ? fen(bill.feebill.billPrice) : priced.billPrice) - fen(bill?.feebill.paid ?? 0)
  const pays = couponsPay(
    coupons.filter((c) => paying.includes(c.id)),
    owed ? fen(bill.feebill.billPrice) : priced.billPrice,
    due,
  )
  const couponPaid = [...pays.values()].reduce((sum, n) => sum + n, 0)
  const taking = takingOf(typed, due - couponPaid)
  const send = useSend(billing['feebill.save'], { invalidates: stale })
  const pay = useSend(billing['feebill.confirm'], { invalidates: stale })
  const missing = !desk.pid ? t`请选择会员` : !desk.lines.length ? t`请添加项目` : undefined
  const unfit =
    missing ??
    (due < 0
      ? t`应收低于已收定金`
      : lowering && priced.originalPrice > 0 && !priced.trace.some((s) => s.step === 'coupon')
        ? t`卡券满 ${showMoney(lowering.fromPrice)} 可用`
        : taking.wrong.length
          ? t`金额格式不对`
          : overdrawn(typed, wallet)[0])
  const open =
    taking.left === 0 ? undefined : taking.left > 0 ? t`还需收 ${showMoney(taking.left / 100)}` : t`多收了 ${showMoney(-taking.left / 100)}`
  const saved = async (): Promise<number> => {
    if (bill && (owed || (same(desk, bill) && priced.billPrice === fen(bill.feebill.billPrice)))) return bill.feebill.fbid
    return (await send.mutateAsync(sentOf(desk, bill))).feebill.fbid
  }
  const save = () => {
    setTried(true)
    // What was refused is told by the catalogue; the desk stays as it is.
    if (!missing) saved().then(onSaved, () => undefined)
  }
  const take = (part: boolean) => {
    setTried(true)
    if (unfit || (part ? taking.given + couponPaid === 0 || taking.left <= 0 : open)) return
    const paying = (fbid: number) =>
      pay
        .mutateAsync({
          fbid,
          part,
          payStyleList: [
            ...stylesInYuan(taking.styles, scanned),
            ...[...pays].map(([couponId, amount]) => ({ payWay: 7 as const, amount: amount / 100, couponId })),
          ],
        })
        .then(
          () => (setTyped({}), setPaying([]), setScanned({}), onPaid(fbid)),
          // Saved, not paid: the bill waits and opens under its number.
          () => (bill ? undefined : onSaved(fbid)),
        )
    saved().then(paying, () => undefined)
  }
  const { scanning, stopScan, scan } = useScan({ bill, typed, left: taking.left, missing, saved })
  const scanPaid = (way: 2 | 3, orderNo: string, amount: number) => {
    setTyped((now) => ({ ...now, [way]: typedOf(amount) }))
    setScanned((now) => ({ ...now, [way]: orderNo }))
    stopScan()
  }
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
  const set = (patch: Partial<DeskState>) => setDesk((now) => ({ ...now, ...patch }))
  return {
    coupons,
    paying,
    setPaying,
    pays,
    couponPaid,
    desk,
    set,
    typed,
    setTyped,
    priced,
    due,
    taking,
    wallet,
    lowest,
    wrong: unfit ?? (can('feebill:confirm') ? open : undefined),
    tried,
    refs,
    save,
    take,
    scanned,
    scanning,
    stopScan,
    scan,
    scanPaid,
    busy: send.isPending || pay.isPending,
  }
}

/** What the member paid by scanning and nobody booked yet: it stands in its way until it is booked. */
function scansOf(bill: FeeBillInfo | undefined): { typed: Typed; scanned: Scanned } {
  const made = bill?.FeeRecordlist.filter((r) => r.type === '扫码已付待入账' && r.orderNo) ?? []
  return {
    typed: Object.fromEntries(made.map((r) => [r.payWay, typedOf(fen(r.amount))])),
    scanned: Object.fromEntries(made.map((r) => [r.payWay, r.orderNo!])),
  }
}

interface ScanStart {
  bill: FeeBillInfo | undefined
  typed: Typed
  left: number
  missing: string | undefined
  saved: () => Promise<number>
}
/**
 * Showing a code: for what is typed at the way, or all that is left. The bill is saved first, as it stands on the desk, and comes back
 * under its number; which code is shown stands in the address.
 */
function useScan({ bill, typed, left, missing, saved }: ScanStart) {
  const go = useGo()
  const [search, setSearch] = useSearch()
  const way = Number(search.scan)
  const scan = (chosen: 2 | 3) => {
    const amount = (fenOf(typed[chosen as WayCode] ?? '') ?? 0) || left
    if (missing || amount <= 0) return
    saved().then(
      (fbid) => go(`/medical/fee-edit/${fbid}`, { scan: chosen, amount }, true),
      () => undefined,
    )
  }
  return {
    scan,
    scanning: bill && (way === 2 || way === 3) ? { way: way as 2 | 3, amount: Number(search.amount) || 0 } : undefined,
    stopScan: () => setSearch({ scan: undefined, amount: undefined }),
  }
}
const stale = [
  billing['fee-bills.list'],
  billing['feebill.list'],
  billing['feebill.info'],
  loyalty['loyalty.wallet'],
  loyalty['receive-record.patient'],
  loyalty['packages.list'],
]
