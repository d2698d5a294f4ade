/** An export is whole: every exporting call is asked for rows of its kind, many of them for 5,001, and its columns are named for people. */
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { clinicNow } from '#kernel/contract/index.ts'
import type { Endpoints, Role } from '#kernel/contract/internal.ts'
import { sql, type Who } from '#kernel/server/index.ts'
import { readSheet } from '#kernel/server/index.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { callerOf, freshClinic, server, type CallId, type Clinic } from '../harness.ts'
import { oneIn } from './inside.ts'

const MANY = 5001
/** Exports whose rows the lists below are asked for as well. */
const LISTED: ReadonlySet<string> = new Set([
  'product.bulk-export',
  'stock.export',
  'patients.export',
  'patients.export-rankings',
  'frame.export',
  'account.login-log.export',
])
/**
 * How many rows an export is asked for: 5,001 of those above, of one in four of the others, and of all in the deep run; of the rest a few.
 */
const rowsOf = (id: string): number => (LISTED.has(id) || oneIn(4, [id]).length ? MANY : 60)
let clinic: Clinic
/** The ground everything stands on. */
const ground = { pid: 0, productId: 0, warehouseId: 0 }

interface Kind {
  role: Role
  input: () => Record<string, unknown>
  /**
   * Makes the rows, as the owner of the database and without its triggers: thousands of them in a second. `$1` is the store, `$2` how many.
   */
  make: () => string
  /** Rows of the file that stand for one of those made. */
  counts?: (row: readonly string[]) => boolean
}
const store = () => ({ hid: clinic.hid })
const days = () => ({ start_date: '2026-01-01', end_data: '2027-12-31' })
const n = 'generate_series(1, $2::int) n'
const MEMBERS = `insert into patient (hid, name, inviter_pid) select $1, 'NAME' || n, null from ${n}`
/** Posted papers of one line each. */
const papers = (table: string, name: string) => `with p as (
  insert into ${table} (hid, ${name}_no, warehouse_id, status) select $1, 'P' || n, ${ground.warehouseId}, 2 from ${n} returning oid, hid, ${name}_id)
  insert into ${table}_item (oid, hid, ${name}_id, product_id, quantity) select oid, hid, ${name}_id, ${ground.productId}, 1 from p`

/** Sessions of a member, in the clinic (0) or at home (1). */
const trained = (place: 0 | 1) =>
  `insert into train_session (hid, pid, day, place, planned_minutes, status, minutes, done_on, done_at) select $1, ${ground.pid}, current_date, ${place}, 40, 1, 40, current_date, now() from ${n}`

