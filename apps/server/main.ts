/** Starts the product: PostgreSQL (embedded or DATABASE_URL), migrations, demo clinic when empty, API and web on one port, jobs. */
import path from 'node:path'
import v8 from 'node:v8'
import { EnvironmentError, environment } from '#kernel/server/environment.ts'
import { outliveErrors } from '#kernel/server/bugs.ts'
import { CannotStart } from '#kernel/server/database/cannot.ts'
import { startEmbedded, type Embedded } from '#kernel/server/database/embedded.ts'
import { fillOnce, wipeUnfinished } from '#kernel/server/database/fill.ts'
import { sql } from '#kernel/server/index.ts'
import { newSetupLink } from '#modules/account/server/door.ts'
import { portsThat, simulating } from '#ports/all.ts'
import { boot, type Booted } from './boot.ts'
import { serveWeb } from './web.ts'
import { findWrong, portTrouble } from './wrong.ts'

// Memory is swept when a quarter more than was in use has gathered. V8 else waits for several times as much, and grows by 90 MB with every
// long file.
v8.setFlagsFromString('--heap-growing-percent=25')

let embedded: Embedded | undefined
let booted: Booted | undefined
let stopping: Promise<void> | undefined
/** The past of the demo, which is built while the clinic works: how far it is, and its end. */
const past: { share?: number | undefined; whole?: Promise<void> } = {}
/** Ends everything in the order of dependence: requests and jobs, then the database. */
function stop(code: number): void {
  stopping ??= (async () => {
    // It ends between two visits.
    await past.whole
    await booted?.close().catch((error: unknown) => console.error(error))
    await embedded?.stop()
    process.exit(code)
  })()
}

async function main(): Promise<void> {
  const started = performance.now()
  const env = environment()
  process.once('SIGINT', () => stop(0))
  // Told twice by whoever ends the whole group and by `npm start`.
  process.on('SIGTERM', () => stop(0))
  process.once('disconnect', () => stop(0))
  await findWrong(env)
  embedded = env.DATABASE_URL ? undefined : await startEmbedded({ dir: env.dataDir })
  void embedded?.exited.then(() => stop(1))
  const ownerUrl = env.DATABASE_URL ?? embedded!.url
  const demo = env.DEMO ?? !env.production
  if (demo) await wipeUnfinished(ownerUrl)
  booted = await boot({
    ownerUrl,
    product: env.PRODUCT,
    prefix: env.API_PREFIX,
    trustProxy: env.TRUST_PROXY,
    perMinute: env.RATE_LIMIT,
    logLevel: env.LOG_LEVEL,
    production: env.production,
    ...(env.METRICS_TOKEN ? { watchToken: env.METRICS_TOKEN } : {}),
    https: env.PUBLIC_URL?.startsWith('https:') ?? false,
    ...(env.RTC === 'trtc' && env.TRTC_SDK_URL ? { program: env.TRTC_SDK_URL } : {}),
    log: (sentence) => console.log(sentence),
    filling: () => past.share,
  })
  await serveWeb(booted.app, {
    folder: path.resolve('dist/web'),
    prefix: env.API_PREFIX,
    product: env.PRODUCT,
    egHosts: env.EG_HOSTS,
    simulated: simulating(env),
    docs: !env.production,
  })
  const accounts = demo ? await buildDemo(booted, ownerUrl) : ''
  if (demo) past.share = 0
  outliveErrors()
  await booted.app.listen({ port: env.PORT, host: env.HOST }).catch((error: NodeJS.ErrnoException) => {
    throw portTrouble(error, env.PORT, env.HOST) ?? error
  })
  if (demo) past.whole = buildPast(booted, ownerUrl)
  await booted.workJobs()
  const { port } = booted.app.server.address() as { port: number }
  console.log(`Mingmou 明眸 is ready on http://localhost:${port} (${Math.round(performance.now() - started)} ms)`)
  process.send?.('ready')
  if (accounts) console.log(accounts)
  if (!env.production) for (const sentence of playing(env.HOST, demo)) console.log(sentence)
  const off = portsThat('off', env)
  if (off.length) console.log(`Not connected, so their calls refuse: ${off.join(', ')}`)
  if (env.production && (await isEmpty(booted))) {
    const address = `${env.PUBLIC_URL ?? `http://localhost:${port}`}/setup?token=${await newSetupLink(ownerUrl)}`
    console.log(`First administrator: open ${address} once, within 24 hours`)
  }
}

/** What somebody must know who runs it as it is outside of production. */
const playing = (host: string, demo: boolean): string[] => [
  'Accounts, payments and messages are simulated here: real work wants NODE_ENV=production.',
  ...(/^(localhost|127\..*|::1)$/.test(host)
    ? []
    : [`Everybody in the network can enter ${demo ? 'the demo' : 'here'} (HOST=${host}): HOST=127.0.0.1 keeps it on this machine.`]),
]

const isEmpty = async ({ database }: Booted): Promise<boolean> =>
  !(await database.bare.the({ any: 'boolean' }, sql`select has_organisation() "any"`)).any

/** The demo clinics, when the database is empty; answers the accounts to log in with. */
async function buildDemo(served: Booted, ownerUrl: string): Promise<string> {
  const { demoAccounts, seedHead } = await import('../../database/demo/demo.ts')
  await fillOnce(
    ownerUrl,
    () => isEmpty(served),
    () => seedHead(served, ownerUrl, (sentence) => console.log(sentence)),
  )
  return demoAccounts()
}

/** Goes on with the past of the demo where some of it is left. What ends it is told, and it is gone on with at the next start. */
async function buildPast(served: Booted, ownerUrl: string): Promise<void> {
  const { goOn } = await import('../../database/demo/demo.ts')
  await goOn(served, ownerUrl, {
    log: (sentence) => console.log(sentence),
    progress: (share) => (past.share = share),
    stopping: () => stopping !== undefined,
  }).catch((error: unknown) => console.error('The past of the demo is gone on with at the next start:', error))
  past.share = undefined
}

main().catch((error: unknown) => {
  // Stopped while it started: what fails then is the stopping.
  if (stopping) return
  console.error(error instanceof EnvironmentError || error instanceof CannotStart ? error.message : error)
  process.exit(1)
})
