/**
 * What the benchmark asks at the chair: the workbench, a member's examinations, the report of a day, six visits beside each other; beside
 * all members.
 */
import { ownerOf, type Loaded } from './bench-load.ts'

/** Members with six visits, or all of the store where there are fewer. */
const EXAMINED = 20_000
const VISITS = 6
const ASKED = 200
/** Columns of a kind and what a visit gives them; `v` counts the visits back. */
const KINDS: ReadonlyArray<readonly [table: string, columns: string, values: string]> = [
  ['exam_visual', 'ucva_od, ucva_os', '4.6, 4.7'],
  ['exam_refraction', 'kind, ds_od, dc_od, ax_od, ds_os, dc_os, ax_os', '4, -4 + v * 0.25, -0.5, 180, -3.75 + v * 0.25, -0.25, 175'],
  ['exam_bio_meter', 'al_od, al_os, k1_od, k2_od, k1_os, k2_os', '24.6 - v * 0.1, 24.65 - v * 0.1, 42.5, 43.25, 42.5, 43.25'],
  ['exam_iop', 'iop_method, iop_time, iop_od, iop_os', "1, '09:30', 15, 16"],
]

export interface BenchVisits {
  pids: number[]
  /** The days of the visits, newest first. */
  days: string[]
}
/** Six visits, half a year apart, of acuity, refraction, biometry and pressure; in bulk, as the owner. */
export async function loadExams(url: string, { oid, hids }: Loaded): Promise<BenchVisits> {
  const c = await ownerOf(url)
  await c.query(`set app.oid = '${oid}'; set app.hids = '{}'; set session_replication_role = replica`)
  const { rows } = await c.query<{ pid: string }>('select pid from patient where oid = $1 and hid = $2 order by pid limit $3', [
    oid,
    hids[0],
    EXAMINED,
  ])
  const pids = rows.map((row) => Number(row.pid))
  for (const [table, columns, values] of KINDS) {
    await c.query(
      `
        insert into ${table} (oid, hid, pid, exam_time, examiner, status, ${columns})
        select $1::bigint, $2::bigint, p, current_date - v * 182 + interval '9 hours 30 minutes',
          (select min(ctid_) from contact where oid = $1), 1, ${values}
        from unnest($3::bigint[]) p, generate_series(0, ${VISITS - 1}) v
      `,
      [oid, hids[0], pids],
    )
    await c.query(`vacuum (analyze) ${table}`)
  }
  const days = await c.query<{ day: string }>(
    `select to_char(current_date - v * 182, 'YYYY-MM-DD') "day" from generate_series(0, ${VISITS - 1}) v`,
  )
  await c.end()
  return { pids, days: days.rows.map((row) => row.day) }
}

/** Asks each a few hundred times, one after the other as one screen does, and tells the 95th of a hundred beside its reach. */
export async function atTheChair(port: number, token: string, { hids }: Loaded, { pids, days }: BenchVisits): Promise<void> {
  const any = () => pids[Math.floor(Math.random() * pids.length)] ?? 0
  const report = (pid: number, day: string) => `/api/exams/report/${pid}?day=${day}`
  const lines: ReadonlyArray<readonly [name: string, reach: number, paths: () => string[]]> = [
    ['workbench', 150, () => [`/api/today?hid=${hids[0]}`]],
    ['exam list of a member', 50, () => [`/api/examVisual/list/${any()}`]],
    ['day report', 120, () => [report(any(), days[0] ?? '')]],
    ['result of 6 visits', 200, () => ((pid) => days.map((day) => report(pid, day)))(any())],
  ]
  console.log(`\n${'at the chair'.padEnd(26)}${'p50 ms'.padStart(9)}${'p95 ms'.padStart(9)}   reach`)
  for (const [name, reach, paths] of lines) {
    const times: number[] = []
    for (let n = 0; n < ASKED; n++) {
      const from = performance.now()
      await Promise.all(paths().map((path) => answer(port, path, token)))
      times.push(performance.now() - from)
    }
    times.sort((a, b) => a - b)
    const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
    const reached = percentile(0.95) <= reach ? 'reached' : 'NOT reached'
    console.log(
      `${name.padEnd(26)}${percentile(0.5).toFixed(1).padStart(9)}${percentile(0.95).toFixed(1).padStart(9)}   ≤ ${reach} ${reached}`,
    )
  }
}
async function answer(port: number, path: string, token: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { token } })
  const body: unknown = await response.json()
  const { code } = typeof body === 'object' && body !== null && 'code' in body ? body : { code: undefined }
  if (code !== 200) throw new Error(`${path} answered ${JSON.stringify(body).slice(0, 200)}`)
}
