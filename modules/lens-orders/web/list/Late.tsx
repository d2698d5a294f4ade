/** The orders of a list that are later than promised, the longest late first, above all others. */
import { Button } from 'antd'
import { Panel, Rows, t, useCall, useGo, useSearch, useWho } from '#kernel/web/index.ts'
import { listCalls, pathOf, type ListedKind } from '../kinds.ts'
import { Member, Promised, StateSince } from '../words.tsx'
import { NextStep } from './NextStep.tsx'

/** As many as leave room for the list below. */
const MOST = 3
export function Late({ kind, count }: { kind: ListedKind; count: number }) {
  const { hid } = useWho()
  const go = useGo()
  const [, change] = useSearch()
  const query = { hid, type: kind, late: true, pageNum: 1, pageSize: MOST }
  const list = useCall(listCalls[kind], query, { live: ['orders'], logged: true })
  const rows = list.data?.list ?? []
  if (!rows.length) return null
  return (
    <Panel
      className="order-late-group"
      title={t`晚于承诺 ${count} 单`}
      {...(count > rows.length
        ? { actions: <Button size="small" onClick={() => change({ tab: 'late', page: undefined })}>{t`全部 ${count} 单`}</Button> }
        : {})}
    >
      <Rows
        rows={rows}
        rowKey={(r) => r.orderId}
        columns={[
          {
            title: t`订单号`,
            cell: (r) => (
              <button type="button" className="link num" onClick={() => go(pathOf(r.kind, r.orderId))}>
                {r.orderNo}
              </button>
            ),
          },
          { title: t`会员`, cell: (r) => <Member of={r} /> },
          { title: t`商品`, cell: (r) => r.productName },
          { title: t`供应商`, cell: (r) => r.supplierName ?? '—' },
          { title: t`状态`, cell: (r) => <StateSince of={r} /> },
          { title: t`承诺到货`, cell: (r) => <Promised of={r} /> },
          { title: t`下一步`, cell: (r) => <NextStep of={r} /> },
        ]}
      />
    </Panel>
  )
}
