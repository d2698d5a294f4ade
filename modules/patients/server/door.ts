import { sql, type Cx } from '#kernel/server/index.ts'
import { PatientHit } from '../contract/shapes.ts'
export { latestHistory, membersFound, patientIndex, patientOf } from './queries.ts'
export { registerPatient } from './save.ts'
export { collectorOf, type CollectorFail } from './collector.ts'
export { checkPickupProof, sendPickupCode } from './pickup-code.ts'
export {
  carryConsent,
  consentBasis,
  consentGiven,
  consentOf,
  consentStates,
  consentTextId,
  consentTextsOf,
  giveConsent,
  mayMarket,
  withdrawConsent,
} from './consent.ts'
export { erasePreview } from './erase.ts'
export { saveConsultation } from './people.ts'

/**
 * Members found by part of a name, pinyin (initials or whole), tail or head of the number, or member number; best first, then those of the
 * store.
 */
export const findPatients = (cx: Cx, text: string, limit = 12, hid = cx.who.hid): Promise<PatientHit[]> =>
  cx.db.rows(
    PatientHit,
    // Row by row: expecting a thousand of the function, the planner would read a smaller chain's members whole.
    sql`
      select p.*
      from find_patients(${text}, ${limit}, ${hid}) with ordinality f(pid, nth)
      cross join lateral (
        select p.pid, p.member_no, p.name, p.gender, p.birth, p.mobile,
          (select l.name from level l where l.oid = p.oid and l.id = p.level_id) level_name
        from patient p
        where p.oid = current_setting('app.oid')::bigint and p.pid = f.pid
        offset 0
      ) p
      order by f.nth
    `,
  )

/** Gives a member a level, unless the one held gives a better discount. */
export const raiseLevel = (cx: Cx, pid: number, levelId: number): Promise<number> =>
  cx.db.run(
    sql`
      update patient
      set level_id = ${levelId}
      where pid = ${pid}
        and not exists (
          select 1
          from level h, level n
          where h.oid = patient.oid and h.id = patient.level_id and n.oid = patient.oid and n.id = ${levelId} and h.discount < n.discount
        )
    `,
  )
/** Takes a level away that a member no longer has a claim to, unless another one was given since; the one before is given back. */
export const dropLevel = (cx: Cx, pid: number, levelId: number, formerLevelId: number | null): Promise<number> =>
  cx.db.run(sql`
    update patient
    set level_id = ${formerLevelId}
    where pid = ${pid} and level_id = ${levelId}
  `)
/** Notes that a member was here. */
export const visited = (cx: Cx, pid: number): Promise<number> =>
  cx.db.run(
    sql`
      update patient
      set last_visit_at = ${cx.now}::timestamptz
      where pid = ${pid} and (last_visit_at is null or last_visit_at < ${cx.now}::timestamptz)
    `,
  )

/** Puts a tag on members who have it not. */
export const putTags = (cx: Cx, tagId: number, pids: readonly number[]): Promise<number> =>
  cx.db.run(
    sql`
      insert into patient_tag (pid, tag_id)
      select pid, ${tagId}
      from unnest(${pids}::bigint[]) pid
      on conflict do nothing
    `,
  )
/** Takes a tag off members. */
export const takeTags = (cx: Cx, tagId: number, pids: readonly number[]): Promise<number> =>
  cx.db.run(sql`delete from patient_tag where tag_id = ${tagId} and pid = any(${pids}::bigint[])`)
