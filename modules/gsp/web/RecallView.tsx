import { Button, Modal } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Can, Empty, Facts, Figures, Form, Link, Panel, Rows, Until, t, toast, tr, useCall } from '#kernel/web/index.ts'
import { gsp } from '../contract/endpoints.ts'
import { outcomes, type Recall } from '../contract/shapes.ts'
import { recall } from '../contract/states.ts'
import { RecallKind, RecallState } from './RecallState.tsx'
import './gsp.css'

const lists = [gsp['recalls.list'], gsp['recalls.get']]
const wordsFor = (outcome: keyof typeof outcomes | undefined): string => (outcome === undefined ? '—' : tr(outcomes[outcome]))

/** A recall: its clock, who has the goods, where the rest lies, and the calls made. */
export function RecallView({ id }: { id: number }) {
  const info = useCall(gsp['recalls.get'], { id }, { live: ['stock', 'orders'] })
  return <Until of={info}>{info.data && <Shown of={info.data} />}</Until>
}

function Shown({ of: r }: { of: Recall }) {
  const [calling, setCalling] = useState<number>()
  const [ending, setEnding] = useState(false)
  return (
    <div className={r.drill ? 'recall drill' : 'recall'}>
      {r.drill && (
        <p className="recall-drill" role="note">
          <strong>{t`召回演练`}</strong> {t`没有锁定商品，不通知真实召回`}
        </p>
      )}
      <Head of={r} />
      <Figures
        items={[
          { label: '会员手中', value: r.trace.held },
          { label: '待通知会员', value: r.untold },
          { label: '在库', value: r.trace.onShelf },
          { label: '待判定', value: r.trace.transit.reduce((n, x) => n + x.quantity, 0) },
        ]}
      />
      {r.trace.came + r.trace.held + r.trace.transit.length === 0 && <Empty text={t`您可进入的门店没有批号 ${r.lot}`} />}
      {r.trace.holders.length > 0 && <Holders of={r} onCall={r.status === recall.is.open ? setCalling : undefined} />}
      <Places of={r} />
      <div className="screen-actions">
        <Button size="small" icon={<Printer size={13} />} href={`/print/recall/${r.recallId}`} target="_blank">{t`打印`}</Button>
        {r.status === recall.is.open && (
          <Can code="gsp:recall">
            <Button type="primary" size="small" onClick={() => setEnding(true)}>{t`结束召回`}</Button>
          </Can>
        )}
      </div>
      <Modal title={t`登记召回通知`} open={calling !== undefined} onCancel={() => setCalling(undefined)} footer={null} destroyOnHidden>
        <Form
          of={gsp['recalls.call']}
          fixed={{ id: r.recallId, pid: calling }}
          fields={[
            { key: 'outcome', span: 12 },
            { key: 'note', span: 12 },
          ]}
          invalidates={lists}
          onDone={() => (toast(t`通知已登记`, 'ok'), setCalling(undefined))}
          onLeave={() => setCalling(undefined)}
        />
      </Modal>
      <Modal title={t`结束召回`} open={ending} onCancel={() => setEnding(false)} footer={null} destroyOnHidden>
        <Form
          of={gsp['recalls.end']}
          fixed={{ id: r.recallId }}
          fields={[{ key: 'result', span: 12 }]}
          invalidates={lists}
          onDone={() => (toast(t`召回 ${r.recallNo} 已结束`, 'ok'), setEnding(false))}
          onLeave={() => setEnding(false)}
        />
      </Modal>
    </div>
  )
}

const Head = ({ of: r }: { of: Recall }) => (
  <Facts
    columns={3}
    items={[
      ['召回单号', r.recallNo],
      ['类别', <RecallKind key="k" of={r} />],
      ['状态', <RecallState key="s" of={r} />],
      ['批号', r.lot],
      ['通知期限', r.overdue ? t`${r.dueAt}（已超时）` : r.dueAt],
      ['发起人', r.staffName],
      ['召回原因', r.reason],
      ['召回结果', r.result],
      ['结束时间', r.endedAt],
    ]}
  />
)

function Holders({ of: r, onCall }: { of: Recall; onCall: ((pid: number) => void) | undefined }) {
  const last = (pid: number | null) => r.calls.find((c) => c.pid === pid)
  return (
    <Panel title={t`会员手中`}>
      <Rows
        rows={r.trace.holders}
        rowKey={(h, index) => `${h.by} ${h.docId} ${index}`}
        columns={[
          { title: t`会员`, cell: (h) => (h.pid ? <Link to={`/patients/detail/${h.pid}`}>{h.patientName ?? h.memberNo}</Link> : '—') },
          { title: t`手机号`, cell: (h) => h.mobile ?? '—' },
          { title: t`商品`, cell: (h) => h.productName },
          { title: t`数量`, right: true, cell: (h) => h.quantity },
          { title: t`门店`, cell: (h) => h.storeName },
          { title: t`通知结果`, cell: (h) => wordsFor(last(h.pid)?.outcome) },
          {
            title: t`操作`,
            cell: (h) =>
              h.pid && onCall ? (
                <Can code="gsp:recall">
                  <Button size="small" onClick={() => h.pid && onCall(h.pid)}>{t`登记通知`}</Button>
                </Can>
              ) : (
                '—'
              ),
          },
        ]}
      />
    </Panel>
  )
}
const Places = ({ of: r }: { of: Recall }) => (
  <>
    {r.trace.shelf.length > 0 && (
      <Panel title={t`在库`}>
        <Rows
          rows={r.trace.shelf}
          rowKey={(_, index) => index}
          columns={[
            { title: t`门店`, cell: (s) => s.storeName },
            { title: t`仓库`, cell: (s) => s.warehouseName },
            { title: t`商品`, cell: (s) => s.productName },
            { title: t`数量`, right: true, cell: (s) => s.quantity },
            { title: t`锁定`, cell: (s) => (s.locked ? t`锁定` : '—') },
          ]}
        />
      </Panel>
    )}
    {r.trace.transit.length > 0 && (
      <Panel title={t`待判定`}>
        <Rows
          rows={r.trace.transit}
          rowKey={(_, index) => index}
          columns={[
            { title: t`订单`, cell: (x) => x.orderNo },
            { title: t`商品`, cell: (x) => x.productName },
            { title: t`数量`, right: true, cell: (x) => x.quantity },
            { title: t`门店`, cell: (x) => x.storeName },
          ]}
        />
      </Panel>
    )}
  </>
)