const kinds: Partial<Record<CallId, Kind>> = {
  'product.bulk-export': {
    role: 'manager',
    input: store,
    make: () => `insert into product (category, name, unit) select 1, '镜架 ' || n, '副' from ${n} where $1 > 0`,
  },
  'stock.export': {
    role: 'warehouse',
    input: () => ({ ...store(), type: 0 }),
    make: () =>
      `insert into batch (hid, warehouse_id, product_id, batch_no) select $1, ${ground.warehouseId}, ${ground.productId}, 'B' || n from ${n}`,
  },
  'stockin.exports': { role: 'warehouse', input: days, make: () => papers('stock_in', 'stockin') },
  'stockout.exports': { role: 'warehouse', input: days, make: () => papers('stock_out', 'stockout') },
  'icd10-codes.export': {
    role: 'doctor',
    input: store,
    make: () => `insert into icd10_code (hid, code, name, initials) select $1, 'H52.' || n, '近视 ' || n, 'js' from ${n}`,
  },
  'patients.export': { role: 'manager', input: store, make: () => MEMBERS.replace('NAME', '会员') },
  // Everybody was recommended by the one before.
  'patients.export-rankings': {
    role: 'manager',
    input: () => ({ ...store(), rankName: 'friends' }),
    make: () => MEMBERS.replace('NAME', '被荐').replace('null', `${ground.pid} + n`),
  },
  'reservations.legacy.export': {
    role: 'manager',
    input: store,
    make: () =>
      `insert into reservation (hid, pid, visit_at, visit_end) select $1, ${ground.pid} + n, day, day + interval '30 minutes' from ${n}, lateral (select '2026-06-01'::timestamptz + n * interval '1 hour' as day) x`,
  },
  'patients.exam-export': {
    role: 'doctor',
    input: () => ({ pid: ground.pid }),
    make: () =>
      `insert into exam_iop (hid, pid, iop_od, iop_method, iop_time, examiner, status) select $1, ${ground.pid}, 15, 1, '09:30', ${clinic.ctid('doctor')}, 1 from ${n}`,
    counts: (row) => row.includes('眼压'),
  },
  'frame.export': {
    role: 'manager',
    input: store,
    make: () => `insert into record_frame (hid, pid, order_no) select $1, ${ground.pid}, 'PJ' || n from ${n}`,
  },
  'orders.export': {
    role: 'manager',
    input: () => ({ ...store(), type: 'care' }),
    make: () => `insert into supply_order (hid, kind, flow, order_no, mode) select $1, 'care', 'supply', 'HL' || n, 1 from ${n}`,
  },
  'remakes.export': {
    role: 'manager',
    input: store,
    make: () => `with f as (insert into record_frame (hid, pid, order_no) select $1, ${ground.pid}, 'PJF' || n from ${n} returning oid, hid, record_frame_id)
      insert into record_frame_unqualified (oid, hid, record_frame_id, found_at, cause, side) select oid, hid, record_frame_id, 40, 'process', 'od' from f`,
  },
  'gsp.register-export': {
    role: 'manager',
    input: () => ({ register: 'suppliers' as const }),
    make: () => `insert into supplier (hid, name) select $1, '多' || n from ${n}`,
  },
  'revisits.bulk-export': {
    role: 'manager',
    input: store,
    make: () =>
      `insert into revisit (hid, pid, task_type, revisit_time) select $1, ${ground.pid} + n, 1, '2026-06-01'::timestamptz + n * interval '1 hour' from ${n}`,
  },
  'receivables.export': {
    role: 'manager',
    input: store,
    make: () =>
      `insert into fee_bill (hid, pid, bill_no, status, owed_at, original_price, bill_price) select $1, ${ground.pid}, 'SFR' || n, 6, now(), 100, 100 from ${n}`,
  },
  'statistics.wechat-guest-export': {
    role: 'manager',
    input: store,
    make: () => `insert into patient (hid, name, wechat_open_id, wechat_at) select $1, 'WX' || n, 'figures-' || n, now() from ${n}`,
  },
  'statistics.detail-export': {
    role: 'manager',
    input: () => ({ ...store(), view: 'outpatient', figure: 'booked' }),
    make: () =>
      `insert into reservation (hid, pid, visit_at, visit_end, walk_in) select $1, ${ground.pid}, now(), now() + interval '30 minutes', true from ${n}`,
  },
  'channel-costs.export': {
    role: 'manager',
    input: store,
    make: () => `with s as (insert into patient_source (hid, name) values ($1, '批量') returning id)
      insert into channel_cost (hid, source_id, day, amount) select $1, s.id, current_date, n from s, ${n}`,
  },
  'gsp.lots-export': {
    role: 'inspector',
    input: store,
    make: () => `with p as (insert into product (category, name, unit, device_class) values (4, '护理液', '瓶', 2) returning product_id)
      insert into batch (hid, warehouse_id, product_id, batch_no) select $1, ${ground.warehouseId}, p.product_id, 'G' || n from p, ${n}`,
  },
  'gsp-climate.export': {
    role: 'manager',
    input: store,
    make: () =>
      `insert into gsp_climate (hid, warehouse_id, at, temperature, humidity, temp_min, temp_max, humidity_min, humidity_max) select $1, ${ground.warehouseId}, now() - n * interval '1 minute', 20, 50, 0, 30, 35, 75 from ${n}`,
  },
  'gsp-upkeep.export': {
    role: 'manager',
    input: store,
    make: () => `insert into gsp_upkeep (hid, warehouse_id, at, pieces, result) select $1, ${ground.warehouseId}, now(), 1, 1 from ${n}`,
  },
  'gsp-adverse.export': {
    role: 'manager',
    input: store,
    make: () => `insert into gsp_adverse (hid, at, kind, harm, description) select $1, now(), 1, 0, '投诉' || n from ${n}`,
  },
  'gsp-equipment.export': {
    role: 'manager',
    input: store,
    make: () => `insert into gsp_equipment (hid, at, name, kind, result) select $1, now(), '温度计' || n, 1, 1 from ${n}`,
  },
  'gsp-training.export': {
    role: 'manager',
    input: store,
    make: () => `insert into gsp_training (hid, at, topic, attendees, hours) select $1, now(), '培训' || n, '张三', 1 from ${n}`,
  },
  'eyefile.channels.export': {
    role: 'manager',
    input: store,
    make: () => `insert into channel (hid, name, kind) select $1, '渠道 ' || n, 1 from ${n}`,
  },
  'eyefile.communities.export': {
    role: 'manager',
    input: store,
    make: () => `insert into community (hid, name, area_code) select $1, '街道 ' || n, '330102' from ${n}`,
  },
  'eyefile.schools.export': {
    role: 'manager',
    input: store,
    make: () => `insert into school (hid, name, stage, area_code) select $1, '学校 ' || n, 1, '330102' from ${n}`,
  },
  'eyefile.students.export': {
    role: 'manager',
    input: () => ({ ...store(), reason: '交给教育局' }),
    make: () => `with c as (insert into school (hid, name, stage, area_code) select $1, '名册小学', 1, '330102' returning oid, hid, id)
      insert into student (oid, hid, name, gender, birth, school_id) select oid, hid, '学生' || n, 1, '2016-05-06', id from c, ${n}`,
  },
  'eyefile.results.export': {
    role: 'manager',
    input: () => ({ ...store(), reason: '交给教育局' }),
    make: () => `with k as (insert into school (hid, name, stage, area_code) select $1, '结果小学', 1, '330102' returning oid, hid, id),
      t as (insert into screening_task (oid, hid, school_id, name, school_year, term, standard, start_on, end_on, pin, status)
        select oid, hid, id, '筛查', 2026, 1, 'WS/T 10039—2025', '2026-09-10', '2026-09-20', 'ABCDEFGH', 4 from k returning oid, hid, id),
      s as (insert into student (oid, hid, name, gender, birth, school_id) select oid, hid, '受检' || n, 1, '2016-05-06', id from k, ${n}
        returning oid, hid, id, school_id)
      insert into screening_result (oid, hid, task_id, student_id, school_id, gender, school_year, term, standard, letter_code, status)
      select s.oid, s.hid, t.id, s.id, s.school_id, 1, 2026, 1, '标准', translate(upper(lpad(to_hex(s.id), 8, '2')), '01', 'ZY'), 1 from s, t`,
  },
  'eyefile.students.disclosures-export': {
    role: 'manager',
    input: () => ({ ...store(), year: Number(clinicNow().slice(0, 4)), reason: '年度合规审计' }),
    make: () => `insert into student_disclosure (hid, purpose, n, reason) select $1, 2, n, '核对名册' from ${n}`,
  },
  'train.records.export': { role: 'manager', input: store, make: () => trained(0) },
  'train.family-records.export': { role: 'manager', input: store, make: () => trained(1) },
  'eg.export': {
    role: 'manager',
    input: store,
    make: () => `with e as (insert into eg_patient (hid, name) select $1, '护眼' || n from ${n} returning oid, hid, id)
      insert into eg_checkin (oid, hid, eg_id, day, outdoor_minutes) select oid, hid, id, current_date, 90 from e`,
  },
  'sms.export': {
    role: 'manager',
    input: store,
    make: () =>
      `insert into sms (hid, mobile, template, text, purpose, pieces) select $1, '13900000001', 'notice', '取镜通知', 'notice', 1 from ${n}`,
  },
  'campaign.apply-export': {
    role: 'manager',
    input: store,
    make: () => `with c as (insert into campaign (hid, title, kind, status, from_at, to_at)
        values ($1, '检查日', 1, 2, now(), now() + interval '9 days') returning oid, hid, campaign_id)
      insert into campaign_apply (oid, hid, campaign_id, name, mobile, status)
      select oid, hid, campaign_id, '报名' || n, '13900000001', 0 from c, ${n}`,
  },
  'account.login-log.export': {
    role: 'manager',
    input: () => ({ ...store(), text: 'somebody' }),
    make: () => `insert into login_log (hid, account, ok) select $1, 'somebody', true from ${n}`,
  },
  'privacy.audit.export': {
    role: 'manager',
    input: () => ({ tbl: 'office' }),
    make: () => `insert into audit (hid, action, tbl, row_id, before) select $1, 'delete', 'office', n, '{}' from ${n}`,
  },
}
/** What answers a file and is no export of rows. */
const OTHER: Partial<Record<CallId, string>> = {
  'patients.data': 'everything of one member, as JSON',
  'payments.notice': 'the answer a payment channel wants',
  'wechat.push.check': 'the echo WeChat wants',
  'wechat.push': 'the answer WeChat wants',
  'common.images.file': 'a picture as it was stored',
  'examImage.file': 'a picture as it was stored',
  'open-images.file': 'a picture for pages of the public as it was kept',
  'frame.rx-glasses.photo': 'a picture as it was stored',
  'orders.file': 'a file for the maker as it was sent',
  'papers.pdf': 'a declared paper, as it is printed',
  'product.lens.grid': 'the price matrix of one lens',
  'product.export-epc': 'RFID tags of the pieces on hand, as CSV for the tag printer',
  'devices.raw': 'a file as the device wrote it',
  'approvals.file': 'a paper of a supplier or device as it was sent',
  'contracts.file': 'the signed paper of a contract as it was sent',
  'patients.chat.media': 'a picture or voice as a member sent it',
  'development.export': 'the table of one member, a row for each visit',
  'patient-file.parent-report': 'a page for the family of one member',
  'statistics.performance-export': 'sums, a row for each person',
  'statistics.channel-export': 'sums, a row for each source',
  'statistics.orderstats-export': 'sums, a row for each kind of orders',
  'statistics.feebill-export': 'sums, a row for each way to pay',
  'statistics.fee-bills-export': 'sums, a row for each way to pay',
}
async function made(text: string, many = MANY): Promise<void> {
  const client = new pg.Client({ connectionString: (await server()).ownerUrl })
  await client.connect()
  await client.query(`set session_replication_role = replica; set app.oid = '${clinic.oid}'; set app.ctid = '0'`)
  await client.query(text, [clinic.hid, many])
  // What the triggers of stock would have kept.
  await client.query(`set session_replication_role = origin; select stock_levels_anew(${clinic.oid})`)
  // What autovacuum does within a minute of such a change.
  await client.query('analyze')
  await client.end()
}

