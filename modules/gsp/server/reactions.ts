import { on, sql } from '#kernel/server/index.ts'
import { devicesAsked } from '#modules/screening/contract/events.ts'

/** Kind of a register row that tells of a verification. */
const CALIBRATION = 2

export default [
  // An instrument is stopped by the last row of its verification: it failed, or the next one is due. One without a row is not in the
  // register.
  on(devicesAsked, async (cx, { hid, serials, stop }) => {
    const rows = await cx.db.rows(
      { serial: 'string' },
      sql`
        select serial
        from (
          select distinct on (e.serial) e.serial, e.result, e.next_on
          from gsp_equipment e
          where e.hid = ${hid}
            and e.kind = ${CALIBRATION}
            and e.serial = any(${[...serials]})
            and not exists (select 1 from gsp_equipment c where c.oid = e.oid and c.corrects_id = e.id)
          order by e.serial, e.at desc, e.id desc
        ) l
        where l.result = 2 or l.next_on < ${cx.today}::date
      `,
    )
    stop(rows.map(({ serial }) => serial))
  }),
]
