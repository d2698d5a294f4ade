/** The class in roll order: who was measured, who is in hand, who is left; retests of other examiners' children apart. */
import { t, tr } from '#kernel/web/i18n.ts'
import { gradeLabel } from '../../contract/grades.ts'
import type { OpValue } from '../../contract/ops.ts'
import type { PackChild } from '../../contract/shapes.tasks.ts'
import { screeningResult } from '../../contract/states.results.ts'
import type { OpenStation } from './store.ts'
import type { StationState } from './useStation.ts'

interface RollProps {
  readonly station: OpenStation
  readonly state: StationState
  readonly groupId: number
  readonly setGroupId: (groupId: number) => void
  readonly roll: readonly PackChild[]
  readonly current: PackChild | undefined
  readonly isDone: (child: PackChild) => boolean
  readonly isRetest: boolean
  readonly setRetest: (on: boolean) => void
  readonly choose: (studentId: number) => void
}
export function Roll({ station, state, groupId, setGroupId, roll, current, isDone, isRetest, setRetest, choose }: RollProps) {
  const { groups, children } = station.pack
  const done = roll.filter(isDone).length
  const statusOf = (child: PackChild) => state.states.get(child.studentId)?.status ?? child.status
  const due = children.filter((child) => child.groupId === groupId && statusOf(child) === screeningResult.is.retest).length
  const absent = roll.filter(({ studentId }) => state.valuesOf(studentId).absent === true).length
  return (
    <aside className="station-roll">
      <div className="station-count">
        {groups.length > 1 && (
          <select aria-label={t`班级`} value={groupId} onChange={(e) => setGroupId(Number(e.target.value))}>
            {groups.map((group) => (
              <option key={group.groupId} value={group.groupId}>
                {wordOf(group)}
              </option>
            ))}
          </select>
        )}
        {groups.length === 1 && groups[0] && <span>{wordOf(groups[0])}</span>}
        <p>
          <b>{done}</b> {t`/ ${roll.length} 已测`}
          {absent > 0 && <em>{t`缺 ${absent}`}</em>}
          <button type="button" aria-pressed={isRetest} onClick={() => setRetest(!isRetest)}>
            {isRetest ? t`回到首测` : t`复测 ${due}`}
          </button>
        </p>
        <progress value={done} max={Math.max(roll.length, 1)} aria-label={t`已测`} />
      </div>
      <ol tabIndex={0} aria-label={t`名单`}>
        {roll.map((child) => (
          <li key={child.studentId}>
            <button type="button" aria-current={child === current ? 'true' : undefined} onClick={() => choose(child.studentId)}>
              <span>{child.no}</span>
              <b>{child.name}</b>
              <Said child={child} state={state} isCurrent={child === current} isDone={isDone(child)} />
            </button>
          </li>
        ))}
      </ol>
    </aside>
  )
}
/** A class with its grade in the reader's language. */
const wordOf = ({ name, grade }: OpenStation['pack']['groups'][number]): string =>
  grade === null ? name : name.replace(gradeLabel(grade), tr(gradeLabel(grade)))
const isLow = (value: OpValue | undefined): boolean => value !== undefined && !(Number(value) >= 5)
function Said({ child, state, isCurrent, isDone }: { child: PackChild; state: StationState; isCurrent: boolean; isDone: boolean }) {
  const values = state.valuesOf(child.studentId)
  if (state.states.get(child.studentId)?.disputed.length) return <em>{t`待裁定`}</em>
  if (values.absent === true) return <em>{t`缺席`}</em>
  if (values.unable === true) return <em>{t`不配合`}</em>
  const [od, os] = [values.ucvaOd ?? values.cvaOd, values.ucvaOs ?? values.cvaOs]
  if (od !== undefined || os !== undefined)
    return (
      <span className="station-pair">
        <i className={isLow(od) ? 'low' : ''}>{String(od ?? '—')}</i> / <i className={isLow(os) ? 'low' : ''}>{String(os ?? '—')}</i>
      </span>
    )
  if (isCurrent) return <strong>{t`正在测`}</strong>
  return isDone ? <span>{t`别站已测`}</span> : null
}
