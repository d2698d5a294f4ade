/** Unpacking a delivery with a scanner alone: each piece is compared as it is scanned, said by colour, sign, word and sound. */
import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import {
  Act,
  Empty,
  Key,
  Panel,
  Screen,
  confirm,
  t,
  topLayer,
  useHolds,
  useKeys,
  useParams,
  useScreen,
  useSearch,
} from '#kernel/web/index.ts'
import type { Expected } from '../../contract/shapes.expected.ts'
import { Band } from './Band.tsx'
import { PieceCompared } from './PieceCompared.tsx'
import { Contents } from './Contents.tsx'
import { Done } from './Done.tsx'
import { Asking } from './Asking.tsx'
import { lineOf, otherEye, questionOf, type BoxPiece } from './box.ts'
import { setSound, soundOn } from '#kernel/web/scan/sound.ts'
import { useBox, type ReceiptScope, type BoxState, type Delivery } from './useBox.ts'
import './receive.css'

/** What the address asks for: one order by its path, or those of a kind. */
function useAsked(): ReceiptScope {
  const { orderId } = useParams()
  const [{ kind, orders }] = useSearch()
  if (orderId) return { kind: undefined, orders: [Number(orderId)] }
  const ids = orders?.split(',').map(Number).filter(Number.isSafeInteger)
  return { kind: kind ?? (ids?.length ? undefined : 'okjing'), orders: ids?.length ? ids : undefined }
}
export default function Receive() {
  const request = useAsked()
  const path = useScreen()?.path ?? ''
  return <Table key={`${path}${request.kind}${request.orders?.join(',')}`} asked={request} />
}
/** What may be done with the piece that is shown, each with its key. */
function useActs(state: BoxState, piece: BoxPiece | undefined) {
  const { box, orders, change, undo, around } = state
  const left = piece?.verdict === 'wrong' ? otherEye(box, piece, around) : undefined
  const open = piece?.verdict === 'wrong'
  const decide = async (verdict: 'rejected' | 'mismatch' | 'accepted', message: string) => {
    if (!piece || !open) return
    const reason = await confirm({ message, reason: { label: t`原因`, required: true } })
    if (typeof reason === 'string') change(piece.nth, { verdict, reason })
  }
  return {
    open,
    left,
    never: piece?.found.some((f) => f.never) ?? false,
    turn: () => {
      if (piece && left) change(piece.nth, { lineId: left.lineId, found: [], verdict: 'pass' })
    },
    undo: () => undo(piece?.nth),
    aside: () => void decide('mismatch', t`放一边，等主管判定`),
    reject: () => void decide('rejected', t`拒收这一片`),
    accept: () => void decide('accepted', t`有差异也收下？`),
    name: piece ? (lineOf(orders, piece.lineId)?.order.patientName ?? '') : '',
  }
}
type Acts = ReturnType<typeof useActs>

