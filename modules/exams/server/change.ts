/** Signing, voiding and deleting examinations; former versions. */
import { wordsOfReason, z } from '#kernel/contract/index.ts'
import { move, remove, sql, type Cx } from '#kernel/server/index.ts'
import { examChanged } from '../contract/events.ts'
import { examStates, type ExamKind } from '../contract/states.ts'
import { mayChange } from './chain.ts'
import { families } from './families.ts'
import { lockExam } from './queries.ts'

/** Signs a submitted examination. */
export async function signExam(cx: Cx, kind: ExamKind, id: number, version?: number, reason?: string): Promise<void> {
  const family = families[kind]
  await mayChange(cx, await lockExam(cx, family, id), reason)
  await move(cx, family.machine, id, 'sign', {
    set: { signedBy: cx.who.ctid, signedAt: cx.now },
    ...(version === undefined ? {} : { version }),
  })
}

/** Voids an examination; a signed one keeps its signed version. */
export async function voidExam(cx: Cx, kind: ExamKind, id: number, reason: string, version?: number): Promise<void> {
  const family = families[kind]
  const row = await lockExam(cx, family, id)
  await mayChange(cx, row, reason)
  await move(cx, family.machine, id, row.status === examStates.is.signed ? 'voidSigned' : 'void', {
    note: reason,
    set: { changeReason: reason },
    ...(version === undefined ? {} : { version }),
  })
  await cx.announce(examChanged, { kind, id, pid: row.pid, hid: row.hid, day: row.examTime.slice(0, 10), voided: true })
}

/** Deletes a draft. What was submitted is voided, and that wants a reason. */
export async function deleteExam(cx: Cx<'exam_delete'>, kind: ExamKind, id: number, reason?: string): Promise<void> {
  const family = families[kind]
  const row = await lockExam(cx, family, id)
  await mayChange(cx, row, reason)
  if (row.status === examStates.is.draft) await remove(cx, family.table, { id })
  else if (row.status !== examStates.is.voided)
    await (reason !== undefined && wordsOfReason(reason) ? voidExam(cx, kind, id, reason) : cx.refuse('exam_delete', { field: 'reason' }))
}

const VersionRow = z.object({
  versionId: z.int(),
  version: z.int(),
  data: z.record(z.string(), z.unknown()),
  reason: z.string().nullable(),
  at: z.string(),
  ctid: z.int().nullable(),
  person: z.string().nullable(),
})
export type VersionRow = z.output<typeof VersionRow>
/** Former versions of a record, newest first. */
export const versionsOf = (cx: Cx, table: string, id: number): Promise<VersionRow[]> =>
  cx.db.rows(
    VersionRow,
    sql`
      select v.version_id, v.version, v.data, v.reason, v.at, v.ctid_, c.name person
      from record_version v
      left join contact c on c.oid = v.oid and c.ctid_ = v.ctid_
      where v.tbl = ${table} and v.row_id = ${id}
      order by v.version_id desc
    `,
  )
