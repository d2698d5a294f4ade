import type { Page, z } from '#kernel/contract/index.ts'
import { columnsOf, lit, pageOf, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { Ecase, Prescription } from '../contract/shapes.ts'
import { ecaseMachine } from '../contract/states.ts'
import { linesOf } from './lines.ts'
import { partsOf } from './prescription/parts.ts'

/** A prescription before its lines. */
const Rx = Prescription.omit({ list: true, drugs: true, trainings: true })
/** Columns that are not of the prescription itself. */
const NAMES = ['patientName', 'doctorName', 'hospitalName', 'signerName'] as const
const REPLACED = ['replacesNo', 'replacedBy', 'replacedByNo'] as const
const RECORD_AT = sql`to_char(f.record_at, 'YYYY-MM-DD HH24:MI:SS')`
const rx = {
  select: sql`
    ${columnsOf(Rx, 'r', ...NAMES, ...REPLACED, 'outside', 'fitting')},
    case when f.id is not null then jsonb_build_object('recordAt', ${RECORD_AT}, 'product', f.body ->> 'product', 'status', f.status)
    end fitting,
    case when x.prescription_id is not null then jsonb_build_object('issuer', x.issuer, 'issuedOn', x.issued_on, 'fileId', x.file_id)
    end outside,
    p.name patient_name,
    d.name doctor_name,
    s.name hospital_name,
    g.name signer_name,
    o.rx_no replaces_no,
    n.id replaced_by,
    n.rx_no replaced_by_no
  `,
  from: sql`
    prescription r
    left join patient p on p.oid = r.oid and p.pid = r.pid
    left join contact d on d.oid = r.oid and d.ctid_ = r.doctor_id
    left join contact g on g.oid = r.oid and g.ctid_ = r.signed_by
    left join store s on s.oid = r.oid and s.hid = r.hid
    left join prescription o on o.oid = r.oid and o.id = r.replaces
    left join prescription n on n.oid = r.oid and n.replaces = r.id
    left join prescription_outside x on x.oid = r.oid and x.prescription_id = r.id
    left join clinical_record f on f.oid = r.oid and f.id = r.fitting_id
  `,
}
const withLines = async (cx: Cx, rows: Array<z.output<typeof Rx>>): Promise<Prescription[]> => {
  const ids = rows.map((r) => r.id)
  const [lines, parts] = [await linesOf(cx, ids), await partsOf(cx, ids)]
  return rows.map((r) => ({
    ...r,
    // The row is that shape: what the compiler sees as any number or text, constraints keep within its choices.
    list: lines.filter((l) => l.prescriptionId === r.id) as unknown as Prescription['list'],
    drugs: parts.drugs.filter((l) => l.prescriptionId === r.id),
    trainings: parts.trainings.filter((l) => l.prescriptionId === r.id),
  }))
}

/** Prescriptions with their lines, newest first. */
export async function prescriptions(cx: Cx, where: ReadonlyArray<Sql | false>, query: object): Promise<Page<Prescription>> {
  const page = await pageOf(cx, { of: Rx, ...rx, where, order: sql`r.id desc`, key: sql`r.id` }, query)
  return { list: await withLines(cx, page.list), total: page.total }
}

/** One prescription with its lines; another clinic's is not found. */
export async function prescription(cx: Cx, id: number): Promise<Prescription> {
  const row = (await cx.db.one(Rx, sql`select ${rx.select} from ${rx.from} where r.id = ${id}`)) ?? cx.refuse('not_found', { what: '处方' })
  return (await withLines(cx, [row]))[0]!
}

const cases = {
  select: sql`
    ${columnsOf(Ecase, 'e', 'patientName', 'doctorName', 'hospitalName', 'signerName')}, p.name patient_name, d.name doctor_name,
    s.name hospital_name, g.name signer_name
  `,
  from: sql`
    ecase e
    join patient p on p.oid = e.oid and p.pid = e.pid
    join contact d on d.oid = e.oid and d.ctid_ = e.doctor_id
    join store s on s.oid = e.oid and s.hid = e.hid
    left join contact g on g.oid = e.oid and g.ctid_ = e.signed_by
  `,
}
export const ecases = (cx: Cx, pid: number, query: object): Promise<Page<Ecase>> =>
  pageOf(cx, { of: Ecase, ...cases, where: [sql`e.pid = ${pid}`], order: sql`e.visit_at desc, e.ecase_id desc` }, query)
/** Those a store submitted and nobody signed, the oldest first. */
export const waitingEcases = (cx: Cx, hid: number, query: object): Promise<Page<Ecase>> =>
  pageOf(
    cx,
    {
      of: Ecase,
      ...cases,
      where: [sql`e.hid = ${hid}`, sql`e.status = ${lit(ecaseMachine.is.submitted)}`],
      order: sql`e.visit_at, e.ecase_id`,
    },
    query,
  )
export async function ecase(cx: Cx, id: number): Promise<Ecase> {
  return (
    (await cx.db.one(Ecase, sql`select ${cases.select} from ${cases.from} where e.ecase_id = ${id}`)) ??
    cx.refuse('not_found', { what: '病历' })
  )
}
