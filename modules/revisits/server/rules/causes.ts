/**
 * What causes a rule, as one query a rule: the members and days it follows from now. An event asks it for one member, the night for a
 * store, the dry run for the last days; what it does not answer any more has no tasks.
 */
import { ident, lit, sql, type ShapedRow, type Sql } from '#kernel/server/index.ts'
import { FAST_GROWTH } from '#modules/exams/contract/formulas/formulas.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { orderKinds } from '#modules/lens-orders/contract/kinds/index.ts'
import { fitted, supply } from '#modules/lens-orders/contract/states.ts'
import { pointsRules } from '#modules/loyalty/contract/rules.ts'
import { coupon, memberPackage } from '#modules/loyalty/contract/states.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { lensMachine, recordMachine } from '#modules/records/contract/okjing/states.ts'
import { ecaseMachine, prescriptionMachine } from '#modules/records/contract/states.ts'
import { screeningReferral } from '#modules/screening/contract/states.results.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { trainPlan } from '#modules/training/contract/states.ts'
import { result } from '../../contract/fields.ts'
import type { RuleKey } from '../../contract/rules.ts'
import { revisitMachine } from '../../contract/states.ts'

/** Whose causes are asked for. */
export interface Scope {
  readonly hid: number
  readonly pid?: number | undefined
  readonly today: string
}
/** A cause: the row it is, whose, and the day that is counted from. */
export const Cause = { ref: 'string', pid: 'number', doctorId: 'number | null', day: 'string' } as const
export type Cause = ShapedRow<typeof Cause>

/** The store's rows of a table, or one member's of them. */
const own = (table: string, { hid, pid }: Scope): Sql =>
  pid === undefined ? sql`${ident(table)}.hid = ${hid}` : sql`${ident(table)}.hid = ${hid} and ${ident(table)}.pid = ${pid}`
/** The day on which a thing came to its present state by a move. */
const movedOn = (machine: string, id: Sql, name: string): Sql =>
  sql`
    (
      select max(h.at)::date
      from move_history h
      where h.machine = ${machine} and h.row_id = ${id} and h.move = ${name}
    )
  `

const VALID = lit(examStates.in.valid)

const taken = (s: Scope): Sql =>
  sql`
    select 'take:' || t.id as ref, t.pid, t.recorder_id doctor_id, t.record_at::date as "day"
    from clinical_record t
    where ${own('t', s)} and t.kind = 'okjing-take-record' and t.status = ${lit(recordMachine.is.signed)}
  `

const CORNEA = '$[*] ? (@.code starts with "stain-" || @.code starts with "infiltrate-")'
/** Corneas found stained or infiltrated under a lens, by the table of the examination. */
const hurt = (s: Scope, table: 'exam_slit_lamp' | 'exam_hard_lens'): Sql => sql`
  select ${`${table}:`} || e.id as ref, e.pid, e.examiner doctor_id, e.exam_time::date as "day"
  from ${ident(table)} e
  where ${own('e', s)}
    and e.status in ${VALID}
    and jsonb_path_exists(e.confirmed, ${CORNEA})
    and (${table === 'exam_hard_lens'} or coalesce((to_jsonb(e) ->> 'lens_type')::int, 0) > 0)
`
/**
 * Ortho-k lenses that were stopped (one an order delivered may belong to no case), and corneas found stained or infiltrated in whoever
 * wears lenses, as it was confirmed.
 */
const stopped = (s: Scope): Sql => sql`
  select 'ok-stop:' || coalesce(l.case_id::text, 'member-' || l.pid) || ':' || l.day as ref, l.pid, null::bigint doctor_id, l.day as "day"
  from (
    select ok_lens.case_id, ok_lens.pid, ${movedOn(lensMachine.name, sql`ok_lens.id`, 'stop')} as "day"
    from ok_lens
    where ${own('ok_lens', s)} and ok_lens.status = ${lit(lensMachine.is.stopped)} and ok_lens.end_reason <> '换新片'
  ) l
  where l.day is not null
  group by l.case_id, l.pid, l.day
  union all
  ${hurt(s, 'exam_slit_lamp')}
  union all
  ${hurt(s, 'exam_hard_lens')}
`

const nextDates = (s: Scope): Sql =>
  sql`
    select 'case:' || e.ecase_id as ref, e.pid, e.doctor_id, e.next_date as "day"
    from ecase e
    where ${own('e', s)} and e.status in ${lit(ecaseMachine.in.submitted)} and e.next_date is not null
  `

