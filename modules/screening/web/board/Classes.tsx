/** Thirty classes in one look: grade by class, each with its bar. */
import { Button } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Can, Panel, t, tr, useCall, useGo, useLetters, useSend } from '#kernel/web/index.ts'
import { screening } from '../../contract/endpoints.ts'
import { groupsOf } from '../../contract/groups.ts'
import type { BoardAnswer } from './TaskBoard.tsx'

type Class = BoardAnswer['classes'][number]
const RUNNING_MINUTES = 10
/** Classes of a grade that fit beside each other. */
const ONE_LINE = 8
const isRunning = ({ lastAt, over, total }: Class): boolean =>
  lastAt !== null && over < total && Date.now() - Date.parse(`${lastAt.replace(' ', 'T')}+08:00`) < RUNNING_MINUTES * 60_000

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Arrow keys go from class to class, up and down by grade; Enter chooses as a press does. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const { key, currentTarget } = event
  const rows = [...currentTarget.querySelectorAll('.board-grade')].map((row) => [...row.querySelectorAll<HTMLElement>('.board-cell')])
  const y = rows.findIndex((row) => row.some((cell) => cell === document.activeElement))
  const x = rows[y]?.findIndex((cell) => cell === document.activeElement) ?? 0
  const step = STEPS[key]
  const row = step && rows[y + step[1]]
  if (!row) return
  row[Math.max(0, Math.min(row.length - 1, x + step[0]))]?.focus()
  event.preventDefault()
}
export function Classes({ board: { task, classes } }: { board: BoardAnswer }) {
  const [chosen, setChosen] = useState<number>()
  const grid = useRef<HTMLDivElement>(null)
  const begin = () => grid.current?.querySelector<HTMLElement>('.board-cell')?.focus()
  const isWalked = () => grid.current?.contains(document.activeElement) ?? false
  useLetters({ ArrowDown: () => isWalked() || begin(), ArrowRight: () => isWalked() || begin() })
  const done = classes.filter(({ over, total }) => over === total).length
  const running = classes.filter(isRunning).length
  const grades = groupsOf(classes, ({ gradeName }) => gradeName ?? '')
  const open = classes.find(({ groupId }) => groupId === chosen)
  const most = Math.max(1, ...[...grades.values()].map((own) => own.length))
  return (
    <Panel
      title={t`班级`}
      note={t`已筛 / 人数；完成 ${done} 班，在做 ${running}，没开始 ${classes.filter(({ over }) => over === 0).length}`}
      className="board-classes"
    >
      {classes.length === 0 && <p className="board-empty">{t`发布后，各班学生列在这里。`}</p>}
      <div ref={grid} onKeyDown={walk} className={most <= ONE_LINE ? `board-grades one-line of-${most}` : 'board-grades'}>
        {[...grades].map(([grade, own]) => (
          <div key={grade} className="board-grade" role="group" aria-label={tr(grade)}>
            <b>{tr(grade)}</b>
            <div>
              {own.map((each) => (
                <Cell
                  key={each.groupId}
                  of={each}
                  isChosen={each.groupId === chosen}
                  choose={() => setChosen(each.groupId === chosen ? undefined : each.groupId)}
                />
              ))}
            </div>
            <span className="num">
              <b>{own.reduce((sum, { over }) => sum + over, 0)}</b> / {own.reduce((sum, { total }) => sum + total, 0)}
            </span>
          </div>
        ))}
      </div>
      {open && <Chosen taskId={task.id} of={open} />}
    </Panel>
  )
}

function wordOf(room: Class): string | undefined {
  if (room.disputed) return t`待裁定 ${room.disputed}`
  if (isRunning(room)) return t`在做`
  if (room.retestDue) return t`复测 ${room.retestDue}`
  if (room.unable) return t`不配合 ${room.unable}`
  return room.over === room.total ? '✓' : undefined
}
function kindOf(room: Class): 'ask' | 'running' | 'done' | '' {
  if (room.disputed) return 'ask'
  if (isRunning(room)) return 'running'
  return room.over === room.total && !room.retestDue ? 'done' : ''
}
function Cell({ of: room, isChosen, choose }: { of: Class; isChosen: boolean; choose: () => void }) {
  const share = (n: number) => `${room.total ? (100 * n) / room.total : 0}%`
  return (
    <button
      type="button"
      className={`board-cell ${kindOf(room)}`}
      aria-pressed={isChosen}
      aria-label={t`${room.name}，已筛 ${room.over}，共 ${room.total}`}
      title={wordOf(room)}
      onClick={choose}
    >
      <span>
        {room.name} <b className="num">{room.over > 0 && room.over < room.total ? `${room.over}/${room.total}` : room.total}</b>
        <em>{wordOf(room)}</em>
      </span>
      <i>
        <i className="full" style={{ width: share(room.over - room.retestDue - room.unable) }} />
        <i className="due" style={{ width: share(room.retestDue) }} />
        <i className="unable" style={{ width: share(room.unable) }} />
      </i>
    </button>
  )
}
/** What may be done with one class, under the grid. */
function Chosen({ taskId, of: room }: { taskId: number; of: Class }) {
  const go = useGo()
  const [isPrinting, setPrinting] = useState(false)
  const letters = useCall(screening['eyefile.results.letters'], { id: taskId, groupId: room.groupId }, { enabled: isPrinting })
  useEffect(() => {
    if (!isPrinting || !letters.data) return
    go(`/print/eyefile-letters/${taskId}/${letters.data.list.map(({ resultId }) => resultId).join(',')}`)
  }, [isPrinting, letters.data, go, taskId])
  const sign = useSend(screening['eyefile.results.sign'], { invalidates: [screening['eyefile.tasks.board']] })
  return (
    <div className="board-chosen">
      <b>
        {tr(room.gradeName ?? '')} {room.name}
      </b>
      <span>{t`建议就诊 ${room.forVisit}，已签发 ${room.signed}`}</span>
      <Button size="small" onClick={() => go(`/eyefile/results/${taskId}`, { classId: room.groupId })}>{t`名单`}</Button>
      <Button size="small" onClick={() => go(`/print/eyefile-seats/${taskId}/${room.groupId}`)}>{t`座位单`}</Button>
      <Button size="small" onClick={() => go(`/print/eyefile-badges/${taskId}/${room.groupId}`)}>{t`胸牌`}</Button>
      <Can code="screening:edit">
        <Button size="small" loading={letters.isFetching} onClick={() => setPrinting(true)}>{t`告知书`}</Button>
      </Can>
      <Can code="screening:manage">
        <Button
          size="small"
          loading={sign.isPending}
          onClick={() => sign.mutate({ id: taskId, groupId: room.groupId })}
        >{t`签发本班`}</Button>
      </Can>
    </div>
  )
}
