import { dayEnd, dayStart, sql, type Cx, type Listing } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { DeviceFile, type DeviceFileQuery } from '../contract/shapes.ts'

const select = sql`
  f.file_id, f.hid, f.filename, f.source, f.profile, f.model, f.measured_at, f.received_at, f.said_id, f.said_name, f.pid, p.member_no,
  p.name, f.matched_by, jsonb_array_length(f.reading -> 'warnings') warnings, f.status, f.version
`
const from = sql`device_file f left join patient p on p.oid = f.oid and p.pid = f.pid`

/** Files of a store, newest first. */
export const fileListing = (cx: Cx, query: z.output<typeof DeviceFileQuery>): Listing => ({
  select,
  from,
  key: sql`f.file_id`,
  order: sql`f.file_id desc`,
  where: [
    sql`f.hid = ${ownStore(cx, query.hid)}`,
    query.status !== undefined && sql`f.status = ${query.status}`,
    query.profile !== undefined && sql`f.profile = ${query.profile}`,
    query.pid !== undefined && sql`f.pid = ${query.pid}`,
    query.startDate !== undefined && sql`f.received_at >= ${dayStart(query.startDate)}`,
    query.endDate !== undefined && sql`f.received_at < ${dayEnd(query.endDate)}`,
  ],
})
/** One file as lists have it, with what was read in it and taken of it. */
const Kept = DeviceFile.omit({ compared: true, candidates: true, identity: true })
export async function keptFile(cx: Cx, fileId: number): Promise<z.output<typeof Kept>> {
  const row = await cx.db.one(
    Kept,
    sql`
      select ${select}, f.size, f.serial, f.sha256, f.reading, f.taken, f.said_birth, f.said_sex, f.differs_reason
      from ${from}
      where f.file_id = ${fileId}
    `,
  )
  return row ?? cx.refuse('not_found', { what: '设备文件' })
}
