/** The day on one page: who waits, where the glasses stand, what was taken, what is late. */
import { Button } from 'antd'
import { useCallback, type ReactNode } from 'react'
import { emptyDefaults } from '#kernel/contract/catalogue.ts'
import { clinicNow } from '#kernel/contract/format.ts'
import {
  Chart,
  Dot,
  Empty,
  Figures,
  Link,
  Money,
  Panel,
  Screen,
  Status,
  axisOf,
  t,
  tr,
  today,
  useCall,
  useGo,
  useWho,
  weekday,
  type Colours,
} from '#kernel/web/index.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { types } from '#modules/reservations/contract/fields.ts'
import { inLineWord, reservationStates, visitState } from '#modules/reservations/contract/states.ts'
import { Notices } from '#modules/settings/web/door.tsx'
import { feeBill } from '#modules/billing/contract/states.ts'
import { wordOf } from '#kernel/contract/index.ts'
import { desk } from '../contract/endpoints.ts'
import type { Today } from '../contract/shapes.ts'
import './desk.css'

const LIVE = ['reservations', 'frame-orders', 'billing', 'stock']

function helloAt(hour: number): string {
  if (hour < 11) return t`早上好`
  if (hour < 13) return t`中午好`
  return hour < 18 ? t`下午好` : t`晚上好`
}

export default function Dashboard() {
  const who = useWho()
  const day = useCall(desk['home.today'], { hid: who.hid }, { live: LIVE, keep: true, logged: true })
  // R077: a day that could not be read is an empty one.
  const d: Partial<Today> = day.data ?? emptyDefaults.home
  const hello = helloAt(Number(clinicNow().slice(11, 13)))
  return (
    <Screen
      of={{ ...day, error: null }}
      title={t`${hello}，${who.name}`}
      note={`${today().slice(5)} ${weekday(today())} · ${d.storeName ?? who.hospitalName}${d.queue ? ` · ${t`今日 ${d.queue.booked} 位预约，已到 ${d.queue.arrived} 位`}` : ''}`}
    >
      {d.hid === undefined ? (
        <Empty text={t`没有读到今天的数据。`} action={<Button onClick={() => void day.refetch()}>{t`再试一次`}</Button>} />
      ) : (
        <>
          <Notices />
          <Figures items={figures(d)} />
          <div className="desk">
            <div>
              {d.lines && (
                <Panel title={t`现在的队列`}>
                  <Queue lines={d.lines} />
                </Panel>
              )}
              {d.stages && (
                <Panel title={t`配镜进度`}>
                  <Stages stages={d.stages} />
                </Panel>
              )}
            </div>
            <div>
              <Panel title={t`近 14 日接诊与配镜`}>
                <Fortnight hid={who.hid} />
              </Panel>
              {d.late && (
                <Panel title={t`已逾期`}>
                  <Late late={d.late} />
                </Panel>
              )}
            </div>
          </div>
        </>
      )}
    </Screen>
  )
}

function figures(d: Partial<Today>): Array<{ label: string; value: ReactNode; note?: ReactNode }> {
  const sum = (stages: readonly number[], of: 'count' | 'late') =>
    d.stages?.filter((s) => stages.includes(s.status)).reduce((n, s) => n + s[of], 0) ?? 0
  const late = (stages: readonly number[]) => (sum(stages, 'late') ? <Dot tone="bad">{t`逾期 ${sum(stages, 'late')}`}</Dot> : t`没有逾期`)
  return [
    ...(d.queue
      ? [
          { label: tr(inLineWord), value: d.queue.waiting, note: longestWait(d.lines) },
          { label: t`就诊和检查中`, value: d.queue.seeing, note: t`今日已完成 ${d.queue.done}` },
        ]
      : []),
    ...(d.stages
      ? [
          { label: t`在制配镜`, value: sum(frameOrder.in.making, 'count'), note: late(frameOrder.in.making) },
          {
            label: tr(wordOf(frameOrder, frameOrder.is.ready)),
            value: sum(frameOrder.in.toHandOver, 'count'),
            note: late(frameOrder.in.toHandOver),
          },
        ]
      : []),
    ...(d.takings
      ? [
          { label: t`今日营收`, value: <Money of={d.takings.net} />, note: compared(d.takings.net, d.takings.lastWeek) },
          { label: tr(wordOf(feeBill, feeBill.is.unpaid)), value: d.takings.unpaid, note: <Link to="/medical/fee">{t`去收费`}</Link> },
        ]
      : []),
    ...(d.stock
      ? [
          {
            label: t`库存预警`,
            value: d.stock.low + d.stock.expired + d.stock.expiring,
            note: t`低库存 ${d.stock.low} · 近效期 ${d.stock.expiring}`,
          },
        ]
      : []),
  ]
}
/** How long the one who has waited longest waits already: what a full room asks about. */
const longestWait = (lines: Today['lines'] | undefined): string => {
  const waits = (lines ?? []).filter((l) => reservationStates.in.inLine.includes(l.status)).map((l) => l.waited ?? 0)
  return waits.length ? t`最长等候 ${Math.max(...waits)} 分` : t`无人等候`
}
const compared = (now: number, then: number): string =>
  then <= 0 ? t`上周同日没有收入` : t`较上周同日 ${now >= then ? '+' : '−'}${Math.abs(Math.round(((now - then) / then) * 1000) / 10)}%`

