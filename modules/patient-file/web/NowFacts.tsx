/** Facts in the patient bar: queue number, last equivalent, yearly growth, current glasses. */
import { showDioptre } from '#kernel/contract/index.ts'
import { BarFact, Status, t, useCall } from '#kernel/web/index.ts'
import { visitState } from '#modules/reservations/contract/states.ts'
import { patientFile } from '../contract/endpoints.ts'
import type { Now } from '../contract/shapes.ts'
import { pairOf, speed } from './words.ts'
import './patient-file.css'

/** Facts by member; empty while loading or without permission. */
export function BarFacts({ pid }: { pid: number }) {
  const { data } = useCall(
    patientFile['patient-file.now'],
    { pid },
    { enabled: pid > 0, live: ['reservations', 'exams', 'frame-orders'], keep: true, logged: true },
  )
  return data?.pid === pid ? <NowFacts facts={data} /> : null
}

export function NowFacts({ facts }: { facts: Now }) {
  const { ticket, se, growth, wearing } = facts
  const grows = growth?.od?.perYear != null || growth?.os?.perYear != null
  return (
    <>
      {ticket && (
        <span className="num bar-ticket">
          <b>{ticket.ticketNo}</b> <Status {...visitState(ticket)} />
        </span>
      )}
      {se && (
        <BarFact label={t`等效球镜`}>
          <span title={t`${se.at.slice(0, 10)} 测量，右眼 / 左眼`}>{pairOf(se.od, se.os, (d) => showDioptre(d, decimalsOf(d)))} D</span>
        </BarFact>
      )}
      {grows && (
        <BarFact label={t`年增长`}>
          <span title={t`眼轴，右眼 / 左眼，自 ${(growth.od?.since ?? growth.os?.since ?? '').slice(0, 10)} 起`}>
            {pairOf(growth.od?.perYear, growth.os?.perYear, speed)} mm
          </span>
        </BarFact>
      )}
      {wearing && <BarFact label={t`在戴`}>{wearing.lens || t`框架眼镜`}</BarFact>}
    </>
  )
}
/** An equivalent has eighths when the cylinder is an odd number of quarters. */
const decimalsOf = (d: number): number => (Number.isInteger(d * 4) ? 2 : 3)
