/**
 * Once per test run, however many projects ask for it: an embedded PostgreSQL of its own with a migrated template database that every
 * worker clones.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#kernel/server/database/embedded.ts'
import { urlOf } from '#kernel/server/database/migrate.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { prepare } from '../apps/server/boot.ts'
import { buildParser } from '../scripts/build.mjs'
import { FILES } from './files.ts'

const TEMPLATE = 'template_mingmou'
interface Running {
  readonly url: string
  readonly stop: () => Promise<void>
}
/** Every project loads this file anew: what they share hangs on the process. */
const shared = globalThis as { testDatabase?: { running: Promise<Running>; users: number } }

async function start(): Promise<Running> {
  await buildParser()
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-test-'))
  fs.chmodSync(dir, 0o755)
  const embedded = await startEmbedded({
    dir: path.join(dir, 'postgres'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 },
  })
  await onClient(urlOf(embedded.url, 'postgres'), (client) => client.query(`create database ${TEMPLATE}`))
  await prepare({ ownerUrl: urlOf(embedded.url, TEMPLATE), product: 'mingmou' })
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop()
      for (const folder of [dir, FILES]) fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mine = (shared.testDatabase ??= { running: start(), users: 0 })
  mine.users++
  const { url, stop } = await mine.running
  project.provide('ownerUrl', url)
  project.provide('template', TEMPLATE)
  return async () => {
    if (--mine.users) return
    delete shared.testDatabase
    await stop()
  }
}