const exporting = modules.flatMap((m) =>
  Object.entries((m.endpoints ?? {}) as Endpoints).flatMap(([id, e]) =>
    e.binary && !OTHER[id as CallId] && !/template$/.test(id) ? [id as CallId] : [],
  ),
)
/** The file of an export, read back. */
const fileOf = async (id: CallId) => {
  const { role, input } = kinds[id]!
  const response = await clinic.as(role).raw(id, input())
  expect(response.headers.get('content-type'), id).toContain('spreadsheet')
  return readSheet({ bytes: new Uint8Array(await response.arrayBuffer()) })
}

beforeAll(async () => {
  clinic = await freshClinic()
  ground.pid = (await clinic.as('reception').call('patients.save', { name: '地基', mobile: '13900000009', gender: 1 })).pid
  ground.productId = (await clinic.as('manager').call('product.save', { category: 1, name: '钛架', unit: '副', price: 380 })).productId
  ground.warehouseId = (await clinic.as('warehouse').call('warehouses.list', { hid: clinic.hid })).list[0]!.warehouseId
})

describe('exports', () => {
  it('every call that answers a table is tried here', () => {
    expect(exporting.filter((id) => !kinds[id])).toEqual([])
    expect(Object.keys(kinds).filter((id) => !exporting.includes(id as CallId))).toEqual([])
  })
  it('R085, R114, R138: a file is binary, and the refusal of one is JSON', async () => {
    const token = await clinic.nobody()
    const stranger = callerOf(clinic.booted, clinic.base, () => Promise.resolve(token))
    for (const id of exporting) {
      const response = await stranger.raw(id, kinds[id]!.input())
      expect(response.headers.get('content-type'), id).toContain('json')
      expect(await response.json(), id).toMatchObject({ code: 20405 })
    }
  })
  it.each(exporting.map((id) => [id]))('%s: all of its rows, in columns named for people', async (id) => {
    const { make, counts = () => true } = kinds[id]!
    await made(make(), rowsOf(id))
    const { head, rows } = await fileOf(id)
    expect(rows.filter(counts).length).toBeGreaterThanOrEqual(rowsOf(id))
    expect(head.filter((label) => !/[\u4e00-\u9fff]/.test(label))).toEqual([])
  })
})

