/** Fee bills of the store. The tab and all filters are part of the address. */
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Can, DataTable, Screen, t, tr, useGo, useTabs } from '#kernel/web/index.ts'
import { billing } from '../contract/endpoints.ts'
import type { FeeBillRow } from '../contract/shapes.ts'
import './billing.css'
import { feeBill } from '../contract/states.ts'

const tabs = {
  wait: { label: '待收', status: feeBill.in.due },
  paid: { label: '已收', status: feeBill.in.refundable },
  back: { label: '退费', status: feeBill.in.refunded },
  all: { label: '全部', status: [] },
} as const
type Tab = keyof typeof tabs

/** Ways of payment, translated. */
export const payWaysColumn = {
  key: 'payWayNames',
  render: (r: Pick<FeeBillRow, 'payWayNames'>) => r.payWayNames.split('、').map(tr).join('、'),
}

export const feeColumns = [
  'billNo',
  {
    key: 'patientName',
    render: (r: FeeBillRow) => (
      <>
        <strong>{r.patientName}</strong> <small className="soft">{r.memberNo}</small>
      </>
    ),
  },
  'itemNames',
  'billPrice',
  { key: 'due', render: (r: FeeBillRow) => (r.due ? <strong className="warn">{showMoney(r.due)}</strong> : '—') },
  'paid',
  { key: 'refunded', render: (r: FeeBillRow) => (r.refunded ? <span className="bad">{showMoney(r.refunded)}</span> : '—') },
  payWaysColumn,
  'status',
  'operatorName',
] as const

/** Totals of the rows on the page. */
export const feeSummary = (rows: readonly FeeBillRow[]) => {
  const sum = (key: 'billPrice' | 'paid' | 'refunded' | 'due') => showMoney(rows.reduce((n, r) => n + Math.round(r[key] * 100), 0) / 100)
  const [total, due, paid, refunded] = [sum('billPrice'), sum('due'), sum('paid'), sum('refunded')]
  return <>{t`本页 ${rows.length} 单　应收 ${total}　待收 ${due}　已收 ${paid}　已退 ${refunded}`}</>
}

export default function FeeList() {
  const go = useGo()
  const [total, setTotal] = useState<number>()
  const [tab, switcher] = useTabs(
    (Object.keys(tabs) as Tab[]).map((key) => [key, tr(tabs[key].label)] as const),
    { label: t`状态` },
  )
  const { status } = tabs[tab]
  return (
    <Screen
      fill
      note={total !== undefined ? t`${total} 单` : undefined}
      actions={
        <Can code="feebill:save">
          <Button type="primary" icon={<Plus size={15} />} onClick={() => go('/medical/fee-add')}>
            {t`新增收费`} <kbd>n</kbd>
          </Button>
        </Can>
      }
    >
      <DataTable
        of={billing['fee-bills.list']}
        input={status.length ? { status: [...status] } : {}}
        rowKey="fbid"
        live={['billing']}
        columns={[...feeColumns]}
        summary={feeSummary}
        filters={[
          'search',
          { range: ['startTime', 'endTime'], ...(tab === 'wait' ? { all: 'what is to be paid waits however old it is' } : {}) },
          'payWay',
        ]}
        onOpen={(r) => go(`/medical/fee-edit/${r.fbid}`)}
        onNew={() => go('/medical/fee-add')}
        onTotal={setTotal}
        rowTone={(r) => (r.status === feeBill.is.owed ? 'bad' : undefined)}
        tools={switcher}
        empty={{ text: tab === 'wait' ? t`没有待收费的单子` : t`没有符合条件的收费单` }}
      />
    </Screen>
  )
}
