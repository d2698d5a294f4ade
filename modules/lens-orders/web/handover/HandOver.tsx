/** Handing over: each lens is scanned into its eye, whoever takes them signs. The server asks everything again. */
import { Input } from 'antd'
import { useState } from 'react'
import {
  Act,
  Dot,
  EyeTag,
  Empty,
  Money,
  Panel,
  Screen,
  t,
  toast,
  tr,
  useCall,
  useGo,
  useId,
  useScanner,
  useSend,
} from '#kernel/web/index.ts'
import {
  PickupProof,
  Receiver,
  collectorMissing,
  firstReceiver,
  usePickupProof,
  type CollectorInput,
} from '#modules/frame-orders/web/door.tsx'
import { patients } from '#modules/patients/contract/endpoints.ts'
import { PatientBarFor } from '#modules/patients/web/door.tsx'
import { eyeName } from '../../contract/check/check.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { mustScan } from '../../contract/receive/handover.scan.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import type { OrderInfo } from '../../contract/shapes.ts'
import { pathOf } from '../kinds.ts'
import { beep } from '#kernel/web/scan/sound.ts'
import { OrderState } from '../words.tsx'
import { herePieces, pieceOf, type Here } from './pieces.ts'
import { waits } from './waits.ts'
import '../orders.css'
import './handover.css'

export default function HandOver() {
  const id = useId('orderId')
  const info = useCall(lensOrders['orders.info'], { id }, { live: ['orders'] })
  const order = info.data
  return (
    <Screen
      of={info}
      note={
        order && (
          <>
            <span className="num">{order.orderNo}</span> <OrderState of={order} />
          </>
        )
      }
      bar={order && order.pid !== null && <PatientBarFor pid={order.pid} />}
    >
      {order && (waits(order) && order.pid !== null ? <Give key={order.orderId} order={order} pid={order.pid} /> : <Not order={order} />)}
    </Screen>
  )
}
function Not({ order }: { order: OrderInfo }) {
  return (
    <Panel>
      <Empty
        text={
          order.handedAt
            ? t`${order.handedAt.slice(0, 16)} 已交付，${order.receiver ?? ''} 签收`
            : t`订单在“${tr(order.statusName)}”，还不能取镜`
        }
      />
    </Panel>
  )
}
/** Codes that were scanned, by the piece they are of. */
type Scans = ReadonlyMap<number, string>
function useScans(pieces: readonly Here[]) {
  const [scans, setScans] = useState<Scans>(new Map())
  const [fault, setFault] = useState<string>()
  const take = (code: string) => {
    const piece = pieceOf(pieces, code, new Set(scans.keys()))
    if (piece) setScans(new Map([...scans, [piece.receiptLineId, code]]))
    setFault(piece ? undefined : code)
    beep(piece ? 'ok' : 'bad')
  }
  useScanner(take)
  return { scans, fault, take }
}
function Give({ order, pid }: { order: OrderInfo; pid: number }) {
  const go = useGo()
  const member = useCall(patients['patients.get'], { id: pid }, { logged: true })
  const collecting = { birth: order.birth, guardian: member.data?.guardian ?? null, patientName: order.patientName ?? '' }
  const pieces = herePieces(order)
  const { scans, fault, take } = useScans(pieces)
  const [code, setCode] = useState('')
  const [typed, setReceiver] = useState<CollectorInput>()
  const proof = usePickupProof()
  // Nobody is named before it is known whether there is a guardian.
  const receiver = typed ?? { receiver: member.isPending ? '' : firstReceiver(collecting) }
  const send = useSend(lensOrders['orders.hand-over'], {
    onSuccess: (now) => (toast(t`${now.orderNo}：${tr(now.statusName)}`, 'ok'), go(pathOf(order.kind, order.orderId), {}, true)),
  })
  const scanned = kindOf(order.kind).receipt.scan
  const missing = pieces.filter((p) => mustScan(scanned, p) && !scans.has(p.receiptLineId)).map((p) => tr(eyeName(p.eye)) || p.name)
  const due = order.fbid === null ? 0 : (order.billPrice ?? 0) - (order.paid ?? 0)
  const why = (missing.length > 0 && t`还没有扫描：${missing.join('、')}`) || collectorMissing(collecting, receiver) || proof.missing
  return (
    <div className="hand-over">
      <Panel title={t`扫描每一片`} {...(due > 0 ? { note: <Due of={due} /> } : {})}>
        <Input
          aria-label={t`条码`}
          placeholder={t`扫描镜片条码，或输入序列号后回车`}
          value={code}
          autoFocus
          onChange={(e) => setCode(e.target.value)}
          onPressEnter={() => (code.trim() && take(code.trim()), setCode(''))}
        />
        <div className="hand-over-eyes" role="status">
          {pieces.map((p) => (
            <Cell key={p.receiptLineId} piece={p} done={scans.has(p.receiptLineId)} />
          ))}
          {fault !== undefined && <p className="bad">{t`${fault} 不是这张订单已验收的镜片`}</p>}
        </div>
      </Panel>
      <Panel title={t`签收`}>
        <Receiver of={collecting} value={receiver} onChange={setReceiver} />
        <PickupProof entry={proof} />
        <Act
          type="primary"
          unless={why}
          loading={send.isPending}
          onClick={() => send.mutate({ id: order.orderId, version: order.version, ...receiver, ...proof.proof, ...codesOf(pieces, scans) })}
        >{t`确认取镜`}</Act>
      </Panel>
    </div>
  )
}
const Due = ({ of: amount }: { of: number }) => (
  <Dot tone="warn">
    {t`还差`} <Money of={amount} />
  </Dot>
)
function Cell({ piece, done }: { piece: Here; done: boolean }) {
  return (
    <p className={done ? 'done' : undefined}>
      {piece.eye && <EyeTag eye={piece.eye} />} <span>{piece.name}</span>{' '}
      <span className="num">{piece.serial ? `SN ${piece.serial}` : t`批号 ${piece.batchNo ?? '—'} `}</span>{' '}
      {piece.quantity > 1 && `× ${piece.quantity}`} <Dot tone={done ? 'ok' : 'neutral'}>{done ? t`已扫描` : t`待扫`}</Dot>
    </p>
  )
}
/** The code of each eye under its own name; the rest as a list. */
function codesOf(pieces: readonly Here[], scans: Scans): { od?: string; os?: string; codes: string[] } {
  const first = (eye: 'od' | 'os') => pieces.find((p) => p.eye === eye && scans.has(p.receiptLineId))
  const [od, os] = [first('od'), first('os')]
  const code = (p: Here | undefined) => (p ? scans.get(p.receiptLineId) : undefined)
  const [right, left] = [code(od), code(os)]
  const codes = pieces.flatMap((p) => (p === od || p === os ? [] : (scans.get(p.receiptLineId) ?? [])))
  return { ...(right ? { od: right } : {}), ...(left ? { os: left } : {}), codes }
}
