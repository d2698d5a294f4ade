/** Brings the product up on a database: migrate, guards, queue, calls. The server and the tests start the same thing. */
import { closePools, dbOn, openPools, type Urls } from '#kernel/server/database/client.ts'
import { grantTheRest } from '#kernel/server/database/grants.ts'
import { migrate } from '#kernel/server/database/migrate.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { forgetReadings } from '#kernel/server/audit.ts'
import { forgetKeys } from '#kernel/server/idempotency.ts'
import { installJobs, workJobs } from '#kernel/server/jobs.ts'
import { installGuards } from '#kernel/server/move.ts'
import { sql } from '#kernel/server/index.ts'
import { serve, type Served, type ServeOptions } from '#kernel/server/serve.ts'
import { authenticate, explain, forgetSession, hearSessions } from '#modules/account/server/door.ts'
import { authenticateMember } from '#modules/phone/server/door.ts'
import { lockedAmong } from '#modules/privacy/server/door.ts'
import { roomDoor } from '#modules/remote/server/door.ts'
import { servePhone } from '#ports/wechat/phone.ts'
import { modules } from './modules.gen.ts'

export interface BootOptions extends Pick<ServeOptions, 'production' | 'watchToken' | 'filling'> {
  /** PostgreSQL as the owner of the database. */
  readonly ownerUrl: string
  readonly product: string
  readonly prefix: string
  readonly strict?: boolean
  readonly trustProxy?: boolean | string[]
  readonly logLevel?: string
  readonly perMinute?: number
  readonly deadline?: number
  readonly https?: boolean
  /** A vendor's script that pages load. */
  readonly program?: string
  /** Connections of each of the two pools. */
  readonly connections?: number
  /** Longest silence of the database in the middle of a query, ms. */
  readonly silent?: number
  /**
   * False: the queue is worked, what is due by the clock is not. A test that is met by it at the turn of five minutes would tell another
   * story.
   */
  readonly nightly?: boolean
  readonly log?: (sentence: string) => void
}
export interface Booted extends Served {
  /** Works the queue in this process until `close`. */
  workJobs(): Promise<void>
  close(): Promise<void>
}

/** Migrates the database and loads what the machines and the queue need of it. */
export async function prepare(options: Pick<BootOptions, 'ownerUrl' | 'product' | 'log'>): Promise<Urls> {
  const { appUrl, doorUrl, roles } = await migrate(options.ownerUrl, {
    product: options.product,
    ...(options.log ? { log: options.log } : {}),
  })
  await onClient(options.ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock(7204134)')
    await installGuards(
      dbOn(client),
      modules.flatMap((m) => m.machines ?? []),
    )
    await installJobs(options.ownerUrl, dbOn(client))
    // The queue has made functions too.
    await grantTheRest(client, roles)
  })
  return { appUrl, doorUrl }
}

/** Serves the calls on a prepared database; the caller listens. */
export async function boot(options: BootOptions): Promise<Booted> {
  return bootPrepared(await prepare(options), options)
}

export async function bootPrepared(urls: Urls, options: BootOptions): Promise<Booted> {
  const pools = openPools(urls, {
    ...(options.connections ? { max: options.connections } : {}),
    ...(options.silent ? { silent: options.silent } : {}),
  })
  let ready = false
  const served = await serve({
    modules,
    pools,
    url: urls.appUrl,
    prefix: options.prefix,
    product: options.product,
    authenticate,
    authenticateMember,
    explain,
    locked: lockedAmong,
    rooms: roomDoor,
    onSession: forgetSession,
    onHearing: hearSessions,
    ready: () => ready,
    ...(options.filling ? { filling: options.filling } : {}),
    watch: 'jobs:view',
    production: options.production ?? false,
    ...(options.watchToken ? { watchToken: options.watchToken } : {}),
    strict: options.strict ?? false,
    trustProxy: options.trustProxy ?? false,
    ...(options.logLevel ? { logLevel: options.logLevel } : {}),
    ...(options.perMinute ? { perMinute: options.perMinute } : {}),
    ...(options.deadline ? { deadline: options.deadline } : {}),
    https: options.https ?? false,
    ...(options.program ? { program: options.program } : {}),
  })
  servePhone(served.app)
  ready = true
  let worker: Awaited<ReturnType<typeof workJobs>>
  return {
    ...served,
    async workJobs() {
      const tenants = () => served.database.bare.rows({ oid: 'number', hids: 'number[]' }, sql`select * from tenants()`)
      worker = await workJobs(
        options.ownerUrl,
        served.database,
        [forgetKeys, forgetReadings, ...modules.flatMap((m) => m.reactions ?? [])].filter(
          ({ kind }) => options.nightly !== false || kind !== 'nightly',
        ),
        tenants,
      )
    },
    async close() {
      await served.app.close()
      await worker?.stop()
      await closePools(pools)
    },
  }
}
