import { Input } from 'antd'
import { useState } from 'react'
import { metaOf, powerOf, showPower } from '#kernel/contract/index.ts'
import { Empty, Figures, Link, Panel, Rows, Screen, Until, t, tr, useCall, useScanner, useSearch } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { LotTrace as Trace } from '../../contract/receive/lots.ts'

/** A lot followed from its number, typed or scanned off a box. */
export default function LotTrace() {
  const [{ lot = '' }, setSearch] = useSearch()
  const [typed, setTyped] = useState(lot)
  const follow = (code: string) => (setTyped(code), setSearch({ lot: code.trim() || undefined }))
  useScanner(follow)
  return (
    <Screen note={t`输入批号，或扫描包装上的条码：谁在用、放在哪里、什么待判定`}>
      <Input.Search
        aria-label={t`批号或条码`}
        placeholder={t`批号或条码`}
        style={{ maxWidth: 420 }}
        value={typed}
        onChange={(e) => setTyped(e.target.value)}
        onSearch={follow}
        autoFocus
      />
      {lot ? <Followed key={lot} lot={lot} /> : <Empty text={t`还没有输入批号`} />}
    </Screen>
  )
}
function Followed({ lot }: { lot: string }) {
  const info = useCall(lensOrders['lots.trace'], { lot }, { live: ['stock', 'orders'] })
  return <Until of={info}>{info.data && <Shown of={info.data} />}</Until>
}
type Of<K extends 'holders' | 'shelf' | 'transit' | 'gone'> = Trace[K][number]
const ways = metaOf(Trace.shape.holders.element.shape.by).options ?? {}
const way = ({ by, docNo }: Pick<Of<'gone'>, 'by' | 'docNo'>): string => `${tr(ways[by] ?? by)} ${docNo ?? ''}`

function Shown({ of: trace }: { of: Trace }) {
  if (!trace.came && !trace.held && !trace.transit.length) return <Empty text={t`您可进入的门店没有批号 ${trace.lot}`} />
  return (
    <>
      <Figures
        items={[
          { label: '入库', value: trace.came },
          { label: '会员手中', value: trace.held },
          { label: '在库', value: trace.onShelf },
          { label: '待判定', value: trace.transit.reduce((n, x) => n + x.quantity, 0) },
          { label: '已离店', value: trace.left },
        ]}
      />
      {trace.holders.length > 0 && (
        <Panel title={t`会员手中`}>
          <Holders of={trace.holders} />
        </Panel>
      )}
      {trace.shelf.length > 0 && (
        <Panel title={t`在库`}>
          <Shelf of={trace.shelf} />
        </Panel>
      )}
      {trace.transit.length > 0 && (
        <Panel title={t`待判定`}>
          <Transit of={trace.transit} />
        </Panel>
      )}
      {trace.gone.length > 0 && (
        <Panel title={t`已离店`}>
          <Gone of={trace.gone} />
        </Panel>
      )}
    </>
  )
}
const Holders = ({ of: caller }: { of: ReadonlyArray<Of<'holders'>> }) => (
  <Rows
    rows={caller}
    rowKey={(h, index) => `${h.by} ${h.docId} ${index}`}
    columns={[
      { title: t`会员`, cell: (h) => (h.pid ? <Link to={`/patients/detail/${h.pid}`}>{h.patientName ?? h.memberNo}</Link> : '—') },
      { title: t`手机号`, cell: (h) => h.mobile ?? '—' },
      { title: t`商品`, cell: (h) => h.productName },
      { title: t`数量`, right: true, cell: (h) => h.quantity },
      { title: t`序列号`, cell: (h) => h.serials ?? '—' },
      { title: t`在用`, cell: (h) => (h.worn ? t`在用` : '—') },
      { title: t`经由`, cell: way },
      { title: t`时间`, cell: (h) => h.at ?? '—' },
      { title: t`门店`, cell: (h) => h.storeName },
    ]}
  />
)
const Shelf = ({ of: caller }: { of: ReadonlyArray<Of<'shelf'>> }) => (
  <Rows
    rows={caller}
    rowKey={(_, index) => index}
    tone={(s) => (s.locked ? 'warn' : undefined)}
    columns={[
      { title: t`门店`, cell: (s) => s.storeName },
      { title: t`仓库`, cell: (s) => s.warehouseName },
      { title: t`商品`, cell: (s) => `${s.productName} ${showPower(powerOf(s))}` },
      { title: t`有效期`, cell: (s) => s.expiry ?? '—' },
      { title: t`数量`, right: true, cell: (s) => s.quantity },
      { title: t`留给`, cell: (s) => s.heldFor ?? '—' },
      { title: t`锁定`, cell: (s) => (s.locked ? t`锁定` : '—') },
    ]}
  />
)
const Transit = ({ of: caller }: { of: ReadonlyArray<Of<'transit'>> }) => (
  <Rows
    rows={caller}
    rowKey={(_, index) => index}
    columns={[
      { title: t`订单`, cell: (x) => x.orderNo },
      { title: t`商品`, cell: (x) => x.productName },
      { title: t`数量`, right: true, cell: (x) => x.quantity },
      { title: t`供应商`, cell: (x) => x.supplierName ?? '—' },
      { title: t`时间`, cell: (x) => x.at },
      { title: t`门店`, cell: (x) => x.storeName },
    ]}
  />
)
const Gone = ({ of: caller }: { of: ReadonlyArray<Of<'gone'>> }) => (
  <Rows
    rows={caller}
    rowKey={(_, index) => index}
    columns={[
      { title: t`经由`, cell: way },
      { title: t`商品`, cell: (g) => g.productName },
      { title: t`数量`, right: true, cell: (g) => g.quantity },
      { title: t`时间`, cell: (g) => g.at ?? '—' },
      { title: t`门店`, cell: (g) => g.storeName },
    ]}
  />
)
