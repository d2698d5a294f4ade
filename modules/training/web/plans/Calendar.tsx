/** Weeks × weekdays with the figure in the cell: dark = clinic score, pale = home minutes, outline = to come. A planned one is dragged to another day, or moved from its menu. */
import { useState } from 'react'
import { Button, Modal } from 'antd'
import { addDays } from '#kernel/contract/days.ts'
import { wordOf } from '#kernel/contract/machine.ts'
import { Can, Facts, Form, Panel, t, toast, today, tr, useCan, useSend } from '#kernel/web/index.ts'
import { training } from '../../contract/endpoints.ts'
import { PLACE } from '../../contract/fields.ts'
import type { Plan } from '../../contract/plans.ts'
import { trainPlan, trainSession } from '../../contract/states.ts'
import { modulesWord } from '../pieces.tsx'
import { stale } from '../stale.ts'

type Session = Plan['sessions'][number]
const { is, in: sets } = trainSession
const DAYS = ['一', '二', '三', '四', '五', '六', '日'] as const
/** The day of a weekday (1 Monday) in a week of the plan. */
function dayIn(startsOn: string, week: number, weekday: number): string {
  const first = addDays(startsOn, (week - 1) * 7)
  const begins = ((new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
  return addDays(first, (weekday - begins + 7) % 7)
}
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

export function Calendar({ of }: { of: Plan }) {
  const may = useCan()('train:edit') && trainPlan.in.open.includes(of.status)
  const [held, setHeld] = useState<Session>()
  const [over, setOver] = useState<string>()
  const [open, setOpen] = useState<Session>()
  const move = useSend(training['train.sessions.move'], { invalidates: stale, onSuccess: ({ day }) => toast(t`改到 ${day}`, 'ok') })
  const weeks = Array.from({ length: of.weeks }, (_, i) => i + 1)
  const clinic = of.sessions.filter((s) => s.place === PLACE.clinic)
  const home = of.sessions.filter((s) => s.place === PLACE.home)
  const done = (list: readonly Session[]) => `${list.filter((s) => sets.trained.includes(s.status)).length} / ${list.length}`
  const drop = (day: string) => {
    if (held && held.day !== day) move.mutate({ id: held.id, version: held.version, day })
    setHeld(undefined)
    setOver(undefined)
  }
  return (
    <Panel
      title={t`${of.weeks} 周`}
      note={t`深 = 到店，数是分；浅 = 在家，数是分钟；拖动改期`}
      actions={<span className="num">{t`到店 ${done(clinic)}，在家 ${done(home)}`}</span>}
    >
      <div className="train-scroll" tabIndex={0} role="region" aria-label={t`训练日历`}>
        <table className="train-calendar num">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t`星期`}</span>
              </th>
              {weeks.map((w) => (
                <th key={w} scope="col" aria-current={w === of.week ? 'date' : undefined}>
                  {w}
                  <br />
                  {addDays(of.startsOn, (w - 1) * 7).slice(5)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {DAYS.map((name, i) => (
              <tr key={name}>
                <th scope="row">{tr(`周${name}`)}</th>
                {weeks.map((w) => {
                  const day = dayIn(of.startsOn, w, i + 1)
                  return (
                    <td
                      key={w}
                      className={over === day && held ? 'over' : undefined}
                      onDragOver={(e) => {
                        if (!held) return
                        e.preventDefault()
                        setOver(day)
                      }}
                      onDrop={() => drop(day)}
                    >
                      {of.sessions
                        .filter((s) => (s.doneOn ?? s.day) === day)
                        .slice(0, 1)
                        .map((s) => (
                          <button
                            key={s.id}
                            type="button"
                            className={`train-cell ${lookOf(s)}`}
                            draggable={may && s.status === is.planned}
                            onDragStart={() => setHeld(s)}
                            onDragEnd={() => setOver(undefined)}
                            aria-label={`${s.day} ${s.time} ${tr(wordOf(trainSession, s.status))} ${word(s)}`}
                            onClick={() => setOpen(s)}
                          >
                            {word(s)}
                          </button>
                        ))}
                    </td>
                  )
                })}
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
