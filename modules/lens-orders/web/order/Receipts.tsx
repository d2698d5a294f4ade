/** What came of the order: each delivery with its pieces, how they were judged, and why. */
import { metaOf } from '#kernel/contract/index.ts'
import { Button } from 'antd'
import { Can, Dot, EyeTag, Panel, confirm, t, tr, useSend } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { Receipt, type OrderInfo } from '../../contract/shapes.ts'

const VERDICTS = metaOf(Receipt.shape.lines.element.shape.verdict).options ?? {}
const TONES = { pass: 'ok', accepted: 'warn', mismatch: 'bad', rejected: 'bad' } as const

export function Receipts({ order }: { order: OrderInfo }) {
  if (!order.receipts.length) return null
  return (
    <Panel title={t`收货`}>
      {order.receipts.map((r) => (
        <section key={r.receiptId}>
          <p className="num">
            <strong>{r.receiptNo}</strong> {r.at.slice(0, 16)} {r.person ?? ''} {r.deliveryNo ?? ''}
          </p>
          {r.lines.map((l) => {
            const eye = order.items.find((i) => i.lineId === l.lineId)?.eye
            return (
              <p key={l.receiptLineId} className="num">
                {eye && <EyeTag eye={eye} />} <Dot tone={TONES[l.verdict]}>{tr(VERDICTS[l.verdict] ?? l.verdict)}</Dot> × {l.quantity}{' '}
                {l.serial && `SN ${l.serial} `}
                {l.batchNo && t`批号 ${l.batchNo} `}
                {l.expiry && t`效期 ${l.expiry} `}
                {l.reason && <span className="soft">{l.reason}</span>}
                {l.verdict === 'mismatch' && <Judge id={l.receiptLineId} />}
              </p>
            )
          })}
        </section>
      ))}
    </Panel>
  )
}
/** A supervisor decides of a piece that was set aside; the wrong eye, sign or power the server never lets in. */
function Judge({ id }: { id: number }) {
  const judge = useSend(lensOrders['orders.judge'])
  const ask = async (verdict: 'accepted' | 'rejected', message: string) => {
    const reason = await confirm({ message, reason: { label: t`原因`, required: true } })
    if (typeof reason === 'string') judge.mutate({ id, verdict, reason })
  }
  return (
    <Can code="order:supervise">
      <Button size="small" loading={judge.isPending} onClick={() => void ask('accepted', t`有差异也收下？`)}>{t`让步接收`}</Button>
      <Button size="small" danger loading={judge.isPending} onClick={() => void ask('rejected', t`拒收这一片`)}>{t`拒收`}</Button>
    </Can>
  )
}
