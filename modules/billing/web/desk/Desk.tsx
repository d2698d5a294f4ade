/** The cashier's desk: member, items, price, payment. Everything works by keyboard. */
import { Input } from 'antd'
import { showMoney } from '#kernel/contract/index.ts'
import { Can, Panel, Screen, t } from '#kernel/web/index.ts'
import { PatientBarFor, PatientPicker } from '#modules/patients/web/door.tsx'
import type { FeeBillInfo } from '../../contract/shapes.ts'
import { PrintButton, RecordTable, useJustPaid } from '../BillView.tsx'
import { BillActions } from './BillActions.tsx'
import { Coupons } from './Coupons.tsx'
import { DeskBar } from './DeskBar.tsx'
import { GoesWith, ItemFinder } from './ItemFinder.tsx'
import { LineTable } from './LineTable.tsx'
import { Pay } from './Pay.tsx'
import { ScanPay } from './ScanPay.tsx'
import { addLine } from './state/state.ts'
import { Sums } from './Sums.tsx'
import { useDesk, type DeskProps, type DeskState } from './state/useDesk.ts'
import '../billing.css'
import { feeBill } from '../../contract/states.ts'

export function Desk(props: DeskProps) {
  const { bill } = props
  const d = useDesk(props)
  return (
    <Screen
      title={bill ? t`收费单 ${bill.feebill.billNo}` : t`新增收费`}
      note={bill && noteOf(bill)}
      bar={d.desk.pid ? <PatientBarFor pid={d.desk.pid} /> : undefined}
      actions={bill && <BillActions bill={bill} />}
    >
      <div className="till">
        <div className="desk-main">
          {!bill && <Who state={d} />}
          <Items state={d} />
          <Note state={d} />
          {bill && bill.FeeRecordlist.length > 0 && <Records bill={bill} />}
        </div>
        <aside className="desk-side">
          <Price state={d} />
          {d.coupons.length > 0 && <HeldCoupons state={d} />}
          <Can code="feebill:confirm">
            <Ways state={d} />
          </Can>
        </aside>
      </div>
      {bill && d.scanning && (
        <ScanPay fbid={bill.feebill.fbid} payWay={d.scanning.way} amount={d.scanning.amount} onPaid={d.scanPaid} onClose={d.stopScan} />
      )}
      <DeskBar state={d} />
    </Screen>
  )
}

/** Deposits, and the receipt of the last one. */
function Records({ bill: { FeeRecordlist, feebill } }: { bill: FeeBillInfo }) {
  const justPaid = useJustPaid()
  return (
    <Panel title={t`收款记录`} actions={<PrintButton to={`/fee-bill-print/${feebill.fbid}`} label={t`打印小票`} next={justPaid} />}>
      <RecordTable records={FeeRecordlist} />
    </Panel>
  )
}

/** Reason for putting the bill on account, or the deposit taken. */
function noteOf({ feebill: { status, oweReason, paid } }: FeeBillInfo): string | undefined {
  if (status === feeBill.is.owed) return t`挂账：${oweReason ?? ''}`
  return paid > 0 ? t`已收定金 ${showMoney(paid)}` : undefined
}

type DeskPartProps = { state: DeskState }

const Who = ({ state: { desk, set, refs } }: DeskPartProps) => (
  <Panel className="desk-who">
    <label htmlFor="desk-pid">
      {t`会员`} <kbd>F2</kbd>
    </label>
    <PatientPicker
      id="desk-pid"
      chosen={desk.pid}
      onChange={(pid) => (set({ pid: pid as number | undefined }), setTimeout(() => refs.find.current?.focus()))}
      autoFocus={!desk.pid}
    />
  </Panel>
)

const Items = ({ state: { desk, set, priced, owed, refs } }: DeskPartProps) => (
  <Panel title={t`收费明细`} note={desk.lines.length ? t`${desk.lines.length} 项` : undefined} className="desk-items">
    {!owed && <ItemFinder input={refs.find} onPick={(line) => set({ lines: addLine(desk.lines, line) })} />}
    {!owed && <GoesWith lines={desk.lines} onPick={(line) => set({ lines: addLine(desk.lines, line) })} />}
    {desk.lines.length ? (
      <LineTable lines={desk.lines} amounts={priced.amounts} onChange={(lines) => set({ lines })} readOnly={owed} />
    ) : (
      <p className="desk-none">{t`用 F3 添加要收费的项目，或直接扫商品条码`}</p>
    )}
  </Panel>
)

const Note = ({ state: { desk, set, owed } }: DeskPartProps) => (
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
)

const Price = ({ state: { desk, set, priced, lowest, owed } }: DeskPartProps) => (
  <Panel title={t`应收`}>
    <Sums
      priced={priced}
      discount={desk.discount}
      rounding={desk.rounding}
      lowest={lowest}
      onDiscount={(discount) => set({ discount })}
      onRounding={(rounding) => set({ rounding })}
      readOnly={owed}
    />
  </Panel>
)

const HeldCoupons = ({ state: { desk, set, coupons, couponPaid, paying, setPaying, pays, owed } }: DeskPartProps) => (
  <Panel title={t`卡券`} note={couponPaid > 0 ? t`抵 ${showMoney(couponPaid / 100)}` : undefined}>
    <Coupons
      list={coupons}
      discount={desk.discountCouponId ?? null}
      paying={paying}
      pays={pays}
      onDiscount={(id) => set({ discountCouponId: id })}
      onPaying={setPaying}
      readOnly={owed}
    />
  </Panel>
)

const Ways = ({ state: d }: DeskPartProps) => (
  <Panel
    title={t`收款方式`}
    note={
      <>
        <kbd>F4</kbd> {t`空格填入余额`}
      </>
    }
  >
    <Pay
      due={d.due - d.couponPaid}
      typed={d.typed}
      onChange={d.setTyped}
      wallet={d.wallet}
      first={d.refs.pay}
      disabled={!d.desk.pid || !d.desk.lines.length}
      scanned={d.scanned}
      onScan={d.scan}
    />
  </Panel>
)
