import { Input, type InputRef } from 'antd'
import { useState, type RefObject } from 'react'
import { Dot, Panel, Until, t, tr } from '#kernel/web/index.ts'
import { groups, type QueueRow } from '../../contract/shapes.queue.ts'
import { holdIn, toneOfGroup, wordOfTask } from '../words.ts'
import type { Duty } from './useDuty.ts'

/** The day in working order; the first column of a group is what orders it. What a colleague holds stays visible, but pale. */
export function DayList({ duty, find }: { duty: Duty; find: RefObject<HTMLInputElement | null> }) {
  const { queue } = duty
  const [text, setText] = useState('')
  const hint: Readonly<Record<string, string>> = { urgent: t`当天`, promised: t`按分钟`, due: '', overdue: t`最久在前` }
  const shown = (row: QueueRow) => !text || [row.patientName, ...row.others].some((name) => name.includes(text))
  return (
    <Panel className="duty-list" title={t`今天的队列`} actions={<small className="soft">{queue.data && t`${queue.data.total} 件`}</small>}>
      <Input
        size="small"
        allowClear
        ref={(made: InputRef | null) => holdIn(find, made?.input ?? null)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={t`姓名`}
        aria-label={t`在队列里查找`}
        suffix={<kbd>/</kbd>}
      />
      <Until of={queue}>
        {queue.data?.groups
          .filter((g) => g.total > 0)
          .map((g) => (
            <section key={g.group} aria-label={tr(groups[g.group])}>
              <h3>
                <Dot tone={toneOfGroup[g.group]}>{tr(groups[g.group])}</Dot> <span className="num soft">{g.total}</span>
                <small className="soft">{hint[g.group]}</small>
              </h3>
              <ul>
                {g.list.filter(shown).map((row) => (
                  <Line key={row.rvid} row={row} chosen={row.rvid === duty.task?.rvid} onTake={() => duty.take(row.rvid)} />
                ))}
              </ul>
              {g.total > g.list.length && <p className="soft">{t`另 ${g.total - g.list.length} 件`}</p>}
            </section>
          ))}
        {queue.data?.total === 0 && <p className="duty-none">{t`今天的回访都做完了`}</p>}
      </Until>
    </Panel>
  )
}

function Line({ row, chosen, onTake }: { row: QueueRow; chosen: boolean; onTake: () => void }) {
  const lead = leadOf(row)
  return (
    <li>
      <button
        type="button"
        className={row.claimedByName && !chosen ? 'duty-row held' : 'duty-row'}
        aria-current={chosen ? 'true' : undefined}
        onClick={onTake}
      >
        <span className="num" title={lead}>
          {lead}
        </span>
        <b>{[row.patientName, ...row.others].join(' ')}</b>
        <span className="duty-what">
          {row.claimedByName && !chosen ? t`${row.claimedByName}在打` : (row.content ?? wordOfTask(row.taskType))}
        </span>
      </button>
    </li>
  )
}
const leadOf = (row: QueueRow): string => {
  if (row.group === 'overdue') return t`${row.daysLate} 天`
  // Two characters say it, of English the first word.
  return row.group === 'due'
    ? (/^[\w-]+/.exec(wordOfTask(row.taskType))?.[0] ?? wordOfTask(row.taskType).slice(0, 2))
    : row.dueAt.slice(11, 16)
}
