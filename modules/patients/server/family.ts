/** The family of a member: relations told, and those that follow from them. */
import { z } from '#kernel/contract/index.ts'
import { insert, sql, update, type Cx } from '#kernel/server/index.ts'
import { type FamilyInfo, Relative, type SaveFamily } from '../contract/shapes.record.ts'
import { latestHistory, patientOf } from './queries.ts'

type Fails = 'family_cycle' | 'parent' | 'somebody'

const person = sql`o.gender, o.birth, o.member_no, o.last_visit_at, o.next_follow_at`
const Ranked = Relative.extend({ rank: z.int() })
/** Relations in the member's own rows, in rows of others about the member, and siblings: other children of a parent of the member. */
async function relativesOf(cx: Cx, pid: number): Promise<Relative[]> {
  const rows = await cx.db.rows(
    Ranked,
    sql`
      select
        f.id, f.relation, f.other_pid, coalesce(o.name, f.name) as name, coalesce(o.mobile, f.mobile) as mobile, f.is_guardian, f.myopic,
        f.note, 0 as rank, ${person}
      from patient_family f
      left join patient o on o.oid = f.oid and o.pid = f.other_pid
      where f.pid = ${pid}
      union all
      select f.id,
        case when f.relation in (1, 2) then 5 when f.relation in (3, 4) then f.relation else 7
        end,
        f.pid,
        o.name,
        o.mobile,
        false,
        null,
        f.note,
        1,
        ${person}
      from patient_family f
      join patient o on o.oid = f.oid and o.pid = f.pid
      where f.other_pid = ${pid}
      union all
      select null, 4, s.pid, o.name, o.mobile, false, null, null, 2, ${person}
      from patient_family f
      join patient_family s on s.oid = f.oid and s.other_pid = f.other_pid and s.relation in (1, 2) and s.pid <> f.pid
      join patient o on o.oid = s.oid and o.pid = s.pid
      where f.pid = ${pid} and f.relation in (1, 2) and f.other_pid is not null
      order by rank, relation, id
    `,
  )
  // A sibling through both parents, or told in both records, is one person.
  const seen = new Set<number>()
  return rows.filter((r) => r.otherPid === null || (!seen.has(r.otherPid) && seen.add(r.otherPid))).sort((a, b) => a.relation - b.relation)
}

/** Myopic parents as the relations say it; undefined while one of the two is not known. */
const myopicParents = (persons: readonly Relative[]): 0 | 1 | 2 | undefined => {
  const parents = persons.filter((p) => (p.relation === 1 || p.relation === 2) && p.myopic !== null)
  // Of two there are 0, 1 or 2.
  return parents.length === 2 ? (parents.filter((p) => p.myopic === 1).length as 0 | 1 | 2) : undefined
}

/** The family of a member. */
export async function familyOf(cx: Cx, pid: number): Promise<FamilyInfo> {
  const patient = await patientOf(cx, pid)
  const [history, persons] = await Promise.all([latestHistory(cx, pid), relativesOf(cx, pid)])
  return {
    pid,
    parentsMyopic: myopicParents(persons) ?? history?.parentsMyopic ?? patient.parentsMyopic,
    familyHistory: history?.familyHistory ?? patient.familyHistory,
    at: history?.at ?? null,
    persons,
  }
}

/** Names a relative. A child who is a member is written as the parent in the child's record, so that the two can never disagree. */
export async function saveFamily(cx: Cx<Fails>, input: SaveFamily): Promise<FamilyInfo> {
  const own = await patientOf(cx, input.pid)
  const other = input.otherPid ? await patientOf(cx, input.otherPid) : undefined
  if (other?.pid === own.pid) cx.refuse('family_cycle', { field: 'otherPid' })
  if (!other && !input.name) cx.refuse('somebody', { field: 'name' })
  const { id, pid: _, relation, otherPid: __, ...fields } = input
  const parent = relation === 5 && other
  const row = {
    ...fields,
    name: other ? null : (input.name ?? null),
    mobile: other ? null : (input.mobile ?? null),
    pid: parent ? other.pid : own.pid,
    otherPid: parent ? own.pid : (other?.pid ?? null),
    relation: parent ? (own.gender === 0 ? 1 : 2) : relation,
  }
  if ((row.relation === 1 || row.relation === 2) && row.otherPid) await neverOwnAncestor(cx, row.pid, row.otherPid)
  const saved = id ? await update(cx, 'patient_family', { id }, row) : await insert(cx, 'patient_family', row)
  if (!saved) return cx.refuse('not_found', { what: '关系' })
  await parentsKnown(cx, row.pid)
  return familyOf(cx, own.pid)
}

/** A parent's own parents, and theirs, must not lead back to the child. */
async function neverOwnAncestor(cx: Cx<Fails>, child: number, parent: number): Promise<void> {
  const found = await cx.db.one(
    { pid: 'number' },
    sql`
      with recursive up(pid) as (
        select ${parent}::bigint
        union
        select f.other_pid
        from up
        join patient_family f on f.oid = current_setting('app.oid')::bigint and f.pid = up.pid
          and f.relation in (1, 2)
          and f.other_pid is not null
      )
      select pid
      from up
      where pid = ${child}
    `,
  )
  if (found) cx.refuse('family_cycle', { field: 'otherPid' })
}

/** Once both parents are known, the member's record says what they tell: risk and prognosis read it there. */
async function parentsKnown(cx: Cx, pid: number): Promise<void> {
  const parentsMyopic = myopicParents(await relativesOf(cx, pid))
  if (parentsMyopic !== undefined)
    await cx.db.run(
      sql`
        update patient
        set parents_myopic = ${parentsMyopic}, version = version + 1
        where pid = ${pid} and parents_myopic is distinct from ${parentsMyopic}
      `,
    )
}
