/** Stores side by side: one per row, takings on one scale, the thin line is the store's previous 30 days. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Dot, Empty, Link, Panel, Until, t, tr, useCall, useHolds } from '#kernel/web/index.ts'
import { chooseStore } from '#kernel/web/session.ts'
import { desk } from '../../contract/endpoints.ts'
import type { StoreFigures } from '../../contract/shapes.ts'

const SORTS = {
  net: { title: '收入', unit: '元，同一刻度', value: (s: StoreFigures) => s.net },
  visits: { title: '就诊', unit: '人次', value: (s: StoreFigures) => s.visits },
  late: { title: '逾期订单', unit: '', value: (s: StoreFigures) => s.late },
  warnings: { title: '库存预警', unit: '', value: (s: StoreFigures) => s.warnings },
  growth: { title: '增长', unit: '较前 30 天', value: (s: StoreFigures) => growthOf(s.net, s.before) ?? -Infinity },
} as const
type Sort = keyof typeof SORTS
const sorts = Object.keys(SORTS) as Sort[]

/** Minimum base of a growth rate, relative to the current value: a new store has no meaningful growth. */
const BASE = 0.1
/** Growth against the previous period; undefined without a meaningful base. */
export const growthOf = (now: number, before: number): number | undefined =>
  before > 0 && before >= now * BASE ? (now - before) / before : undefined
export const percent = (g: number | undefined): string => (g === undefined ? '—' : `${g >= 0 ? '+' : '−'}${Math.abs(g * 100).toFixed(1)}%`)
const whole = (yuan: number): string => Math.round(yuan).toLocaleString('en-US')

