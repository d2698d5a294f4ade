import { describe, expect, it } from 'vitest'
import { ident, sql, type Cx } from '#kernel/server/index.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { server } from '../../tests/harness.ts'
import { everyKind, type AnyExam } from '#modules/exams/contract/kinds/index.ts'
import { wordOf } from '#kernel/contract/index.ts'
import { remoteCase } from '#modules/remote/contract/states.ts'
import { seedDemo } from './demo.ts'
import { STORY } from './children.ts'
import { inTurn } from './teller.ts'

const NOW = '2026-11-21 14:20:00'
describe('demo clinic', () => {
  it('is built through the calls and its figures hang together', async () => {
    const { booted, ownerUrl } = await server()
    const lines: string[] = []
    const started = new Date().toISOString()
    await seedDemo(booted, ownerUrl, (s) => lines.push(s), { members: 80, now: NOW })
    console.log(lines.join('\n'))
    // The first page waits for these alone: stores, staff, goods, eighty members and today of the first store.
    expect(Number(/ready with 80 members and today: (\d+) calls/.exec(lines.join())?.[1])).toBeLessThan(2100)
    expect(lines.filter((line) => line.includes('refused'))).toEqual([])
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
        sql`
          select account_id
          from ledger_account a
          where balance <> (
            select coalesce(sum(amount), 0)
            from ledger_line l
            where l.oid = a.oid and l.account_id = a.account_id
          )
        `,
      ),
      open: await cx.db.rows({ book: 'string' }, sql`select book from ledger_line group by book having sum(amount) <> 0`),
      unpaid: await cx.db.rows({ fbid: 'number' }, sql`select fbid from fee_bill where status = 1 and paid <> bill_price`),
      stages: (await cx.db.rows({ status: 'number' }, sql`select distinct status from record_frame order by 1`)).map((r) => r.status),
      shrunk: await cx.db.rows(
        { pid: 'number' },
        sql`
          select pid
          from (
            select pid, al_od, lag(al_od) over (partition by pid order by exam_time) before
            from exam_bio_meter
          ) x
          where al_od < before - 0.1
        `,
      ),
    }))
    expect(await ahead(ownerUrl, chain.oid, NOW, started)).toEqual([])
    expect(n).toMatchObject({ off: [], open: [], unpaid: [], shrunk: [] })
    expect(n.stages).toEqual(expect.arrayContaining([10, 20, 30, 40, 50, 60, 65, 70, 80]))
    const examined = await booted.database.inTenant(who, { requestId: 'test' }, (cx) => inTurn(everyKind, (exam) => kindFacts(cx, exam)))
    for (const { kind, rows, followed } of examined) {
      expect([kind, rows > 2]).toEqual([kind, true])
      // What is only looked at once in a while is followed over a longer past.
      expect([kind, followed > 0 || OCCASIONAL.has(kind)]).toEqual([kind, true])
    }
    const apart = await booted.database.inTenant(who, { requestId: 'test' }, apartFacts)
    expect(apart).toMatchObject({ oneEyed: 3, unwilling: 3, stained: 1, stopped: [2, 2] })
    const cases = await booted.database.inTenant(who, { requestId: 'test' }, casesFacts)
    expect(cases).toEqual({ cases: 40, stages: ['first', 'fitting', 'order', 'review', 'take', 'trial'] })
    const children = await booted.database.inTenant(who, { requestId: 'test' }, storyFacts)
    expect(children).toHaveLength(12)
    for (const child of children) expect(child.visits, child.name).toBeOneOf([6, 7, 8])
    const childNamed = (name: string) => children.find((child) => child.name === name)!
    // One runs away: more than three dioptres and a millimetre and a half; his steady contemporary under one.
    expect(childNamed('沈知行')).toMatchObject({ level: '银卡会员', friends: 2, gifts: 1 })
    expect(childNamed('沈知行').grown).toBeGreaterThan(1.4)
    expect(childNamed('沈知行').worse).toBeGreaterThan(2.5)
    expect(childNamed('苏沐阳').grown).toBeLessThan(0.6)
    // One learns to see: 0.25 to 0.6 and more.
    expect(childNamed('顾念慈')).toMatchObject({ firstBest: 4.4 })
    expect(childNamed('顾念慈').lastBest).toBeGreaterThanOrEqual(4.8)
    // One pair is given back for its money, one is late.
    expect(childNamed('陆一鸣')).toMatchObject({ returned: 1, refunds: 1 })
    expect(childNamed('唐可馨')).toMatchObject({ late: 1 })
    expect(childNamed('韩雨桐')).toMatchObject({ level: '金卡会员', friends: 1, gifts: 1 })
    const calls = await booted.database.inTenant(who, { requestId: 'test' }, callFacts)
    // Two a member and more, of ninety days, in three stores, by six callers and more; of the invitation the second script is better.
    expect(calls).toMatchObject({ stores: 3, chats: expect.any(Number) as number })
    expect(calls.tasks).toBeGreaterThan(200)
    expect(calls.callers).toBeGreaterThanOrEqual(6)
    expect(calls.outcomes).toBeGreaterThanOrEqual(4)
    expect(calls.rules).toBeGreaterThanOrEqual(6)
    expect(calls.came).toBeGreaterThan(10)
    expect(calls.confirmed).toBeGreaterThan(0)
    const requests = await booted.database.inTenant(who, { requestId: 'test' }, remoteFacts)
    // Twelve, in every state there is; one is broken off, the signed ones are of either sort.
    const names = requests.map((one) => wordOf(remoteCase, one.status))
    expect(names).toEqual([
      '已申请',
      '已申请',
      '已申请',
      '已接受',
      '已冻结费用',
      '候诊',
      '会诊中',
      '中断',
      '已签报告',
      '已签报告',
      '已取消',
      '已取消',
    ])
    expect(new Set(names).size).toBe(Object.keys(remoteCase.states).length)
    const signed = requests.filter((one) => one.status === remoteCase.is.signed).map((one) => one.mode)
    expect(signed.sort((a, b) => a - b)).toEqual([0, 1])
  })
})

