/** Jobs: work for later, queued with the transaction that wants it (graphile-worker keeps, retries and buries them). */
import { Logger, run, runMigrations, type TaskList } from 'graphile-worker'
import type { Cx, Who } from './cx.ts'
import { openPlainPool, type Db } from './database/client.ts'
import { clinicNow } from '#kernel/contract/index.ts'
import type { Database } from './database/tenant.ts'
import { sql } from './database/sql.ts'
import type { ReactionEntry } from './registry.ts'

/** Creates the queue's own tables and the function through which the app role may add to it. Run as owner at the start. */
export async function installJobs(ownerUrl: string, owner: Db): Promise<void> {
  await runMigrations({ connectionString: ownerUrl })
  const walled = sql`language sql security definer set search_path = public`
  const dead = sql`table (id bigint, name text, attempts int, error text, queued_at timestamptz, failed_at timestamptz)`
  const mine = sql`
    flags ? ('oid:' || current_setting('app.oid'))
    and attempts >= max_attempts
    and locked_at is null
  `
  await owner.run(
    sql`
      create or replace function public.app_enqueue(task text, payload json) returns void ${walled} as $$
        select graphile_worker.add_job(task, payload, max_attempts := 8, flags := array['oid:' || current_setting('app.oid')])
        $$
    `,
  )
  await owner.run(sql`
    create or replace function public.app_dead_jobs() returns ${dead} stable ${walled} as $$
      select id, task_identifier, attempts::int, last_error, created_at, updated_at
      from graphile_worker.jobs
      where ${mine}
      $$
  `)
  await owner.run(
    sql`
      create or replace function public.app_retry_job(wanted bigint) returns bigint ${walled} as $$ select count(*)
        from graphile_worker.reschedule_jobs(
          (select array_agg(id) from graphile_worker.jobs where id = wanted and ${mine}), run_at := now(), attempts := 0::smallint
        )
        $$
    `,
  )
  await owner.run(
    sql`
      create or replace function public.app_drop_job(wanted bigint) returns bigint ${walled} as $$ select count(*)
        from graphile_worker.complete_jobs(
          (select array_agg(id) from graphile_worker.jobs where id = wanted and ${mine})
        )
        $$
    `,
  )
}

/** A dead job: it failed as often as it may and waits for somebody to retry or drop it. */
export interface DeadJob {
  readonly id: number
  readonly name: string
  readonly attempts: number
  readonly error: string | null
  readonly queuedAt: string
  readonly failedAt: string
}
/** The organisation's jobs that gave up, newest first. */
export const deadJobs = (cx: Pick<Cx, 'db'>): Promise<DeadJob[]> =>
  cx.db.rows(
    { id: 'number', name: 'string', attempts: 'number', error: 'string | null', queuedAt: 'string', failedAt: 'string' },
    sql`select * from app_dead_jobs() order by failed_at desc, id desc`,
  )
/** Queues a job that gave up once more; false when there is none of that number. */
export const retryJob = async (cx: Pick<Cx, 'db'>, id: number): Promise<boolean> =>
  (await cx.db.the({ n: 'number' }, sql`select app_retry_job(${id}) n`)).n > 0
/** Forgets a job that gave up; false when there is none of that number. */
export const dropJob = async (cx: Pick<Cx, 'db'>, id: number): Promise<boolean> =>
  (await cx.db.the({ n: 'number' }, sql`select app_drop_job(${id}) n`)).n > 0

const system = (oid: number, hids: number[]): Who => ({
  oid,
  hid: hids[0] ?? 0,
  hids,
  uid: 0,
  ctid: 0,
  name: '系统',
  account: '',
  role: 'system',
  roles: [],
  can: new Set(),
})

/** Works the queue in this process. `storesOf` answers every organisation with its stores, for the nightly work. */
export async function workJobs(
  ownerUrl: string,
  database: Database,
  reactions: readonly ReactionEntry[],
  storesOf: () => Promise<Array<{ oid: number; hids: number[] }>>,
): Promise<Working | undefined> {
  const tasks: TaskList = {}
  const crontab: string[] = []
  for (const r of reactions) {
    if (r.kind === 'job') {
      tasks[r.name] = async (payload) => {
        const { who, ...rest } = payload as { who: Pick<Who, 'oid' | 'hid' | 'hids' | 'ctid'> }
        const as: Who = { ...system(who.oid, [...who.hids]), hid: who.hid, ctid: who.ctid }
        await r.run({ tx: (work) => database.inTenant(as, { requestId: `job ${r.name}` }, work as never) }, rest as never)
      }
    } else if (r.kind === 'nightly') {
      // A line of the crontab takes no dot in a name.
      const task = r.name.replaceAll('.', ':')
      crontab.push(`${r.cron} ${task}`)
      tasks[task] = async () => {
        for (const { oid, hids } of await storesOf())
          await database.inTenant(system(oid, hids), { requestId: `nightly ${r.name} ${clinicNow()}` }, (cx) => r.run(cx))
      }
    }
  }
  if (!Object.keys(tasks).length) return undefined
  // A pool of our own, so that its connections are closed before the database is stopped.
  const pool = openPlainPool(ownerUrl, 3)
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    crontab: crontab.join('\n'),
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 5000,
    logger: quiet(),
  })
  return {
    async stop() {
      await runner.stop()
      await pool.end()
    },
  }
}
export interface Working {
  /** Lets running jobs end, then closes the connections. */
  stop(): Promise<void>
}
const quiet = () =>
  new Logger(() => (level, message) => {
    if (level === 'error') console.error(message)
  })
