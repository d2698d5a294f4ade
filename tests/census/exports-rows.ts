/** Rows for every exporting call of the census: who asks for them, with what, and the SQL that makes them. */
import { clinicNow } from '#kernel/contract/index.ts'
import type { Role } from '#kernel/contract/internal.ts'
import type { CallId } from '../harness.ts'

/** The ground everything stands on. */
export const ground = { hid: 0, doctor: 0, pid: 0, productId: 0, warehouseId: 0 }

export interface ExportKind {
  role: Role
  input: () => Record<string, unknown>
  /**
   * Makes the rows, as the owner of the database and without its triggers: thousands of them in a second. `$1` is the store, `$2` how many.
   */
  make: () => string
  /** Rows of the file that stand for one of those made. */
  counts?: (row: readonly string[]) => boolean
}
export const store = () => ({ hid: ground.hid })
const days = () => ({ start_date: '2026-01-01', end_data: '2027-12-31' })
const n = 'generate_series(1, $2::int) n'
const MEMBERS = `insert into patient (hid, name, inviter_pid) select $1, 'NAME' || n, null from ${n}`
/** Posted papers of one line each. */
const papers = (table: string, name: string) => `
  with p as (
    insert into ${table} (hid, ${name}_no, warehouse_id, status)
    select $1, 'P' || n, ${ground.warehouseId}, 2
    from ${n}
    returning oid, hid, ${name}_id
  )
  insert into ${table}_item (oid, hid, ${name}_id, product_id, quantity)
  select oid, hid, ${name}_id, ${ground.productId}, 1
  from p
`

/** Sessions of a member, in the clinic (0) or at home (1). */
const trained = (place: 0 | 1) =>
  `
    insert into train_session (hid, pid, day, place, planned_minutes, status, minutes, done_on, done_at)
    select $1, ${ground.pid}, current_date, ${place}, 40, 1, 40, current_date, now()
    from ${n}
  `

export const kinds: Partial<Record<CallId, ExportKind>> = {
  'product.bulk-export': {
    role: 'manager',
    input: store,
    make: () => `insert into product (category, name, unit) select 1, '镜架 ' || n, '副' from ${n} where $1 > 0`,
  },
  'stock.export': {
    role: 'warehouse',
    input: () => ({ ...store(), type: 0 }),
    make: () =>
      `
        insert into batch (hid, warehouse_id, product_id, batch_no)
        select $1, ${ground.warehouseId}, ${ground.productId}, 'B' || n
        from ${n}
      `,
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
      `
        insert into reservation (hid, pid, visit_at, visit_end)
        select $1, ${ground.pid} + n, day, day + interval '30 minutes'
        from ${n}, lateral (select '2026-06-01'::timestamptz + n * interval '1 hour' as day) x
      `,
  },
  'patients.exam-export': {
    role: 'doctor',
    input: () => ({ pid: ground.pid }),
    make: () =>
      `
        insert into exam_iop (hid, pid, iop_od, iop_method, iop_time, examiner, status)
        select $1, ${ground.pid}, 15, 1, '09:30', ${ground.doctor}, 1
        from ${n}
      `,
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
    make: () => `
      with f as (
        insert into record_frame (hid, pid, order_no)
        select $1, ${ground.pid}, 'PJF' || n
        from ${n}
        returning oid, hid, record_frame_id
      )
      insert into record_frame_unqualified (oid, hid, record_frame_id, found_at, cause, side)
      select oid, hid, record_frame_id, 40, 'process', 'od'
      from f
    `,
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
      `
        insert into revisit (hid, pid, task_type, revisit_time)
        select $1, ${ground.pid} + n, 1, '2026-06-01'::timestamptz + n * interval '1 hour'
        from ${n}
      `,
  },
  'receivables.export': {
    role: 'manager',
    input: store,
    make: () =>
      `
        insert into fee_bill (hid, pid, bill_no, status, owed_at, original_price, bill_price)
        select $1, ${ground.pid}, 'SFR' || n, 6, now(), 100, 100
        from ${n}
      `,
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
      `
        insert into reservation (hid, pid, visit_at, visit_end, walk_in)
        select $1, ${ground.pid}, now(), now() + interval '30 minutes', true
        from ${n}
      `,
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
      `
        insert into gsp_climate (hid, warehouse_id, at, temperature, humidity, temp_min, temp_max, humidity_min, humidity_max)
        select $1, ${ground.warehouseId}, now() - n * interval '1 minute', 20, 50, 0, 30, 35, 75
        from ${n}
      `,
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
    make: () => `
      with k as (
        insert into school (hid, name, stage, area_code)
        select $1, '结果小学', 1, '330102'
        returning oid, hid, id
      ),
        t as (
          insert into screening_task (oid, hid, school_id, name, school_year, term, standard, start_on, end_on, pin, status)
          select oid, hid, id, '筛查', 2026, 1, 'WS/T 10039—2025', '2026-09-10', '2026-09-20', 'ABCDEFGH', 4
          from k
          returning oid, hid, id
        ),
        s as (
          insert into student (oid, hid, name, gender, birth, school_id)
          select oid, hid, '受检' || n, 1, '2016-05-06', id
          from k, ${n}
          returning oid, hid, id, school_id
        )
      insert into screening_result (oid, hid, task_id, student_id, school_id, gender, school_year, term, standard, letter_code, status)
      select s.oid, s.hid, t.id, s.id, s.school_id, 1, 2026, 1, '标准', translate(upper(lpad(to_hex(s.id), 8, '2')), '01', 'ZY'), 1
      from s, t
    `,
  },
  'eyefile.students.disclosures-export': {
    role: 'manager',
    input: () => ({ ...store(), year: Number(clinicNow().slice(0, 4)), reason: '年度合规审计' }),
    make: () => `select student_file_noted($1, 2, n, '核对名册') from ${n}`,
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
export const OTHER: Partial<Record<CallId, string>> = {
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