describe('a list asked for whole', () => {
  // The rows are those of the exports above.
  it.each([
    ['products.list', 'per_page', () => ({ ...store(), chargeType: 0 })],
    ['products.list', 'per_page', () => ({ ...store(), chargeType: 0, category: 1, standard: -1 })],
    ['patients.list', 'pageSize', () => ({ ...store(), isPotential: false })],
    ['patients.list', 'pageSize', () => ({ ...store(), name: '会员' })],
    ['frame.list', 'pageSize', store],
    ['stock.list', 'per_page', () => ({ ...store(), type: 0 })],
    ['points.rankings.friends', 'per_page', store],
    ['account.login-log', 'per_page', store],
  ] as const)('%s with %s 0 refuses above 5,000 rows, and says how many there are', async (id, size, input) => {
    await made(`update product set sph_min = -8, sph_max = 0 where category = 1 and $1::bigint > 0 and $2::int > 0`)
    const answer = await clinic.as('manager').refusal(id, { ...input(), [size]: 0 })
    expect(answer).toMatchObject({ code: 1, field: size, message: expect.stringMatching(/^共 \d{4,5} 条，一次最多 5000 条/) })
    expect(Number(/\d+/.exec(answer.message)![0])).toBeGreaterThanOrEqual(MANY)
  })
  it('answers all of 5,000, and master data as before', async () => {
    await made(
      `delete from product where oid = ${clinic.oid} and product_id not in (select product_id from product where oid = ${clinic.oid} order by product_id limit 5000) and $1::bigint > 0 and $2::int > 0`,
    )
    const all = await clinic.as('manager').call('products.list', { ...store(), per_page: 0 })
    expect([all.list.length, all.total]).toEqual([5000, 5000])
    const tags = await clinic.as('manager').call('settings.tag.list', { ...store(), pageSize: 0 })
    expect(tags.list.length).toBe(tags.total)
  })
})

