import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { Link, Empty, Figures, Panel, Rows, Screen, Status, t, tr, Until, useCall, useParams, useSearch } from '#kernel/web/index.ts'
import { metaOf } from '#kernel/contract/index.ts'
import type { RowsProps } from '#kernel/web/table/Rows.tsx'
import { ApprovalRow, subjects } from '../contract/approvals.ts'
import { gsp } from '../contract/endpoints.ts'
import type { LotTrail as Trail } from '../contract/lots.ts'
import { RecallKind, RecallState } from './RecallState.tsx'
import './gsp.css'

/** One lot followed: whose papers it came under, by which papers it came, where it lies, who has it, whether it was recalled. */
export default function LotTrail() {
  const { lot = '' } = useParams()
  const [search] = useSearch()
  const productId = Number(search.productId) || undefined
  const query = { lot: decodeURIComponent(lot), ...(productId ? { productId } : {}) }
  const trail = useCall(gsp['gsp.lot'], query, { live: ['stock', 'orders'] })
  return (
    <Screen
      note={t`批号 ${query.lot}`}
      actions={
        <Button
          icon={<Printer size={14} />}
          href={`/print/lot/${encodeURIComponent(query.lot)}${productId ? `?productId=${productId}` : ''}`}
          target="_blank"
        >{t`打印`}</Button>
      }
    >
      <Until of={trail}>{trail.data && <Shown of={trail.data} />}</Until>
    </Screen>
  )
}

function Shown({ of: { trace, ...trail } }: { of: Trail }) {
  if (!trace.came && !trace.held && !trail.arrivals.length && !trace.transit.length)
    return <Empty text={t`您可进入的门店没有批号 ${trail.lot}`} />
  return (
    <div className="recall">
      <Figures
        items={[
          { label: '入库', value: trace.came },
          { label: '在库', value: trace.onShelf },
          { label: '会员手中', value: trace.held },
          { label: '已离店', value: trace.left },
        ]}
      />
      <Approved of={trail} />
      <Arrived of={trail} />
      <Lies of={trace} />
      <Held of={trace} />
      <Recalled of={trail} />
    </div>
  )
}
interface SomeProps<Row> extends RowsProps<Row> {
  empty: string
}
/** Rows, or the sentence that there are none: to who inspects, that is an answer too. */
const Some = <Row,>({ empty, ...rows }: SomeProps<Row>) => (rows.rows.length ? <Rows {...rows} /> : <p className="soft">{empty}</p>)
const Approved = ({ of: { approvals } }: { of: Pick<Trail, 'approvals'> }) => (
  <Panel title={t`首营审批`}>
    <Some
      rows={approvals}
      rowKey={(a) => a.approvalId}
      empty={t`没有审批`}
      columns={[
        { title: t`首营`, cell: (a) => tr(subjects[a.subject]) },
        { title: t`名称`, cell: (a) => a.name },
        { title: t`许可证或注册证`, cell: (a) => a.certificate ?? '—' },
        { title: t`有效期至`, cell: (a) => a.validUntil ?? '—' },
        { title: t`申请人`, cell: (a) => (a.takenOver ? t`沿用` : (a.staffName ?? '—')) },
        { title: t`审批人`, cell: (a) => a.decidedName ?? '—' },
        { title: t`审批时间`, cell: (a) => a.decidedAt?.slice(0, 16) ?? '—' },
        { title: t`状态`, cell: (a) => <Status of={metaOf(ApprovalRow.shape.status)} value={a.status} /> },
      ]}
    />
  </Panel>
)
const Arrived = ({ of: { arrivals } }: { of: Pick<Trail, 'arrivals'> }) => (
  <Panel title={t`采购验收`}>
    <Some
      rows={arrivals}
      rowKey={(a) => a.key}
      empty={t`没有入库单`}
      columns={[
        { title: t`入库时间`, cell: (a) => a.at.slice(0, 16) },
        { title: t`入库单号`, cell: (a) => a.paperNo },
        { title: t`供应商`, cell: (a) => a.supplierName ?? '—' },
        { title: t`送货单号`, cell: (a) => a.deliveryNo ?? '—' },
        { title: t`商品`, cell: (a) => a.productName },
        { title: t`有效期`, cell: (a) => a.expiry ?? '—' },
        { title: t`数量`, right: true, cell: (a) => a.quantity },
        { title: t`经办人`, cell: (a) => a.staffName ?? '—' },
        { title: t`门店`, cell: (a) => a.storeName },
      ]}
    />
  </Panel>
)
const Lies = ({ of: trace }: { of: Trail['trace'] }) => (
  <Panel title={t`在库`}>
    <Some
      rows={trace.shelf}
      rowKey={(_, index) => index}
      empty={t`没有库存`}
      columns={[
        { title: t`门店`, cell: (s) => s.storeName },
        { title: t`仓库`, cell: (s) => s.warehouseName },
        { title: t`商品`, cell: (s) => s.productName },
        { title: t`有效期`, cell: (s) => s.expiry ?? '—' },
        { title: t`数量`, right: true, cell: (s) => s.quantity },
        { title: t`锁定`, cell: (s) => (s.locked ? t`锁定` : '—') },
      ]}
    />
  </Panel>
)
const Held = ({ of: trace }: { of: Trail['trace'] }) => (
  <Panel title={t`会员手中和已离店`}>
    <Some
      rows={[
        ...trace.holders.map((h) => ({ ...h, who: h.patientName ?? h.memberNo })),
        ...trace.gone.map((g) => ({ ...g, who: null, mobile: null, serials: null })),
      ]}
      rowKey={(h, index) => `${h.by} ${h.docId} ${index}`}
      empty={t`还没有出库`}
      columns={[
        { title: t`时间`, cell: (h) => h.at?.slice(0, 16) ?? '—' },
        { title: t`单号`, cell: (h) => h.docNo ?? '—' },
        { title: t`会员`, cell: (h) => h.who ?? '—' },
        { title: t`手机号`, cell: (h) => h.mobile ?? '—' },
        { title: t`商品`, cell: (h) => h.productName },
        { title: t`数量`, right: true, cell: (h) => h.quantity },
        { title: t`序列号`, cell: (h) => h.serials ?? '—' },
        { title: t`门店`, cell: (h) => h.storeName },
      ]}
    />
  </Panel>
)
const Recalled = ({ of: { recalls } }: { of: Pick<Trail, 'recalls'> }) => (
  <Panel title={t`召回`}>
    <Some
      rows={recalls}
      rowKey={(r) => r.recallId}
      empty={t`没有召回`}
      columns={[
        { title: t`召回单号`, cell: (r) => <Link to={`/inventory/recalls?recall=${r.recallId}`}>{r.recallNo}</Link> },
        { title: t`类别`, cell: (r) => <RecallKind of={r} /> },
        { title: t`召回原因`, cell: (r) => r.reason },
        { title: t`发起时间`, cell: (r) => r.createdAt.slice(0, 16) },
        { title: t`已通知会员`, right: true, cell: (r) => r.told },
        { title: t`状态`, cell: (r) => <RecallState of={r} /> },
      ]}
    />
  </Panel>
)