const reviews = (s: Scope): Sql =>
  sql`
    select 'rx:' || x.id as ref, x.pid, x.doctor_id, (x.order_date + make_interval(months => x.review_months))::date as "day"
    from prescription x
    where ${own('x', s)} and x.status in ${lit(prescriptionMachine.in.issued)} and x.review_months is not null
  `

/** Glasses and lenses in the member's hand whose prescription was withdrawn since. */
const withdrawn = (s: Scope): Sql => sql`
  select 'rx-void:frame:' || f.record_frame_id as ref, f.pid, x.doctor_id, x.voided_at::date as "day"
  from record_frame f
  join prescription x on x.oid = f.oid and x.id = f.prescription_id and x.status = ${lit(prescriptionMachine.is.voided)}
  where ${own('f', s)} and f.status in ${lit(frameOrder.in.handedOver)} and x.voided_at >= f.picked_at
  union all
  select 'rx-void:order:' || o.order_id as ref, o.pid, x.doctor_id, x.voided_at::date as "day"
  from supply_order o
  join prescription x on x.oid = o.oid and x.id = o.prescription_id and x.status = ${lit(prescriptionMachine.is.voided)}
  where ${own('o', s)} and o.handed_at is not null and x.voided_at >= o.handed_at and o.status not in ${lit(fitted.in.givenUp)}
`

/**
 * Whether an eye of the biometry `b` grew fast since the newest former length at least 60 days older: `growsFast` of the examinations, in
 * SQL.
 */
const grewFast = (eye: 'al_od' | 'al_os'): Sql => {
  const length = ident(eye)
  return sql`
    coalesce(
      (
        select
          round(((b.${length} - f.${length}) / (b.exam_time::date - f.exam_time::date) * 365.25)::numeric, 2) > ${FAST_GROWTH.mmPerYear}
          and b.${length} - f.${length} >= ${FAST_GROWTH.leastMm}
        from exam_bio_meter f
        where f.oid = b.oid
          and f.pid = b.pid
          and f.status in ${VALID}
          and f.${length} is not null
          and f.exam_time::date <= b.exam_time::date - ${FAST_GROWTH.leastDays}::int
        order by f.exam_time desc, f.id desc
        limit 1
      ),
      false
    )
  `
}
/** The last biometry of whoever is under eighteen, half a year on; three months where the eye grew fast. */
const rechecks = (s: Scope): Sql => sql`
  select 'bio:' || b.id as ref, b.pid, b.examiner doctor_id,
    (
      b.exam_time::date + case when ${grewFast('al_od')} or ${grewFast('al_os')} then interval '3 months' else interval '6 months'
      end
    )::date as "day"
  from (
    select distinct on (b.pid) b.*
    from exam_bio_meter b
    where ${own('b', s)} and b.status in ${VALID}
    order by b.pid, b.exam_time desc, b.id desc
  ) b
  join patient p on p.oid = b.oid and p.pid = b.pid and p.birth > b.exam_time::date - interval '18 years'
`

const treatments = (s: Scope): Sql =>
  sql`
    select 'treatment:' || t.id as ref, t.pid, t.doctor_id, t.start_date as "day"
    from treatment t
    where ${own('t', s)} and t.voided_at is null and (t.end_date is null or t.end_date > ${s.today}::date)
  `

/** Children advised by a screening who are members, from the day their parents were told until they are seen. */
const referred = (s: Scope): Sql =>
  sql`
    select 'referral:' || f.id as ref, c.pid, null::bigint doctor_id, f.told_on as "day"
    from screening_referral f
    join student c on c.oid = f.oid and c.id = f.student_id
    where f.hid = ${s.hid}
      and (${s.pid === undefined} or c.pid = ${s.pid ?? null})
      and c.pid is not null
      and f.status = ${lit(screeningReferral.is.advised)}
      and f.told_on is not null
  `
const ready = (s: Scope): Sql =>
  sql`
    select 'frame:' || f.record_frame_id as ref, f.pid, null::bigint doctor_id,
      ${movedOn(frameOrder.name, sql`f.record_frame_id`, 'pass')} as "day"
    from record_frame f
    where ${own('f', s)} and f.status = ${lit(frameOrder.is.ready)}
  `
