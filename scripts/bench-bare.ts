/** The bare server of the benchmark: Fastify and `pg`, the same SQL, nothing else. */
import fastify from 'fastify'
import pg from 'pg'

const [oid, hid] = [Number(process.env.BARE_OID), Number(process.env.BARE_HID)]
const pool = new pg.Pool({ connectionString: process.env.BARE_URL, max: 16 })
const app = fastify()
const patient = `p.*, l.name level_name, s.name source_name`
const joins = `patient p left join level l on l.oid = p.oid and l.id = p.level_id left join patient_source s on s.oid = p.oid and s.id = p.source_id`
const envelope = (data: unknown) => ({ code: 200, message: '操作成功', data })

app.get<{ Params: { pid: string } }>('/get/:pid', async (r) => envelope((await pool.query({ name: 'get', text: `select ${patient} from ${joins} where p.oid = $1 and p.pid = $2`, values: [oid, r.params.pid] })).rows[0]))
app.get<{ Params: { hid: string; page: string } }>('/page/:hid/:page', async (r) => {
  const [list, total] = await Promise.all([
    pool.query({ name: 'page', text: `select ${patient} from ${joins} where p.oid = $1 and p.hid = $2 and p.status = 0 order by p.pid desc limit 20 offset $3`, values: [oid, r.params.hid, 20 * (Number(r.params.page) - 1)] }),
    pool.query({ name: 'count', text: 'select sum(n)::int n from patient_count where oid = $1 and hid = $2', values: [oid, r.params.hid] }),
  ])
  return envelope({ list: list.rows, total: total.rows[0]?.n })
})
app.get<{ Params: { text: string } }>('/search/:text', async (r) => {
  const { rows } = await pool.query({ name: 'search', text: `select p.pid, p.member_no, p.name, p.gender, p.birth, p.mobile, l.name level_name from patient p left join level l on l.oid = p.oid and l.id = p.level_id
    where p.oid = $1 and p.status = 0 and p.bigrams @> array[$2::text] and position($2 in lower(p.name)) > 0 order by p.pid desc limit 12`, values: [oid, r.params.text] })
  return envelope({ list: rows, total: rows.length })
})
app.get<{ Params: { hid: string; day: string } }>('/agenda/:hid/:day', async (r) => {
  const from = `reservation r join patient p using (oid, pid) left join contact d on d.oid = r.oid and d.ctid_ = r.doctor_id left join office o on o.oid = r.oid and o.id = r.office_id
    left join queue_ticket q on q.oid = r.oid and q.resid = r.resid left join consulting_room c on c.oid = r.oid and c.id = coalesce(q.consulting_id, r.consulting_id) left join reservation m on m.oid = r.oid and m.moved_from = r.resid`
  const where = `r.oid = $1 and r.hid = $2 and r.visit_at >= $3::date and r.visit_at < $3::date + 1`
  const values = [oid, r.params.hid, r.params.day]
  const [list, total] = await Promise.all([
    pool.query({ name: 'agenda', text: `select r.*, p.name patient_name, p.member_no, p.gender, p.birth, p.mobile, d.name doctor_name, o.name office_name, c.name consulting_name, m.resid moved_to, q.series || lpad(q.no::text, 3, '0') ticket_no, q.status ticket_status, q.calls, q.passes,
      (select count(*) from reservation n where n.oid = r.oid and n.pid = r.pid and n.status = 31) no_shows from ${from} where ${where} order by r.visit_at::date desc, r.visit_at, r.resid limit 100`, values }),
    pool.query({ name: 'agendaCount', text: `select count(*) n from ${from} where ${where}`, values }),
  ])
  return envelope({ list: list.rows, total: Number(total.rows[0].n) })
})
app.post<{ Body: { name: string; mobile: string; gender: number; birth: string } }>('/insert', async (r) => {
  const { rows } = await pool.query({ name: 'insert', text: `insert into patient (oid, hid, member_no, name, gender, birth, mobile, pinyin, initials) values ($1, $2, 'B' || nextval('organisation_oid_seq'), $3, $4, $5, $6, 'ceyayuan', 'cyy') returning *`, values: [oid, hid, r.body.name, r.body.gender, r.body.birth, r.body.mobile] })
  return envelope(rows[0])
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send!((app.server.address() as { port: number }).port)
