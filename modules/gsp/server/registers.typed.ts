/** Registers people type, as they are listed: their rows, those put right since among them, and what should have been typed and was not. */
import { inUse } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, lit, sql, type Sql } from '#kernel/server/index.ts'
import type { typed } from '../contract/registers.ts'

export interface RegisterPeriod {
  readonly hid: number
  readonly from: string
  readonly until: string
  readonly today: string
}
export const within = (moment: Sql, { from, until }: RegisterPeriod): Sql =>
  sql`${moment} >= ${dayStart(from)} and ${moment} < ${dayEnd(until)}`
/** Days within which stock is looked through, and staff trained. */
const MONTHLY = 31
const YEARLY = 365
/** Harm of an adverse event that is reported. */
const REPORTED = 2
const ADVERSE = 3

/** How a row of a table and the one that puts it right point to each other. */
const amends = (table: Sql): Sql =>
  sql`
    coalesce(
      (select '→ #' || y.id from ${table} y where y.oid = x.oid and y.corrects_id = x.id), '← #' || x.corrects_id
    )
  `
const beyond = sql`not (x.temperature between x.temp_min and x.temp_max and x.humidity between x.humidity_min and x.humidity_max)`
const TEMPERATURES = sql`to_char(x.temp_min, 'FM990.0') || '–' || to_char(x.temp_max, 'FM990.0')`
const stands = (table: Sql): Sql => sql`not exists (select from ${table} y where y.oid = x.oid and y.corrects_id = x.id)`

