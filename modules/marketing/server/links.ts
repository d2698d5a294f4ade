/** The link in a message: a code of the recipient, that leads to the members' pages and stops marketing without a login. */
import { randomBytes } from 'node:crypto'
import { environment } from '#kernel/server/environment.ts'
import { sql, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import { leaveAlone } from './unsubscribe.ts'

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** Eight letters and digits without lookalikes. */
export const newLinkCode = (): string => Array.from(randomBytes(8), (byte) => LETTERS[byte % LETTERS.length]).join('')
/** A code as long as every other, for what is shown and counted before anybody has one. */
export const SAMPLE_CODE = 'ABCD2345'
export const linkOf = (code: string): string =>
  `${environment().PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${environment().PORT}`}/h5/m/${code}`

const Opened = { hid: 'number', pid: 'number', mobile: 'string', purpose: 'string', store: 'string', phone: 'string | null' } as const
type Opened = ShapedRow<typeof Opened>
/** Notes the first opening. Answers whose message it was; undefined where the code is nobody's. */
export async function openLink(cx: Cx, code: string): Promise<Opened | undefined> {
  await cx.db.run(sql`
    update marketing_recipient
    set opened_at = ${cx.now}
    where code = ${code} and opened_at is null
  `)
  return cx.db.one(
    Opened,
    sql`
      select r.hid, r.pid, r.mobile, t.purpose, s.name store, s.phone
      from marketing_recipient r
      join marketing_task t on t.oid = r.oid and t.id = r.task_id
      join store s on s.oid = r.oid and s.hid = r.hid
      where r.code = ${code}
    `,
  )
}
/** Leaves the number of a message alone, for whoever holds its code. Idempotent. */
export async function unsubscribeByLink(cx: Cx, code: string): Promise<{ withdrawn: number; cancelled: number } | undefined> {
  const opened = await openLink(cx, code)
  return opened && leaveAlone(cx, { hid: opened.hid, mobile: opened.mobile, pid: opened.pid, way: 'link' })
}