/** Glasses handed over; of one type of glasses (3: progressive) where it is said. */
const collected = (s: Scope, progressive = false): Sql =>
  sql`
    select 'frame:' || f.record_frame_id as ref, f.pid, null::bigint doctor_id, f.picked_at::date as "day"
    from record_frame f
    where ${own('f', s)}
      and f.status in ${lit(frameOrder.in.handedOver)}
      and f.picked_at is not null
      and (${!progressive} or f.binocle_type = 3)
  `

/** Lenses due for renewal. One delivered by an order has no take record yet. */
const lensEnds = (s: Scope): Sql =>
  sql`
    select coalesce('ok-life:' || l.take_id, 'ok-life-' || l.ref) as ref, l.pid, null::bigint doctor_id, min(l.due_on) as "day"
    from ok_lens l
    where ${own('l', s)} and l.status = ${lit(lensMachine.is.worn)} and l.due_on is not null
    group by 1, l.pid
  `

/**
 * Days a lens of a replacement cycle is worn, by the numbers of the prescription: daily, fortnightly, monthly, quarterly, half-yearly,
 * yearly.
 */
const WORN = sql`(array[1, 14, 30, 90, 180, 365])`
/** Lenses in a unit of a product: one where it is counted by lenses, else what its pack says (30 片/盒). */
const inPack = sql`
  case when g.unit in ('片', '枚') then 1 else substring(g.spec from '(\\d+)\\s*[片枚]')::int
  end
`
/**
 * A member's last soft lenses, on the day the eye with fewer of them has none. Of lenses nobody prescribed a cycle for, or whose pack says
 * no number, nothing is known.
 */
const softEnds = (s: Scope): Sql => sql`
  select distinct on (o.pid) 'order:' || o.order_id as ref, o.pid, null::bigint doctor_id,
    o.handed_at::date + (
      select min(l.received * ${inPack} * ${WORN}[x.cycle])
      from supply_order_line l
      join product g on g.oid = l.oid and g.product_id = l.product_id
      where l.oid = o.oid and l.order_id = o.order_id and l.received > 0
    ) as "day"
  from supply_order o
  join prescription_line x on x.oid = o.oid and x.line_id = o.rx_line_id and x.cycle is not null
  where ${own('o', s)} and o.kind = ${orderKinds.soft.kind} and o.handed_at is not null and o.status in ${lit(fitted.in.handedOver)}
  order by o.pid, o.handed_at desc
`
/** A member's last care products. */
const careTaken = (s: Scope): Sql => sql`
  select distinct on (o.pid) 'order:' || o.order_id as ref, o.pid, null::bigint doctor_id, o.handed_at::date as "day"
  from supply_order o
  where ${own('o', s)}
    and o.kind = ${orderKinds.care.kind}
    and o.pid is not null
    and o.handed_at is not null
    and o.status = ${lit(supply.is.stocked)}
  order by o.pid, o.handed_at desc
`

const missed = (s: Scope): Sql =>
  sql`
    select 'res:' || r.resid as ref, r.pid, r.doctor_id, r.visit_at::date as "day"
    from reservation r
    where ${own('r', s)}
      and r.status = ${lit(reservationStates.is.noShow)}
      and not exists (
        select
        from reservation n
        where n.oid = r.oid and n.pid = r.pid and n.visit_at > r.visit_at and n.status not in ${lit(reservationStates.in.givenUp)}
      )
  `

const EXPIRY = Object.entries(pointsRules).flatMap(([id, rule]) => (rule.pointsRule === 'expiry' ? [Number(id)] : []))
/** Months after which points lapse, in an organisation where they do. */
const LAPSE = sql`(select nullif(k.points_number, 0) from points_rule k where k.points_rule_id = any(${EXPIRY}))`
/**
 * Points of members by the month in which they lapse, on the first such day: what came in on a day is left where everything that came in
 * until then is more than what ever went out.
 */
const pointsEnding = (s: Scope): Sql => sql`
  select 'points:' || e.pid || ':' || to_char(e.day, 'YYYY-MM') as ref, e.pid, null::bigint doctor_id, min(e.day) as "day"
  from (
    select p.pid, (y.at::date + make_interval(months => ${LAPSE}::int))::date as "day",
      sum(greatest(l.amount, 0)) over (
        partition by p.pid
        order by y.at, y.entry_id
        ) + sum(least(l.amount, 0)) over (partition by p.pid
      ) as left_over,
      l.amount
    from patient p
    join ledger_account a on a.oid = p.oid and a.book = 'points' and a.key = 'member:' || p.pid and a.balance > 0
    join ledger_line l on l.oid = a.oid and l.account_id = a.account_id
    join ledger_entry y on y.oid = l.oid and y.entry_id = l.entry_id
    where ${own('p', s)} and ${LAPSE} is not null
  ) e
  where e.amount > 0 and e.left_over > 0
  group by e.pid, to_char(e.day, 'YYYY-MM')
`

