/** What was measured, for the member: signed examinations only, growth beside others of the age, prescriptions in force. */
import { ageOn, daysBetween, inLife, type z } from '#kernel/contract/index.ts'
import { ident, lit, sql, type Cx, type ShapedRow, type Sql } from '#kernel/server/index.ts'
import { growthOf, paceOf, usualGrowth } from '#modules/exams/contract/growth/growth.ts'
import { he2023 } from '#modules/exams/contract/references/axial-length.ts'
import { SUBJECTIVE } from '#modules/exams/contract/fields.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import { PhonePrescription, type PhonePoint, type PhoneReport, type ReportQuery } from '../contract/shapes.ts'
import { ownMember } from './people.ts'

const Measured = { at: 'string', od: 'number | null', os: 'number | null' } as const
type Measured = ShapedRow<typeof Measured>

/** Signed values of both eyes, oldest first; one a day, the latest. */
const signed = (cx: Cx, table: string, pid: number, [od, os]: readonly [Sql, Sql], more: Sql = sql`true`): Promise<Measured[]> =>
  cx.db.rows(
    Measured,
    sql`
      select distinct on (exam_time::date) exam_time::date at, (${od})::float8 od, (${os})::float8 os
      from ${ident(table)}
      where pid = ${pid} and status = ${lit(examStates.is.signed)} and ${more} and num_nonnulls(${od}, ${os}) > 0
      order by exam_time::date, exam_time desc
    `,
  )

const Signing = { day: 'string', at: 'string | null', by: 'string | null', storeName: 'string' } as const
/** Days with signed examinations, newest first, each with who signed last. */
const signings = (cx: Cx, pid: number): Promise<Array<ShapedRow<typeof Signing>>> =>
  cx.db.rows(
    Signing,
    sql`
      select distinct on (x.day) x.day, x.signed_at at, c.name "by", s.name store_name
      from (
        select exam_time::date "day", signed_at, signed_by, hid, oid
        from exam_bio_meter
        where pid = ${pid} and status = ${lit(examStates.is.signed)}
        union all
        select exam_time::date, signed_at, signed_by, hid, oid
        from exam_refraction
        where pid = ${pid} and status = ${lit(examStates.is.signed)}
        union all
        select exam_time::date, signed_at, signed_by, hid, oid
        from exam_visual
        where pid = ${pid} and status = ${lit(examStates.is.signed)}
      ) x
      join store s on s.oid = x.oid and s.hid = x.hid
      left join contact c on c.oid = x.oid and c.ctid_ = x.signed_by
      order by x.day desc, x.signed_at desc nulls last
    `,
  )

const MIDDLE = { low: 25, high: 75 } as const
/** The middle half of others, a step a quarter of a year, over the ages that are drawn. */
function bandOf(gender: number | null, points: readonly PhonePoint[]): PhoneReport['band'] {
  const ages = points.flatMap((p) => (p.age === null ? [] : [p.age]))
  const [low, high] = [he2023.shown.indexOf(MIDDLE.low), he2023.shown.indexOf(MIDDLE.high)]
  if (gender === null || !ages.length || low < 0 || high < 0) return []
  const [from, to] = [Math.min(...ages), Math.max(...ages)]
  const steps = Math.max(1, Math.ceil((to - from) * 4))
  return Array.from({ length: steps + 1 }, (_, i) => from + ((to - from) * i) / steps).flatMap((age) => {
    const lines = he2023.linesAt(gender, age)
    const [least, most] = [lines?.[low], lines?.[high]]
    return least === undefined || most === undefined ? [] : [{ age, low: least, high: most }]
  })
}

/** The faster eye beside others; null where a year of growth, the age or the sex is not known, or the last length is doubted. */
function growthOfMember(al: readonly PhonePoint[], gender: number | null, birth: string | null): PhoneReport['growth'] {
  const points = al.filter((p) => inLife(birth, p.at))
  const age = points.at(-1)?.age ?? null
  const eyes = (['od', 'os'] as const).flatMap((eye) => growthOf(points, eye, gender, birth) ?? [])
  const [fastest] = eyes.filter((e) => e.perYear !== null).sort((a, b) => (b.perYear ?? 0) - (a.perYear ?? 0))
  const usual = gender === null || age === null ? undefined : usualGrowth(gender, age)
  if (!fastest || fastest.perYear === null || fastest.since === null || usual === undefined || eyes.some((e) => e.doubted)) return null
  const days = daysBetween(fastest.since, fastest.at)
  return { eye: fastest.eye, perYear: fastest.perYear, usual, days, pace: paceOf(fastest.perYear, usual, days) }
}

