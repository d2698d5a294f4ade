/**
 * `npm run bench -- --follow`: follow-up of a large store: the work list beside 200,000 tasks, twenty callers who take cards, the nightly
 * rules over
 * 100,000 members, and what WeChat tells, fifty times a second. Reaches: 60 ms, 30 ms, 60 s, 200 ms.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Envelope } from '#kernel/contract/internal.ts'
import { sealed } from '#ports/wechat/push.ts'
import { ownerOf, type Loaded } from './bench-load.ts'

/** Secrets of WeChat the server under test is started with. */
export const PUSH = {
  WECHAT_APP_ID: 'wx-of-bench',
  WECHAT_PUSH_TOKEN: 'tokenOfBench',
  WECHAT_PUSH_AES_KEY: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
} as const
const TASKS = 200_000
const CALLERS = 20

interface Store {
  hid: number
  /** Tokens of the callers. */
  tokens: string[]
}

/** Tasks of the first store, most of them over, some hundred due; callers, and members with WeChat. */
export async function loadFollow(url: string, loaded: Loaded): Promise<{ members: number }> {
  const c = await ownerOf(url)
  const { oid } = loaded
  const [hid] = loaded.hids
  await c.query(`set app.oid = '${oid}'; set app.hids = '{${loaded.hids.join(',')}}'; set session_replication_role = replica`)
  await c.query('update patient set hid = $2 where oid = $1', [oid, hid])
  const { rows } = await c.query<{ n: number }>(`select count(*)::int n from patient where oid = $1 and hid = $2`, [oid, hid])
  const members = rows[0]?.n ?? 0
  await c.query(
    `
      insert into
        revisit (oid, hid, pid, task_type, creator_type, revisit_time, content, status, done_revisit_time, tail_end_date, add_params)
      select $1::bigint,
        $2::bigint,
        p.pid,
        1 + n % 9,
        2,
        t,
        '复查提醒',
        s,
        case when s = 1 then t
        end,
        (t + interval '30 days')::date,
        jsonb_build_object('rule', 'bench', 'ref', n::text, 'step', 1)
      from (
        select n, now() - (n % 1000) * interval '17 hours' t, case when n % 1000 < 4 then 0 when n % 7 = 0 then 4 else 1 end s
        from generate_series(0, $3::int - 1) n
      ) x
      join (
        select pid, row_number() over (order by pid) - 1 k
        from patient
        where oid = $1 and hid = $2
      ) p on p.k = x.n % $4::int
    `,
    [oid, hid, TASKS, members],
  )
  // What the rules of the night look at: bookings that were missed, potential members, children with an axial length.
  await c.query(
    `
      update reservation
      set status = 31
      where oid = $1 and hid = $2 and visit_at between now() - interval '6 days' and now() and resid % 10 = 0
    `,
    [oid, hid],
  )
  await c.query(`update patient set is_potential = true where oid = $1 and hid = $2 and pid % 20 = 0`, [oid, hid])
  await c.query(`update patient set wechat_open_id = 'o-bench-' || pid where oid = $1 and pid = any($2::bigint[])`, [oid, loaded.pids])
  await c.query(
    `
      insert into exam_bio_meter (oid, hid, pid, examiner, exam_time, al_od, al_os, status)
      select oid, hid, pid, (select min(ctid_) from contact where oid = $1), now() - (pid % 700) * interval '1 day', 23 + (pid % 30) / 10.0,
        23 + (pid % 30) / 10.0, 1
      from patient
      where oid = $1 and hid = $2
    `,
    [oid, hid],
  )
  await c.query('set session_replication_role = origin')
  for (const table of ['revisit', 'patient', 'reservation', 'exam_bio_meter']) await c.query(`vacuum (analyze) ${table}`)
  const { rows: role } = await c.query<{ role_id: string }>(`select role_id from account where oid = $1 and account = 'bench'`, [oid])
  await c.query(
    `
      insert into account (oid, ctid_, hid, account, password_hash, role_id, all_stores)
      select a.oid, k.ctid_, a.hid, 'bench' || k.n, a.password_hash, $2, true
      from account a,
        (
          select ctid_, row_number() over (order by ctid_) n
          from contact
          where oid = $1 and ctid_ > (select min(ctid_) from contact where oid = $1)
          limit $3
        ) k
      where a.oid = $1 and a.account = 'bench'
    `,
    [oid, role[0]?.role_id, CALLERS],
  )
  await c.end()
  return { members }
}

