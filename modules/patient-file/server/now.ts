/** Current facts of a member, for the bar on every clinical page. */
import { eyeOf, inLife, sphericalEquivalent } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, lit, may, sql, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import { ageOn } from '#modules/exams/contract/formulas/formulas.ts'
import { growthOf, type GrowthEye, type EyeGrowth } from '#modules/exams/contract/growth/growth.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import type { Now } from '../contract/shapes.ts'

const VALID = lit(examStates.in.valid)
interface Member {
  pid: number
  gender: number | null
  birth: string | null
}

export async function nowOf(cx: Cx, { pid, gender, birth }: Member): Promise<Now> {
  const exams = may(cx, 'exam:view')
  const [ticket, se, growth, wearing] = await Promise.all([
    may(cx, 'reservation:view') ? ticketOf(cx, pid) : null,
    exams ? equivalentOf(cx, pid) : null,
    exams ? lengthsOf(cx, pid, birth).then((points) => growthIn(points, gender, birth)) : null,
    may(cx, 'frame:view') ? wearingOf(cx, pid) : null,
  ])
  return { pid, ticket, se, growth, wearing }
}

const ticketOf = async (cx: Cx, pid: number): Promise<Now['ticket']> =>
  (await cx.db.one(
    { resid: 'number', ticketNo: 'string', status: 'number', ticketStatus: 'number' },
    sql`
      select r.resid, q.series || lpad(q.no::text, 3, '0') ticket_no, r.status, q.status ticket_status
      from reservation r
      join queue_ticket q on q.oid = r.oid and q.resid = r.resid
      where r.pid = ${pid}
        and r.visit_at >= ${dayStart(cx.today)}
        and r.visit_at < ${dayEnd(cx.today)}
        and r.status in ${lit(reservationStates.in.here)}
      order by r.visit_at
      limit 1
    `,
  )) ?? null

/**
 * Subjective refraction of the latest day with one, else the most comparable refraction of the latest day; old glasses and trial frame do
 * not count.
 */
async function equivalentOf(cx: Cx, pid: number): Promise<Now['se']> {
  const last = await cx.db.one(
    {
      at: 'string',
      kind: 'number',
      cycloplegia: 'number | null',
      dsOd: 'number | null',
      dcOd: 'number | null',
      dsOs: 'number | null',
      dcOs: 'number | null',
    },
    sql`
      select exam_time at, kind, cycloplegia, ds_od, dc_od, ds_os, dc_os
      from exam_refraction
      where pid = ${pid} and status in ${VALID} and kind not in (1, 7) and (ds_od is not null or ds_os is not null)
      order by exam_time::date desc, array_position(array[4, 6, 5, 3, 2], kind), exam_time desc, id desc
      limit 1
    `,
  )
  if (!last) return null
  const { at: moment, kind, cycloplegia } = last
  const equivalentOf = (side: 'Od' | 'Os') => {
    const power = eyeOf(last, side)
    return power && sphericalEquivalent(power)
  }
  return { at: moment, kind, cycloplegia, od: equivalentOf('Od'), os: equivalentOf('Os') }
}

const Length = { at: 'string', od: 'number | null', os: 'number | null' } as const
/** Axial lengths of the last two years, oldest first. */
async function lengthsOf(cx: Cx, pid: number, birth: string | null): Promise<Array<ShapedRow<typeof Length> & { age: number | null }>> {
  const rows = await cx.db.rows(
    Length,
    sql`
      select exam_time at, al_od od, al_os os
      from exam_bio_meter
      where pid = ${pid} and status in ${VALID} and (al_od is not null or al_os is not null)
      order by exam_time desc, id desc
      limit 24
    `,
  )
  // Dates from a former system before birth or in the future are not points of a curve.
  return rows
    .filter((row) => inLife(birth, row.at))
    .reverse()
    .map((row) => ({ ...row, age: birth ? (ageOn(birth, row.at)?.decimal ?? null) : null }))
}
const grown = (one: EyeGrowth | undefined) =>
  one ? { al: one.al, at: one.at, percentile: one.percentile, perYear: one.perYear, since: one.since } : null
/** Growth of both eyes; null without measurements. */
function growthIn(points: Parameters<typeof growthOf>[0], gender: number | null, birth: string | null): Now['growth'] {
  if (points.length === 0) return null
  const growthOfEye = (eye: GrowthEye) => grown(growthOf(points, eye, gender, birth))
  return { od: growthOfEye('od'), os: growthOfEye('os') }
}

const Worn = {
  recordFrameId: 'number',
  lens: 'string',
  since: 'string',
  dsOd: 'number | null',
  dsOs: 'number | null',
  dcOd: 'number | null',
  dcOs: 'number | null',
  axOd: 'number | null',
  axOs: 'number | null',
  addOd: 'number | null',
  addOs: 'number | null',
} as const
/** The lens of an order by its common name. */
export const lensName = sql`coalesce(l.name, f.lens_brand, '')`
export const lensOf = sql`left join product l on l.oid = f.oid and l.product_id = coalesce(f.lens_product_od, f.lens_product_os)`
const wearingOf = async (cx: Cx, pid: number): Promise<Now['wearing']> =>
  (await cx.db.one(
    Worn,
    sql`
      select
        f.record_frame_id, ${lensName} lens, f.picked_at since, f.ds_od, f.ds_os, f.dc_od, f.dc_os, f.ax_od, f.ax_os, f.add_od, f.add_os
      from record_frame f ${lensOf}
      where f.pid = ${pid} and f.status in ${lit(frameOrder.in.handedOver)} and f.picked_at is not null
      order by f.picked_at desc
      limit 1
    `,
  )) ?? null
