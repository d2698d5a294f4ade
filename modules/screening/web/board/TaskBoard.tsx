/** The school hall in one look: classes, stations, examiners, what became of those advised, what the law asks. */
import { Button } from 'antd'
import { useState } from 'react'
import {
  Act,
  Can,
  Link,
  Panel,
  Qr,
  Rows,
  Screen,
  Status,
  Until,
  confirm,
  t,
  toast,
  tr,
  useCall,
  useGo,
  useId,
  useLetters,
  useSend,
  type OutOf,
} from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { screening } from '../../contract/endpoints.ts'
import { screeningTask } from '../../contract/states.results.ts'
import { Cascade } from './Cascade.tsx'
import { Classes } from './Classes.tsx'
import { Examiners } from './Examiners.tsx'
import { Quality } from './Quality.tsx'
import { Stations } from './Stations.tsx'
import './board.css'

export type BoardAnswer = OutOf<(typeof screening)['eyefile.tasks.board']>
const stale = [screening['eyefile.tasks.board'], screening['eyefile.tasks.list']]

export default function TaskBoard() {
  const id = useId('taskId')
  const go = useGo()
  const board = useCall(screening['eyefile.tasks.board'], { id }, { live: ['screening'], keep: true })
  useLetters({ s: () => go(`/eyefile/station/${id}`), p: () => go(`/print/eyefile-school/${id}`) })
  return (
    <Screen
      title={board.data?.task.name ?? ''}
      note={board.data && <Note board={board.data} />}
      actions={board.data && <Actions board={board.data} />}
    >
      <Until of={board}>
        {board.data && (
          <div className="screening-board">
            <Classes board={board.data} />
            <Stations board={board.data} />
            <Examiners board={board.data} />
            <Cascade board={board.data} />
            <Law board={board.data} />
            <Quality board={board.data} />
          </div>
        )}
      </Until>
    </Screen>
  )
}

function Note({ board: { task, classes, perHour, endsAt } }: { board: BoardAnswer }) {
  const unable = classes.reduce((sum, each) => sum + each.unable, 0)
  return (
    <span className="board-note">
      <Status of={screeningTask} value={task.status} />
      <span>
        {t`收到`}{' '}
        <b>
          {task.over} / {task.total}
        </b>
      </span>
      {unable > 0 && <span>{t`不配合 ${unable}`}</span>}
      {task.examiners.length > 0 && <span>{t`计划检查者 ${task.examiners.length} 人`}</span>}
      {task.devices.length > 0 && <span>{t`仪器 ${task.devices.join('、')}`}</span>}
      {perHour !== null && <span>{t`每小时 ${perHour} 人`}</span>}
      {endsAt !== null && (
        <span>
          <b>{endsAt.slice(5, 16)}</b> {t`前后做完`}
        </span>
      )}
    </span>
  )
}

function Actions({ board: { task } }: { board: BoardAnswer }) {
  const go = useGo()
  const move = useSend(screening['eyefile.tasks.move'], { invalidates: stale })
  const markTold = useSend(screening['eyefile.tasks.told'], { invalidates: stale, onSuccess: () => toast(t`已记录反馈日期`, 'ok') })
  const sign = useSend(screening['eyefile.results.sign'], {
    invalidates: stale,
    onSuccess: ({ signed }) => toast(t`已签发 ${signed} 份`, 'ok'),
  })
  const isOpen = screeningTask.in.open.includes(task.status)
  const isTold = screeningTask.in.told.includes(task.status)
  return (
    <>
      {isTold && (
        <>
          <Button onClick={() => go(`/print/eyefile-school/${task.id}`)}>
            {t`学校报告`} <kbd>p</kbd>
          </Button>
          <Can code="screening:manage">
            <Button loading={sign.isPending} onClick={() => sign.mutate({ id: task.id })}>{t`签发`}</Button>
            <Act
              unless={task.feedbackOn !== null && t`已于 ${task.feedbackOn} 反馈`}
              onClick={() => markTold.mutate({ id: task.id })}
            >{t`记录反馈`}</Act>
          </Can>
        </>
      )}
      {isOpen && (
        <Can code="screening:edit">
          <Pin taskId={task.id} />
          <Button type="primary" onClick={() => go(`/eyefile/station/${task.id}`)}>
            {t`打开筛查站`} <kbd>s</kbd>
          </Button>
        </Can>
      )}
      <Moves
        of={screeningTask}
        status={task.status}
        size="middle"
        busy={move.isPending}
        only={['publish', 'finish', 'archive', 'reopen']}
        onMove={(step, reason) => move.mutate({ id: task.id, move: step, ...(reason === undefined ? {} : { reason }) })}
      />
    </>
  )
}
/** The PIN of the stations, with a code that opens the station on a tablet. */
function Pin({ taskId }: { taskId: number }) {
  const [shown, setShown] = useState(false)
  const pin = useCall(screening['eyefile.tasks.pin'], { id: taskId }, { enabled: shown })
  const renew = useSend(screening['eyefile.tasks.renew-pin'], { invalidates: [screening['eyefile.tasks.pin']] })
  const ask = async () => {
    const sure = await confirm({ message: t`换一个口令？已打开的站不受影响。` })
    if (sure !== false) renew.mutate({ id: taskId })
  }
  return (
    <Can code="screening:manage">
      <Button onClick={() => setShown(!shown)} aria-expanded={shown}>{t`口令`}</Button>
      {shown && pin.data && (
        <div className="board-pin" role="dialog" aria-label={t`口令`}>
          <b className="num">{`${pin.data.pin.slice(0, 4)} ${pin.data.pin.slice(4)}`}</b>
          <Qr of={`${location.origin}/eyefile/station/${taskId}`} />
          <p>{t`平板扫码打开，登录后输入口令；输错 5 次须换口令。`}</p>
          <Button size="small" onClick={() => void ask()}>{t`换口令`}</Button>
        </div>
      )}
    </Can>
  )
}

const tones = { late: 'bad', none: 'warn', telling: 'warn', running: 'info', told: 'ok' } as const
const words = { none: '未排', running: '在筛', telling: '待反馈', late: '反馈逾期', told: '已反馈' } as const
function Law({ board: { law } }: { board: BoardAnswer }) {
  return (
    <Panel title={t`法定期限`} note={t`每学年 2 次，1 个月内反馈`} className="board-law">
      <div className="board-scroll" tabIndex={0} role="region" aria-label={t`法定期限`}>
        <Rows
          rows={law}
          rowKey={(row) => row.schoolId}
          columns={[
            {
              title: t`学校`,
              cell: (row) => (row.taskId === null ? row.schoolName : <Link to={`/eyefile/board/${row.taskId}`}>{row.schoolName}</Link>),
            },
            { title: t`次数`, cell: (row) => <Dots done={row.done} isRunning={row.state === 'running'} /> },
            {
              title: t`状态`,
              cell: (row) => (
                <span className={`law-${tones[row.state]}`}>
                  {tr(words[row.state])}
                  {row.days !== null && row.state !== 'told' && ` ${t`${row.days} 天`}`}
                </span>
              ),
            },
          ]}
        />
      </div>
      <p className="board-source">{t`国卫办疾控函〔2021〕517号`}</p>
    </Panel>
  )
}
const Dots = ({ done, isRunning }: { done: number; isRunning: boolean }) => (
  <span role="img" aria-label={t`已完成 ${done} 次，应 2 次`} className="law-dots">
    {[0, 1].map((i) => (
      <i key={i} className={i < done ? 'full' : i === done && isRunning ? 'half' : ''} />
    ))}
  </span>
)