const remoteFacts = (cx: Cx) =>
  cx.db.rows({ status: 'number', mode: 'number' }, sql`select status, mode from remote_case order by status, id`)
/** Follow-up: who called whom, and what came of it. */
const callFacts = (cx: Cx) =>
  cx.db.the(
    {
      tasks: 'number',
      stores: 'number',
      callers: 'number',
      outcomes: 'number',
      rules: 'number',
      came: 'number',
      chats: 'number',
      confirmed: 'number',
    },
    sql`
      select count(*) tasks, count(distinct hid) stores, count(distinct done_by) callers, count(distinct outcome) outcomes,
        count(distinct rule) rules,
        count(*) filter (
          where exists (select from reservation v where v.oid = r.oid and v.resid = r.resid and v.status = 20)
        ) came,
        (select count(distinct pid) from message where inbound) chats,
        (select count(*) from message where inbound and text = '确认') confirmed
      from revisit r
    `,
  )

/** Moments that are planned, or end something: they may lie ahead. */
const PLANNED: ReadonlySet<string> = new Set([
  'account.valid_until',
  'approval.certificate_expires',
  'approval.valid_until',
  'approval_paper.expires',
  'batch.expiry',
  'campaign.from_at',
  'campaign.to_at',
  'campaign_session.ends_at',
  'campaign_session.starts_at',
  'contact.licence_expires',
  'contract.ends_on',
  'duty.day',
  'gsp_equipment.next_on',
  'marketing_task.send_at',
  'member_package.expires_on',
  'ok_lens.due_on',
  'ok_lens.expiry',
  'okjing_case.next_due',
  'patient.next_follow_at',
  'payable.due_on',
  'pickup_code.expires_at',
  'potential_follow.next_follow_at',
  'prescription.valid_until',
  'product.approved_until',
  'product.registration_expires',
  'promotion.to_date',
  'receive_record.expires_on',
  'record_frame.promised_at',
  'remote_case.start_at',
  'remote_case.end_at',
  'remote_message.proposed_at',
  'reservation.visit_at',
  'reservation.visit_end',
  'revisit.due_at',
  'revisit.next_try_at',
  'revisit.revisit_time',
  'revisit.tail_start_date',
  'revisit.tail_end_date',
  'screening_task.end_on',
  // A visit that is booked counts on the day it is booked for, also once the minute's work has folded it into the sums.
  'stat_day.day',
  'stat_delta.day',
  'stock_in_item.expiry',
  'stock_level.expiry',
  'supplier.approved_until',
  'supplier.licence_expires',
  'supply_order.promised_on',
  'supply_receipt_line.expiry',
  'train_card_line.ends_after',
  'train_session.day',
  'train_user.ends_on',
])
/** Columns that say when something happened, and in how many rows that is after a moment. What the machine's own clock
 * wrote meanwhile is no part of the demo. */
