/** The box on the table: what is expected, what was scanned of it, and closing it. It survives a closed tab. */
import { useState } from 'react'
import { call, queries, t, toast, today, tr, useCall, useScanner, useWho, keyOf } from '#kernel/web/index.ts'
import { useDraftValue } from '#kernel/web/form/draft/draft.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import type { Expected } from '../../contract/shapes.expected.ts'
import {
  changed,
  choose,
  lineOf,
  scanned,
  sentOf,
  undone,
  type ReceiptBox,
  type BoxPiece,
  type ScanResult,
  type ScanNotice,
} from './box.ts'
import { beep } from '#kernel/web/scan/sound.ts'

export interface ReceiptScope {
  readonly kind: string | undefined
  readonly orders: readonly number[] | undefined
}
const NONE: readonly Expected[] = []
const EMPTY: ReceiptBox = { pieces: [] }
const now = (): string => new Date().toTimeString().slice(0, 5)
/** Scans of an order that came meanwhile are of nothing any more. */
const still = (box: ReceiptBox, orders: readonly Expected[]): ReceiptBox => ({
  ...box,
  pieces: box.pieces.filter((p) => lineOf(orders, p.lineId)),
})
const isPiece = (value: unknown): value is BoxPiece =>
  typeof value === 'object' && value !== null && 'lineId' in value && 'verdict' in value && 'udi' in value
const arePieces = (value: unknown): value is BoxPiece[] => Array.isArray(value) && value.every(isPiece)
/** What holds for all that is in the box: its paper, and the warehouse where another one is named than the orders say. */
export interface Delivery {
  readonly deliveryNo: string
  readonly inWareHouseId?: number | undefined
}
interface Sent {
  readonly done: Expected[]
  readonly refused: string[]
}
/** Receives what was scanned of each order, one after the other: each is refused or received on its own. */
async function send(box: ReceiptBox, orders: readonly Expected[], { deliveryNo, inWareHouseId }: Delivery): Promise<Sent> {
  const sent: Sent = { done: [], refused: [] }
  for (const order of orders.filter((o) => box.pieces.some((p) => p.orderId === o.orderId && p.verdict !== 'wrong'))) {
    const { orderId: id, version } = order
    const shelf = inWareHouseId ?? order.inWareHouseId
    const head = { ...(deliveryNo.trim() ? { deliveryNo: deliveryNo.trim() } : {}), ...(shelf ? { inWareHouseId: shelf } : {}) }
    const input = { id, version, lines: sentOf(box, id, orders), ...head }
    await call(lensOrders['orders.receive'], input, { quiet: true }).then(
      (is) => sent.done.push({ ...order, status: is.status, statusName: is.statusName, inWareHouseId: shelf }),
      (error: Error) => sent.refused.push(`${order.patientName ?? ''} ${order.orderNo}：${error.message}`),
    )
  }
  return sent
}

export function useBox({ kind, orders: ids }: ReceiptScope) {
  const { hid } = useWho()
  const found = useCall(
    lensOrders['orders.expected'],
    { hid, ...(kind ? { kind } : {}), ...(ids?.length ? { orders: [...ids] } : {}) },
    { live: ['orders'] },
  )
  const orders = found.data ?? NONE
  const name = `receive:${kind ?? 'all'}:${ids?.join(',') ?? ''}`
  // What was scanned before the tab was closed.
  const { value: pieces, set, drop } = useDraftValue<readonly BoxPiece[]>(name, EMPTY.pieces, arePieces)
  const [about, setAbout] = useState<Omit<ReceiptBox, 'pieces'>>({})
  const all: ReceiptBox = { ...about, pieces }
  const setBox = ({ pieces: next, ...rest }: ReceiptBox) => (set(next), setAbout(rest))
  const [outcome, setOutcome] = useState<ScanNotice>()
  const [shown, setShown] = useState<number>()
  const [since, setSince] = useState<number>()
  const [busy, setBusy] = useState(false)
  const box = found.data ? still(all, orders) : all
  const around = { orders, day: today(), time: now() }

  const came = (next: ScanResult) => {
    setBox(next.box)
    setOutcome(next.told)
    setSince(since ?? Date.now())
    if ('piece' in next.told) setShown(next.told.piece)
    beep(next.told.tone === 'ask' ? 'warn' : next.told.tone)
  }
  const take = useScanner((code) => void (code.trim() && came(scanned(box, code.trim(), around))), { ready: found.data !== undefined })
  const chooseLine = (lineId: number) => came(choose(box, lineId, around))
  const change = (nth: number, what: Partial<BoxPiece>) => setBox(changed(box, nth, what))
  const undo = (nth?: number) => {
    const next = undone(box, nth)
    setBox(next)
    setOutcome(undefined)
    setShown(next.pieces.at(-1)?.nth)
    if (!next.pieces.length) drop()
  }
  const close = async (delivery: Delivery): Promise<Expected[]> => {
    setBusy(true)
    const { done, refused } = await send(box, orders, delivery)
    setBusy(false)
    const rest = { pieces: box.pieces.filter((p) => !done.some((o) => o.orderId === p.orderId)) }
    setBox(rest)
    setOutcome(undefined)
    if (!rest.pieces.length) drop()
    for (const stale of [lensOrders['orders.expected'], lensOrders['orders.info'], lensOrders['orders.counts']])
      void queries.invalidateQueries({ queryKey: keyOf(stale) })
    if (done.length) toast(done.map((o) => `${o.orderNo}：${tr(o.statusName)}`).join('\n'), 'ok')
    if (refused.length) toast(refused.join('\n'), 'warn')
    else if (!done.length) toast(t`这一箱还没有扫描`, 'warn')
    return done
  }
  return { asked: found, orders, box, told: outcome, shown, setShown, since, busy, take, chooseLine, change, undo, close, around }
}
export type BoxState = ReturnType<typeof useBox>
