/** What the box holds: a cell for each piece in the order it was scanned, the last on top, and what is still to come. */
import { Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { Dot, EyeTag, Panel, t, tr } from '#kernel/web/index.ts'
import { dueOf, lineOf, type BoxPiece, type Verdict } from './box.ts'
import { shelfName, useShelves } from './shelf.ts'
import type { BoxState, Delivery } from './useBox.ts'

const TONES: Readonly<Record<Verdict, 'ok' | 'bad' | 'warn'>> = {
  pass: 'ok',
  wrong: 'bad',
  mismatch: 'warn',
  accepted: 'warn',
  rejected: 'bad',
}
const words = (): Readonly<Record<Verdict, string>> => ({
  pass: t`收下`,
  wrong: t`不符，没收`,
  mismatch: t`待判定`,
  accepted: t`让步接收`,
  rejected: t`拒收`,
})
/** More cells than these are no picture any more. */
const CELLS = 60

export function Contents({ of: state, delivery, onDelivery }: { of: BoxState; delivery: Delivery; onDelivery: (is: Delivery) => void }) {
  const { box, orders, since } = state
  const waiting = orders.flatMap((order) =>
    order.lines.flatMap((line) => (dueOf(box, line) > 0 ? [{ order, line, due: dueOf(box, line) }] : [])),
  )
  const scannedPieces = box.pieces.reduce((n, p) => n + (p.verdict === 'wrong' ? 0 : p.quantity), 0)
  const all = scannedPieces + waiting.reduce((n, w) => n + w.due, 0)
  const wrong = box.pieces.filter((p) => p.verdict === 'wrong').length
  return (
    <Panel title={t`这一箱`} className="receive-box">
      <div className="receive-sum">
        <Input
          aria-label={t`送货单号`}
          placeholder={t`送货单号`}
          size="small"
          maxLength={60}
          value={delivery.deliveryNo}
          onChange={(e) => onDelivery({ ...delivery, deliveryNo: e.target.value })}
        />
        <ShelfOf of={state} delivery={delivery} onDelivery={onDelivery} />
        <p>
          <b className="num">{scannedPieces}</b> <span className="num">/ {all}</span> {t`片`}{' '}
          {wrong > 0 ? <strong className="bad">{t`${wrong} 片不符`}</strong> : <span className="soft">{t`没有不符`}</span>}{' '}
          <Clock since={since} />
        </p>
        {all <= CELLS && (
          <div className="receive-cells" aria-hidden>
            {box.pieces.map((p) => (
              <i key={p.nth} className={TONES[p.verdict]} />
            ))}
            {waiting.flatMap((w) => Array.from({ length: w.due }, (_, i) => <i key={`${w.line.lineId}.${i}`} />))}
          </div>
        )}
      </div>
      <div className="receive-list" tabIndex={0} role="region" aria-label={t`这一箱的内容`}>
        {box.pieces.length > 0 && <h3>{t`刚扫的`}</h3>}
        {box.pieces.toReversed().map((p) => (
          <Taken key={p.nth} of={state} piece={p} />
        ))}
        <h3>{t`还没扫 ${waiting.length}`}</h3>
        {waiting.map(({ order, line, due }) => (
          <p key={line.lineId}>
            {line.eye ? <EyeTag eye={line.eye} /> : <span />}
            <span>{order.patientName ?? line.name}</span>
            <Dot tone="neutral">{due > 1 ? t`待扫 ${due}` : t`待扫`}</Dot>
            <span />
          </p>
        ))}
      </div>
    </Panel>
  )
}
/** The warehouse the box is put in: what its orders say, until another one is named. */
function ShelfOf({ of: { orders }, delivery, onDelivery }: { of: BoxState; delivery: Delivery; onDelivery: (is: Delivery) => void }) {
  const shelves = useShelves()
  if (!shelves.length) return null
  const places = [...new Set(orders.map((o) => shelfName(shelves, o.inWareHouseId)))]
  return (
    <Select
      className="receive-shelf"
      aria-label={t`入库仓库`}
      placeholder={places.length === 1 && places[0] ? t`入 ${places[0]}` : t`按各订单的入库仓库`}
      size="small"
      allowClear
      options={[...shelves]}
      value={delivery.inWareHouseId ?? null}
      onChange={(id?: number | null) => onDelivery({ ...delivery, inWareHouseId: id ?? undefined })}
    />
  )
}
function Taken({ of: { orders, shown, setShown }, piece: p }: { of: BoxState; piece: BoxPiece }) {
  const place = lineOf(orders, p.lineId)
  return (
    <button type="button" className={`${p.verdict} ${p.nth === shown ? 'now' : ''}`} onClick={() => setShown(p.nth)}>
      {place?.line.eye ? <EyeTag eye={place.line.eye} /> : <span />}
      <span>{place?.order.patientName ?? place?.line.name}</span>
      <Dot tone={TONES[p.verdict]}>
        {tr(words()[p.verdict])} {p.quantity > 1 && `× ${p.quantity}`}
      </Dot>
      <span className="num">{p.time}</span>
    </button>
  )
}
/** How long it takes, from the first scan. */
function Clock({ since }: { since: number | undefined }) {
  const [, tick] = useState(0)
  useEffect(() => {
    if (since === undefined) return
    const timer = setInterval(() => tick((n) => n + 1), 1000)
    return () => clearInterval(timer)
  }, [since])
  if (since === undefined) return null
  const seconds = Math.round((Date.now() - since) / 1000)
  return <span className="soft num">{t`用时 ${Math.floor(seconds / 60)} 分 ${String(seconds % 60).padStart(2, '0')} 秒`}</span>
}