const percentile = (times: number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const says = (what: string, ms: number, reach: number) =>
  console.log(`${what.padEnd(64)}${ms.toFixed(1).padStart(10)} ms   reach: ${reach} ms   ${ms <= reach ? 'reached' : 'NOT reached'}`)

async function timed(port: number, token: string, method: string, path: string, body?: object): Promise<{ ms: number; code: number }> {
  const from = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: { token, 'content-type': 'application/json', 'idempotency-key': randomBytes(9).toString('hex') },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { code } = (await response.json()) as Envelope<unknown>
  return { ms: performance.now() - from, code }
}

export async function following(port: number, loaded: Loaded, login: (account: string) => Promise<string>): Promise<void> {
  const [hid = 0] = loaded.hids
  const store: Store = { hid, tokens: [] }
  for (let n = 1; n <= CALLERS; n++) store.tokens.push(await login(`bench${n}`))
  await workList(port, store)
  await claiming(port, store)
  await night(port, store)
  await telling(port, loaded)
}

async function workList(port: number, { hid, tokens }: Store): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < 120; n++) {
    const { ms, code } = await timed(port, tokens[n % CALLERS] ?? '', 'GET', `/v1/mingmou/revisits/queue?hid=${hid}`)
    if (code !== 200) throw new Error(`the work list answered ${code}`)
    if (n >= 20) times.push(ms)
  }
  says(`work list beside ${TASKS.toLocaleString()} tasks, 95 of 100 within`, percentile(times, 0.95), 60)
}

/** Each caller takes a card and gives it back, a second apart: a hundred times as often as people do. */
async function claiming(port: number, { hid, tokens }: Store): Promise<void> {
  const claim = async (token: string): Promise<number> => {
    const { ms, code } = await timed(port, token, 'POST', '/v1/mingmou/revisits/claim', { hid })
    if (code !== 200) throw new Error(`claiming answered ${code}`)
    return ms
  }
  const times: number[] = []
  await Promise.all(
    tokens.map(async (token, caller) => {
      await new Promise((resolve) => setTimeout(resolve, caller * 50))
      for (let n = 0; n < 12; n++) {
        const ms = await claim(token)
        if (n > 1) times.push(ms)
        await new Promise((resolve) => setTimeout(resolve, 450 + ((n * 37 + caller * 13) % 100)))
        await timed(port, token, 'PUT', '/v1/mingmou/revisits/release', { hid })
        await new Promise((resolve) => setTimeout(resolve, 450))
      }
    }),
  )
  says(`claim with ${CALLERS} callers, median`, percentile(times, 0.5), 30)
  says(`claim with ${CALLERS} callers, 95 of 100 within`, percentile(times, 0.95), 30)
}

async function night(port: number, { hid, tokens }: Store): Promise<void> {
  const { ms, code } = await timed(port, tokens[0] ?? '', 'POST', '/v1/mingmou/revisit-rules/run', { hid })
  if (code !== 200) throw new Error(`the night answered ${code}`)
  says('nightly rules of one store with 100,000 members', ms, 60_000)
}

const signed = (...parts: string[]) =>
  createHash('sha1')
    .update([...parts].sort().join(''))
    .digest('hex')
/** Fifty a second for ten seconds, of two thousand members. */
async function telling(port: number, { pids }: Loaded): Promise<void> {
  const times: number[] = []
  const underWay: Array<Promise<void>> = []
  for (let n = 0; n < 500; n++) {
    underWay.push(
      (async () => {
        const timestamp = String(Math.floor(Date.now() / 1000))
        const parts = [
          `<FromUserName><![CDATA[o-bench-${pids[n % pids.length]}]]></FromUserName>`,
          `<CreateTime>${timestamp}</CreateTime><MsgType><![CDATA[text]]></MsgType>`,
          `<Content><![CDATA[几点开门]]></Content><MsgId>${Date.now()}${n}</MsgId>`,
        ]
        const xml = `<xml>${parts.join('')}</xml>`
        const encrypt = sealed(PUSH.WECHAT_PUSH_AES_KEY, PUSH.WECHAT_APP_ID, xml)
        const query = new URLSearchParams({
          timestamp,
          nonce: 'n',
          encrypt_type: 'aes',
          msg_signature: signed(PUSH.WECHAT_PUSH_TOKEN, timestamp, 'n', encrypt),
        })
        const from = performance.now()
        const response = await fetch(`http://127.0.0.1:${port}/api/wechat/push?${query}`, {
          method: 'POST',
          body: `<xml><Encrypt>${encrypt}</Encrypt></xml>`,
        })
        if ((await response.text()) !== 'success') throw new Error('a push was not taken')
        times.push(performance.now() - from)
      })(),
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await Promise.all(underWay)
  says('push at 50 a second, 99 of 100 within', percentile(times, 0.99), 200)
}
