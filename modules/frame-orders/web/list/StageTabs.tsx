/** The row of the board's filters: one place for the stages and the days, each behind its own path. */
import { Link, showCurrent, t, tr, useCall, useWho } from '#kernel/web/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import screens from '../../contract/screens.ts'
import { filters, listOf } from './filters.ts'
import '../orders.css'

export function StageTabs() {
  const who = useWho()
  const { data } = useCall(frameOrders['frame.board'], { hid: who.hid }, { live: ['frame-orders'], logged: true })
  const countOf = (path: string): number | undefined => {
    const { status, day } = listOf(path)
    if (!data || day !== undefined) return undefined
    const stages = status?.length ? data.stages.filter((s) => status.includes(s.status)) : data.stages
    return stages.reduce((n, s) => n + s.count, 0)
  }
  return (
    <nav ref={showCurrent} className="stage-tabs" aria-label={t`配镜阶段`}>
      {filters.map((path) => (
        <Link key={path} to={path}>
          {tr(titleOf(path))} {Boolean(countOf(path)) && <span className="num">{countOf(path)}</span>}
        </Link>
      ))}
    </nav>
  )
}
const titles: ReadonlyMap<string, string> = new Map(Object.entries(screens).map(([path, entry]) => [path, entry.title]))
const titleOf = (path: string): string => titles.get(path) ?? path