export function Stores() {
  const stores = useCall(desk['home.stores'], {}, { live: ['billing', 'reservations', 'frame-orders', 'stock'], keep: true, logged: true })
  const [sort, setSort] = useState<Sort>('net')
  const [open, setOpen] = useState<number>()
  const list = [...(stores.data?.list ?? [])].sort((a, b) => SORTS[sort].value(b) - SORTS[sort].value(a))
  return (
    <Panel title={t`门店对比`} note={t`近 30 天；深色为周末，细线为本店前 30 天`}>
      <Until of={stores}>
        {list.length === 0 ? (
          <Empty text={t`没有门店。`} />
        ) : (
          <div className="stores-scroll">
            <table className="desk-list stores">
              <thead>
                <tr>
                  <th scope="col">{t`门店`}</th>
                  {sorts.map((key) => (
                    <th key={key} scope="col" className="right" aria-sort={sort === key ? 'descending' : 'none'}>
                      <button type="button" onClick={() => setSort(key)}>
                        {tr(SORTS[key].title)} <small>{tr(SORTS[key].unit)}</small>
                        {sort === key && ' ↓'}
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                <Sum stores={list} />
                {list.map((s) => (
                  <Fragment key={s.hid}>
                    <StoreRow of={s} most={mostOf(list)} open={open === s.hid} toggle={() => setOpen(open === s.hid ? undefined : s.hid)} />
                    {open === s.hid && <Opened store={s} />}
                  </Fragment>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Until>
    </Panel>
  )
}
/** Common scale of all stores. */
const mostOf = (list: readonly StoreFigures[]) => ({
  net: Math.max(1, ...list.flatMap((s) => s.days.flatMap((d) => [d.net, d.before]))),
  visits: Math.max(1, ...list.flatMap((s) => s.days.map((d) => d.visits))),
})

function Sum({ stores }: { stores: readonly StoreFigures[] }) {
  const sum = (key: 'net' | 'before' | 'visits' | 'late' | 'warnings') => stores.reduce((n, s) => n + s[key], 0)
  return (
    <tr className="sum">
      <td>{t`全部 ${stores.length} 家`}</td>
      <td className="num">{whole(sum('net'))}</td>
      <td className="num">{whole(sum('visits'))}</td>
      <td className="num">{sum('late')}</td>
      <td className="num">{sum('warnings')}</td>
      <td className="num">{percent(growthOf(sum('net'), sum('before')))}</td>
    </tr>
  )
}

interface StoreRowProps {
  of: StoreFigures
  most: { net: number; visits: number }
  open: boolean
  toggle: () => void
}
function StoreRow({ of: s, most, open, toggle }: StoreRowProps) {
  const growth = growthOf(s.net, s.before)
  return (
    <tr
      onClick={toggle}
      onKeyDown={(e) => {
        if (e.key === 'Enter') {
          e.preventDefault()
          enter(s.hid)
        } else if (e.key === 'ArrowRight' && !open) toggle()
        else if (e.key === 'ArrowLeft' && open) toggle()
      }}
    >
      <td>
        <button type="button" className="store-name" aria-expanded={open}>
          {open ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />} <strong>{s.name}</strong>
        </button>
      </td>
      <td className="num">
        <Bars days={s.days} most={most.net} /> {whole(s.net)}
      </td>
      <td className="num">
        <Spark values={s.days.map((d) => d.visits)} most={most.visits} /> {whole(s.visits)}
      </td>
      <td className="num">
        {s.late > 0 ? <Dot tone="bad">{s.late}</Dot> : '—'}
        <small>{t`在制 ${s.making}`}</small>
      </td>
      <td className="num">{s.warnings >= 10 ? <Dot tone="warn">{s.warnings}</Dot> : s.warnings || '—'}</td>
      <td className={growth !== undefined && growth < 0 ? 'num late' : 'num'}>{percent(growth)}</td>
    </tr>
  )
}
/** Switches to a store. */
const enter = (hid: number) => {
  chooseStore(hid)
  location.assign('/dashboard')
}

/** An expanded store: daily chart and links. */
function Opened({ store: s }: { store: StoreFigures }) {
  const holds = useHolds()
  const most = Math.max(1, ...s.days.flatMap((d) => [d.net, d.before]))
  const best = s.days.reduce((a, b) => (b.net > a.net ? b : a))
  return (
    <tr className="opened">
      <td colSpan={6}>
        <p>
          <strong>{t`收入`}</strong> <span className="soft">{t`每天，元；最高 ${best.date.slice(5)} ${whole(best.net)}`}</span>
        </p>
        <Bars days={s.days} most={most} large />
        <p className="soft num">
          {s.days[0]?.date.slice(5)} – {s.days.at(-1)?.date.slice(5)}
        </p>
        <p className="desk-links">
          <button type="button" className="link" onClick={() => enter(s.hid)}>{t`进入${s.name}`}</button>
          {holds('revenue:view') && <Link to="/statistics/revenue">{t`今日营收`}</Link>}
        </p>
      </td>
    </tr>
  )
}

const isWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T12:00:00`).getDay())
/** Takings as bars, the previous period as a line. */
function Bars({ days, most, large = false }: { days: StoreFigures['days']; most: number; large?: boolean }) {
  const [width, height] = large ? [660, 96] : [180, 36]
  const step = width / days.length
  const y = (net: number) => height - (Math.max(0, net) / most) * height
  const line = days.map((d, i) => `${((i + 0.5) * step).toFixed(1)},${y(d.before).toFixed(1)}`).join(' ')
  return (
    <svg className="bars" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {days.map((d, i) => (
        <rect
          key={d.date}
          className={isWeekend(d.date) ? 'weekend' : ''}
          x={i * step + 0.6}
          width={step - 1.2}
          y={y(d.net)}
          height={height - y(d.net)}
        />
      ))}
      <polyline points={line} />
    </svg>
  )
}
function Spark({ values, most }: { values: readonly number[]; most: number }) {
  const [width, height] = [110, 28]
  const points = values.map(
    (v, i) => `${((i / (values.length - 1)) * width).toFixed(1)},${(height - 2 - (v / most) * (height - 4)).toFixed(1)}`,
  )
  return (
    <svg className="bars spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <polyline points={points.join(' ')} />
    </svg>
  )
}
