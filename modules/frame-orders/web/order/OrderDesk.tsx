import { Button } from 'antd'
import {
  Badge,
  Can,
  confirm,
  EyeTag,
  Facts,
  Link,
  Money,
  Panel,
  Screen,
  Slot,
  Status,
  t,
  tr,
  useCall,
  useGo,
  useId,
  useSend,
} from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { PatientBarFor } from '#modules/patients/web/door.tsx'
import { frameOrders } from '../../contract/endpoints.ts'
import { tokensOf } from '../../contract/fields.ts'
import type { FrameOrderInfo } from '../../contract/shapes.ts'
import { belowPickUp } from '../../contract/slots.ts'
import { frameOrder } from '../../contract/states.ts'
import { followedShown, powerCells } from '../../contract/shown.ts'
import { Promised } from '../columns.tsx'
import { useTicketScanner } from '../scan.ts'
import { StoppedOrder } from '../Stopped.tsx'
import { Findings } from './Findings.tsx'
import { JudgedTable } from './inspect/JudgedTable.tsx'
import { StageBar } from './StageBar.tsx'
import { StagePanel } from './StagePanel.tsx'
import { Trace } from './Trace.tsx'
import '../orders.css'

/** One job: who, what, where it stands, and the one thing to do next. */
export default function OrderDesk() {
  const id = useId('recordFrameId')
  const go = useGo()
  useTicketScanner()
  const info = useCall(frameOrders['frame.info'], { id }, { live: ['frame-orders', 'billing'] })
  const order = info.data
  return (
    <Screen
      of={info}
      title={order?.orderNo ?? t`框架镜订单`}
      note={
        order && (
          <>
            <Status of={frameOrder} value={order.status} /> {order.rush && <Badge tone="warn">{t`加急`}</Badge>}
          </>
        )
      }
      bar={order && <PatientBarFor pid={order.pid} />}
      actions={
        order && (
          <>
            <Button onClick={() => go(`/printProcess/${id}`)}>{t`打印加工单`}</Button>
            <Button onClick={() => go(copyPathOf(order))}>{t`打印订单`}</Button>
            <OtherMoves order={order} />
          </>
        )
      }
    >
      {order && <StageBar order={order} />}
      {order && <StoppedOrder order={order} />}
      {order && (
        <div className="order-desk">
          <div className="order-main">
            <Panel title={t`度数`} note={followedShown(order.followed, { t, tr })}>
              <Powers order={order} />
            </Panel>
            {order.status !== frameOrder.is.choosing && <Findings order={order} />}
            <StagePanel key={order.status === frameOrder.is.choosing ? 'choosing' : `${order.status}-${order.version}`} order={order} />
            {frameOrder.in.handedOver.includes(order.status) && <Slot of={belowPickUp} told={{ pid: order.pid }} />}
            <Inspections order={order} />
          </div>
          <Side order={order} />
        </div>
      )}
    </Screen>
  )
}

/** What was ordered, for how much, and what happened to it. */
const Side = ({ order }: { order: FrameOrderInfo }) => (
  <aside className="order-side">
    <Panel title={t`订单`}>
      <Facts
        columns={1}
        items={[
          [t`取镜时间`, <Promised key="p" at={order.promisedAt} late={order.late} />],
          [t`镜架`, order.frameBrand ?? '—'],
          [t`镜片`, order.lensBrand ?? '—'],
          [t`加工要求`, tokensOf(order.orderOptions).map(tr).join('、') || '—'],
          [t`金额`, <Paid key="m" of={order} />],
          [t`收费单`, order.fbid ? <Link key="b" to={`/medical/fee-edit/${order.fbid}`}>{t`打开收费单`}</Link> : '—'],
          [t`销售`, order.saler ?? '—'],
          [t`货位`, order.shelf ?? '—'],
          [t`备注`, order.note || '—'],
        ]}
      />
    </Panel>
    <Goods order={order} />
    <Trace order={order} />
    <Panel title={t`经过`} className="stage">
      <History order={order} />
    </Panel>
  </aside>
)

/** What the till takes, or took, with the price of the list beside it where that is another. */
const Paid = ({ of: { total, billPrice } }: { of: FrameOrderInfo }) => (
  <>
    <Money of={billPrice ?? total} />
    {billPrice !== null && billPrice !== total && (
      <s className="soft">
        {' '}
        <Money of={total} />
      </s>
    )}
  </>
)

