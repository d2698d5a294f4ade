/** What follow-up brought: who came back, by what was done, with how sure that is. */
import type { ReactNode } from 'react'
import {
  Badge,
  DateRange,
  Money,
  Panel,
  Rows,
  Screen,
  Scrolls,
  Until,
  t,
  tr,
  useCall,
  useSearch,
  useTabs,
  type OutOf,
} from '#kernel/web/index.ts'
import { wordOf } from '#kernel/contract/machine.ts'
import endpoints from '../contract/endpoints.ts'
import { dimensions } from '../contract/shapes.trace.ts'
import { revisitMachine } from '../contract/states.ts'
import { FEW } from '../contract/trace.ts'
import './revisits.css'

type Trace = OutOf<(typeof endpoints)['revisits.trace']>
const percent = (share: number): string => `${Math.round(share * 100)}%`

export default function TracePage() {
  const [search, setSearch] = useSearch()
  const period = search.from && search.to ? { startDate: search.from, endDate: search.to } : {}
  const trace = useCall(endpoints['revisits.trace'], { ...period }, { keep: true })
  const [tab, tabs] = useTabs([
    ['task', tr(dimensions.task)],
    ['type', tr(dimensions.type)],
    ['channel', tr(dimensions.channel)],
    ['script', tr(dimensions.script)],
    ['staff', tr(dimensions.staff)],
  ])
  const data = trace.data
  return (
    <Screen
      note={data && t`回访后 ${data.days} 天内到店，每次到店只算给之前最后一次回访`}
      actions={
        <>
          {data && (
            <DateRange from={data.startDate} to={data.endDate} label={t`完成日期`} onChange={(from, to) => setSearch({ from, to })} />
          )}
          {tabs}
        </>
      }
    >
      <Until of={trace}>
        {data && (
          <Panel>
            <Wide label={t`效果追踪`}>
              <Rows
                rows={data.rows.filter((r) => r.by === tab)}
                rowKey={(r) => `${r.key}${r.label}`}
                columns={[
                  { title: tr(dimensions[tab]), cell: (r) => <span className={r.n < FEW ? 'soft' : undefined}>{tr(r.label)}</span> },
                  { title: tr(wordOf(revisitMachine, revisitMachine.is.done)), cell: (r) => <span className="num">{r.n}</span> },
                  { title: t`到店`, cell: (r) => <span className="num">{r.came}</span> },
                  { title: t`到店率（95% 区间）`, cell: (r) => <Interval row={r} /> },
                  { title: t`短信费`, cell: (r) => <Money of={r.cost} /> },
                  { title: t`之后消费`, cell: (r) => <Money of={r.takings} /> },
                ]}
              />
            </Wide>
            <p className="trace-few soft">{t`少于 ${FEW} 件的行变浅：样本太小，比例靠不住`}</p>
          </Panel>
        )}
        {data && data.scripts.length > 0 && <Scripts of={data.scripts} />}
      </Until>
    </Screen>
  )
}
/** A table that scrolls where it is wider than the page, by the arrow keys too. */
const Wide = ({ label, children }: { label: string; children: ReactNode }) => (
  <Scrolls className="revisit-trace" label={label}>
    {children}
  </Scrolls>
)
/** The share as a tick in its interval. */
function Interval({ row }: { row: Trace['rows'][number] }) {
  return (
    <span className={row.n < FEW ? 'interval few' : 'interval'}>
      <span className="interval-bar" role="img" aria-label={t`${percent(row.share)}，${percent(row.low)} 到 ${percent(row.high)}`}>
        <i style={{ left: percent(row.low), width: percent(row.high - row.low) }} />
        <u style={{ left: percent(row.share) }} />
      </span>
      <b className="num">{percent(row.share)}</b>
      <small className="num soft">{`${percent(row.low)}–${percent(row.high)}`}</small>
    </span>
  )
}
const signed = (share: number) => `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(Math.round(share * 100))}`
const Scripts = ({ of: trace }: { of: Trace['scripts'] }) => (
  <Panel title={t`两种话术比较`}>
    <Wide label={t`两种话术比较`}>
      <Rows
        rows={trace}
        rowKey={(s) => s.type}
        columns={[
          { title: t`回访类型`, cell: (s) => s.name },
          { title: t`话术`, cell: (s) => <span className="num">{`${s.a.came} / ${s.a.n}`}</span> },
          { title: t`对照话术`, cell: (s) => <span className="num">{`${s.b.came} / ${s.b.n}`}</span> },
          {
            title: t`相差（百分点）`,
            cell: (s) => <span className="num">{`${signed(s.by)}（${signed(s.low)} … ${signed(s.high)}）`}</span>,
          },
          {
            title: t`结论`,
            cell: (s) => (s.tells ? <Badge tone="ok">{s.by > 0 ? t`对照话术更好` : t`原话术更好`}</Badge> : <Badge>{t`看不出差别`}</Badge>),
          },
        ]}
      />
    </Wide>
  </Panel>
)
