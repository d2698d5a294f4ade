/** Stations and instruments beside the others of the same classes, and numbers that end in 0 or 5 too often. */
import { show } from '#kernel/contract/index.ts'
import { Panel, Rows, t, tr } from '#kernel/web/index.ts'
import { QualityRow } from '../../contract/shapes.tasks.ts'
import type { BoardAnswer } from './TaskBoard.tsx'

const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(2)}`
const percent = (share: number): string => `${Math.round(share * 100)}%`

export function Quality({ board: { quality } }: { board: BoardAnswer }) {
  const found = quality.filter((row) => row.found)
  if (quality.length === 0) return null
  return (
    <Panel title={t`站与仪器`} note={found.length ? t`${found.length} 处异常` : t`没有异常`} className="board-quality">
      <div className="board-scroll" tabIndex={0} role="region" aria-label={t`站与仪器`}>
        <Rows
          rows={quality}
          rowKey={(row) => `${row.kind} ${row.what} ${row.name}`}
          tone={(row) => (row.found ? 'warn' : undefined)}
          columns={[
            { title: t`来源`, cell: (row) => tr(show(QualityRow.shape.kind, row.kind)) },
            { title: t`名称`, cell: (row) => <b>{row.name}</b> },
            { title: t`项目`, cell: (row) => tr(row.what) },
            { title: t`数`, right: true, cell: (row) => row.n },
            { title: t`与同班其他人相比（99% 区间）`, right: true, cell: differenceOf },
            { title: t`末位 0 和 5`, right: true, cell: (row) => (row.share === null ? '—' : percent(row.share)) },
          ]}
        />
      </div>
      {found.length > 0 && (
        <p className="board-said">{t`站或仪器偏离同班其他读数，或末位数字扎堆：请核对视力表距离、照度和仪器，再抽查。`}</p>
      )}
    </Panel>
  )
}
const differenceOf = ({ difference, low, high }: BoardAnswer['quality'][number]): string =>
  difference === null || low === null || high === null ? '—' : `${signed(difference)}（${signed(low)}～${signed(high)}）`