function Powers({ order }: { order: FrameOrderInfo }) {
  return (
    <table className="judged powers">
      <thead>
        <tr>
          <th>{t`眼别`}</th>
          <th>{t`球镜 D`}</th>
          <th>{t`柱镜 D`}</th>
          <th>{t`轴位 °`}</th>
          <th>{t`下加光 D`}</th>
          <th>{t`棱镜`}</th>
          <th>{t`单眼瞳距 mm`}</th>
          <th>{t`瞳高 mm`}</th>
        </tr>
      </thead>
      <tbody>
        {(
          [
            ['Od', t`右眼`, 'od'],
            ['Os', t`左眼`, 'os'],
          ] as const
        ).map(([s, side, eye]) => (
          <tr key={s}>
            <td>
              <EyeTag eye={eye} /> {side}
            </td>
            {Object.entries(powerCells(order, s, tr)).map(([name, cell]) => (
              <td key={name} className="num">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function sourceOf({ source, issued }: FrameOrderInfo['items'][number]): string {
  if (source === 'none') return t`服务`
  if (issued) return t`已出库`
  return source === 'order' ? t`需订购` : t`有库存`
}
function Goods({ order }: { order: FrameOrderInfo }) {
  if (!order.items.length) return null
  return (
    <Panel title={t`商品`} className="stage">
      <ul className="steps">
        {order.items.map((i) => (
          <li key={i.itemId} style={{ gridTemplateColumns: '1fr auto' }}>
            <span>
              {i.name} <Badge tone={i.issued ? 'ok' : i.source === 'order' ? 'info' : 'neutral'}>{sourceOf(i)}</Badge>
            </span>
            <Money of={i.price} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function History({ order }: { order: FrameOrderInfo }) {
  return (
    <ol className="steps">
      {[...order.history].reverse().map((h) => (
        <li key={`${h.at}${h.move}`}>
          <span className="num">{h.at.slice(5, 16)}</span>
          <span>
            <strong>{tr(h.label)}</strong> {h.person ?? ''}
            {h.note && (
              <>
                <br />
                {h.note}
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Inspections({ order }: { order: FrameOrderInfo }) {
  if (!order.inspections.length && !order.slips.length) return null
  return (
    <Panel title={t`检验`} className="stage">
      {order.inspections.map((i) => (
        <div key={i.inspectionId}>
          <p>
            <Badge tone={i.verdict === 'pass' ? 'ok' : i.verdict === 'fail' ? 'bad' : 'warn'}>
              {i.kind === 'initial' ? t`初检` : t`终检`} {i.verdict === 'pass' ? t`合格` : i.verdict === 'fail' ? t`不合格` : t`让步放行`}
            </Badge>{' '}
            {i.inspector} <span className="num">{i.at.slice(0, 16)}</span> {i.setId} {i.lensmeterId !== null && t`焦度计文件读数`} {i.note}
          </p>
          {i.items.length > 0 && <JudgedTable items={i.items} />}
        </div>
      ))}
      {order.slips.map((s) => (
        <p key={s.slipId}>
          <Badge tone="bad">{t`不合格`}</Badge> {s.at.slice(0, 16)} {s.note}
        </p>
      ))}
    </Panel>
  )
}

/** Of glasses that came back, the slip of the case. */
const copyPathOf = ({ recordFrameId, status }: FrameOrderInfo): string =>
  `/${status === frameOrder.is.afterSales ? 'printFrameAfterSales' : 'printframe'}/${recordFrameId}`
/** Moves that are not the next step: cancel, unqualified taken back, deletion. */
function OtherMoves({ order }: { order: FrameOrderInfo }) {
  const id = order.recordFrameId
  const cancel = useSend(frameOrders['frame.cancel'])
  const remove = useSend(frameOrders['frame.delete'])
  const restore = useCallOnce()
  const go = useGo()
  return (
    <>
      <Moves
        of={frameOrder}
        status={order.status}
        size="middle"
        only={['cancel', 'cancelLate', 'restore']}
        busy={cancel.isPending}
        onMove={(move, reason) => (move === 'restore' ? restore(id) : cancel.mutate({ id, reason: reason ?? '', version: order.version }))}
      />
      {frameOrder.in.neverMade.includes(order.status) && (
        <Can code="frame:edit">
          <Button
            danger
            onClick={() =>
              void confirm(t`删除订单 ${order.orderNo}？`).then((yes) => {
                if (yes !== false) remove.mutate({ id }, { onSuccess: () => go('/process/index') })
              })
            }
          >{t`删除`}</Button>
        </Can>
      )}
    </>
  )
}
/** 撤销不合格 is a GET that changes state: sent as a mutation, never fetched by itself. */
function useCallOnce(): (id: number) => void {
  const send = useSend(frameOrders['frame.cancel-status'])
  return (id) => send.mutate({ id })
}
