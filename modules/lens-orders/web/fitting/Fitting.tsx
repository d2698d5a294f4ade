/**
 * Members in fitting of ortho-k by stage, what is due first: where each stands, the order of the lenses, and the next step as a word on its
 * button.
 */
import { Button } from 'antd'
import { metaOf } from '#kernel/contract/index.ts'
import { Age, DataTable, Dot, showCurrent, t, tr, useGo, useHolds, useSearch, useWho, type OutOf } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { orderKinds } from '../../contract/kinds/index.ts'
import { FittingRow, type FitStage } from '../../contract/shapes.supplement.ts'
import { NextStep } from '../list/NextStep.tsx'
import { pathOf } from '../kinds.ts'
import { OrderState } from '../words.tsx'
import '../orders.css'

type Row = OutOf<(typeof lensOrders)['orders.okjing']>['list'][number]
const { kind } = orderKinds.okjing
const STAGES = Object.entries(metaOf(FittingRow.shape.fitStage).options ?? {})

export default function Fitting({ onTotal }: { onTotal: (total: number) => void }) {
  const go = useGo()
  const { hid } = useWho()
  const [{ stage = '' }] = useSearch()
  const one = STAGES.find(([name]) => name === stage)?.[0]
  return (
    <>
      <Stages chosen={stage} />
      <DataTable
        key={stage}
        of={lensOrders['orders.okjing']}
        input={{ hid, ...(one ? { stage: FittingRow.shape.fitStage.parse(one) } : {}) }}
        rowKey="caseId"
        live={['records', 'orders']}
        columns={[
          'patientName',
          'memberNo',
          { key: 'birth', title: tr('年龄'), render: (r) => <Age birth={r.birth} /> },
          'fitStage',
          { key: 'orderNo', render: (r) => <Ordered of={r} /> },
          { key: 'promisedOn', render: (r) => r.promisedOn ?? '—' },
          'nextDue',
          { key: 'lateDays', title: tr('逾期'), render: (r) => (r.lateDays > 0 ? <Dot tone="bad">{t`迟 ${r.lateDays} 天`}</Dot> : '—') },
          { key: 'stopped', title: tr('停戴'), render: (r) => (r.stopped ? <Dot tone="warn">{t`停戴`}</Dot> : '—') },
        ]}
        filters={['customer']}
        actions={(r) => <Step of={r} />}
        onOpen={(r) => go(`/patients/detail/${r.pid}/okjing`)}
        onTotal={onTotal}
        empty={{ text: t`这个阶段现在没有会员` }}
      />
    </>
  )
}
function Stages({ chosen }: { chosen: string }) {
  const [, change] = useSearch()
  return (
    <nav ref={showCurrent} className="order-tabs" aria-label={tr('验配阶段')}>
      {[['', '全部'] as const, ...STAGES].map(([name, label]) => (
        <button
          key={name}
          type="button"
          aria-current={name === chosen ? 'page' : undefined}
          onClick={() => change({ stage: name, page: undefined })}
        >
          {tr(label)}
        </button>
      ))}
    </nav>
  )
}
/** The lenses on order, and how far they are. */
function Ordered({ of: { orderId, orderNo, orderStatus } }: { of: Row }) {
  const go = useGo()
  if (orderId === null || orderStatus === null) return <>—</>
  return (
    <>
      <button type="button" className="link num" onClick={(e) => (e.stopPropagation(), go(pathOf(kind, orderId)))}>
        {orderNo}
      </button>{' '}
      <OrderState of={{ kind, status: orderStatus }} />
    </>
  )
}
/** What is done next on the page of the fitting, by stage; an order on its way has its own step. */
const HERE: Readonly<Partial<Record<FitStage, string>>> = { first: '初诊', trial: '试戴', review: '复查' }
function Step({ of: { pid, fitStage, orderId, orderStatus } }: { of: Row }) {
  const go = useGo()
  const holds = useHolds()
  const label = HERE[fitStage]
  if (label === undefined && orderId !== null && orderStatus !== null)
    return <NextStep of={{ orderId, kind, status: orderStatus, pid, recordFrameId: null, handedAt: null }} />
  const orders = label === undefined
  if (orders && !holds('order:edit')) return null
  return (
    <Button
      size="small"
      onClick={(e) => {
        e.stopPropagation()
        if (orders) go('/order/okjing-add', { pid })
        else go(`/patients/detail/${pid}/okjing`)
      }}
    >
      {tr(label ?? '下单')}
    </Button>
  )
}
