/** 今日营收: money of a day by way, staff and kind; every figure opens its bills. */
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import type { CSSProperties } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { DayPicker, Chart, Figures, Panel, Screen, t, today, tr, useCall, useGo, useSearch, useWho } from '#kernel/web/index.ts'
import { billing } from '../contract/endpoints.ts'
import type { Revenue, Slice } from '../contract/shapes.ts'
import './billing.css'

export default function RevenueDay() {
  const who = useWho()
  const go = useGo()
  const [search, setSearch] = useSearch()
  const date = search.date ?? today()
  const query = useCall(billing['statistics.revenue'], { hid: who.hid, date }, { live: ['billing', 'loyalty'], keep: true })
  const r = query.data
  const bills = (more: Record<string, string>) => go('/medical/fee', { tab: 'all', startTime: date, endTime: date, ...more })
  return (
    <Screen
      of={query}
      note={r ? `${r.storeName} ${date}` : undefined}
      actions={
        <>
          <DayPicker
            kept
            label={t`日期`}
            value={date}
            until={today()}
            onChange={(day) => setSearch({ date: day === today() ? undefined : day })}
          />
          <Button icon={<Printer size={14} />} href={`/revenuePrint/${date}`} target="_blank">{t`打印日结`}</Button>
        </>
      }
    >
      {r && (
        <>
          <Figures
            items={[
              { label: '净收入', value: showMoney(r.net), note: t`收 ${showMoney(r.received)}，退 ${showMoney(r.refunded)}` },
              { label: '现金及在线净额', value: showMoney(r.money), note: t`不含储值、积分` },
              { label: '储值收款', value: showMoney(r.topUps), note: t`充值减退储值` },
              { label: '收费单数', value: r.bills },
            ]}
          />
          <div className="revenue">
            <Panel title={t`按支付方式`}>
              <Slices slices={r.ways} title={t`支付方式`} onOpen={(s) => bills({ payWay: s.key })} />
            </Panel>
            <Panel title={t`按收费员`}>
              <Slices slices={r.staff} title={t`收费员`} />
            </Panel>
            <Panel title={t`按类别`} note={t`收清的单据`}>
              <Slices slices={r.kinds} title={t`类别`} />
            </Panel>
            <Panel title={t`按时段`} note={t`元`}>
              <Hours hours={r.hours} />
            </Panel>
          </div>
        </>
      )}
    </Screen>
  )
}

const Hours = ({ hours }: { hours: Revenue['hours'] }) =>
  hours.length ? (
    <Chart
      label={t`各时段净收入`}
      height={240}
      table={{ columns: ['时段', '净收入'], rows: hours.map((h) => [`${h.hour}:00`, showMoney(h.net)]) }}
      option={(c) => ({
        legend: { show: false },
        grid: { left: 56, right: 16, top: 16, bottom: 28 },
        tooltip: { trigger: 'axis' },
        xAxis: {
          type: 'category',
          data: hours.map((h) => `${h.hour}:00`),
          axisLabel: { color: c.ink2 },
          axisLine: { lineStyle: { color: c.lineStrong } },
        },
        yAxis: { type: 'value', axisLabel: { color: c.ink2 }, splitLine: { lineStyle: { color: c.line } } },
        series: [{ type: 'bar', name: t`净收入`, data: hours.map((h) => h.net), barMaxWidth: 28, itemStyle: { color: c.primary } }],
      })}
    />
  ) : (
    <p className="desk-none">{t`这一天没有收款`}</p>
  )

function Slices({ slices, title, onOpen }: { slices: readonly Slice[]; title: string; onOpen?: (s: Slice) => void }) {
  if (!slices.length) return <p className="desk-none">{t`这一天没有收款`}</p>
  const most = Math.max(...slices.map((s) => Math.abs(s.net)), 0.01)
  return (
    <table className="grid num">
      <thead>
        <tr>
          <th>{title}</th>
          <th className="right">{t`收款`}</th>
          <th className="right">{t`退款`}</th>
          <th className="right">{t`净额`}</th>
          <th className="right">{t`单数`}</th>
        </tr>
      </thead>
      <tbody>
        {slices.map((s) => (
          <tr
            key={s.key}
            className={onOpen ? 'opens' : undefined}
            tabIndex={onOpen ? 0 : undefined}
            onClick={() => onOpen?.(s)}
            onKeyDown={(e) => e.key === 'Enter' && onOpen?.(s)}
          >
            <td>
              <span className="bar" style={{ '--part': Math.abs(s.net) / most } as CSSProperties}>
                {tr(s.label)}
              </span>
            </td>
            <td className="right">{showMoney(s.received)}</td>
            <td className="right">{s.refunded ? showMoney(s.refunded) : '—'}</td>
            <td className="right">
              <strong>{showMoney(s.net)}</strong>
            </td>
            <td className="right">{s.bills}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
