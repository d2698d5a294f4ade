/** Members in fitting of ortho-k by stage: where their case stands, and their lenses. */
import type { Page } from '#kernel/contract/index.ts'
import { columnsOf, join, lit, pageOf, raw, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { membersFound } from '#modules/patients/server/door.ts'
import { OrthokCaseRow } from '#modules/records/contract/okjing/shapes.ts'
import { caseMachine, lensMachine } from '#modules/records/contract/okjing/states.ts'
import { orderKinds } from '../../contract/kinds/index.ts'
import { FittingRow, type FitStage, type FittingQuery } from '../../contract/shapes.supplement.ts'
import { fitted } from '../../contract/states.ts'
import { machineIn } from '../queries.ts'
import type { z } from '#kernel/contract/index.ts'

/** A stage of the list and what says that a case `c` with its last order `o` stands there, the first that holds. */
const STAGES: ReadonlyArray<readonly [FitStage, ReturnType<typeof sql>]> = [
  ['first', sql`c.stage = 'first'`],
  ['trial', sql`c.stage = 'trial'`],
  ['review', sql`c.stage = 'review'`],
  ['take', sql`o.status in ${lit([fitted.is.ready])}`],
  ['making', sql`o.status in ${lit([...fitted.in.open])}`],
]
const stage = sql`
  case ${join(
    STAGES.map(([name, holds]) => sql`when ${holds} then ${raw(`'${name}'`)}`),
    ' ',
  )} else 'order'
  end
`
const Own = OrthokCaseRow.omit({ patientName: true, memberNo: true, birth: true, hospitalName: true, lateDays: true, stopped: true })

export const inFitting = (cx: Cx, query: z.output<typeof FittingQuery>): Promise<Page<z.output<typeof FittingRow>>> =>
  pageOf(
    cx,
    {
      of: FittingRow,
      select: sql`
        ${columnsOf(Own, 'c')}, p.name patient_name, p.member_no, p.birth, s.name hospital_name,
        greatest(${cx.today}::date - c.next_due, 0) late_days,
        exists (
          select 1
          from ok_lens l
          where l.oid = c.oid and l.case_id = c.case_id and l.status in ${lit(lensMachine.in.stopped)}
        ) stopped,
        ${stage} fit_stage, o.order_id, o.order_no, o.status order_status, o.promised_on
      `,
      from: sql`
        okjing_case c
        join patient p on p.oid = c.oid and p.pid = c.pid
        join store s on s.oid = c.oid and s.hid = c.hid
        left join (
          select distinct on (o.pid) o.pid, o.order_id, o.order_no, o.status, o.promised_on
          from supply_order o
          where o.kind = ${orderKinds.okjing.kind} and ${machineIn('open')}
          order by o.pid, o.order_id desc
        ) o on o.pid = c.pid
      `,
      where: [
        sql`c.hid = ${ownStore(cx, query.hid ?? cx.who.hid)}`,
        sql`c.status in ${lit(caseMachine.in.open)}`,
        query.stage !== undefined && sql`${stage} = ${query.stage}`,
        query.customer && sql`c.pid in ${membersFound(query.customer)}`,
      ],
      order: sql`c.next_due nulls last, c.case_id`,
      key: sql`c.case_id`,
    },
    query,
  )
