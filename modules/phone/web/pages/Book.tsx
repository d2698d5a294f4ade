/** A time is chosen: what for and with whom stand already. A time somebody just took stays in its place, struck through. */
import { useState } from 'react'
import { addDays } from '#kernel/contract/days.ts'
import { t } from '#kernel/web/i18n.ts'
import { unless } from '#kernel/web/screen/unless.ts'
import type { PhoneSlots, PhoneVisit } from '../../contract/shapes.ts'
import { ask, calls } from '../ask.ts'
import { Answer, Empty, Wrong } from '../look/Parts.tsx'
import { reasons, reasonWords } from '../look/states.ts'
import { goTo, searchOf, useAct, useAnswer, useHere } from '../look/use.ts'
import { momentWords, today, weekday } from '../look/words.ts'
import type { PageProps } from '../Phone.tsx'

const DAYS = 7
const dayIn = (wanted: string | null): string | undefined =>
  wanted !== null && /^\d{4}-\d\d-\d\d$/.test(wanted) && wanted >= today() ? wanted : undefined
export default function Book({ me, member }: PageProps) {
  const search = searchOf(useHere())
  const moving = search.get('move')
  const [hid, setHid] = useState(Number(search.get('hid')) || member.hid)
  // A message may lead to the day it speaks of.
  const [startDate, setStart] = useState(dayIn(search.get('date')) ?? today())
  const slots = useAnswer<PhoneSlots>(calls.slots, { pid: member.pid, hid, startDate, days: DAYS })
  return (
    <>
      {moving && <p className="h5-soft">{t`选一个新的时间，原来的会让出来。`}</p>}
      {me.stores.length > 1 && (
        <label className="h5-field">
          <span>{t`门店`}</span>
          <select value={hid} onChange={(e) => setHid(Number(e.target.value))}>
            {me.stores.map((s) => (
              <option key={s.hid} value={s.hid}>
                {s.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <nav className="h5-weeks" aria-label={t`哪一周`}>
        <button
          type="button"
          className="h5-link"
          {...unless(startDate <= today() && t`过去的日子不能约`, () => setStart(addDays(startDate, -DAYS)))}
        >
          {t`前七天`}
        </button>
        <button type="button" className="h5-link" onClick={() => setStart(addDays(startDate, DAYS))}>{t`后七天`}</button>
      </nav>
      <Answer of={slots}>
        {(data) => <Times key={`${hid} ${startDate}`} {...{ data, startDate, hid, moving, member, again: slots.again }} />}
      </Answer>
    </>
  )
}

interface Chosen {
  readonly date: string
  readonly from: string
  readonly doctorId: number
}
interface TimesProps extends Pick<PageProps, 'member'> {
  readonly data: PhoneSlots
  readonly startDate: string
  readonly hid: number
  readonly moving: string | null
  readonly again: () => void
}
function Times({ data, startDate, hid, moving, member, again }: TimesProps) {
  const doctors = new Map(data.days.map((d) => [d.doctorId, d.doctorName]))
  const usual = data.usualDoctor !== null && doctors.has(data.usualDoctor) ? data.usualDoctor : [...doctors.keys()][0]
  const [doctorId, setDoctor] = useState(usual)
  const own = data.days.filter((d) => d.doctorId === doctorId)
  const freeOn = (date: string) => own.find((d) => d.date === date)?.slots.filter((s) => s.left > 0).length ?? 0
  const isOff = (date: string) => !own.some((d) => d.date === date)
  const dates = Array.from({ length: DAYS }, (_, i) => addDays(startDate, i))
  const [date, setDate] = useState(dates.find((d) => freeOn(d) > 0))
  const [chosen, setChosen] = useState<Chosen>()
  if (!doctors.size || doctorId === undefined) return <Empty>{t`这七天没有可约的时间，看看后七天，或打电话给门店。`}</Empty>
  return (
    <>
      <label className="h5-field">
        <span>{t`医生`}</span>
        <select
          value={doctorId}
          onChange={(e) => {
            setDoctor(Number(e.target.value))
            setChosen(undefined)
          }}
        >
          {[...doctors].map(([id, name]) => (
            <option key={id} value={id}>
              {id === data.usualDoctor ? t`${name}（上次看的医生）` : name}
            </option>
          ))}
        </select>
      </label>
      <div className="h5-days" role="group" aria-label={t`日期`}>
        {dates.map((d) => (
          <button
            key={d}
            type="button"
            aria-pressed={d === date}
            {...unless(!freeOn(d) && t`这一天没有空`, () => (setDate(d), setChosen(undefined)))}
          >
            <small>{weekday(d)}</small>
            <b>{Number(d.slice(8))}</b>
            <small>{freeOn(d) ? t`${freeOn(d)} 个` : isOff(d) ? t`休` : t`满`}</small>
          </button>
        ))}
      </div>
      {date && (
        <Slots
          slots={own.find((d) => d.date === date)?.slots ?? []}
          chosen={chosen?.date === date ? chosen.from : undefined}
          choose={(from) => setChosen({ date, from, doctorId })}
        />
      )}
      {chosen && <Confirm {...{ chosen, hid, moving, member, again, lead: data.lead }} />}
    </>
  )
}

function Slots({
  slots,
  chosen,
  choose,
}: {
  slots: PhoneSlots['days'][number]['slots']
  chosen: string | undefined
  choose: (from: string) => void
}) {
  const parts = [
    { name: t`上午`, own: slots.filter((s) => s.from < '12:00') },
    { name: t`下午`, own: slots.filter((s) => s.from >= '12:00') },
  ]
  return parts
    .filter(({ own }) => own.length)
    .map(({ name, own }) => (
      <section key={name} className="h5-slots" aria-label={name}>
        <h2>{name}</h2>
        <div>
          {own.map(({ from, left }) => (
            <button key={from} type="button" aria-pressed={from === chosen} {...unless(left === 0 && t`已约满`, () => choose(from))}>
              {left === 0 ? (
                <>
                  <s>{from}</s>
                  <small>{t`已约满`}</small>
                </>
              ) : (
                from
              )}
            </button>
          ))}
        </div>
      </section>
    ))
}

interface ConfirmProps extends Pick<PageProps, 'member'> {
  readonly chosen: Chosen
  readonly hid: number
  readonly moving: string | null
  readonly again: () => void
  readonly lead: number
}
function Confirm({ chosen, hid, moving, member, again, lead }: ConfirmProps) {
  const { busy, wrong, act } = useAct()
  const [type, setType] = useState<PhoneVisit['type']>(2)
  const { date, from, doctorId } = chosen
  const visitAt = `${date} ${from}:00`
  const book = () =>
    act(async () => {
      try {
        const [resid, version] = moving?.split('.') ?? []
        if (moving) await ask(calls.move, { resid: Number(resid), version: Number(version), hid, doctorId, visitAt })
        else await ask(calls.book, { pid: member.pid, hid, doctorId, visitAt, type })
        goTo('/h5/visits')
      } catch (error) {
        again()
        throw error
      }
    })
  return (
    <div className="h5-foot">
      {!moving && (
        <label className="h5-field">
          <span>{t`来做什么`}</span>
          <select value={type} onChange={(e) => setType(reasons.find((r) => r === Number(e.target.value)) ?? 2)}>
            {reasons.map((r) => (
              <option key={r} value={r}>
                {reasonWords(r)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Wrong text={wrong} />
      <p className="h5-soft">
        {lead >= 60
          ? t`就诊前 ${Math.round(lead / 60)} 小时都可以自己改，之后请打电话。`
          : t`就诊前 ${lead} 分钟都可以自己改，之后请打电话。`}
      </p>
      <button type="button" className="h5-button main" disabled={busy} onClick={book}>
        {moving ? t`改到 ${momentWords(visitAt)}` : t`约 ${momentWords(visitAt)}`}
      </button>
    </div>
  )
}
