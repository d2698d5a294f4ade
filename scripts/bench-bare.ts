/** The bare server of the benchmark: Fastify and `pg`, the same SQL, nothing else. */
import fastify from 'fastify'
import pg from 'pg'

const [oid, hid] = [Number(process.env.BARE_OID), Number(process.env.BARE_HID)]
const pool = new pg.Pool({ connectionString: process.env.BARE_URL, max: 16 })
const app = fastify()
const held = ['stored', 'gift', 'points']
  .map((book) => {
    const balance = `select a.balance from ledger_account a where a.oid = p.oid and a.book = '${book}' and a.key = 'member:' || p.pid`
    return `coalesce((${balance}), 0) ${book}`
  })
  .join(', ')
const patient = `p.*, l.name level_name, s.name source_name, c.name staff_name, ${held}`
const joins = `
  patient p
  left join level l on l.oid = p.oid and l.id = p.level_id
  left join patient_source s on s.oid = p.oid and s.id = p.source_id
  left join contact c on c.oid = p.oid and c.ctid_ = p.staff_ctid
`
const envelope = (data: unknown) => ({ code: 200, message: '操作成功', data })

app.get<{ Params: { pid: string } }>('/get/:pid', async (r) =>
  envelope(
    (
      await pool.query({
        name: 'get',
        text: `select ${patient} from ${joins} where p.oid = $1 and p.pid = $2`,
        values: [oid, r.params.pid],
      })
    ).rows[0],
  ),
)
app.get<{ Params: { hid: string; page: string } }>('/page/:hid/:page', async (r) => {
  const [list, total] = await Promise.all([
    pool.query({
      name: 'page',
      text: `
        select ${patient}
        from (
          select pid
          from patient
          where oid = $1 and hid = $2 and status = 0
          order by pid desc
          limit 20
          offset $3
        ) x
        join ${joins.replace(' left join', ' on p.oid = $1 and p.pid = x.pid left join')}
        order by p.pid desc
      `,
      values: [oid, r.params.hid, 20 * (Number(r.params.page) - 1)],
    }),
    pool.query({ name: 'count', text: 'select sum(n)::int n from patient_count where oid = $1 and hid = $2', values: [oid, r.params.hid] }),
  ])
  return envelope({ list: list.rows, total: total.rows[0]?.n })
})
const hit = `
    select p.pid, p.member_no, p.name, p.gender, p.birth, p.mobile, l.name level_name
    from patient p
    left join level l on l.oid = p.oid and l.id = p.level_id
    where p.oid = $1 and p.status = 0 and
  `
