/** Tablets of a task: who is at them, how fast, and what they still hold. A silent one is unknown, not zero. */
import { Button } from 'antd'
import { Can, Panel, Rows, confirm, t, useSend } from '#kernel/web/index.ts'
import { screening } from '../../contract/endpoints.ts'
import type { BoardAnswer } from './TaskBoard.tsx'

type Station = BoardAnswer['stations'][number]
/** A tablet speaks every 15 seconds; after two minutes nobody knows what it holds. */
const SILENT_MINUTES = 2
const isSilent = (of: Station): boolean => !of.recalled && of.silentMinutes >= SILENT_MINUTES

export function Stations({ board: { task, stations } }: { board: BoardAnswer }) {
  const silent = stations.filter(isSilent)
  const unsentKnown = stations.filter((each) => !each.recalled && !isSilent(each)).reduce((sum, { unsent }) => sum + unsent, 0)
  const recall = useSend(screening['eyefile.tasks.recall'], { invalidates: [screening['eyefile.tasks.board']] })
  const ask = async (station: Station) => {
    const sure = await confirm({
      message: t`收回平板“${station.name}”？它下次联网即抹除本机内容，未传的录入不再接收。`,
      danger: true,
    })
    if (sure !== false) recall.mutate({ id: task.id, stationId: station.id })
  }
  return (
    <Panel
      title={t`站`}
      note={silent.length ? t`已知待传 ${unsentKnown} 条，${silent.length} 台不知道` : t`${stations.length} 台平板，待传 ${unsentKnown} 条`}
      className="board-stations"
    >
      {stations.length === 0 && <p className="board-empty">{t`还没有平板打开此任务。`}</p>}
      {stations.length > 0 && (
        <div className="board-scroll" tabIndex={0} role="region" aria-label={t`站`}>
          <Rows
            rows={stations}
            rowKey={(row) => row.id}
            tone={(row) => (isSilent(row) ? 'warn' : undefined)}
            columns={[
              { title: t`站`, cell: (row) => <b>{row.name}</b> },
              { title: t`检查者`, cell: (row) => row.staffName },
              { title: t`人`, right: true, cell: (row) => row.children },
              { title: t`秒/人`, right: true, cell: (row) => row.secondsEach ?? '—' },
              { title: t`待传`, right: true, cell: (row) => (isSilent(row) ? <b>{t`不知道`}</b> : row.unsent) },
              { title: t`网络，最后`, cell: (row) => <Net of={row} /> },
              {
                title: '',
                right: true,
                cell: (row) =>
                  !row.recalled && (
                    <Can code="screening:manage">
                      <Button size="small" danger onClick={() => void ask(row)}>{t`收回`}</Button>
                    </Can>
                  ),
              },
            ]}
          />
        </div>
      )}
      {silent.length > 0 && (
        <p className="board-said">
          <b>
            {silent.map((each) => t`${each.name} 断网 ${each.silentMinutes} 分，板上 ${each.children} 人`).join(' · ')}
            {t`。平板里可能更多。`}
          </b>
          {t`断网不丢：记录加密存在平板，联网自动补传，谁先谁后合出来都一样。`}
        </p>
      )}
    </Panel>
  )
}
/** How it stands with the network, and when the tablet was last heard of. */
function netOf(station: Station): readonly [tone: string, word: string] {
  if (station.recalled) return ['neutral', t`已收回`]
  if (isSilent(station)) return ['warn', t`断 ${station.silentMinutes} 分`]
  return station.unsent ? ['info', t`补传中`] : ['ok', t`在线`]
}
function Net({ of: station }: { of: Station }) {
  const [tone, word] = netOf(station)
  return (
    <span className="board-net">
      <span className={`law-${tone}`}>{word}</span> <small className="num">{station.seenAt.slice(11, 16)}</small>
    </span>
  )
}
