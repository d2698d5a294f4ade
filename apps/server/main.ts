/** Starts the product: PostgreSQL (embedded or DATABASE_URL), migrations, demo clinic when empty, API and web on one port, jobs. */
import path from 'node:path'
import { EnvironmentError, environment } from '#kernel/server/environment.ts'
import { CannotStart } from '#kernel/server/database/cannot.ts'
import { startEmbedded, type Embedded } from '#kernel/server/database/embedded.ts'
import { sql } from '#kernel/server/index.ts'
import { newSetupLink } from '#modules/account/server/door.ts'
import { boot, type Booted } from './boot.ts'
import { serveWeb } from './web.ts'

async function main(): Promise<void> {
  const started = performance.now()
  const env = environment()
  let embedded: Embedded | undefined
  let booted: Booted | undefined
  let stopping: Promise<void> | undefined
  const stop = (code: number) => {
    stopping ??= (async () => {
      await booted?.close().catch((e: unknown) => console.error(e))
      await embedded?.stop()
      process.exit(code)
    })()
  }
  process.once('SIGINT', () => stop(0))
  process.once('SIGTERM', () => stop(0))
  embedded = env.DATABASE_URL ? undefined : await startEmbedded({ dir: env.dataDir })
  void embedded?.exited.then(() => stop(1))
  const ownerUrl = env.DATABASE_URL ?? embedded!.url
  booted = await boot({ ownerUrl, product: env.PRODUCT, prefix: env.API_PREFIX, trustProxy: env.TRUST_PROXY, log: (sentence) => console.log(sentence) })
  await serveWeb(booted.app, { folder: path.resolve('dist/web'), prefix: env.API_PREFIX, product: env.PRODUCT })
  const empty = !(await booted.database.bare((db) => db.one<{ any: boolean }>(sql`select has_organisation() "any"`)))!.any
  const demo = env.DEMO ?? !env.production
  let accounts = ''
  if (demo && !env.production) {
    const { demoAccounts, seedDemo } = await import('../../database/demo/demo.ts')
    if (empty) await seedDemo(booted, (sentence) => console.log(sentence))
    accounts = demoAccounts()
  }
  await booted.app.listen({ port: env.PORT, host: env.HOST }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new CannotStart(`Port ${env.PORT} is taken: choose another one with PORT.`) : error
  })
  await booted.workJobs()
  const { port } = booted.app.server.address() as { port: number }
  console.log(`Mingmou 明眸 is ready on http://localhost:${port} (${Math.round(performance.now() - started)} ms)`)
  if (accounts) console.log(accounts)
  if (env.production && empty) console.log(`First administrator: open ${env.PUBLIC_URL ?? `http://localhost:${port}`}/setup?token=${await newSetupLink(ownerUrl)} once, within 24 hours`)
}

main().catch((error: unknown) => {
  console.error(error instanceof EnvironmentError || error instanceof CannotStart ? error.message : error)
  process.exit(1)
})
