/** A paid bill: lines, money, refunds, and the remaining actions. */
import { Button } from 'antd'
import { Printer, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import {
  Can,
  Facts,
  Figures,
  Panel,
  Rows,
  Slot,
  Status,
  confirm,
  t,
  tr,
  useGo,
  usePrintedByItself,
  useSearch,
  useSend,
} from '#kernel/web/index.ts'
import { billing } from '../contract/endpoints.ts'
import { payWays } from '../contract/fields.ts'
import type { FeeBillInfo, FeeRecord } from '../contract/shapes.ts'
import { belowPaid } from '../contract/slots.ts'
import { feeBill } from '../contract/states.ts'
import { TraceList } from './desk/Sums.tsx'
import { RefundDrawer } from './refund/RefundDrawer.tsx'
import { PayWay } from '#modules/payments/contract/ways.ts'
import './billing.css'

export function BillView({ info }: { info: FeeBillInfo }) {
  return (
    <>
      <Money info={info} />
      <div className="till">
        <div className="desk-main">
          <Items info={info} />
          <Slot of={belowPaid} told={{ pid: info.feebill.pid }} />
          <Panel title={t`收款记录`}>
            {info.FeeRecordlist.length ? <RecordTable records={info.FeeRecordlist} /> : <p className="desk-none">{t`没有收过款`}</p>}
          </Panel>
          {info.refunds.length > 0 && (
            <Panel title={t`退费记录`}>
              <RefundList info={info} />
            </Panel>
          )}
        </div>
        <aside className="desk-side">
          <Panel title={t`价格`}>
            <div className="sums">
              <TraceList trace={info.trace} yuan />
            </div>
          </Panel>
          <Head info={info} />
        </aside>
      </div>
    </>
  )
}

type OfBill = { info: FeeBillInfo }

/** True right after payment: the address carries `paid=1` until the page is left. */
export const useJustPaid = (): boolean => useSearch()[0].paid === '1'
/** Change for the cash that was last handed over, fen. */
const changeOf = (records: readonly FeeRecord[]): number => {
  const cash = records.filter((r) => r.payWay === PayWay.cash && r.amount > 0).at(-1)
  return cash?.tendered == null ? 0 : cash.tendered - cash.amount
}

function Money({ info: { feebill: b, FeeRecordlist } }: OfBill) {
  const change = changeOf(FeeRecordlist)
  const owing = useJustPaid() && change > 0
  return (
    <Figures
      items={[
        ...(owing ? [{ label: '找零', value: showMoney(change), tone: 'warn' as const }] : []),
        {
          label: '应收',
          value: showMoney(b.billPrice),
          ...(b.totalDiscount ? { note: t`原价 ${showMoney(b.originalPrice)}，优惠 ${showMoney(b.totalDiscount)}` } : {}),
        },
        { label: '已收', value: showMoney(b.paid), tone: 'ok' },
        { label: '已退', value: showMoney(b.refunded), ...(b.refunded ? { tone: 'warn' as const } : {}) },
        { label: '获得积分', value: b.pointsEarned },
      ]}
    />
  )
}

function Items({ info }: OfBill) {
  const justPaid = useJustPaid()
  const { fbid, status } = info.feebill
  usePrintedByItself('/fee-bill-print/{feeBillId}', `/fee-bill-print/${fbid}`, justPaid)
  const [refunding, setRefunding] = useState(false)
  return (
    <Panel
      title={t`收费明细`}
      actions={
        <>
          <PrintButton to={`/fee-bill-print/${fbid}`} label={t`打印小票`} next={justPaid} />
          {info.refunds.length > 0 && <PrintButton to={`/refund-fee-bill-print/${fbid}`} label={t`打印退费单`} />}
          {feeBill.in.refundable.includes(status) && (
            <Can code="feebill:refund">
              <Button icon={<RotateCcw size={14} />} onClick={() => setRefunding(true)}>{t`退费`}</Button>
            </Can>
          )}
        </>
      }
    >
      <ItemTable info={info} />
      <RefundDrawer info={info} open={refunding} onClose={() => setRefunding(false)} />
    </Panel>
  )
}

const Head = ({ info: { feebill: b } }: OfBill) => (
  <Panel title={t`单据`}>
    <Facts
      columns={2}
      items={[
        ['状态', <Status key="s" of={feeBill} value={b.status} />],
        ['收费单号', b.billNo],
        ['收费时间', b.paidAt?.slice(0, 16)],
        ['收费员', b.operatorName],
        ['医生', b.doctorName],
        ['销售', b.salerName],
        ['门店', b.storeName],
        ['备注', b.note],
      ]}
    />
  </Panel>
)

/** Opens a print in a new tab. `next` focuses it as the expected next step. */
export const PrintButton = ({ to, label, next = false }: { to: string; label: string; next?: boolean }) => (
  <Button icon={<Printer size={14} />} href={to} target="_blank" autoFocus={next}>
    {label}
  </Button>
)

const ItemTable = ({ info }: { info: FeeBillInfo }) => (
  <Rows
    rows={info.BillItemList}
    rowKey={(i) => i.biid}
    columns={[
      { title: t`项目`, cell: (i) => i.name },
      { title: t`单价`, right: true, cell: (i) => showMoney(i.price) },
      { title: t`数量`, right: true, cell: (i) => i.quantity },
      { title: t`实收`, right: true, cell: (i) => <strong>{showMoney(i.amount)}</strong> },
      {
        title: t`已退`,
        right: true,
        cell: (i) =>
          i.refundedAmount || i.refundedQuantity ? (
            <span className="warn">
              {showMoney(i.refundedAmount)}
              {i.refundedQuantity ? ` ×${i.refundedQuantity}` : ''}
            </span>
          ) : (
            '—'
          ),
      },
    ]}
  />
)

export const RecordTable = ({ records }: { records: readonly FeeRecord[] }) => (
  <Rows
    rows={records}
    rowKey={(r) => `${r.type}-${r.id}-${r.payWay}`}
    columns={[
      { title: t`时间`, cell: (r) => r.at.slice(0, 16) },
      { title: t`类型`, cell: (r) => tr(r.type) },
      { title: t`支付方式`, cell: (r) => tr(payWays[r.payWay]) },
      { title: t`金额`, right: true, cell: (r) => <strong className={r.amount < 0 ? 'bad' : ''}>{showMoney(r.amount)}</strong> },
      { title: t`说明`, className: 'soft', cell: detail },
      { title: t`操作人`, cell: (r) => r.operatorName ?? '—' },
    ]}
  />
)
function detail(r: FeeRecord): string {
  if (r.payWay === PayWay.stored) return t`本金 ${showMoney(r.stored)}，赠金 ${showMoney(r.gift)}`
  if (r.payWay === PayWay.points) return t`${r.points} 积分`
  if (r.tendered !== null && r.tendered > r.amount) return t`收 ${showMoney(r.tendered)}，找零 ${showMoney(r.tendered - r.amount)}`
  return r.orderNo ?? ''
}

function RefundList({ info }: { info: FeeBillInfo }) {
  const go = useGo()
  const undo = useSend(billing['fee-bills.cancellation-refund'], {
    invalidates: [billing['feebill.info'], billing['fee-bills.list']],
    onSuccess: (bill) => go(`/medical/fee-edit/${bill.feebill.fbid}`, {}, true),
  })
  return (
    <ul className="refunds num">
      {info.refunds.map((r) => (
        <li key={r.refundId} className={r.cancelled ? 'soft' : undefined}>
          <span>
            {r.at.slice(0, 16)}　{r.refundNo}
            {r.cancelled && `（${t`已撤销`}）`}
          </span>
          <span>{r.items.map((i) => `${i.name} ${showMoney(i.amount)}`).join('、')}</span>
          <span className="soft">
            {r.ways.map((w) => `${tr(payWays[w.payWay])} ${showMoney(w.amount)}`).join('、')}
            {r.pointsTaken ? `、${t`收回 ${r.pointsTaken} 积分`}` : ''}
            {r.deducted ? `、${t`扣积分款 ${showMoney(r.deducted)}`}` : ''}
            {r.reason ? `；${r.reason}` : ''}
          </span>
          {r.cancellable && (
            <Can code="feebill:refund">
              <Button
                size="small"
                loading={undo.isPending}
                onClick={() =>
                  void confirm({ message: t`撤销退费 ${r.refundNo}？退回的 ${showMoney(r.returned)} 要重新收回。`, danger: true }).then(
                    (yes) => yes && undo.mutate({ fbid: info.feebill.fbid }),
                  )
                }
              >{t`撤销退费`}</Button>
            </Can>
          )}
        </li>
      ))}
    </ul>
  )
}
