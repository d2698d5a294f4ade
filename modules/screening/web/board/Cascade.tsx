/** What became of those advised: each child at its furthest step, the loss in words. */
import { Panel, t, tr, useGo, useLetters } from '#kernel/web/index.ts'
import { Button } from 'antd'
import { screeningReferral } from '../../contract/states.results.ts'
import type { BoardAnswer } from './TaskBoard.tsx'

const losses = ['', '', '没告知到', '没去看', '看了没处置', '没复查'] as const
export function Cascade({ board: { task, cascade } }: { board: BoardAnswer }) {
  const go = useGo()
  const open = () => go(`/eyefile/results/${task.id}`, { referralStatus: screeningReferral.is.advised })
  useLetters({ v: open })
  const screened = cascade[0]?.n ?? 0
  const advised = cascade[1]?.n ?? 0
  const lost = cascade.map(({ n }, i) => (i < 2 ? 0 : (cascade[i - 1]?.n ?? 0) - n))
  const largest = Math.max(...lost)
  return (
    <Panel
      title={t`闭环`}
      note={t`每个孩子只在最远一步`}
      className="board-cascade"
      actions={
        <Button size="small" onClick={open}>
          {t`没去看的名单`} <kbd>v</kbd>
        </Button>
      }
    >
      <ol>
        {cascade.map(({ step, n }, i) => {
          const before = i < 2 ? advised : (cascade[i - 1]?.n ?? 0)
          const width = (count: number) => `${advised ? (100 * Math.min(count, advised)) / advised : 0}%`
          return (
            <li key={step}>
              <span>{tr(step)}</span>
              <i>
                {i > 1 && <i className="before" style={{ width: width(before) }} />}
                <i className={i === 0 ? 'pale' : 'full'} style={{ width: i === 0 ? '100%' : width(n) }} />
              </i>
              <b className="num">{n}</b>
              <small className={lost[i] === largest && largest > 0 ? 'largest' : ''}>
                {i === 1 && screened > 0 && `${Math.round((100 * n) / screened)}%`}
                {i > 1 && before > 0 && `${Math.round((100 * n) / before)}%`}
                {(lost[i] ?? 0) > 0 && ` ${lost[i]} ${tr(losses[i] ?? '')}`}
              </small>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