describe('a list without pages', () => {
  it('shows every batch of a lens kept in 600 powers', async () => {
    const lens = { category: 3, name: '1.56 单光', unit: '片', price: 60, sphMin: -12, sphMax: 6, cylMin: -6, cylMax: 0 } as const
    const { productId } = await clinic.as('manager').call('product.save', lens)
    await made(`with b as (insert into batch (hid, warehouse_id, product_id, sph, cyl) select $1, ${ground.warehouseId}, ${productId}, -n * 0.25, -c * 0.25
      from generate_series(1, 40) n, generate_series(1, 15) c where $2::int > 0 returning oid, batch_id)
      insert into ledger_account (oid, book, key, balance, floor) select oid, 'stock', 'batch:' || batch_id, 1, 0 from b`)
    const answer = await clinic.as('warehouse').call('stock.products', { id: productId, hid: clinic.hid })
    expect([answer.list.length, answer.total]).toEqual([600, 600])
  })
})

describe('a file that is being read', () => {
  it('stands behind the wall of who asked, and given up half-way it leaves its connection to the next', async () => {
    const { database } = clinic.booted
    const who = {
      oid: clinic.oid,
      hid: clinic.hid,
      hids: [clinic.hid],
      uid: 1,
      ctid: 0,
      name: '',
      account: '',
      role: 'manager',
      roles: [],
      can: new Set<string>(),
    } as Who
    const shape = { pid: 'number', one: 'number' } as const
    const query = sql`select patient.pid, ${1}::int one from patient order by pid`
    for (let i = 0; i < 5; i++)
      for await (const row of database.stream(who, shape, query)) {
        expect(row).toEqual({ pid: ground.pid, one: 1 })
        break
      }
    const count = async (caller: Who): Promise<number> => {
      let n = 0
      for await (const _ of database.stream(caller, shape, query)) n++
      return n
    }
    expect(await count(who)).toBeGreaterThan(MANY)
    expect(await count({ ...who, oid: clinic.oid + 1000 })).toBe(0)
    await expect(count({ ...who, oid: Number.NaN })).rejects.toThrow('not an id')
  })
})
