/** The station at work: roll at the left, the child in hand at the right, what waits to be sent always visible. */
import { useMemo, useState } from 'react'
import { t, tr } from '#kernel/web/i18n.ts'
import { useScanner } from '#kernel/web/screen/scanner.ts'
import { RETEST } from '../../contract/entry.ts'
import { badgeIn, isFinished, stationModes, type StationMode } from '../../contract/station.ts'
import { screeningResult } from '../../contract/states.results.ts'
import type { PackChild } from '../../contract/shapes.tasks.ts'
import { formOf } from '../../contract/letter/behaviour.ts'
import { Behaviour } from './Behaviour.tsx'
import { Numbers } from './Numbers.tsx'
import { Roll } from './Roll.tsx'
import { Sight } from './Sight.tsx'
import type { OpenStation } from './store.ts'
import { useStation, type StationState } from './useStation.ts'

export function Work({ station, close }: { station: OpenStation; close: () => void }) {
  const state = useStation(station)
  const { pack } = station
  const [groupId, setGroupId] = useState(pack.groups[0]?.groupId ?? 0)
  const [mode, setMode] = useState<StationMode>(pack.items.includes('ucva') || pack.items.includes('cva') ? 'sight' : 'refraction')
  const [isRetest, setRetest] = useState(false)
  const [chosen, setChosen] = useState<number>()
  const prefix = isRetest ? RETEST : ''
  const roll = useMemo(
    () => pack.children.filter((child) => child.groupId === groupId && (!isRetest || isDrawn(child, state))),
    [pack.children, groupId, isRetest, state],
  )
  const isDone = (child: PackChild) =>
    isFinished(mode, state.valuesOf(child.studentId), prefix) || (!isRetest && mode === 'sight' && isOver(child, state))
  const current = roll.find(({ studentId }) => studentId === chosen) ?? roll.find((child) => !isDone(child))
  const after = current && roll.slice(roll.indexOf(current) + 1).find((child) => !isDone(child))
  const next = () => setChosen((after ?? roll.find((child) => child !== current && !isDone(child)))?.studentId)
  const misread = useBadges(pack, (child) => {
    setGroupId(child.groupId)
    setChosen(child.studentId)
  })
  if (state.isWiped) return <Wiped close={close} />
  return (
    <div className="station">
      {misread !== undefined && (
        <p className="station-misread" role="alert">
          {misread}
        </p>
      )}
      <Bar station={station} state={state} mode={mode} setMode={setMode} close={close} />
      <Roll
        station={station}
        state={state}
        {...{ groupId, setGroupId, roll, current, isDone, isRetest, setRetest }}
        choose={(studentId) => setChosen(studentId)}
      />
      {current ? (
        <main className="station-work" aria-label={current.name}>
          <InHand {...{ mode, state, prefix, next, after, pack }} child={current} />
        </main>
      ) : (
        <main className="station-work station-finished">
          <h1>{isRetest ? t`本班没有待复测的学生` : t`本班已测完`}</h1>
          <p>{t`可在左侧换班，或点名字改录。`}</p>
        </main>
      )}
    </div>
  )
}
/** What the station asks of the child in hand. */
function InHand(props: {
  mode: StationMode
  child: PackChild
  state: StationState
  prefix: string
  next: () => void
  after: PackChild | undefined
  pack: OpenStation['pack']
}) {
  const { mode, child, state, prefix, next, after, pack } = props
  if (mode === 'sight') return <Sight key={`${child.studentId}${prefix}`} {...{ child, state, prefix, next, after }} />
  if (mode !== 'behaviour') return <Numbers key={`${mode}${child.studentId}${prefix}`} {...{ mode, child, state, prefix, next }} />
  const grade = pack.groups.find((group) => group.groupId === child.groupId)?.grade ?? null
  return <Behaviour key={child.studentId} form={formOf(grade)} {...{ child, state, next }} />
}
/** Takes the child of a scanned badge into the hand; answers the sentence for a code that is none. */
function useBadges(pack: OpenStation['pack'], take: (child: PackChild) => void): string | undefined {
  const [misread, setMisread] = useState<string>()
  useScanner((code) => {
    const studentId = badgeIn(code, pack.taskId)
    const child = pack.children.find((each) => each.studentId === studentId)
    if (child) take(child)
    const why = studentId === null ? t`这张胸牌属于另一个任务` : t`不是本任务的胸牌：${code}`
    setMisread(child ? undefined : why)
  })
  return misread
}
const statusOf = (child: PackChild, state: StationState): number => state.states.get(child.studentId)?.status ?? child.status
/** Measured already, here or at another station. */
const isOver = (child: PackChild, state: StationState): boolean => screeningResult.in.over.includes(statusOf(child, state))
const isDrawn = (child: PackChild, state: StationState): boolean => statusOf(child, state) === screeningResult.is.retest

function Bar(props: {
  station: OpenStation
  state: StationState
  mode: StationMode
  setMode: (mode: StationMode) => void
  close: () => void
}) {
  const { station, state, mode, setMode, close } = props
  const { pack } = station
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => {
    if (state.waiting > 0) return setLeaving(!isLeaving)
    void state.leave().then(close)
  }
  const last = state.ops.at(-1)?.at.slice(11, 16)
  return (
    <header className="station-bar">
      <svg width="24" height="24" viewBox="0 0 22 22" aria-hidden>
        <circle cx="11" cy="11" r="9.6" fill="none" stroke="currentColor" strokeWidth="1.8" />
        <circle cx="11" cy="11" r="4.4" fill="currentColor" />
      </svg>
      <b>{pack.stationName}</b>
      <span>{[pack.schoolName, pack.staffName].filter(Boolean).join(' · ')}</span>
      <select aria-label={t`项目`} value={mode} onChange={(e) => setMode(e.target.value as StationMode)}>
        {Object.entries(stationModes).map(([key, label]) => (
          <option key={key} value={key}>
            {tr(label)}
          </option>
        ))}
      </select>
      <span className="station-net" role="status" data-offline={!state.isOnline}>
        <b>{state.isOnline ? t`在线 · ${state.waiting} 条待传` : t`离线 · ${state.waiting} 条待传`}</b>
        <small>
          {state.isLoggedOut ? (
            <a href={`/login?to=${encodeURIComponent(location.pathname)}`}>{t`登录已过期，重新登录后续传`}</a>
          ) : (
            last !== undefined && (state.waiting ? t`已存本机 ${last}，联网自动传` : t`已全部上传`)
          )}
        </small>
      </span>
      {state.refused.length > 0 && (
        <details className="station-refused">
          <summary>{t`${state.refused.length} 条被拒`}</summary>
          <ul>
            {state.refused.map((op) => (
              <li key={op.opId}>
                {pack.children.find(({ studentId }) => studentId === op.studentId)?.name ?? ''}：{op.why}
              </li>
            ))}
          </ul>
        </details>
      )}
      <button type="button" onClick={leave}>{t`退出`}</button>
      {isLeaving && <p role="alert">{t`还有 ${state.waiting} 条待传，传完才能退出。`}</p>}
    </header>
  )
}

function Wiped({ close }: { close: () => void }) {
  return (
    <main className="station-entry">
      <h1>{t`本机内容已清除`}</h1>
      <p>{t`名单和录入不再留在这台平板上。`}</p>
      <button type="button" className="station-main" onClick={close}>{t`重新打开`}</button>
    </main>
  )
}
