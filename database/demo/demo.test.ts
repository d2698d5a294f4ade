import { describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { server } from '../../tests/harness.ts'
import { seedDemo } from './demo.ts'

describe('demo clinic', () => {
  it('is built through the calls and its figures hang together', async () => {
    const { booted } = await server()
    const lines: string[] = []
    await seedDemo(booted, (s) => lines.push(s), { members: 80, now: '2026-11-21 14:20:00' })
    console.log(lines.join('\n'))
    const facts = await booted.database.bare.rows({ oid: 'number', hids: 'number[]' }, sql`select * from tenants()`)
    // The youngest: other tests of this worker open chains of three stores too.
    const chain = facts.filter((f) => f.hids.length === 3).sort((a, b) => b.oid - a.oid)[0]!
    const who = {
      oid: chain.oid,
      hid: chain.hids[0]!,
      hids: chain.hids,
      uid: 0,
      ctid: 0,
      name: '',
      account: '',
      role: '',
      roles: [],
      can: new Set<string>(),
    }
    const n = await booted.database.inTenant(who, { requestId: 'test' }, async (cx) => ({
      off: await cx.db.rows(
        { accountId: 'number' },
        sql`select account_id from ledger_account a where balance <> (select coalesce(sum(amount), 0) from ledger_line l where l.oid = a.oid and l.account_id = a.account_id)`,
      ),
      open: await cx.db.rows({ book: 'string' }, sql`select book from ledger_line group by book having sum(amount) <> 0`),
      unpaid: await cx.db.rows({ fbid: 'number' }, sql`select fbid from fee_bill where status = 1 and paid <> bill_price`),
      stages: (await cx.db.rows({ status: 'number' }, sql`select distinct status from record_frame order by 1`)).map((r) => r.status),
      shrunk: await cx.db.rows(
        { pid: 'number' },
        sql`select pid from (select pid, al_od, lag(al_od) over (partition by pid order by exam_time) before from exam_bio_meter) x where al_od < before - 0.1`,
      ),
    }))
    expect(n).toMatchObject({ off: [], open: [], unpaid: [], shrunk: [] })
    expect(n.stages).toEqual(expect.arrayContaining([10, 20, 30, 40, 50, 60, 65, 70, 80]))
  })
})
