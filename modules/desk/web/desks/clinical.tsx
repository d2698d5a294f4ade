/** Blocks for who answers for the record: what was found, which case records wait, the day at a glance. */
import { Dot, Empty, Panel, Until, t, tr, trSentence, today, useCall, useGo, useLetters, useWho } from '#kernel/web/index.ts'
import { clinicNow } from '#kernel/contract/format.ts'
import { everyKind } from '#modules/exams/contract/kinds/index.ts'
import { records } from '#modules/records/contract/endpoints.ts'
import { types } from '#modules/reservations/contract/fields.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { isMine, useDay, useOpenVisit, type Visit } from '#modules/reservations/web/door.tsx'
import { desk } from '../../contract/endpoints.ts'
import type { Result } from '../../contract/shapes.ts'
import { Block, Opens, Titled } from './Block.tsx'

const kindOf = new Map(everyKind.map((of) => [of.kind, of]))

/** Examinations with unusual values that nobody has signed, the latest first; one opens where it is signed. `e` opens the first. */
export function Results() {
  const { hid } = useWho()
  const go = useGo()
  const list = useCall(desk['home.results'], { hid }, { live: ['exams'], keep: true, logged: true })
  const read = (of: Result) => go(`/patients/detail/${of.pid}/examine/${kindOf.get(of.kind)?.tab ?? 'sight'}`, { id: of.id })
  const rows = list.data?.list ?? []
  useLetters({ e: () => rows.slice(0, 1).forEach(read) })
  return (
    <Titled title="等我看的结果" total={list.data?.total} tone="warn">
      <Until of={list}>
        {rows.length === 0 ? (
          <Empty text={t`近 7 天没有不寻常而未审核的检查结果。`} />
        ) : (
          <table className="desk-list results">
            <tbody>
              {rows.slice(0, 8).map((of) => (
                <Opens key={`${of.kind} ${of.id}`} open={() => read(of)}>
                  <td>
                    <Dot tone={of.examTime.startsWith(today()) ? 'bad' : 'warn'}>
                      {of.examTime.startsWith(today()) ? t`今天` : of.examTime.slice(5, 10)}
                    </Dot>
                  </td>
                  <td>
                    <strong>{of.patientName}</strong> {tr(kindOf.get(of.kind)?.noun ?? '')}
                    {of.findings.map((sentence) => (
                      <small key={sentence}>{trSentence(sentence)}</small>
                    ))}
                  </td>
                  <td className="soft">
                    {of.examinerName} <span className="num">{of.examTime.slice(11, 16)}</span>
                  </td>
                </Opens>
              ))}
            </tbody>
          </table>
        )}
      </Until>
    </Titled>
  )
}

/** Case records that were submitted and wait for their signature, the oldest first: read, then signed on their own page. */
export function Cases() {
  const { hid } = useWho()
  const go = useGo()
  const list = useCall(records['ecase.waiting'], { hid, per_page: 7 }, { live: ['records'], keep: true, logged: true })
  return (
    <Block
      title="等我审核的病历"
      of={list}
      to="/current-work/signing"
      empty="没有待审核的病历"
      tone="warn"
      row={(of) => (
        <Opens key={of.ecaseId} open={() => go(`/patients/detail/${of.pid}/ecase`)}>
          <td>
            <strong>{of.patientName}</strong>
            <small>{of.diagnosis ?? of.chiefComplaint}</small>
          </td>
          <td className="soft">
            {of.doctorName} <span className="num">{of.visitAt.slice(5, 16)}</span>
          </td>
        </Opens>
      )}
    />
  )
}

/** Minutes of a day at a clock time. */
const minutesAt = (at: string): number => Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16))
/** Shortest block that still shows a name, in minutes of the axis. */
const BLOCK = 30
/** Visits one after the other: where two come at once the later one stands behind the earlier, with its own time on it. */
function laid(visits: readonly Visit[]): Array<readonly [Visit, number]> {
  let free = 0
  return visits.map((visit) => {
    const from = Math.max(minutesAt(visit.visitAt), free)
    free = from + BLOCK
    return [visit, from] as const
  })
}
const toneOf = (status: number): string => {
  if (reservationStates.in.inLine.includes(status)) return 'waits'
  return reservationStates.in.ahead.includes(status) ? 'ahead' : 'over'
}

/** My day on one line: who comes when, who waits, where the clock stands. */
export function DayStrip() {
  const { ctid } = useWho()
  const day = useDay(today())
  const open = useOpenVisit()
  const mine = (day.data?.list ?? [])
    .filter((v) => v.doctorId === ctid || (reservationStates.in.inLine.includes(v.status) && isMine(v, ctid)))
    .sort((a, b) => a.visitAt.localeCompare(b.visitAt))
  if (mine.length === 0) return null
  const placed = laid(mine)
  const now = minutesAt(clinicNow())
  const times = [...placed.map(([, at]) => at), now]
  const from = Math.floor(Math.min(...times) / 60)
  const to = Math.max(Math.ceil((Math.max(...times) + BLOCK) / 60), from + 4)
  const left = (minutes: number) => `${((minutes - from * 60) / ((to - from) * 60)) * 100}%`
  return (
    <Panel title={t`我的一天`} className="day-strip">
      <div className="day-axis">
        {Array.from({ length: to - from }, (_, i) => (
          <span key={i} className="hour num" style={{ left: left((from + i) * 60) }}>
            {from + i}:00
          </span>
        ))}
        <i className="clock" style={{ left: left(now) }} aria-hidden />
        {placed.map(([v, at]) => {
          const place = { left: left(at), width: left(from * 60 + BLOCK) }
          return (
            <button
              key={v.resid}
              type="button"
              className={toneOf(v.status)}
              style={place}
              title={`${v.visitAt.slice(11, 16)} ${v.patientName} ${tr(types[v.type])}`}
              onClick={() => void open(v)}
            >
              <b>{v.patientName}</b>
              <span className="num">{v.visitAt.slice(11, 16)}</span>
            </button>
          )
        })}
      </div>
    </Panel>
  )
}
