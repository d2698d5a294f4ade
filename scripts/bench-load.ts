/** The large clinic of the benchmark, loaded in bulk as the owner: 50 stores, members with Chinese names, bookings over two years. */
import pg from 'pg'
import { hashPassword } from '#modules/account/server/password.ts'
import { soundsOf } from '#modules/patients/server/save.ts'

/** Ways of typing a member. */
export const TYPED = ['two characters', 'three characters', 'initials', 'end of the number', 'member number'] as const
export type Typed = (typeof TYPED)[number]
const NAMES = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'
const GIVEN =
  '子涵雨桐欣怡梓萱诗佳慧思彤可馨若曦依诺语嫣梦琪婉婷静晓芷书瑶安清妍米朵浩然宇航俊杰明哲博文天佑泽沐阳晨睿辰皓铭承恩逸凡星景行建国志强海涛'
const LAST = '轩豪远懿鸣伟磊军勇涛超斌栋东刚新芳娜敏丽艳娟霞英兰华燕梅春雅文'

export interface Loaded {
  oid: number
  hids: number[]
  pids: number[]
  names: string[]
  /** What people find a member by, for each way of typing it. */
  words: Readonly<Record<Typed, string[]>>
  /** Members of the first store, the largest. */
  largest: number
  day: string
}

/** A connection as the owner. What goes wrong is told by the query, not once more by the server that is stopped after it. */
export async function ownerOf(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export async function load(url: string, { members, reservations }: { members: number; reservations: number }): Promise<Loaded> {
  const c = await ownerOf(url)
  const one = async <T>(text: string, values: unknown[] = []): Promise<T> => (await c.query(text, values)).rows[0] as T
  const oid = Number((await one<{ oid: string }>(`select nextval('organisation_oid_seq') oid`)).oid)
  await c.query(`set app.oid = '${oid}'; set app.hids = '{}'`)
  await c.query(`insert into organisation (oid, name, kind) values ($1, '压测连锁', 'chain')`, [oid])
  await c.query(`insert into store (oid, name, short_name) select $1::bigint, '门店' || n, '店' || n from generate_series(1, 50) n`, [oid])
  const hids = (await c.query<{ hid: string }>('select hid from store where oid = $1 order by hid', [oid])).rows.map((r) => Number(r.hid))
  await c.query(`set app.hids = '{${hids.join(',')}}'`)
  await c.query(`insert into role (oid, code, name) values ($1, 'chain', '连锁管理员')`, [oid])
  await c.query(
    `
      insert into contact (oid, hid, name, type)
      select $1::bigint, hid, '医生' || hid || '-' || n, 1
      from store, generate_series(1, 4) n
      where oid = $1
    `,
    [oid],
  )
  await c.query(
    `
      insert into account (oid, ctid_, hid, account, password_hash, role_id, all_stores)
      select $1, (select min(ctid_) from contact where oid = $1), $2, 'bench', $3, (select role_id from role where oid = $1), true
    `,
    [oid, hids[0], await hashPassword('Demo2026!')],
  )
  // In bulk: triggers (audit, counters) stay out of it and indexes come after it, as in a restore.
  const later = (
    await c.query<{
      name: string
      definition: string
    }>(`
      select i.indexname "name", i.indexdef definition
      from pg_indexes i
      where i.schemaname = 'public'
        and i.tablename in ('patient', 'reservation')
        and not exists (select 1 from pg_constraint k where k.conindid = to_regclass(i.indexname))
    `)
  ).rows
  for (const { name } of later) await c.query(`drop index ${name}`)
  await c.query(`set session_replication_role = replica`)
  // Names by hash: in turn, one given name would be that of a tenth of all members and of nobody in the largest store.
  const letters = [...new Set(NAMES + GIVEN + LAST)]
  await c.query(
    `
      insert into patient (oid, hid, member_no, name, gender, birth, mobile, pinyin, initials, created_at)
      select $1::bigint,
        $2::bigint + case when n % 10 = 0 then 0 else n % 50
        end,
        'M' || n,
        name,
        n % 2,
        date '1960-01-01' + (n % 21000),
        '1' || lpad((n::bigint * 7919 % 9999999999)::text, 10, '0'),
        translate(name, $4, $5),
        translate(name, $4, $5),
        now() - (n % 1000) * interval '1 day'
      from (
        select n,
          substr('${NAMES}', 1 + h % 40, 1)
            || substr('${GIVEN}', 1 + h / 40 % 70, 1 + h / 2800 % 2)
            || substr('${LAST}', 1 + h / 5600 % 32, 1) as name
        from (select n, hashint4(n) & 2147483647 h from generate_series(1, $3::int) n) hashed
      ) x
    `,
    [oid, hids[0], members, letters.join(''), letters.map((one) => soundsOf(one).initials).join('')],
  )
  await c.query(`insert into patient_count (oid, hid, slot, n) select oid, hid, 0, count(*) from patient where oid = $1 group by 1, 2`, [
    oid,
  ])
  const first = Number((await one<{ pid: string }>('select min(pid) pid from patient where oid = $1', [oid])).pid)
  const doctor = Number((await one<{ n: string }>('select min(ctid_) n from contact where oid = $1', [oid])).n)
  const days = Math.ceil(reservations / (200 * 12))
  await c.query(
    `
      insert into reservation (oid, hid, pid, doctor_id, visit_at, visit_end, type, status)
      select $1::bigint,
        $2::bigint + (n % 200) / 4,
        $4::bigint + (n::bigint * 31) % $5,
        $6::bigint + n % 200,
        t,
        t + interval '30 minutes',
        1 + n % 3,
        case when t < now() then 20 else 1
        end
      from (
        select n, current_date - ($3::int / 2) + (n / 2400) + interval '9 hours' + ((n / 200) % 12) * interval '40 minutes' t
        from generate_series(0, $7::int - 1) n
      ) x
    `,
    [oid, hids[0], days, first, members, doctor, reservations],
  )
  await c.query(`set session_replication_role = origin; set maintenance_work_mem = '512MB'`)
  for (const { definition } of later) await c.query(definition)
  await c.query('vacuum (analyze) patient; ')
  await c.query('vacuum (analyze) reservation')
  const pids = (await c.query<{ pid: string }>('select pid from patient where oid = $1 order by random() limit 2000', [oid])).rows.map(
    (r) => Number(r.pid),
  )
  const names = (
    await c.query<{ name: string }>(
      'select distinct substr(name, 1, 2) "name" from (select name from patient where oid = $1 order by random() limit 300) x limit 200',
      [oid],
    )
  ).rows.map((r) => r.name)
  const some = (
    await c.query<{ name: string; initials: string; mobile: string; number: string }>(
      `select name, initials, mobile, member_no "number" from patient where oid = $1 and length(name) > 2 order by random() limit 300`,
      [oid],
    )
  ).rows
  const words: Loaded['words'] = {
    'two characters': some.map((r, i) => (i % 2 ? r.name.slice(0, 2) : r.name.slice(1, 3))),
    'three characters': some.map((r) => r.name.slice(0, 3)),
    initials: some.map((r) => r.initials),
    'end of the number': some.map((r, i) => r.mobile.slice(i % 2 ? -4 : -8)),
    'member number': some.map((r) => r.number),
  }
  const largest = Number((await one<{ n: string }>('select count(*) n from patient where oid = $1 and hid = $2', [oid, hids[0]])).n)
  const { day } = await one<{ day: string }>(`select to_char(current_date, 'YYYY-MM-DD') "day"`)
  await c.end()
  return { oid, hids, pids, names, words, largest, day }
}
