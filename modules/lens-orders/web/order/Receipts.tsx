/** What came of the order: each delivery with its pieces, how they were judged, and why. */
import { metaOf } from '#kernel/contract/index.ts'
import { Dot, EyeTag, Panel, t, tr } from '#kernel/web/index.ts'
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
              </p>
            )
          })}
        </section>
      ))}
    </Panel>
  )
}
