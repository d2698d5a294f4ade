import { basisFallen, wordOf } from '#kernel/contract/index.ts'
import { lit, may, move, nightly, on, sql } from '#kernel/server/index.ts'
import { examChanged, examSubmitted } from '#modules/exams/contract/events.ts'
import { membersMerging, membersParted } from '#modules/patients/contract/events.ts'
import { codeAsked } from '#modules/stock/contract/events.ts'
import { basisSentence, decisionOn } from '../contract/basis.ts'
import { lensMachine } from '../contract/okjing/states.ts'
import { prescriptionMachine } from '../contract/states.ts'
import { oneWorn, wornAgain } from './okjing/lenses.ts'
import { stopInflamed } from './okjing/wear.ts'

/** Prescriptions that nobody used by their last day run out in the night after it. */
export const expirePrescriptions = nightly('prescription-expiry', '20 0 * * *', async (cx) => {
  const rows = await cx.db.rows(
    { id: 'number', pid: 'number', hid: 'number', rxNo: 'string', validUntil: 'string' },
    sql`
      select id, pid, hid, rx_no, valid_until
      from prescription
      where status in ${lit(prescriptionMachine.in.unpaid)} and valid_until < ${cx.today}::date
      order by id
      limit 5000
    `,
  )
  for (const { id, pid, hid, ...rx } of rows) {
    await move(cx, prescriptionMachine, id, 'expire', { automatic: true })
    const current = { ...rx, voidReason: null, replacedByNo: null, lostExam: null }
    const sentence = basisSentence('expired', current)
    await cx.announce(basisFallen, { kind: 'prescription', id, pid, hid, expired: true, sentence, decides: decisionOn('expired', current) })
  }
})
/** Lenses past the day they are to be replaced are worn no more, from the night after it. */
export const expireLenses = nightly('ok-lens-expiry', '25 0 * * *', async (cx) => {
  const rows = await cx.db.rows(
    { id: 'number' },
    sql`
      select id
      from ok_lens
      where status in ${lit(lensMachine.in.held)} and due_on < ${cx.today}::date
      order by id
      limit 5000
    `,
  )
  for (const { id } of rows) await move(cx, lensMachine, id, 'expire', { automatic: true })
})
/** A refraction was voided: signed prescriptions made from it are no basis any more, and what stands on them stops. */
const losesExam = on(examChanged, async (cx, { kind, id: examId, day, voided }) => {
  if (kind !== 'refraction' || !voided) return
  const rows = await cx.db.rows(
    { id: 'number', pid: 'number', hid: 'number', rxNo: 'string', validUntil: 'string' },
    sql`
      select distinct r.id, r.pid, r.hid, r.rx_no, r.valid_until
      from prescription r
      join prescription_line l on l.oid = r.oid and l.prescription_id = r.id
      where l.exam_id = ${examId} and r.status in ${lit(prescriptionMachine.in.withdrawable)}
    `,
  )
  for (const { id, pid, hid, ...rx } of rows) {
    const current = { ...rx, voidReason: null, replacedByNo: null, lostExam: day }
    const sentence = basisSentence('examVoided', current)
    await cx.announce(basisFallen, { kind: 'prescription', id, pid, hid, sentence, decides: decisionOn('examVoided', current) })
  }
})
/** The serial number of a lens, scanned anywhere: whose it is and whether it is worn. */
const tellsLens = on(codeAsked, async (cx, { hid, serial, tell }) => {
  if (serial === undefined || !may(cx, 'record:view', hid)) return
  const lens = await cx.db.one(
    { pid: 'number', name: 'string', eye: 'string', status: 'number' },
    sql`
      select l.pid, p.name, l.eye, l.status
      from ok_lens l
      join patient p on p.oid = l.oid and p.pid = l.pid
      where l.serial = ${serial}
    `,
  )
  if (!lens) return
  const { pid, name, eye, status } = lens
  const what = eye === 'od' ? '右眼塑形镜片' : '左眼塑形镜片'
  tell({ what, number: serial, stateName: wordOf(lensMachine, status), pid, whose: name, at: `/patients/detail/${pid}/okjing` })
})
/** An examination that finds an eye inflamed keeps both lenses out. */
const inflamed = on(examSubmitted, (cx, exam) => stopInflamed(cx, exam))
export default [
  inflamed,
  losesExam,
  tellsLens,
  expirePrescriptions,
  expireLenses,
  on(membersMerging, oneWorn),
  on(membersParted, wornAgain),
]