const ahead = (ownerUrl: string, oid: number, now: string, started: string) =>
  onClient(ownerUrl, async (client) => {
    const { rows: columns } = await client.query<{ tbl: string; col: string; day: boolean }>(
      `
        select c.relname tbl, a.attname col, t.typname = 'date' "day"
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid
        join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where c.relnamespace = 'public'::regnamespace
          and c.relkind in ('r', 'p')
          and not c.relispartition
          and a.attnum > 0
          and not a.attisdropped
          and t.typname in ('timestamptz', 'timestamp', 'date')
          and coalesce(pg_get_expr(d.adbin, d.adrelid), '') not in ('now()', 'CURRENT_TIMESTAMP')
          and exists (
            select
            from pg_attribute o
            where o.attrelid = c.oid and o.attname = 'oid' and o.attnum > 0
          )
        order by 1, 2
      `,
    )
    const found: string[] = []
    for (const { tbl, col, day } of columns.filter((c) => !PLANNED.has(`${c.tbl}.${c.col}`))) {
      const { rows } = await client.query<{ n: number; last: string }>(
        `
          select count(*)::int n, max("${col}")::text "last"
          from "${tbl}"
          where oid = $1 and "${col}" > $2::${day ? 'date' : 'timestamptz'} ${day ? '' : `and "${col}" not between $3 and now()`}
        `,
        [oid, `${now}${day ? '' : '+08'}`, ...(day ? [] : [started])],
      )
      if (rows[0]!.n) found.push(`${tbl}.${col}: ${rows[0]!.n}, up to ${rows[0]!.last}`)
    }
    return found
  })

/** Rarely made: of eighty members nobody may have three. */
const OCCASIONAL: ReadonlySet<string> = new Set([
  'cornea',
  'slitLamp',
  'vision',
  'dry',
  'corneal',
  'others',
  'assess',
  'cycloplegia',
  'pd',
  'heightWeight',
])
/** How many examinations of a kind there are, and how many members have three of them. */
const kindFacts = async ({ db }: Cx, { kind, table }: AnyExam) => ({
  kind,
  ...(await db.the(
    { rows: 'number', followed: 'number' },
    sql`
      select coalesce(sum(n), 0)::int as rows, count(*) filter (where n >= 3)::int followed
      from (select count(*) n from ${ident(table)} where status = 1 group by pid) x
    `,
  )),
})
/** Those whose eyes are not measured like others', and the one whose lens was stopped for what the slit lamp showed. */
const apartFacts = ({ db }: Cx) =>
  db.the(
    { oneEyed: 'number', unwilling: 'number', stained: 'number', stopped: 'number[]' },
    sql`
      select (select count(*)::int from exam_visual where eye_state_od = 3 and eye_reason_od <> '') one_eyed,
        (select count(*)::int from exam_visual where eye_state_od = 2 and eye_state_os = 2) unwilling,
        (
          select count(*)::int
          from exam_slit_lamp
          where stain_area_c_od = 3 and jsonb_array_length(confirmed) > 0
        ) stained,
        (
          select array_agg(l.status order by l.status)
          from ok_lens l
          join exam_slit_lamp e using (oid, pid)
          where e.stain_area_c_od = 3
        ) stopped
    `,
  )
/** Cases of ortho-k lenses in all stores, and where they stand. */
const casesFacts = ({ db }: Cx) =>
  db.the(
    { cases: 'number', stages: 'string[]' },
    sql`
      select count(*)::int cases, array_agg(distinct stage order by stage) stages
      from okjing_case
    `,
  )
/** The children of the story, as the tables tell of them. */
const storyFacts = ({ db, today }: Cx) =>
  db.rows(
    {
      name: 'string',
      visits: 'number',
      level: 'string | null',
      grown: 'number',
      worse: 'number',
      firstBest: 'number',
      lastBest: 'number',
      returned: 'number',
      late: 'number',
      refunds: 'number',
      friends: 'number',
      gifts: 'number',
    },
    sql`
      select p.name, (select count(*)::int from reservation r where r.pid = p.pid and r.status = 20) visits,
        (select l.name from level l where l.id = p.level_id) level,
        (select max(al_od) - min(al_od) from exam_bio_meter b where b.pid = p.pid) grown,
        (select max(ds_od) - min(ds_od) from exam_refraction e where e.pid = p.pid and kind = 4) worse,
        (select bcva_od from exam_visual v where v.pid = p.pid order by exam_time limit 1) first_best,
        (select bcva_od from exam_visual v where v.pid = p.pid order by exam_time desc limit 1) last_best,
        (select count(*)::int from record_frame f where f.pid = p.pid and f.status = 95) returned,
        (
          select count(*)::int
          from record_frame f
          where f.pid = p.pid and f.status = 30 and f.promised_at < ${today}::date
        ) late,
        (
          select count(*)::int
          from refund r
          join fee_bill b on b.oid = r.oid and b.fbid = r.fbid
          where b.pid = p.pid
        ) refunds,
        (select count(*)::int from recommend_reward w where w.inviter_pid = p.pid) friends,
        (select count(*)::int from gift_order g where g.pid = p.pid) gifts
      from patient p
      where p.name = any(${STORY.map((child) => child.name)}) and p.mobile like '1391100%'
      order by p.pid
    `,
  )
