import { describe, expect, it } from 'vitest'
import { freshClinic, sealAudit, server, type Clinic } from '../../tests/harness.ts'
import { dbOn, type Db } from './database/client.ts'
import { onClient } from './database/once.ts'
import { sql } from './database/sql.ts'
import { post } from './ledger.ts'
import { verify, type Check } from './verify.ts'
import { auditChain } from './verify/audit.ts'
import { references } from './verify/references.ts'

/** As the owner, in a transaction that is rolled back: what a thief with the owner's password could do. */
const behindTheWall = async <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  onClient((await server()).ownerUrl, async (client) => {
    await client.query('begin')
    return work(dbOn(client)).finally(() => client.query('rollback'))
  })
const differencesOf = async (check: Check, oid: number, spoil: (db: Db) => Promise<unknown>): Promise<string[]> =>
  behindTheWall(async (db) => {
    await spoil(db)
    return (await check.run(db)).differences.filter((d) => d.includes(`organisation ${oid},`) || check === references)
  })
async function sealedClinic(): Promise<{ clinic: Clinic; ids: number[] }> {
  const clinic = await freshClinic()
  for (const name of ['甲', '乙', '丙'])
    await clinic.as('reception').call('patients.save', { name, mobile: '13900000000', gender: 1, birth: '2015-03-01' })
  await sealAudit(clinic, 4)
  return {
    clinic,
    ids: (await clinic.tx((cx) => cx.db.rows({ auditId: 'number' }, sql`select audit_id from audit order by audit_id`))).map(
      (r) => r.auditId,
    ),
  }
}

describe('verify: the audit chain', () => {
  it('agrees with an untouched audit, sealed in several blocks, and seals what came since', async () => {
    const { clinic, ids } = await sealedClinic()
    expect(await differencesOf(auditChain, clinic.oid, async () => undefined)).toEqual([])
    const seals = () => clinic.tx((cx) => cx.db.rows({ rows: 'number' }, sql`select rows from audit_seal order by seal_no`))
    const before = await seals()
    expect(before.length).toBeGreaterThan(2)
    expect(before.reduce((sum, s) => sum + s.rows, 0)).toBe(ids.length)
    await clinic.as('reception').call('patients.save', { name: '丁', mobile: '13900000004', gender: 1, birth: '2015-03-01' })
    await sealAudit(clinic)
    expect((await seals()).length).toBe(before.length + 1)
    expect(await differencesOf(auditChain, clinic.oid, async () => undefined)).toEqual([])
  })
  it.each([
    [
      'a changed row',
      (oid: number, id: number) => sql`update audit set ctid_ = 4711 where oid = ${oid} and audit_id = ${id}`,
      /audit row (\d+) .* was changed after it was sealed/,
    ],
    [
      'a changed value',
      (oid: number, id: number) =>
        sql`
          update audit
          set after = jsonb_set(coalesce(after, '{}'), '{name}', '"乙"')
          where oid = ${oid} and audit_id = ${id}
        `,
      /audit row (\d+) .* was changed after it was sealed/,
    ],
    [
      'a row taken away',
      (oid: number, id: number) => sql`delete from audit where oid = ${oid} and audit_id = ${id}`,
      /audit row (\d+) was taken away/,
    ],
  ])('names %s', async (_, spoil, says) => {
    const { clinic, ids } = await sealedClinic()
    const id = ids[Math.floor(ids.length / 2)]!
    const found = await differencesOf(auditChain, clinic.oid, (db) => db.run(spoil(clinic.oid, id)))
    expect(found.map((d) => Number(says.exec(d)?.[1]))).toEqual([id])
  })
  it('names a row slipped in between, and a seal whose hashes were made to fit', async () => {
    const { clinic, ids } = await sealedClinic()
    const slipped = await differencesOf(auditChain, clinic.oid, (db) =>
      db.run(
        sql`
          insert into audit (oid, audit_id, action, tbl)
          overriding system value
          values (${clinic.oid}, ${ids[0]! - 1}, 'update', 'patient')
        `,
      ),
    )
    expect(slipped).toEqual([expect.stringMatching(new RegExp(`audit row ${ids[0]! - 1} .* was added after its range was sealed`))])
    const fitted = await differencesOf(auditChain, clinic.oid, async (db) => {
      await db.run(sql`update audit set ctid_ = 4711 where oid = ${clinic.oid} and audit_id = ${ids[0]!}`)
      await db.run(
        sql`
          update audit_seal s
          set row_hashes = audit_row_hash(a) || substring(row_hashes from 33),
            hash = sha256(previous || audit_row_hash(a) || substring(row_hashes from 33))
          from audit a
          where s.oid = ${clinic.oid} and s.seal_no = 1 and a.oid = s.oid and a.audit_id = ${ids[0]!}
        `,
      )
    })
    expect(fitted).toEqual([`organisation ${clinic.oid}, seal 2 does not follow seal 1`])
  })
  it('nobody of the product can change a seal or the audit', async () => {
    const { clinic } = await sealedClinic()
    await expect(clinic.tx((cx) => cx.db.run(sql`update audit_seal set rows = 1`))).rejects.toThrow(/permission denied/)
    await expect(clinic.tx((cx) => cx.db.run(sql`delete from audit`))).rejects.toThrow(/permission denied/)
  })
  it('a transaction that is still open holds the seal back instead of slipping in below it', async () => {
    const { clinic } = await sealedClinic()
    const sealed = await behindTheWall(async (db) => {
      await db.run(sql`insert into audit (oid, action, tbl) values (${clinic.oid}, 'insert', 'late')`)
      await clinic.as('reception').call('patients.save', { name: '戊', mobile: '13900000005', gender: 1, birth: '2015-03-01' })
      return clinic.tx((cx) => cx.db.one({ n: 'number' }, sql`select audit_seal('200 milliseconds') n`))
    })
    expect(sealed).toEqual({ n: 0 })
    await sealAudit(clinic)
  })
})