app.get<{ Params: { text: string } }>('/find/:text', async (r) => {
  const { text } = r.params
  const [name, condition, value] = /^M\d+$/.test(text)
    ? ['number', 'p.member_no = $2', text]
    : /^\d+$/.test(text)
      ? ['tail', 'p.phone_tail >= $2 and p.phone_tail < $2 || chr(1114111)', [...text].reverse().join('')]
      : /^[a-z]+$/.test(text)
        ? ['initials', 'p.initials >= $2 and p.initials < $2 || chr(1114111)', text]
        : text.length > 2
          ? ['prefix', 'p.name >= $2 and p.name < $2 || chr(1114111)', text]
          : ['part', 'of_tenant(p.oid, p.bigrams) @> of_tenant($1, array[$2::text]) and position($2 in lower(p.name)) > 0', text]
  const { rows } = await pool.query({
    name: `find ${name}`,
    text: `${hit} ${condition} order by p.pid desc limit 12`,
    values: [oid, value],
  })
  return envelope({ list: rows, total: rows.length })
})
app.get<{ Params: { hid: string; day: string } }>('/agenda/:hid/:day', async (r) => {
  const from = `
    reservation r
    join patient p using (oid, pid)
    left join contact d on d.oid = r.oid and d.ctid_ = r.doctor_id
    left join office o on o.oid = r.oid and o.id = r.office_id
    left join queue_ticket q on q.oid = r.oid and q.resid = r.resid
    left join consulting_room c on c.oid = r.oid and c.id = coalesce(q.consulting_id, r.consulting_id)
    left join reservation m on m.oid = r.oid and m.moved_from = r.resid
  `
  const where = `r.oid = $1 and r.hid = $2 and r.visit_at >= $3::date and r.visit_at < $3::date + 1`
  const values = [oid, r.params.hid, r.params.day]
  const [list, total] = await Promise.all([
    pool.query({
      name: 'agenda',
      text: `
        select r.*, p.name patient_name, p.member_no, p.gender, p.birth, p.mobile, d.name doctor_name, o.name office_name,
          c.name consulting_name, m.resid moved_to, q.series || lpad(q.no::text, 3, '0') ticket_no, q.status ticket_status, q.calls,
          q.passes,
          (
            select count(*)
            from reservation n
            where n.oid = r.oid and n.pid = r.pid and n.status = 31
          ) no_shows
        from ${from}
        where ${where}
        order by r.visit_at::date desc, r.visit_at, r.resid
        limit 100
      `,
      values,
    }),
    pool.query({ name: 'agendaCount', text: `select count(*) n from ${from} where ${where}`, values }),
  ])
  return envelope({ list: list.rows, total: Number(total.rows[0].n) })
})
app.post<{ Body: { name: string; mobile: string; gender: number; birth: string } }>('/insert', async (r) => {
  const { rows } = await pool.query({
    name: 'insert',
    text: `
      insert into patient (oid, hid, member_no, name, gender, birth, mobile, pinyin, initials)
      values ($1, $2, 'B' || nextval('organisation_oid_seq'), $3, $4, $5, $6, 'ceyayuan', 'cyy')
      returning *
    `,
    values: [oid, hid, r.body.name, r.body.gender, r.body.birth, r.body.mobile],
  })
  return envelope(rows[0])
})
/** Tops up stored value: the statements of the product's own posting. */
app.post<{ Body: { hid: number; pid: number; money: number; gift: number } }>('/charge', async (r) => {
  const { hid: store, pid, money, gift } = r.body
  const c = await pool.connect()
  try {
    await c.query(
      `begin; set local app.oid = '${oid}'; set local app.hids = '{${store}}'; set local app.ctid = '0'; set local app.request = 'bare'`,
    )
    await c.query({ name: 'member', text: 'select * from patient where oid = $1 and pid = $2', values: [oid, pid] })
    const no = (await c.query<{ n: string }>({ name: 'number', text: `select next_number('charge:bare') n` })).rows[0]!.n
    const entry = (
      await c.query<{ entry_id: string }>({
        name: 'entry',
        text: `insert into ledger_entry (oid, hid, reason, ref) values ($1, $2, 'bare', $3) returning entry_id`,
        values: [oid, store, `charge_bill:B${no}`],
      })
    ).rows[0]!.entry_id
    const lines: Array<[book: string, key: string, amount: number, floor: number | null]> = [
      ['cash', `prepaid:${store}`, -money, null],
      ['cash', `till:${store}:1`, money, null],
      ['gift', 'issued', -gift, null],
      ['gift', `member:${pid}`, gift, 0],
      ['stored', 'issued', -money, null],
      ['stored', `member:${pid}`, money, 0],
    ]
    const [books, keys, amounts, floors] = [0, 1, 2, 3].map((i) => lines.map((l) => l[i]))
    await c.query({
      name: 'open',
      text: `
        insert into ledger_account (oid, book, key, floor)
        select $1, b, k, f
        from unnest($2::text[], $3::text[], $4::bigint[]) u(b, k, f)
        on conflict (oid, book, key) do nothing
      `,
      values: [oid, books, keys, floors],
    })
    await c.query({
      name: 'lock',
      text: `
        select 1
        from ledger_account
        where oid = $1 and (book, key) in (select * from unnest($2::text[], $3::text[]))
        order by floor is null, account_id
        for no key update
      `,
      values: [oid, books, keys],
    })
    await c.query({
      name: 'lines',
      text: `
        insert into ledger_line (oid, entry_id, account_id, book, amount, balance)
        select $1, $2, a.account_id, a.book, u.amount, 0
        from unnest($3::text[], $4::text[], $5::bigint[]) u(book, key, amount)
        join ledger_account a on a.oid = $1 and a.book = u.book and a.key = u.key
        order by a.account_id
      `,
      values: [oid, entry, books, keys, amounts],
    })
    const bill = await c.query({
      name: 'bill',
      text: `
        insert into charge_bill (oid, hid, pid, bill_no, kind, money, money_gift, pay_way, entry_id)
        values ($1, $2, $3, $4, 1, $5, $6, 1, $7)
        returning *
      `,
      values: [oid, store, pid, `B${no}`, money, gift, entry],
    })
    await c.query('commit')
    return envelope(bill.rows[0])
  } catch (error) {
    await c.query('rollback')
    throw error
  } finally {
    c.release()
  }
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send!((app.server.address() as { port: number }).port)
