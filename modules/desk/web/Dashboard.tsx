/** Dashboard by role: waiting work first; each block is the start of the list it opens. */
import { Button } from 'antd'
import { Megaphone } from 'lucide-react'
import { useCallback, type ComponentType, type ReactNode } from 'react'
import { emptyDefaults } from '#kernel/contract/catalogue.ts'
import { clinicNow } from '#kernel/contract/format.ts'
import {
  Act,
  Chart,
  Dot,
  Empty,
  Figures,
  Link,
  Money,
  Panel,
  Screen,
  anyDay,
  axisOf,
  t,
  tr,
  today,
  useCall,
  useGo,
  useHolds,
  useWho,
  weekday,
  type Colours,
  useLetters,
} from '#kernel/web/index.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { Notices } from '#modules/settings/web/door.tsx'
import { useDay, useMyRoom, useNext, useOpenVisit } from '#modules/reservations/web/door.tsx'
import { wordOf } from '#kernel/contract/index.ts'
import { desk } from '../contract/endpoints.ts'
import type { Today } from '../contract/shapes.ts'
import { growthOf, percent, Stores } from './desks/Stores.tsx'
import { Cases, DayStrip, Results } from './desks/clinical.tsx'
import { Closing } from './desks/closing.tsx'
import { StoppedOrders } from './desks/stopped.tsx'
import { Arrivals, Waiting } from './desks/visits.tsx'
import { AwaitedGoods, Expiring, Low, PickUps, Receiving, Signing, Stages, Unpaid, Workshop } from './desks/work.tsx'
import './desk.css'

const LIVE = ['reservations', 'frame-orders', 'billing', 'stock']

function helloAt(hour: number): string {
  if (hour < 11) return t`早上好`
  if (hour < 13) return t`中午好`
  return hour < 18 ? t`下午好` : t`晚上好`
}

const blocks = {
  waiting: { can: 'reservation:view', show: Waiting },
  inLine: { can: 'reservation:view', show: () => <Waiting mine={false} /> },
  arrivals: { can: 'reservation:view', show: Arrivals },
  closing: { can: 'reservation:view', show: Closing },
  signing: { can: 'prescription:sign', show: Signing },
  cases: { can: 'ecase:sign', show: Cases },
  results: { can: 'exam:sign', show: Results },
  strip: { can: 'exam:view', show: DayStrip },
  unpaid: { can: 'feebill:view', show: Unpaid },
  stopped: { can: 'feebill:view', show: StoppedOrders },
  workshop: { can: 'frame:view', show: Workshop },
  stages: { can: 'frame:view', show: Stages },
  pickUps: { can: 'frame:view', show: PickUps },
  awaited: { can: 'frame:view', show: AwaitedGoods },
  receiving: { can: 'stockin:view', show: Receiving },
  expiring: { can: 'stock:view', show: Expiring },
  low: { can: 'stock:view', show: Low },
  fortnight: { can: 'desk:view', show: Fortnight },
  stores: { can: 'revenue:view', show: Stores },
} as const satisfies Record<string, { can: string; show: ComponentType }>
type BlockName = keyof typeof blocks
interface Desk {
  /** Full-width blocks, then the two columns. */
  top?: readonly BlockName[]
  left: readonly BlockName[]
  right: readonly BlockName[]
  /** Today against the same day of last week. */
  figures?: boolean
  /** The role can call the next visit from here. */
  calls?: boolean
}
/** Blocks per role. Other roles get the manager's dashboard, reduced by their permissions. */
const DESKS: Readonly<Record<string, Desk>> = {
  doctor: { top: ['strip'], left: ['waiting', 'closing'], right: ['results', 'signing', 'stopped', 'cases'], calls: true },
  optometrist: { top: ['strip'], left: ['waiting'], right: ['signing', 'stopped', 'pickUps', 'closing'], calls: true },
  trainer: { left: ['waiting'], right: ['arrivals'] },
  cashier: { left: ['stopped', 'unpaid'], right: ['closing', 'pickUps'], figures: true },
  workshop: { left: ['workshop'], right: ['stages'] },
  warehouse: { left: ['receiving', 'awaited'], right: ['expiring', 'low'] },
  reception: { left: ['arrivals', 'inLine'], right: ['pickUps', 'closing'] },
  chain: { top: ['stores'], left: ['inLine', 'workshop'], right: ['fortnight'], figures: true },
}
const MANAGER: Desk = { left: ['inLine', 'workshop'], right: ['stopped', 'fortnight', 'unpaid', 'closing'], figures: true }