/** Each answers the columns of every register and two of its own: what kind of row it is, and what it puts right or is put right by. */
export const typedRegisters: Record<keyof typeof typed, (asked: RegisterPeriod) => Sql> = {
  climate: (request) => sql`
    select 'climate-' || x.id "key",
      x.at at,
      to_char(x.at, 'HH24:MI') paper_no,
      w.name,
      null::text certificate,
      null::text lot,
      null::date valid_until,
      null::int quantity,
      null::text supplier_name,
      null::bigint pid,
      null::text patient_name,
      c.name staff_name,
      concat_ws(
        ' ',
        to_char(x.temperature, 'FM990.0') || ' ℃ · ' || to_char(x.humidity, 'FM990.0') || ' %',
        case when ${beyond} then '[' || ${TEMPERATURES} || ' ℃ · ' || x.humidity_min || '–' || x.humidity_max || ' %]'
        end,
        x.action
      ) note,
      null::text gap,
      case when ${beyond} then 'beyond'
      end kind,
      ${amends(sql`gsp_climate`)} amends
    from gsp_climate x
    join warehouse w on w.oid = x.oid and w.warehouse_id = x.warehouse_id
    left join contact c on c.oid = x.oid and c.ctid_ = x.ctid_
    where x.hid = ${request.hid} and ${within(sql`x.at`, request)}
    union all
    select 'unread-' || w.warehouse_id || '-' || d.day::date || '-' || half.n, d.day, half.word, w.name, null, null, null, null, null, null,
      null, null, null, 'reading_missing', null, null
    from warehouse w,
      lateral (
        select least(min(x.at)::date, ${request.today}::date) first
        from gsp_climate x
        where x.oid = w.oid and x.warehouse_id = w.warehouse_id
      ) begun,
      generate_series(
        greatest(${request.from}::date, coalesce(begun.first, ${request.today}::date)),
        least(${request.until}::date, ${request.today}::date), interval '1 day'
      ) d (day),
      (values (0, '00:00–12:00'), (12, '12:00–24:00')) half (n, word)
    where w.hid = ${request.hid}
      and w.status = ${lit(inUse.is.on)}
      and d.day + half.n * interval '1 hour' <= app_now()
      and not exists (
        select
        from gsp_climate x
        where x.oid = w.oid
          and x.warehouse_id = w.warehouse_id
          and x.at >= d.day + half.n * interval '1 hour'
          and x.at < d.day + (half.n + 12) * interval '1 hour'
      )
  `,
  upkeep: (request) => sql`
    select 'upkeep-' || x.id,
      x.at,
      null::text,
      concat_ws(' · ', w.name, g.name),
      null::text,
      x.batch_no,
      null::date,
      x.pieces,
      null::text,
      null::bigint,
      null::text,
      c.name,
      concat_ws(' · ', x.finding, x.action),
      null::text,
      case x.result when 1 then 'fine' else 'wrong'
      end,
      ${amends(sql`gsp_upkeep`)}
    from gsp_upkeep x
    join warehouse w on w.oid = x.oid and w.warehouse_id = x.warehouse_id
    left join product g on g.oid = x.oid and g.product_id = x.product_id
    left join contact c on c.oid = x.oid and c.ctid_ = x.ctid_
    where x.hid = ${request.hid} and ${within(sql`x.at`, request)}
    union all
    select
      'due-' || w.warehouse_id, ${request.today}::date, null, w.name, null, null, null, null, null, null, null, null, null, 'upkeep_due',
      null, null
    from warehouse w
    where w.hid = ${request.hid}
      and w.status = ${lit(inUse.is.on)}
      and exists (
        select
        from batch b
        join product g on g.oid = b.oid and g.product_id = b.product_id and g.device_class >= 2
        join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id and a.balance > 0
        where b.oid = w.oid and b.warehouse_id = w.warehouse_id
      )
      and not exists (
        select
        from gsp_upkeep x
        where x.oid = w.oid
          and x.warehouse_id = w.warehouse_id
          and x.at >= ${dayStart(request.today)} - ${lit(MONTHLY)} * interval '1 day'
          and ${stands(sql`gsp_upkeep`)}
      )
  `,
  adverse: (request) => sql`
    select 'adverse-' || x.id,
      x.at,
      x.report_no,
      coalesce(g.name, '—'),
      null::text,
      x.batch_no,
      null::date,
      null::int,
      null::text,
      x.pid,
      p.name,
      c.name,
      concat_ws(' · ', x.description, x.handling),
      case when x.kind = ${lit(ADVERSE)}
        and x.harm >= ${lit(REPORTED)}
        and coalesce(trim(x.report_no), '') = ''
        and ${stands(sql`gsp_adverse`)} then 'report_missing'
      end,
      case x.kind when 1 then 'question' when 2 then 'complaint' else 'adverse'
      end,
      ${amends(sql`gsp_adverse`)}
    from gsp_adverse x
    left join product g on g.oid = x.oid and g.product_id = x.product_id
    left join patient p on p.oid = x.oid and p.pid = x.pid
    left join contact c on c.oid = x.oid and c.ctid_ = x.ctid_
    where x.hid = ${request.hid} and ${within(sql`x.at`, request)}
  `,
  equipment: (request) => sql`
    select 'equipment-' || x.id,
      x.at,
      x.serial,
      x.name,
      x.certificate,
      null::text,
      x.next_on,
      null::int,
      null::text,
      null::bigint,
      null::text,
      c.name,
      x.action,
      case when x.next_on < ${request.today}::date
        and ${stands(sql`gsp_equipment`)}
        and not exists (
          select
          from gsp_equipment y
          where y.oid = x.oid
            and y.hid = x.hid
            and y.name = x.name
            and y.serial is not distinct from x.serial
            and y.kind = x.kind
            and y.at > x.at
        ) then 'check_due'
      end,
      case x.kind when 1 then 'care' when 2 then 'calibration' when 3 then 'repair' else 'check'
      end,
      ${amends(sql`gsp_equipment`)}
    from gsp_equipment x
    left join contact c on c.oid = x.oid and c.ctid_ = x.ctid_
    where x.hid = ${request.hid} and (${within(sql`x.at`, request)} or x.next_on < ${request.today}::date)
  `,
  training: (request) => sql`
    select
      'training-' || x.id, x.at, to_char(x.hours, 'FM990.0') || ' h', x.topic, null::text, null::text, x.next_on, null::int, null::text,
      null::bigint, null::text, coalesce(x.trainer, c.name), concat_ws(' · ', x.attendees, x.result), null::text, null::text,
      ${amends(sql`gsp_training`)}
    from gsp_training x
    left join contact c on c.oid = x.oid and c.ctid_ = x.ctid_
    where x.hid = ${request.hid} and ${within(sql`x.at`, request)}
    union all
    select 'untrained', ${request.today}::date, null, '—', null, null, null, null, null, null, null, null, null, 'training_due', null, null
    where not exists (
      select
      from gsp_training x
      where x.hid = ${request.hid}
        and x.at >= ${dayStart(request.today)} - ${lit(YEARLY)} * interval '1 day'
        and ${stands(sql`gsp_training`)}
    )
  `,
}
