/** Files the maker was sent: what, when, by whom, and whether the order still says so. */
import { Select } from 'antd'
import { useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { Act, Can, Dot, Link, Panel, Rows, download, keyOf, queries, t, toast, tr, useCall, useHolds, useSend } from '#kernel/web/index.ts'
import { institution } from '#modules/institution/contract/endpoints.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import { paperPaths } from '../../contract/kinds/kind.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { makerFormat, type MakerProfile } from '../../contract/maker/job.ts'
import type { OrderInfo } from '../../contract/shapes.ts'
import { machineOfKind } from '../words.tsx'

type Format = MakerProfile['format']
const WORDS = metaOf(makerFormat).options ?? {}
/** Formats a kind is sent in; a PDF is its paper. */
const formatsOf = (kind: string): Format[] => kindOf(kind).file.flatMap((f) => (f === 'pdf' ? [] : [f]))

export function Sent({ order }: { order: OrderInfo }) {
  const { orderId, kind, supplierId } = order
  const holds = useHolds()
  const machine = machineOfKind(kind)
  const hasMaker = supplierId !== null && formatsOf(kind).length > 0 && !machine.in.draft.includes(order.status)
  const files = useCall(lensOrders['orders.files'], { id: orderId }, { enabled: hasMaker, live: ['orders'] })
  const rows = files.data ?? []
  const sends = holds('order:send') && machine.in.open.includes(order.status)
  if (!hasMaker || (!rows.length && !sends)) return null
  return (
    <Panel
      title={t`发给厂家的文件`}
      actions={
        <>
          <AsPdf order={order} />
          {sends && <Send order={order} again={rows.length > 0} />}
        </>
      }
    >
      {rows.length > 0 && (
        <Rows
          rows={rows}
          rowKey={(f) => f.sentId}
          columns={[
            {
              title: t`文件名`,
              cell: (f) => (
                <button type="button" className="link num" onClick={() => void download(lensOrders['orders.file'], { sentId: f.sentId })}>
                  {f.filename}
                </button>
              ),
            },
            { title: t`文件格式`, cell: (f) => tr(WORDS[f.format] ?? f.format) },
            { title: t`发送时间`, cell: (f) => <span className="num">{f.sentAt.slice(0, 16)}</span> },
            { title: t`发送人`, cell: (f) => f.sender ?? '—' },
            {
              title: t`校验值`,
              cell: (f) => (
                <span className="num soft" title={f.sha256}>
                  {f.sha256.slice(0, 8)}
                </span>
              ),
            },
            {
              title: t`与订单`,
              cell: (f) => (f.old ? <Dot tone="bad">{t`已过时：订单后来改过`}</Dot> : <Dot tone="ok">{t`一致`}</Dot>),
            },
          ]}
        />
      )}
    </Panel>
  )
}
/** The paper of the order, to be attached to a message to the maker. */
function AsPdf({ order: { kind, orderId, hid } }: { order: OrderInfo }) {
  const { file, papers } = kindOf(kind)
  const [paper] = papers
  if (!file.includes('pdf') || !paper) return null
  return (
    <button
      type="button"
      className="link"
      onClick={() => void download(institution['papers.pdf'], { hid, path: `${paperPaths[paper]}/${orderId}` })}
    >
      {t`下载 PDF`}
    </button>
  )
}
/** Makes the file as the supplier wants it and opens it here; what waited for that is at its maker's. */
function Send({ order: { orderId, kind, status, version, supplierId }, again }: { order: OrderInfo; again: boolean }) {
  const profile = useCall(lensOrders['maker.profile'], { id: supplierId ?? 0 }, { enabled: supplierId !== null })
  const formats = formatsOf(kind)
  const [chosen, setChosen] = useState<Format>()
  const usual = profile.data && formats.includes(profile.data.format) ? profile.data.format : formats[0]
  const format = chosen ?? usual
  const { make } = machineOfKind(kind).moves
  const goes = make?.from.includes(status) ?? false
  const send = useSend(lensOrders['orders.file.make'], {
    onSuccess: async (file) => {
      await download(lensOrders['orders.file'], { sentId: file.sentId })
      void queries.invalidateQueries({ queryKey: keyOf(lensOrders['orders.info']) })
      void queries.invalidateQueries({ queryKey: keyOf(lensOrders['orders.files']) })
      toast(t`${file.filename} 已生成`, 'ok')
    },
  })
  return (
    <Can code="order:send">
      {formats.length > 1 && (
        <Select
          size="small"
          aria-label={t`文件格式`}
          style={{ width: 90 }}
          value={format ?? null}
          onChange={setChosen}
          options={formats.map((f) => ({ value: f, label: tr(WORDS[f] ?? f) }))}
        />
      )}
      {supplierId !== null && <Link className="link" to={`/order/makers?supplierId=${supplierId}`}>{t`格式设置`}</Link>}
      <Act
        size="small"
        type={goes ? 'primary' : 'default'}
        unless={false}
        loading={send.isPending}
        onClick={() => send.mutate({ id: orderId, version, sends: goes, ...(format ? { format } : {}) })}
      >
        {labelOf(goes, again)}
      </Act>
    </Can>
  )
}
function labelOf(goes: boolean, again: boolean): string {
  if (goes) return t`发给厂家`
  return again ? t`重新生成文件` : t`生成文件`
}