function Queue({ lines }: { lines: NonNullable<Today['lines']> }) {
  const go = useGo()
  if (!lines.length) return <Empty text={t`现在没有人在等候。`} />
  return (
    <table className="desk-list">
      <tbody>
        {lines.map((l) => (
          <tr
            key={l.resid}
            tabIndex={0}
            onClick={() => go(`/patients/detail/${l.pid}/home`)}
            onKeyDown={(e) => e.key === 'Enter' && go(`/patients/detail/${l.pid}/home`)}
          >
            <td className="num">{l.ticketNo ?? '—'}</td>
            <td>
              <strong>{l.patientName}</strong>
            </td>
            <td>{tr(types[l.type as keyof typeof types] ?? '')}</td>
            <td>
              <Status {...visitState(l)} />
            </td>
            <td className="num">{l.waited === null ? '—' : t`${l.waited} 分`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Stages({ stages }: { stages: NonNullable<Today['stages']> }) {
  const most = Math.max(1, ...stages.map((s) => s.count))
  if (!stages.length) return <Empty text={t`没有在制的配镜订单。`} />
  return (
    <table className="desk-list">
      <tbody>
        {stages.map((s) => (
          <tr key={s.status}>
            <td>{tr(s.label)}</td>
            <td className="num">{s.count}</td>
            <td className="desk-bar">
              <span style={{ width: `${(s.count / most) * 100}%` }} />
            </td>
            <td>{s.late > 0 && <Dot tone="bad">{t`逾期 ${s.late}`}</Dot>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Late({ late }: { late: NonNullable<Today['late']> }) {
  if (!late.length) return <Empty text={t`没有逾期的订单。`} />
  return (
    <table className="desk-list">
      <tbody>
        {late.map((o) => (
          <tr key={o.recordFrameId}>
            <td>
              <Link to={`/process/edit/${o.recordFrameId}`}>{o.orderNo}</Link>
            </td>
            <td>
              <strong>{o.patientName}</strong>
            </td>
            <td>
              <Status of={frameOrder} value={o.status} />
            </td>
            <td className="num late">{o.promisedAt.slice(5, 16)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Fortnight({ hid }: { hid: number }) {
  const days = useCall(desk['home.days'], { hid }, { live: ['reservations', 'frame-orders'] })
  const list = days.data?.list ?? []
  const drawn = JSON.stringify(list)
  const option = useCallback((c: Colours) => chartOf(JSON.parse(drawn) as typeof list, c), [drawn])
  return (
    <Chart
      height={220}
      label={t`近 14 日接诊与配镜`}
      table={{ columns: [t`日期`, t`接诊人次`, t`配镜单`], rows: list.map((x) => [x.date, x.visits, x.orders]) }}
      option={option}
    />
  )
}
const chartOf = (list: ReadonlyArray<{ date: string; visits: number; orders: number }>, c: Colours) => ({
  legend: { left: 0, top: 0 },
  grid: { left: 36, right: 8, top: 34, bottom: 24 },
  xAxis: { ...axisOf(c), type: 'category', data: list.map((x) => x.date.slice(5)) },
  yAxis: { ...axisOf(c), type: 'value', minInterval: 1 },
  series: [
    { name: t`接诊人次`, type: 'bar', data: list.map((x) => x.visits), itemStyle: { color: c.primary }, barMaxWidth: 16 },
    { name: t`配镜单`, type: 'line', data: list.map((x) => x.orders), itemStyle: { color: c.od } },
  ],
})
