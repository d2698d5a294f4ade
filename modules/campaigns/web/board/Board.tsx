/** Campaigns by state; below, the one chosen. */
import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Can, Empty, Screen, Until, t, tr, useCall, useLetters, useSearch, useWho } from '#kernel/web/index.ts'
import { campaigns } from '../../contract/endpoints.ts'
import { campaignKinds, Kind } from '../../contract/fields.ts'
import type { Campaign, CampaignRow } from '../../contract/shapes.campaigns.ts'
import { campaign } from '../../contract/states.ts'
import { CampaignForm } from './CampaignForm.tsx'
import { Detail } from './Detail.tsx'
import '../campaigns.css'

/** Columns in the order of a campaign's life. */
const { is } = campaign
const COLUMNS = [is.draft, is.waiting, is.running, is.withdrawn, is.ended] as const

export function Board({ tabs }: { tabs: ReactNode }) {
  const who = useWho()
  const [search, setSearch] = useSearch()
  const [edited, setEdited] = useState<Partial<Campaign>>()
  const list = useCall(campaigns['campaign.list'], { hid: who.hid, page_size: 200 }, { live: ['campaigns'] })
  const rows = list.data?.list ?? []
  const running = rows.filter((r) => r.status === is.running)
  const chosen = rows.find((r) => r.campaignId === Number(search.campaign)) ?? running[0] ?? rows[0]
  const open = (campaignId: number) => setSearch({ campaign: campaignId, session: undefined })
  const shown = COLUMNS.flatMap((status) => rows.filter((r) => r.status === status))
  const step = (by: number) => {
    const index = shown.findIndex((r) => r.campaignId === chosen?.campaignId)
    const next = shown[index + by]
    if (next) open(next.campaignId)
  }
  useLetters({ n: () => setEdited({}), ArrowLeft: () => step(-1), ArrowRight: () => step(1) })
  return (
    <Screen
      note={list.data && noteOf(running, chosen)}
      actions={
        <>
          {tabs}
          <Can code="marketing:edit">
            <Button type="primary" icon={<Plus size={15} />} onClick={() => setEdited({})}>
              {t`新建活动`} <kbd>n</kbd>
            </Button>
          </Can>
        </>
      }
    >
      <Until of={list}>
        {rows.length ? <Columns rows={rows} chosen={chosen?.campaignId} onOpen={open} /> : <Empty text={t`还没有活动`} />}
        {chosen && <Detail key={chosen.campaignId} id={chosen.campaignId} onEdit={setEdited} />}
      </Until>
      <Drawer
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited?.campaignId ? t`修改活动` : t`新建活动`}
        size={720}
        destroyOnHidden
      >
        {edited && <CampaignForm initial={edited} close={() => setEdited(undefined)} onMade={open} />}
      </Drawer>
    </Screen>
  )
}
const noteOf = (running: readonly CampaignRow[], chosen: CampaignRow | undefined) => (
  <>
    {t`${running.length} 个在进行`}
    {chosen && chosen.status === is.running && chosen.quota > 0 && (
      <>
        {'；'}
        <strong>{chosen.title}</strong> {t`到了 ${chosen.came} 人，候补 ${chosen.waiting} 人`}
      </>
    )}
  </>
)

interface ColumnsProps {
  rows: readonly CampaignRow[]
  chosen: number | undefined
  onOpen: (campaignId: number) => void
}
const Columns = ({ rows, chosen, onOpen }: ColumnsProps) => (
  <div className="campaign-columns">
    {COLUMNS.map((status) => {
      const own = rows.filter((r) => r.status === status)
      return (
        <section key={status} aria-label={tr(campaign.states[status]?.label ?? '')}>
          <h2>
            {tr(campaign.states[status]?.label ?? '')} <small>{own.length}</small>
          </h2>
          {own.slice(0, 3).map((row) => (
            <button
              key={row.campaignId}
              type="button"
              className={row.campaignId === chosen ? 'campaign-card current' : 'campaign-card'}
              aria-pressed={row.campaignId === chosen}
              onClick={() => onOpen(row.campaignId)}
            >
              <strong>{row.title}</strong>
              <time>{timeOf(row)}</time>
              <span className="campaign-kind">{tr(campaignKinds[row.kind])}</span>
              <span className="num">{figureOf(row)}</span>
            </button>
          ))}
          {own.length > 3 && <More rows={own.slice(3)} onOpen={onOpen} />}
        </section>
      )
    })}
  </div>
)
const More = ({ rows, onOpen }: { rows: readonly CampaignRow[]; onOpen: (campaignId: number) => void }) => (
  <details className="campaign-more">
    <summary>{t`还有 ${rows.length} 个`}</summary>
    {rows.map((row) => (
      <button key={row.campaignId} type="button" onClick={() => onOpen(row.campaignId)}>
        {row.title}
      </button>
    ))}
  </details>
)
function timeOf({ status, fromAt, toAt }: CampaignRow): string {
  if (!fromAt || !toAt) return t`未定`
  if (status === is.ended) return t`${toAt.slice(5, 10)} 止`
  return status === is.draft || status === is.waiting ? t`${fromAt.slice(5, 10)} 起` : t`至 ${toAt.slice(5, 10)}`
}
function figureOf({ kind, quota, taken, waiting, rewards, came, status }: CampaignRow): ReactNode {
  if (kind !== Kind.signUp) return status === is.draft ? t`还没发布` : t`发奖 ${rewards}`
  if (quota === 0) return t`缺场次`
  if (status === is.ended) return t`到店 ${came}`
  return (
    <>
      {`${taken} / ${quota}`} {waiting > 0 && <b className="warn">{t`候补 ${waiting}`}</b>}
    </>
  )
}
