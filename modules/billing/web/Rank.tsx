/** Rankings of members. The selected ranking is part of the address. */
import { Button, Segmented } from 'antd'
import { Download } from 'lucide-react'
import { DataTable, Screen, download, t, tr, useCall, useDays, useGo, useParams, useSearch, useWho } from '#kernel/web/index.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { billing } from '../contract/endpoints.ts'
import { rankCalls, rankNames, type RankName } from '../contract/endpoints.rankings.ts'

const isRank = (name: string | undefined): name is RankName => name !== undefined && name in rankNames
const heads: Readonly<Record<RankName, readonly [measure: string, times: string]>> = {
  paid: ['消费净额', '付款次数'],
  prepaid: ['储值本金净额', '储值次数'],
  credit: ['获得积分', '笔数'],
  friends: ['推荐人数', '人数'],
  total: ['被推荐会员消费', '消费人数'],
}

export default function Rank() {
  const go = useGo()
  const session = useWho()
  const requested = useParams().rankName
  const name: RankName = isRank(requested) ? requested : 'paid'
  const levels = useCall(settings['settings.level.list'], { hid: session.hid }, { stale: 60_000 })
  const [measure, times] = heads[name]
  return (
    <Screen
      fill
      title={tr(rankNames[name])}
      actions={
        <Segmented
          aria-label={t`排行`}
          value={name}
          options={Object.entries(rankNames).map(([value, label]) => ({ value, label: tr(label) }))}
          onChange={(v) => go(`/patients/rank/${v}`)}
        />
      }
    >
      <DataTable
        key={name}
        of={billing[rankCalls[name]]}
        input={{ hid: session.hid }}
        rowKey="pid"
        live={['billing', 'loyalty']}
        filters={[
          { range: ['startTime', 'endTime'] },
          { key: 'levelId', options: (levels.data?.list ?? []).map((l) => ({ value: l.id, label: l.name })) },
        ]}
        columns={[
          'rank',
          'patientName',
          'memberNo',
          'mobile',
          'levelName',
          { key: name === 'credit' || name === 'friends' ? 'number' : 'amount', title: measure },
          ...(name === 'friends' ? [] : [{ key: 'times' as const, title: times }]),
          { key: 'lastAt', title: '最近一次' },
        ]}
        tools={<Export rankName={name} />}
        onOpen={(r) => go(`/patients/detail/${r.pid}/home`)}
        empty={{ text: t`这段时间没有记录` }}
      />
    </Screen>
  )
}

/** Exports the filtered ranking. */
function Export({ rankName }: { rankName: RankName }) {
  const { hid } = useWho()
  const [{ levelId }] = useSearch()
  const [startTime, endTime] = useDays('startTime', 'endTime')
  const period = { ...(startTime ? { startTime } : {}), ...(endTime ? { endTime } : {}) }
  const run = () =>
    download(billing['patients.export-rankings'], { hid, rankName, ...period, ...(levelId ? { levelId: Number(levelId) } : {}) })
  // Failures are reported by the call itself.
  return <Button icon={<Download size={14} />} onClick={() => void run().catch(() => undefined)}>{t`导出`}</Button>
}