describe('verify: foreign references', () => {
  it('finds a row that names another one which is gone, and nothing in a sound database', async () => {
    const { clinic } = await sealedClinic()
    expect(await differencesOf(references, clinic.oid, async () => undefined)).toEqual([])
    const found = await differencesOf(references, clinic.oid, async (db) => {
      await db.run(sql`set local session_replication_role = replica`)
      await db.run(sql`delete from contact where oid = ${clinic.oid} and ctid_ = ${clinic.ctid('tv')}`)
    })
    expect(found).toEqual([`1 row of account name contact (oid, ctid_) = (${clinic.oid}, ${clinic.ctid('tv')}), which is not there`])
  })
  it('misses no row of a ledger entry that a call removed before the eyes of the audit, and any other', async () => {
    const { clinic } = await sealedClinic()
    const fiid = (await clinic.as('manager').call('feeitem.save', { hid: clinic.hid, name: '检查费', price: 100, type: 0 })).fiid
    const { pid } = await clinic
      .as('reception')
      .call('patients.save', { name: '丁', mobile: '13900000004', gender: 1, birth: '2015-03-01' })
    const { feebill } = await clinic.as('cashier').call('feebill.save', { pid, items: [{ fiid, quantity: 1 }] })
    const lines = [
      { book: 'points', key: `member:${pid}`, amount: 1, floor: 0 },
      { book: 'points', key: 'earned', amount: -1 },
    ] as const
    const entryId = await clinic.tx((cx) => post(cx, { reason: '试', ref: `fee_bill:${feebill.fbid}`, lines }))
    await clinic.as('cashier').call('feebill.delete', { id: feebill.fbid })
    expect(await differencesOf(references, clinic.oid, async () => undefined)).toEqual([])
    const unseen = await differencesOf(references, clinic.oid, async (db) => {
      await db.run(sql`set local session_replication_role = replica`)
      await db.run(sql`delete from audit where oid = ${clinic.oid} and tbl = 'fee_bill' and action = 'delete'`)
    })
    expect(unseen).toEqual([`organisation ${clinic.oid}, ledger entry ${entryId} belongs to fee_bill:${feebill.fbid}, which is not there`])
  })
  it('prints every difference and answers their number', async () => {
    const lines: string[] = []
    const check = (differences: string[]): Check => ({ name: 'x', run: async () => ({ seen: '2 rows', differences }) })
    const n = await behindTheWall((db) => verify(db, [check([]), check(['a', 'b'])], (line) => lines.push(line)))
    expect(n).toBe(2)
    expect(lines.map((l) => l.replace(/ \(.*\)$/, ''))).toEqual(['✓ x: 2 rows', '✗ x: 2 rows', '    a', '    b', '2 differences.'])
  })
})
