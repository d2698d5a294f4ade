/** Page of every statistic: range and store, figures, one sentence, a main chart and two small ones, and the numbers as a table. */
import { Button, Segmented, Select } from 'antd'
import { ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { DateRange, Link, Screen, download, t, tr, useCall, useHolds, useLetters, useScreen, useWho } from '#kernel/web/index.ts'
import { callOf, statistics } from '../contract/endpoints.ts'
import screens from '../contract/screens.ts'
import type { Statistic } from '../contract/shapes.ts'
import { Bridge } from './Bridge.tsx'
import { Bars, HourMap, MainChart, Steps } from './charts.tsx'
import { Headline, Unusual } from './Headline.tsx'
import { Lines } from './Lines.tsx'
import { bucketDays, useClicked, useRange, type StatRange } from './range.ts'
import { Tables } from './Tables.tsx'
import './statistics.css'

const ChannelCosts = lazy(() => import('./channel/ChannelCosts.tsx'))
/** The statistic of a page. */
const shownAt: Readonly<Record<string, keyof typeof callOf>> = {
  '/statistics/sales': 'sales',
  '/statistics/charge': 'charge',
  '/statistics/outpatient': 'outpatient',
  '/statistics/performance': 'performance',
  '/statistics/channel': 'channel',
  '/statistics/shop': 'shop',
  '/statistics/inventory': 'inventory',
  '/statistics/sms': 'sms',
  '/order/statistics': 'orderstats',
}
const files = {
  performance: 'statistics.performance-export',
  channel: 'statistics.channel-export',
  orderstats: 'statistics.orderstats-export',
} as const
const hasFile = (name: string): name is keyof typeof files => Object.hasOwn(files, name)

export default function StatPage() {
  const path = useScreen()?.path ?? ''
  const name = shownAt[path] ?? 'sales'
  const { range, search, change, shift } = useRange({ chain: name === 'shop' })
  const query = useCall(statistics[callOf[name]], range, { keep: true, live: ['billing'] })
  useLetters({ ArrowLeft: () => shift(-1), ArrowRight: () => shift(1) })
  return (
    <Screen
      of={query}
      note={query.data ? noteOf(query.data) : undefined}
      actions={<Actions name={name} range={range} change={change} shift={shift} />}
    >
      <nav className="stat-pages" aria-label={t`统计`}>
        {Object.keys(shownAt).map((to) => (
          <Page key={to} to={to} search={search} />
        ))}
      </nav>
      {query.data && <Shown statistic={query.data} range={range} />}
    </Screen>
  )
}
const noteOf = ({ startTime, endTime, hid, stores }: Statistic): string =>
  `${hid === 0 ? t`全部门店` : (stores.find((s) => s.hid === hid)?.name ?? '')} ${startTime} – ${endTime}`
const entries: Readonly<Record<string, { readonly title: string; readonly can: string }>> = screens
function Page({ to, search }: { to: string; search: Readonly<Record<string, string>> }) {
  const holds = useHolds()
  const entry = entries[to]
  return entry && (entry.can === 'session' || holds(entry.can)) ? (
    <Link to={to} search={search}>
      {tr(entry.title)}
    </Link>
  ) : null
}

interface ActionsProps {
  name: keyof typeof callOf
  range: StatRange
  change: (to: Partial<StatRange>) => void
  shift: (ranges: number) => void
}
function Actions({ name, range, change, shift }: ActionsProps) {
  const who = useWho()
  const holds = useHolds()
  const { startTime, endTime, hid } = range
  const stores = who.stores.map((s) => ({ value: s.hid, label: s.name }))
  const run = () => {
    const file = hasFile(name)
      ? download(statistics[files[name]], { hid, startTime, endTime })
      : download(statistics['statistics.detail-export'], { hid, startTime, endTime, view: name })
    // Failures are reported by the call itself.
    void file.catch(() => undefined)
  }
  return (
    <>
      {stores.length > 1 && (
        <Select
          aria-label={t`门店`}
          value={hid}
          options={[{ value: 0, label: t`全部门店` }, ...stores]}
          onChange={(v) => change({ hid: v })}
          popupMatchSelectWidth={false}
        />
      )}
      <Button aria-label={t`上一段`} icon={<ChevronLeft size={15} />} onClick={() => shift(-1)} />
      <DateRange
        label={t`日期`}
        from={startTime}
        to={endTime}
        onChange={(from, to) => change({ ...(from ? { startTime: from } : {}), ...(to ? { endTime: to } : {}) })}
      />
      <Button aria-label={t`下一段`} icon={<ChevronRight size={15} />} onClick={() => shift(1)} />
      <Segmented<StatRange['by']>
        aria-label={t`汇总`}
        value={range.by}
        options={[
          { value: 'day', label: t`日` },
          { value: 'week', label: t`周` },
          { value: 'month', label: t`月` },
        ]}
        onChange={(by) => change({ by })}
      />
      {name === 'channel' && holds('stat:channel') && (
        <Suspense>
          <ChannelCosts />
        </Suspense>
      )}
      {holds('stat:export') && <Button icon={<Download size={14} />} onClick={run}>{t`导出`}</Button>}
      <Button icon={<Printer size={14} />} aria-label={t`打印`} onClick={() => print()} />
    </>
  )
}

function Shown({ statistic, range: request }: { statistic: Statistic; range: StatRange }) {
  const [clicked, setClicked] = useClicked()
  const range = { startTime: statistic.startTime, endTime: statistic.endTime }
  const open = (figure: string) => setClicked({ figure, ...range })
  const openDay = (day: string, figure = statistic.main) => setClicked({ figure, ...bucketDays(day, request) })
  const openSplit = (
    split: string,
    key: string,
    figure = statistic.splits.find((s) => s.key === split)?.columns[0]?.key ?? statistic.main,
  ) => setClicked({ figure, ...range, split, key })
  const [first, second] = statistic.splits
  return (
    <>
      <Headline statistic={statistic} open={open} />
      <Unusual statistic={statistic} openDay={(day) => setClicked({ figure: statistic.main, startTime: day, endTime: day })} />
      <div className="stat-charts">
        <MainChart statistic={statistic} openDay={openDay} />
        {[first, second].map((s) => {
          if (!s) return null
          return s.key === 'hours' ? <HourMap key={s.key} split={s} open={openSplit} /> : <Bars key={s.key} split={s} open={openSplit} />
        })}
      </div>
      <Steps statistic={statistic} open={open} />
      <Tables statistic={statistic} open={{ day: openDay, split: openSplit }} />
      <Bridge statistic={statistic} open={open} />
      <Lines statistic={statistic} clicked={clicked} onClose={() => setClicked(undefined)} />
    </>
  )
}
