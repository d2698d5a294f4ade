/** Blocks for clinicians: findings, pending case records, the day at a glance. */
import { Dot, Empty, Panel, Until, t, tr, trSentence, today, useCall, useGo, useLetters, useWho } from '#kernel/web/index.ts'
import { clinicNow } from '#kernel/contract/format.ts'
import { everyKind } from '#modules/exams/contract/kinds/index.ts'
import { records } from '#modules/records/contract/endpoints.ts'
import { types } from '#modules/reservations/contract/fields.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { isMine, useDay, useOpenVisit, type ActionVisit } from '#modules/reservations/web/door.tsx'
import { desk } from '../../contract/endpoints.ts'
import type { Result } from '../../contract/shapes.ts'
import { Block, Opens, Titled } from './Block.tsx'

const kindOf = new Map(everyKind.map((kind) => [kind.kind, kind]))

/** Unsigned examinations with abnormal values, latest first; one opens where it is signed. `e` opens the first. */
export function Results() {
  const { hid } = useWho()
  const go = useGo()
  const list = useCall(desk['home.results'], { hid }, { live: ['exams'], keep: true, logged: true })
  const read = (result: Result) =>
    go(`/patients/detail/${result.pid}/examine/${kindOf.get(result.kind)?.tab ?? 'sight'}`, { id: result.id })
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
              {rows.slice(0, 8).map((result) => (
                <Opens key={`${result.kind} ${result.id}`} open={() => read(result)}>
                  <td>
                    <Dot tone={result.examTime.startsWith(today()) ? 'bad' : 'warn'}>
                      {result.examTime.startsWith(today()) ? t`今天` : result.examTime.slice(5, 10)}
                    </Dot>
                  </td>
                  <td>
                    <strong>{result.patientName}</strong> {tr(kindOf.get(result.kind)?.noun ?? '')}
                    {result.findings.map((sentence) => (
                      <small key={sentence}>{trSentence(sentence)}</small>
                    ))}
                  </td>
                  <td className="soft">
                    {result.examinerName} <span className="num">{result.examTime.slice(11, 16)}</span>
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

/** Submitted case records that wait for a signature, oldest first; signed on their own page. */
export function Cases() {
  const { hid } = useWho()
  const go = useGo()
  const list = useCall(records['ecase.waiting'], { hid, per_page: 7 }, { live: ['records'], keep: true, logged: true })
  return (
    <Block
      title="等我审核的病历"
      list={list}
      to="/current-work/signing"
      empty="没有待审核的病历"
      tone="warn"
      row={(result) => (
        <Opens key={result.ecaseId} open={() => go(`/patients/detail/${result.pid}/ecase`)}>
          <td>
            <strong>{result.patientName}</strong>
            <small>{result.diagnosis ?? result.chiefComplaint}</small>
          </td>
          <td className="soft">
            {result.doctorName} <span className="num">{result.visitAt.slice(5, 16)}</span>
          </td>
        </Opens>
      )}
    />
  )
}

/** Clock time as minutes of the day. */
const minutesAt = (moment: string): number => Number(moment.slice(11, 13)) * 60 + Number(moment.slice(14, 16))
/** Shortest block that still shows a name, in minutes. */
const BLOCK = 30
/** Visits in sequence: of two at the same time the later one is placed behind, with its own time. */
function laid(visits: readonly ActionVisit[]): Array<readonly [ActionVisit, number]> {
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

/** My day on one line: upcoming and waiting visits, and the current time. */
export function DayStrip() {
  const { ctid } = useWho()
  const day = useDay(today())
  const open = useOpenVisit()
  const ownVisits = (day.data?.list ?? [])
    .filter((v) => v.doctorId === ctid || (reservationStates.in.inLine.includes(v.status) && isMine(v, ctid)))
    .sort((a, b) => a.visitAt.localeCompare(b.visitAt))
  if (ownVisits.length === 0) return null
  const placed = laid(ownVisits)
  const now = minutesAt(clinicNow())
  const times = [...placed.map(([, minute]) => minute), now]
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
        {placed.map(([v, minute]) => {
          const place = { left: left(minute), width: left(from * 60 + BLOCK) }
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