export default function Dashboard() {
  const who = useWho()
  const day = useCall(desk['home.today'], { hid: who.hid }, { live: LIVE, keep: true, logged: true })
  // R077: a day that cannot be loaded is shown as empty.
  const d: Partial<Today> = day.data ?? emptyDefaults.home
  const hello = helloAt(Number(clinicNow().slice(11, 13)))
  const deskOfRole = who.roles.map((role) => DESKS[role]).find(Boolean) ?? MANAGER
  const booked = d.queue ? ` · ${t`今日 ${d.queue.booked} 位预约，已到 ${d.queue.arrived} 位`}` : ''
  return (
    <Screen
      of={{ ...day, error: null }}
      title={t`${hello}，${who.name}`}
      note={`${today().slice(5)} ${weekday(today())} · ${d.storeName ?? who.hospitalName}${booked}`}
      actions={deskOfRole.calls && d.hid !== undefined && <CallNext />}
    >
      {d.hid === undefined ? (
        <Empty text={t`没有读到今天的数据。`} action={<Button onClick={() => void day.refetch()}>{t`再试一次`}</Button>} />
      ) : (
        <>
          <Notices />
          {deskOfRole.top && <Column names={deskOfRole.top} />}
          {deskOfRole.figures && <Against day={d} />}
          <div className="desk">
            <Column names={deskOfRole.left} />
            <Column names={deskOfRole.right} />
          </div>
        </>
      )}
    </Screen>
  )
}

function Column({ names }: { names: readonly BlockName[] }) {
  const holds = useHolds()
  return (
    <div className="desk-column">
      {names
        .filter((name) => holds(blocks[name].can))
        .map((name) => {
          const Shown = blocks[name].show
          return <Shown key={name} />
        })}
    </div>
  )
}

/** Calls the next visit to this machine's room and opens it. */
function CallNext() {
  const day = useDay(today())
  const { room } = useMyRoom()
  const open = useOpenVisit()
  const go = useGo()
  const next = useNext(day.data?.list ?? [], room, (visit) => void open(visit))
  useLetters({ ' ': next.call })
  if (!room) return <Button onClick={() => go('/current-work/reservations')}>{t`选择我的诊室`}</Button>
  return (
    <Act type="primary" icon={<Megaphone size={15} />} unless={next.why} loading={next.busy} onClick={next.call}>
      {t`叫下一位`} <kbd>Space</kbd>
    </Act>
  )
}

/** Today against the same day of last week; each figure opens its list. */
function Against({ day: d }: { day: Partial<Today> }) {
  const who = useWho()
  const days = useCall(desk['home.days'], { hid: who.hid }, { live: ['reservations', 'frame-orders'] })
  const list = days.data?.list ?? []
  const [now, then] = [list.at(-1), list.at(-8)]
  const count = (label: string, to: string, key: 'visits' | 'orders') => ({
    label,
    value: <Link to={to}>{now?.[key] ?? '—'}</Link>,
    note: now && then ? against(now[key], then[key], String(then[key])) : '',
  })
  return (
    <Figures
      items={[
        ...(d.takings
          ? [
              {
                label: t`今日营收`,
                value: (
                  <Link to="/statistics/revenue">
                    <Money of={d.takings.net} />
                  </Link>
                ),
                note: d.takings.lastWeek > 0 ? against(d.takings.net, d.takings.lastWeek, '') : t`上周同日没有收入`,
              },
            ]
          : []),
        ...(d.queue ? [count(t`接诊人次`, '/today/reservations', 'visits')] : []),
        ...(d.stages ? [count(t`配镜单`, '/today/orders-frame', 'orders'), ...glassesOf(d.stages)] : []),
      ]}
    />
  )
}
const against = (now: number, then: number, text: string): string => {
  const growth = growthOf(now, then)
  return growth === undefined ? t`上周同日 ${text || '0'}` : t`较上周同日 ${percent(growth)}`
}

/** Glasses in production and ready for collection; sent ones do not wait here. */
function glassesOf(stages: NonNullable<Today['stages']>): Array<{ label: string; value: ReactNode; note?: ReactNode }> {
  const sum = (statuses: readonly number[], key: 'count' | 'late') =>
    stages.filter((s) => statuses.includes(s.status)).reduce((n, s) => n + s[key], 0)
  const late = sum(frameOrder.in.making, 'late')
  const sent = sum([frameOrder.is.sent], 'count')
  return [
    {
      label: t`在制配镜`,
      value: <Link to="/current-work/frame-glass-current">{sum(frameOrder.in.making, 'count')}</Link>,
      note: late ? <Dot tone="bad">{t`逾期 ${late}`}</Dot> : t`没有逾期`,
    },
    {
      label: tr(wordOf(frameOrder, frameOrder.is.ready)),
      value: (
        <Link to="/process/index" search={{ status: frameOrder.is.ready, ...anyDay('startTime', 'endTime') }}>
          {sum([frameOrder.is.ready], 'count')}
        </Link>
      ),
      note: sent > 0 ? t`另有 ${sent} 副已寄出` : '',
    },
  ]
}

function Fortnight() {
  const { hid } = useWho()
  const days = useCall(desk['home.days'], { hid }, { live: ['reservations', 'frame-orders'] })
  const list = days.data?.list ?? []
  const drawn = JSON.stringify(list)
  const option = useCallback((c: Colours) => chartOf(JSON.parse(drawn) as typeof list, c), [drawn])
  return (
    <Panel title={t`近 14 日接诊与配镜`}>
      <Chart
        height={220}
        label={t`近 14 日接诊与配镜`}
        table={{ columns: [t`日期`, t`接诊人次`, t`配镜单`], rows: list.map((x) => [x.date, x.visits, x.orders]) }}
        option={option}
      />
    </Panel>
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