const ending = (s: Scope): Sql => sql`
  select 'package:' || k.package_id as ref, k.pid, null::bigint doctor_id, k.expires_on as "day"
  from member_package k
  where ${own('k', s)} and k.status in ${lit(memberPackage.in.usable)} and k.expires_on is not null
  union all
  select 'coupon:' || c.id, c.pid, null::bigint, c.expires_on
  from receive_record c
  where ${own('c', s)} and c.status = ${lit(coupon.is.unused)} and c.expires_on is not null
  union all
  ${pointsEnding(s)}
`

/** Running plans of which too little was trained; the trainer's own. Told again after 14 days, it is another cause. */
const absences = (s: Scope): Sql =>
  sql`
    select 'train-plan:' || n.id || ':' || n.told_on as ref, n.pid, n.trainer doctor_id, n.told_on as "day"
    from train_plan n
    where ${own('n', s)} and n.status = ${lit(trainPlan.is.active)} and n.told_on is not null
  `

/** Running plans without gain that were sent to their doctor. */
const flat = (s: Scope): Sql =>
  sql`
    select 'train-flat:' || n.id || ':' || n.doctor_told_on as ref, n.pid, x.doctor_id, n.doctor_told_on as "day"
    from train_plan n
    left join prescription x on x.oid = n.oid and x.id = n.prescription_id
    where ${own('n', s)} and n.status = ${lit(trainPlan.is.active)} and n.doctor_told_on is not null
  `
/** Cards the desk was told of, until they are renewed. */
const cards = (s: Scope): Sql =>
  sql`
    select 'train-card:' || u.id || ':' || u.told_at::date as ref, u.pid, null::bigint doctor_id, u.told_at::date as "day"
    from (
      select w.hid, w.id, w.told_at,
        coalesce(
          (select m.pid from train_mapping m where m.oid = w.oid and m.user_id = w.id and m.ended_at is null),
          (select n.pid from train_plan n where n.oid = w.oid and n.user_id = w.id order by n.id desc limit 1)
        ) pid
      from train_user w
      where w.told_at is not null
    ) u
    where ${own('u', s)} and u.pid is not null
  `

const potentials = (s: Scope): Sql =>
  sql`
    select 'potential:' || p.pid as ref, p.pid, p.staff_ctid doctor_id, p.created_at::date as "day"
    from patient p
    where ${own('p', s)} and p.status = ${lit(patientStates.is.present)} and p.is_potential
  `

const complaints = (s: Scope): Sql =>
  sql`
    select 'revisit:' || r.rvid as ref, r.pid, r.done_by doctor_id, r.done_revisit_time::date as "day"
    from revisit r
    where ${own('r', s)} and r.status = ${lit(revisitMachine.is.done)} and r.outcome = ${result.complaint} and r.pid is not null
  `

/** This year's birthdays and, at its end, next year's. */
const birthdays = (s: Scope): Sql =>
  sql`
    select 'birthday:' || p.pid || ':' || y.year as ref, p.pid, null::bigint doctor_id,
      (p.birth + make_interval(years => y.year - extract(year from p.birth)::int))::date as "day"
    from patient p
    cross join (
      select extract(year from ${s.today}::date)::int + n "year"
      from generate_series(0, 1) n
    ) y
    where ${own('p', s)} and p.status = ${lit(patientStates.is.present)} and p.birth is not null
  `

export const causes: Readonly<Record<RuleKey, (scope: Scope) => Sql>> = {
  okjing: taken,
  okjingLength: taken,
  lensStop: stopped,
  caseNext: nextDates,
  rxReview: reviews,
  rxWithdrawn: withdrawn,
  recheck: rechecks,
  treatment: treatments,
  screening: referred,
  frameReady: ready,
  frameTaken: (s) => collected(s),
  progressiveTaken: (s) => collected(s, true),
  lensLife: lensEnds,
  softLife: softEnds,
  care: careTaken,
  missed,
  expiring: ending,
  trainAbsent: absences,
  trainFlat: flat,
  trainCard: cards,
  potential: potentials,
  complaint: complaints,
  birthday: birthdays,
}