function Table({ asked: request }: { asked: ReceiptScope }) {
  const state = useBox(request)
  const { box, orders, shown, close, busy } = state
  const [code, setCode] = useState('')
  const [delivery, setDelivery] = useState<Delivery>({ deliveryNo: '' })
  const [done, setDone] = useState<readonly Expected[]>([])
  const piece = box.pieces.find((p) => p.nth === shown)
  const acts = useActs(state, piece)
  useKeys({ F2: acts.turn, F4: acts.undo, F8: acts.aside, F9: acts.reject })
  const wrong = box.pieces.filter((p) => p.verdict === 'wrong').length
  const why = (!box.pieces.length && t`还没有扫描`) || (wrong > 0 && t`还有 ${wrong} 片不符没有处理`)
  const finish = async () => {
    if (why || busy) return
    const received = await close(delivery)
    setDone((previous) => [...previous.filter((o) => !received.some((r) => r.orderId === o.orderId)), ...received])
  }
  useFinishKey(() => void finish())
  return (
    <Screen
      fill
      title={t`扫码收货`}
      of={state.asked}
      note={noteOf(orders)}
      actions={
        <>
          <Input
            className="receive-field"
            aria-label={t`条码`}
            placeholder={t`扫描枪就绪，也可输入条码或标签参数`}
            value={code}
            autoFocus
            onChange={(e) => setCode(e.target.value)}
            onPressEnter={() => (state.take(code), setCode(''))}
          />
          <Sound />
          <Act type="primary" unless={why} loading={busy} onClick={() => void finish()}>
            {t`收完这箱`} <Key>Ctrl Enter</Key>
          </Act>
        </>
      }
    >
      {orders.length || done.length ? (
        <div className="receive">
          <Shown of={state} piece={piece} done={done} acts={acts} />
          <Contents of={state} delivery={delivery} onDelivery={setDelivery} />
        </div>
      ) : (
        <Panel>
          <Empty text={t`没有在途的订单：发货后才能收货`} />
        </Panel>
      )}
    </Screen>
  )
}
/** Pieces of a line that are still to come. */
const due = (line: Expected['lines'][number]): number => line.ordered - line.received - line.rejected - line.aside
const noteOf = (orders: readonly Expected[]): string => {
  const open = orders.filter((o) => o.lines.some((l) => due(l) > 0)).length
  const pieces = orders.reduce((sum, o) => sum + o.lines.reduce((n, l) => n + due(l), 0), 0)
  return t`${open} 张订单 ${pieces} 片`
}
interface ShownPiece {
  of: BoxState
  piece: BoxPiece | undefined
  done: readonly Expected[]
  acts: Acts
}
/** What the last scan gave: a question, a piece beside its order, or what has been received. */
function Shown({ of: box, piece, done, acts }: ShownPiece) {
  const question = questionOf(box.box, box.around)
  return (
    <div className="panel receive-piece">
      <Band of={box} piece={piece} />
      {question && <Asking of={box} question={question} />}
      {!question && piece && <PieceCompared piece={piece} orders={box.orders} day={box.around.day} />}
      {!question && !piece && done.length > 0 && <Done of={done} />}
      {!question && piece && <Foot acts={acts} />}
    </div>
  )
}
/** What to do with the hands first, then the keys. */
function Foot({ acts }: { acts: Acts }) {
  const supervises = useHolds()('order:supervise')
  if (!acts.open)
    return (
      <footer className="receive-foot">
        <span>{t`接着扫下一片，不用按键。`}</span>
        <Button onClick={acts.undo}>
          {t`撤销这一片`} <Key>F4</Key>
        </Button>
      </footer>
    )
  return (
    <footer className="receive-foot">
      <span>
        <strong>{t`先把这片放一边。`}</strong>
        {acts.left ? t`再扫另一盒：若两盒只是装反，各归各眼。` : t`核对订单和标签，再决定。`}
      </span>
      <Button onClick={acts.undo}>
        {t`撤销这一片`} <Key>F4</Key>
      </Button>
      {acts.left && (
        <Button onClick={acts.turn}>
          {acts.left.eye === 'os' ? t`归左眼` : t`归右眼`} <Key>F2</Key>
        </Button>
      )}
      {!acts.never && (
        <Button onClick={acts.aside}>
          {t`待判定`} <Key>F8</Key>
        </Button>
      )}
      {!acts.never && supervises && <Button onClick={acts.accept}>{t`让步接收`}</Button>}
      <Button danger onClick={acts.reject}>
        {t`拒收`} <Key>F9</Key>
      </Button>
    </footer>
  )
}
function Sound() {
  const [on, setOn] = useState(soundOn)
  return (
    <Button
      aria-pressed={on}
      onClick={() => {
        setSound(!on)
        setOn(!on)
      }}
    >
      {on ? t`声音开` : t`声音关`}
    </Button>
  )
}
function useFinishKey(finish: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.ctrlKey || topLayer()) return
      event.preventDefault()
      finish()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
