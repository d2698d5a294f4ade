import { Input } from 'antd'
import { Badge, Rx, Screen, t, tr, useCall, useGo, useWho } from '#kernel/web/index.ts'
import { wordOf } from '#kernel/contract/index.ts'
import type { FrameOrderRow } from '../../contract/shapes.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import { frameOrder } from '../../contract/states.ts'
import { Promised } from '../columns.tsx'
import { useOpenTicket, useTicketScanner } from '../scan.ts'
import { Awaits, useAwaited } from './awaited.tsx'
import { StageTabs } from './StageTabs.tsx'

/** Open orders by stage, the most pressing on top: where is every pair of glasses? */
export default function OrderBoard() {
  const who = useWho()
  const open = useOpenTicket()
  useTicketScanner()
  const board = useCall(frameOrders['frame.board'], { hid: who.hid }, { live: ['frame-orders'] })
  const awaited = useAwaited()
  const stages = board.data?.stages.filter((s) => s.count > 0 || !frameOrder.in.aside.includes(s.status)) ?? []
  const sum = (key: 'count' | 'late') => stages.reduce((n, s) => n + s[key], 0)
  return (
    <Screen
      fill
      of={board}
      note={t`${sum('count')} 单在制，${sum('late')} 单逾期`}
      actions={<Input.Search allowClear placeholder={t`扫码或输入单号`} style={{ width: 240 }} onSearch={(no) => no && void open(no)} />}
    >
      <StageTabs />
      <div className="board" tabIndex={0} aria-label={tr('当前配镜')}>
        {stages.map((stage) => (
          <section key={stage.status} className={stage.count ? 'board-stage' : 'board-stage none'}>
            <h2>
              {tr(stage.label)} <span className="num">{stage.count}</span>
              {stage.late > 0 && <Badge tone="bad">{t`逾期 ${stage.late}`}</Badge>}
            </h2>
            {stage.list.map((order) => (
              <Card key={order.recordFrameId} order={order} awaited={awaited(order)} />
            ))}
            {stage.count > stage.list.length && <p className="board-more">{t`还有 ${stage.count - stage.list.length} 单`}</p>}
          </section>
        ))}
      </div>
    </Screen>
  )
}

function Card({ order, awaited }: { order: FrameOrderRow; awaited: ReturnType<ReturnType<typeof useAwaited>> }) {
  const go = useGo()
  return (
    <button
      type="button"
      className={order.late ? 'board-card late' : 'board-card'}
      onClick={() => go(`/process/edit/${order.recordFrameId}`)}
    >
      <span className="board-top">
        <strong>{order.patientName}</strong>
        <Promised at={order.promisedAt} late={order.late} />
      </span>
      <span>
        {order.lensBrand ?? tr(wordOf(frameOrder, frameOrder.is.choosing))}
        {order.rush && (
          <>
            {' '}
            <Badge tone="warn">{tr('加急')}</Badge>
          </>
        )}
      </span>
      <Rx of={order} />
      <Awaits of={order} goods={awaited} />
      <span className="board-no num">{order.orderNo}</span>
    </button>
  )
}