export async function reportFor(cx: Cx, { pid, day }: z.output<typeof ReportQuery>): Promise<PhoneReport> {
  const { name, gender, birth } = await ownMember(cx, pid)
  const days = await signings(cx, pid)
  const chosen = day === undefined ? days[0] : (days.find((d) => d.day === day) ?? cx.refuse('not_found', { what: '报告' }))
  const aged = (rows: readonly Measured[]): PhonePoint[] =>
    rows
      .filter((r) => !chosen || r.at <= chosen.day)
      .map((r) => ({ ...r, age: birth && inLife(birth, r.at, cx.today) ? (ageOn(birth, r.at)?.decimal ?? null) : null }))
  const al = aged(await signed(cx, 'exam_bio_meter', pid, [sql`al_od`, sql`al_os`]))
  const se = aged(
    await signed(
      cx,
      'exam_refraction',
      pid,
      [sql`ds_od + coalesce(dc_od, 0) / 2`, sql`ds_os + coalesce(dc_os, 0) / 2`],
      sql`kind in ${lit(SUBJECTIVE)}`,
    ),
  )
  const vision = aged(await signed(cx, 'exam_visual', pid, [sql`ucva_od`, sql`ucva_os`]))
  const corrected = aged(await signed(cx, 'exam_visual', pid, [sql`cva_od`, sql`cva_os`]))
  const band = bandOf(gender, al)
  return {
    pid,
    name,
    gender,
    day: chosen?.day ?? null,
    days: days.map((d) => d.day),
    signedBy: chosen?.by ?? null,
    signedAt: chosen?.at ?? null,
    storeName: chosen?.storeName ?? null,
    al,
    se,
    vision,
    corrected,
    growth: growthOfMember(al, gender, birth),
    band,
    source: band.length ? he2023.source : null,
    nextOn: await nextReview(cx, pid),
  }
}

/** The day a signed prescription asks the member back, unless they have come since. */
export async function nextReview(cx: Cx, pid: number): Promise<string | null> {
  const row = await cx.db.one(
    { on: 'string' },
    sql`
      select (order_date + make_interval(months => review_months))::date "on"
      from prescription
      where pid = ${pid} and status in ${lit(prescriptionMachine.in.issued)} and review_months is not null
      order by order_date desc, id desc
      limit 1
    `,
  )
  return row?.on ?? null
}

const Rx = PhonePrescription.omit({ lines: true })
const RxLine = PhonePrescription.shape.lines.element.extend({ prescriptionId: PhonePrescription.shape.id })
/** Signed prescriptions, newest first; voided ones and drafts are not shown. */
export async function prescriptionsFor(cx: Cx, pid: number): Promise<PhonePrescription[]> {
  await ownMember(cx, pid)
  const rows = await cx.db.rows(
    Rx,
    sql`
      select r.id, r.pid, r.rx_no, r.order_date, r.valid_until, r.valid_until >= ${cx.today}::date is_valid, d.name doctor_name,
        s.name store_name, r.note
      from prescription r
      join store s on s.oid = r.oid and s.hid = r.hid
      left join contact d on d.oid = r.oid and d.ctid_ = r.doctor_id
      where r.pid = ${pid} and r.status in ${lit([...prescriptionMachine.in.issued, prescriptionMachine.is.expired])}
      order by r.order_date desc, r.id desc
      limit 20
    `,
  )
  const lines = await cx.db.rows(
    RxLine,
    sql`
      select prescription_id, kind, ds_od::float8, dc_od::float8, ax_od, add_od::float8, va_od::float8, ds_os::float8, dc_os::float8, ax_os,
        add_os::float8, va_os::float8, pd::float8, advice
      from prescription_line
      where prescription_id = any(${rows.map((r) => r.id)})
      order by prescription_id, line_no
    `,
  )
  return rows.map((row) => ({
    ...row,
    lines: lines.filter((l) => l.prescriptionId === row.id).map(({ prescriptionId: _, ...line }) => line),
  }))
}
