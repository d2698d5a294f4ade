/** Weeks × weekdays with the figure in the cell: dark = clinic score, pale = home minutes, outline = to come. A planned one is dragged to another day, or moved from its menu. */
import { useState } from 'react'
import { Button, Modal } from 'antd'
import { addDays } from '#kernel/contract/days.ts'
import { wordOf } from '#kernel/contract/machine.ts'
import { Can, Facts, Form, Panel, t, toast, today, tr, useCan, useSend } from '#kernel/web/index.ts'
import { dayIn } from '../../contract/course.ts'
import { training } from '../../contract/endpoints.ts'
import { PLACE } from '../../contract/fields.ts'
import type { Plan } from '../../contract/plans.ts'
import { trainPlan, trainSession } from '../../contract/states.ts'
import { modulesWord } from '../pieces.tsx'
import { stale } from '../stale.ts'

type Session = Plan['sessions'][number]
const { is, in: sets } = trainSession
const DAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
const word = (s: Session): string => {
  if (s.status === is.missed) return t`缺`
  if (s.status === is.madeUp) return t`补`
  if (s.status === is.done) return String(s.place === PLACE.clinic ? (s.score ?? s.minutes ?? '') : (s.minutes ?? ''))
  return String(s.plannedMinutes)
}
const lookOf = (s: Session): string => {
  if (s.status === is.missed) return 'missed'
  if (!sets.trained.includes(s.status)) return s.day === today() ? 'today' : 'ahead'
  return s.place === PLACE.clinic ? 'clinic' : 'home'
}

export function Calendar({ of: item }: { of: Plan }) {
  const may = useCan()('train:edit') && trainPlan.in.open.includes(item.status)
  const [held, setHeld] = useState<Session>()
  const [over, setOver] = useState<string>()
  const [open, setOpen] = useState<Session>()
  const move = useSend(training['train.sessions.move'], { invalidates: stale, onSuccess: ({ day }) => toast(t`改到 ${day}`, 'ok') })
  const weeks = Array.from({ length: item.weeks }, (_, i) => i + 1)
  const sessionsAt = (place: number) => item.sessions.filter((s) => s.place === place)
  const done = (list: readonly Session[]) => `${list.filter((s) => sets.trained.includes(s.status)).length} / ${list.length}`
  const drop = (day: string) => {
    if (held && held.day !== day) move.mutate({ id: held.id, version: held.version, day })
    setHeld(undefined)
    setOver(undefined)
  }
  const measuredOn = new Set([item.nextMeasureOn, ...item.series.flatMap((s) => s.points.map((p) => p.day))])
  const drag: Drag = { held, over, hold: setHeld, hover: setOver, drop }
  return (
    <Panel
      title={t`${item.weeks} 周`}
      note={t`深 = 到店，数是分；浅 = 在家，数是分钟；黑角 = 测量；拖动改期`}
      actions={<span className="num">{t`到店 ${done(sessionsAt(PLACE.clinic))}，在家 ${done(sessionsAt(PLACE.home))}`}</span>}
    >
      <div className="train-scroll" tabIndex={0} role="region" aria-label={t`训练日历`}>
        <table className="train-calendar num">
          <thead>
            <tr>
              <td />
              {weeks.map((w) => (
                <th key={w} scope="col" aria-current={w === item.week ? 'date' : undefined}>
                  {w}
                  <br />
                  {addDays(item.startsOn, (w - 1) * 7).slice(5)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {DAYS.map((name, i) => (
              <tr key={name}>
                <th scope="row">{tr(name)}</th>
                {weeks.map((w) => (
                  <DayCell key={w} day={dayIn(item.startsOn, w, i + 1)} of={item} {...{ measuredOn, may, drag }} onOpen={setOpen} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Modal
        open={open !== undefined}
        title={open && `${open.day} ${open.time}`}
        footer={null}
        onCancel={() => setOpen(undefined)}
        destroyOnHidden
      >
        {open && <Opened of={open} may={may} onDone={() => setOpen(undefined)} />}
      </Modal>
    </Panel>
  )
}
interface Drag {
  readonly held: Session | undefined
  readonly over: string | undefined
  readonly hold: (session: Session) => void
  readonly hover: (day: string | undefined) => void
  readonly drop: (day: string) => void
}
/** A day of the plan: its session as a button, and a place to drop another on. */
function DayCell({
  day,
  of: item,
  measuredOn,
  may,
  drag,
  onOpen,
}: {
  day: string
  of: Plan
  measuredOn: ReadonlySet<string>
  may: boolean
  drag: Drag
  onOpen: (session: Session) => void
}) {
  const session = item.sessions.find((s) => (s.doneOn ?? s.day) === day)
  return (
    <td
      className={[drag.over === day && drag.held && 'over', measuredOn.has(day) && 'measured'].filter(Boolean).join(' ') || undefined}
      onDragOver={(event) => {
        if (!drag.held) return
        event.preventDefault()
        drag.hover(day)
      }}
      onDrop={() => drag.drop(day)}
    >
      {session && (
        <button
          type="button"
          className={`train-cell ${lookOf(session)}`}
          draggable={may && session.status === is.planned}
          onDragStart={() => drag.hold(session)}
          onDragEnd={() => drag.hover(undefined)}
          aria-label={`${session.day} ${session.time} ${tr(wordOf(trainSession, session.status))} ${word(session)}`}
          onClick={() => onOpen(session)}
        >
          {word(session)}
        </button>
      )}
    </td>
  )
}
function Opened({ of: s, may, onDone }: { of: Session; may: boolean; onDone: () => void }) {
  const makeUp = useSend(training['train.sessions.make-up'], { invalidates: stale, onSuccess: onDone })
  return (
    <>
      <Facts
        columns={2}
        items={[
          ['状态', tr(wordOf(trainSession, s.status))],
          ['训练内容', modulesWord(s.modules)],
          ['计划时长', t`${s.plannedMinutes} 分钟`],
          ['实际时长', s.minutes === null ? null : t`${s.minutes} 分钟`],
          ['得分', s.score],
          ['负荷', s.load],
          ['不适', s.complaint],
          ['训练师', s.trainerName],
        ]}
      />
      {s.status === is.missed && (
        <Can code="train:edit">
          <Button
            type="primary"
            loading={makeUp.isPending}
            onClick={() => makeUp.mutate({ id: s.id, version: s.version })}
          >{t`今天补课`}</Button>
        </Can>
      )}
      {may && s.status === is.planned && (
        <Form
          of={training['train.sessions.move']}
          fixed={{ id: s.id, version: s.version }}
          initial={{ day: s.day, time: s.time }}
          invalidates={stale}
          fields={['day', 'time']}
          saveLabel={t`改期`}
          onDone={() => (toast(t`已改期`, 'ok'), onDone())}
          onLeave={onDone}
        />
      )}
    </>
  )
}
