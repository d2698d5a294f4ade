/** Campaigns, promotions and presets of the store. */
import { useSearch, useTabs, t } from '#kernel/web/index.ts'
import { Promotions } from '../promotions/Promotions.tsx'
import { Presets } from '../promotions/Presets.tsx'
import { Board } from './Board.tsx'

export default function CampaignBoard() {
  const [search] = useSearch()
  const [tab, tabs] = useTabs(
    [
      ['campaigns', t`活动`],
      ['promotions', t`促销`],
      ['presets', t`模板`],
    ],
    { clears: ['campaign', 'session', 'status', 'name', 'category'] },
  )
  if (tab === 'promotions') return <Promotions tabs={tabs} />
  if (tab === 'presets') return <Presets tabs={tabs} />
  return <Board key={search.hid} tabs={tabs} />
}
