/** Treatments against the growth of an eye: begun, ended, corrected; one that never was is voided. */
import { change, columnsOf, completed, excel, insert, locked, sheet, sql, type Cx, type Row, type Sql } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { referenceOf } from '#modules/exams/contract/references/index.ts'
import { curveOf, mayChange } from '#modules/exams/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { developed, DevelopmentLine, developmentLine } from '../contract/development.ts'
import { treatmentChanged } from '../contract/events.ts'
import { SaveTreatment, Treatment, type treatments } from '../contract/treatment.ts'
import type { Handlers } from '#kernel/server/implement.ts'

const rows = (cx: Cx, where: Sql): Promise<Treatment[]> =>
  cx.db.rows(
    Treatment,
    sql`
      select ${columnsOf(Treatment, 't', 'start', 'end', 'doctorName', 'hospitalName')}, t.start_date as start, t.end_date as "end",
        d.name doctor_name, s.name hospital_name
      from treatment t
      left join contact d on d.oid = t.oid and d.ctid_ = t.doctor_id
      left join store s on s.oid = t.oid and s.hid = t.hid
      where ${where}
      order by t.start_date, t.id
    `,
  )
const one = async (cx: Cx, id: number): Promise<Treatment> =>
  (await rows(cx, sql`t.id = ${id}`))[0] ?? cx.refuse('not_found', { what: '近视干预' })

/** What was and is done against the growth of a member's eyes, oldest first; voided ones left out. */
export const treatmentsOf = (cx: Cx, pid: number): Promise<Treatment[]> => rows(cx, sql`t.pid = ${pid} and t.voided_at is null`)

type Fails = 'treatment_days' | 'treatment_strength' | 'treatment_what' | 'treatment_risk' | 'treatment_overlap' | 'treatment_born'
/** The row under the names of its shape, or undefined for a new one. */
const asWritten = (former: Row<'treatment'> | undefined) => former && { ...former, start: former.startDate, end: former.endDate }

async function saveTreatment(cx: Cx<Fails>, { id, changeReason, version, ...values }: SaveTreatment): Promise<Treatment> {
  const { birth } = await patientOf(cx, values.pid)
  const before = id === undefined ? undefined : await lockTreatment(cx, id)
  if (before && before.pid !== values.pid) cx.refuse('not_found', { what: '近视干预' })
  const input = completed(SaveTreatment, asWritten(before), values)
  if (birth && input.start < birth) cx.refuse('treatment_born', { field: 'start' })
  const columns = {
    eye: input.eye,
    kind: input.kind,
    concentration: input.concentration ?? null,
    what: input.what ?? null,
    startDate: input.start,
    endDate: input.end ?? null,
    reason: input.reason ?? null,
    stopReason: input.stopReason ?? null,
    riskTold: input.riskTold,
    doctorId: input.doctorId ?? cx.who.ctid,
  }
  if (!before) {
    const row = await insert(cx, 'treatment', { ...columns, pid: input.pid, hid: ownStore(cx, input.hid ?? cx.who.hid) })
    await cx.announce(treatmentChanged, row)
    return one(cx, row.id)
  }
  await mayChange(cx, before, changeReason)
  await change(cx, 'treatment', { id: before.id }, { version: version ?? null }, columns)
  await cx.announce(treatmentChanged, before)
  return one(cx, before.id)
}
/** Locks one that still stands. */
async function lockTreatment(cx: Cx, id: number): Promise<Row<'treatment'>> {
  const row = await locked(cx, 'treatment', { id })
  return row.voidedAt === null ? row : cx.refuse('not_found', { what: '近视干预' })
}

const columns = sheet('屈光发育表', DevelopmentLine)

export const treatmentHandlers: Handlers<typeof treatments> = {
  'treatments.list': async (cx, { pid }) => {
    await patientOf(cx, pid)
    return { list: await treatmentsOf(cx, pid) }
  },
  'development.export': (out, { pid, alRef }) =>
    out.tx(async (cx) => {
      const curve = await curveOf(cx, pid)
      const rows = developed(curve, referenceOf('al', alRef), await treatmentsOf(cx, pid)).map(developmentLine)
      return excel(columns, rows, `${curve.name}-屈光发育表-${cx.today}.xlsx`)
    }),
  'treatments.save': saveTreatment,
  'treatments.void': async (cx, { id, reason, version }) => {
    const before = await lockTreatment(cx, id)
    await mayChange(cx, before, reason)
    await change(cx, 'treatment', { id }, { version: version ?? null }, { voidReason: reason, voidedAt: cx.now })
    await cx.announce(treatmentChanged, before)
    return one(cx, id)
  },
}
