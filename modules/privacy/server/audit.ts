/** Reads the audit: who did what, before and after. */
import type { FileAnswer, Page, z } from '#kernel/contract/index.ts'
import { declaredTables, wordOf } from '#kernel/server/declared.ts'
import { all, dayEnd, dayStart, excel, may, pageOf, sheet, sql, type Condition, type Cx, type Out } from '#kernel/server/index.ts'
import { AuditLine, type AuditedKind, type AuditExport, type AuditQuery, AuditRow, Unlock, type UnlockQuery } from '../contract/shapes.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { inWords } from './words.ts'

type Filters = z.output<typeof AuditExport>
const Raw = AuditRow.omit({ what: true, words: true })
type Raw = z.output<typeof Raw>

const rows = {
  select: sql`
    a.audit_id, a.at, a.ctid_, c.name staff_name, a.hid, s.name store_name, a.action, a.tbl, a.row_id, a.pid, p.name patient_name,
    audit_reveal(a.before) before, audit_reveal(a.after) after, a.request,
    a.audit_id <= coalesce((select max(last_id) from audit_seal), 0) sealed
  `,
  from: sql`
    audit a
    left join contact c on c.oid = a.oid and c.ctid_ = a.ctid_
    left join store s on s.oid = a.oid and s.hid = a.hid
    left join patient p on p.oid = a.oid and p.pid = a.pid
  `,
}
/** Lines without a store (roles, permissions) are for role editors; others for accounts that can enter the store. */
const conditions = ({ who }: Pick<Cx, 'who'>, q: Filters): Condition[] => [
  sql`(a.hid = any(${[...who.hids]}) ${may({ who }, 'role:edit') ? sql`or a.hid is null` : sql`or (a.hid is null and a.pid is not null)`})`,
  q.pid !== undefined && sql`a.pid = ${q.pid}`,
  q.ctid !== undefined && sql`a.ctid_ = ${q.ctid}`,
  q.hid !== undefined && sql`a.hid = ${q.hid}`,
  q.action !== undefined && sql`a.action = ${q.action}`,
  q.tbl && sql`a.tbl = ${q.tbl}`,
  q.startDate !== undefined && sql`a.at >= ${dayStart(q.startDate)}`,
  q.endDate !== undefined && sql`a.at < ${dayEnd(q.endDate)}`,
]

const labelled = (table: string, columns: Record<string, unknown> | null) => {
  const secret = declaredTables().get(table)?.secret ?? []
  return columns && Object.fromEntries(Object.entries(columns).map(([k, v]) => [k, secret.includes(k) ? '••••••' : v]))
}
const withNames = async (cx: Cx, list: readonly Raw[]): Promise<AuditRow[]> =>
  (await inWords(cx, list)).map((row) => ({
    ...row,
    what: row.action !== 'read' ? wordOf(row.tbl) : row.pid === null ? '批量查看' : '会员档案',
    before: labelled(row.tbl, row.before),
    after: labelled(row.tbl, row.after),
  }))

export async function auditRows(cx: Cx, query: z.output<typeof AuditQuery>): Promise<Page<AuditRow>> {
  const { list, total } = await pageOf(
    cx,
    { of: Raw, ...rows, where: conditions(cx, query), order: sql`a.audit_id desc`, key: sql`a.audit_id` },
    query,
  )
  return { list: await withNames(cx, list), total }
}

const audit = sheet('操作审计', AuditLine)
/** Excel in batches of a thousand lines, so that no transaction is held while the file is sent. */
export const exportAudit = async (out: Out, query: Filters): Promise<FileAnswer> =>
  excel(audit, lines(out, query), `操作审计-${out.now.slice(0, 10)}.xlsx`)
async function* lines(out: Out, query: Filters): AsyncGenerator<z.output<typeof AuditLine>> {
  for (let below = Number.MAX_SAFE_INTEGER; ;) {
    const batch = await out.tx(async (cx) =>
      withNames(
        cx,
        await cx.db.rows(
          Raw,
          sql`
            select ${rows.select}
            from ${rows.from}
            where ${all([...conditions(cx, query), sql`a.audit_id < ${below}`])}
            order by a.audit_id desc
            limit 1000
          `,
        ),
      ),
    )
    for (const row of batch) yield { ...row, beforeText: textOf(row, row.before), afterText: textOf(row, row.after) }
    if (batch.length < 1000) return
    below = batch.at(-1)!.auditId
  }
}
const textOf = ({ words }: AuditRow, columns: Record<string, unknown> | null): string =>
  columns
    ? Object.entries(columns)
        .map(([k, v]) => `${words[k] ?? k}: ${typeof v === 'string' ? v : JSON.stringify(v)}`)
        .join('\n')
        .slice(0, 30_000)
    : ''

/** Tables the audit can contain, by label. */
export const auditedKinds = async (): Promise<Array<z.output<typeof AuditedKind>>> =>
  [...declaredTables().values()].filter((t) => !t.unaudited && t.wall !== 'product').map(({ name, word }) => ({ tbl: name, what: word }))

export const unlockRows = (cx: Cx, query: z.output<typeof UnlockQuery>): Promise<Page<Unlock>> =>
  pageOf(
    cx,
    {
      of: Unlock,
      select: sql`u.unlock_id, u.at, u.until, c.name staff_name, s.name store_name, u.how, u.pid, p.name patient_name, u.reason`,
      from: sql`
        record_unlock u
        left join contact c on c.oid = u.oid and c.ctid_ = u.ctid_
        left join store s on s.oid = u.oid and s.hid = u.hid
        left join patient p on p.oid = u.oid and p.pid = u.pid
      `,
      where: [
        sql`u.hid = ${ownStore(cx, query.hid)}`,
        query.how !== undefined && sql`u.how = ${query.how}`,
        query.ctid !== undefined && sql`u.ctid_ = ${query.ctid}`,
      ],
      order: sql`u.unlock_id desc`,
      key: sql`u.unlock_id`,
    },
    query,
  )
