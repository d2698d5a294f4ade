/** The audit against its seals: which row was changed, added or taken away after it was sealed, and whether the chain holds. */
import { createHash } from 'node:crypto'
import { z } from '#kernel/contract/index.ts'
import type { Db } from '../database/client.ts'
import type { ShapedRow } from '../database/shaped.ts'
import { sql } from '../database/sql.ts'
import type { Check } from '../verify.ts'

const bytes = z.instanceof(Buffer)
const Seal = z.object({
  oid: z.int(),
  sealNo: z.int(),
  lastId: z.int(),
  rowIds: z.array(z.int()),
  rowHashes: bytes,
  previous: bytes,
  hash: bytes,
})
type Seal = z.output<typeof Seal>
const Audited = {
  auditId: 'number',
  at: 'string',
  ctid: 'number | null',
  action: 'string',
  tbl: 'string',
  rowId: 'number | null',
  content: 'string',
} as const

const sha256 = (...parts: ReadonlyArray<string | Buffer>): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/**
 * Differences of one seal. The text of a row is made here and not by the database's own function, which an attacker with access to rows
 * could change too.
 */
async function sealDifferences(db: Db, seal: Seal, former: Seal | undefined): Promise<string[]> {
  const rows = await db.rows(
    Audited,
    sql`
      select audit_id, at, ctid_, action, tbl, row_id,
        jsonb_build_array(
          oid, audit_id, (extract(epoch from at) * 1000000)::bigint, hid, ctid_, request, action, tbl, row_id, pid, before, after
        )::text as content
      from audit
      where oid = ${seal.oid} and audit_id > ${former?.lastId ?? 0} and audit_id <= ${seal.lastId}
      order by audit_id
    `,
  )
  const sealed = new Map(seal.rowIds.map((id, i) => [id, seal.rowHashes.subarray(i * 32, i * 32 + 32)]))
  const there = new Set(rows.map((r) => r.auditId))
  const named = (row: ShapedRow<typeof Audited>) => {
    const by = row.ctid ? ` by staff ${row.ctid}` : ''
    return `organisation ${seal.oid}, audit row ${row.auditId} (${row.at}, ${row.action} ${row.tbl} ${row.rowId ?? ''}${by})`
  }
  const previous = former?.hash ?? Buffer.alloc(0)
  return [
    ...rows.flatMap((row) => {
      const before = sealed.get(row.auditId)
      if (!before) return [`${named(row)} was added after its range was sealed`]
      return before.equals(sha256(row.content)) ? [] : [`${named(row)} was changed after it was sealed`]
    }),
    ...seal.rowIds
      .filter((id) => !there.has(id))
      .map((id) => `organisation ${seal.oid}, audit row ${id} was taken away after it was sealed`),
    ...(seal.previous.equals(previous) && seal.sealNo === (former?.sealNo ?? 0) + 1
      ? []
      : [`organisation ${seal.oid}, seal ${seal.sealNo} does not follow seal ${former?.sealNo ?? 0}`]),
    ...(seal.hash.equals(sha256(seal.previous, seal.rowHashes)) ? [] : [`organisation ${seal.oid}, seal ${seal.sealNo} was changed`]),
  ]
}

/**
 * Every seal of every organisation. The head of each chain is printed: noted down elsewhere, it shows whether the last seals were cut off.
 */
export const auditChain: Check = {
  name: 'audit chain',
  run: async (db) => {
    const differences: string[] = []
    const heads: string[] = []
    let sealed = 0
    const orgs = await db.rows(
      { oid: 'number', seals: 'number' },
      sql`select oid, max(seal_no)::int seals from audit_seal group by oid order by oid`,
    )
    for (const { oid, seals } of orgs) {
      let former: Seal | undefined
      // One seal at a time: a chain of years is larger than the memory.
      for (const { sealNo } of await db.rows(
        { sealNo: 'number' },
        sql`select seal_no from audit_seal where oid = ${oid} order by seal_no`,
      )) {
        const seal = await db.the(
          Seal,
          sql`
            select oid, seal_no, last_id, row_ids, row_hashes, previous, hash
            from audit_seal
            where oid = ${oid} and seal_no = ${sealNo}
          `,
        )
        differences.push(...(await sealDifferences(db, seal, former)))
        sealed += seal.rowIds.length
        former = seal
      }
      heads.push(`${oid}: seal ${seals} ${former!.hash.toString('hex').slice(0, 16)}`)
    }
    const { n } = await db.the(
      { n: 'number' },
      sql`
        select count(*) n
        from audit a
        where audit_id > coalesce((select max(last_id) from audit_seal s where s.oid = a.oid), 0)
      `,
    )
    const rows = `${sealed.toLocaleString('en')} rows under seal, ${n.toLocaleString('en')} newer ones not yet`
    return { seen: `${rows}; heads ${heads.join(', ') || 'none'}`, differences }
  },
}
