/** Once per test run: an embedded PostgreSQL of its own with a migrated template database that every worker clones. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#kernel/server/database/embedded.ts'
import { urlOf } from '#kernel/server/database/migrate.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { prepare } from '../apps/server/boot.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-test-'))
  fs.chmodSync(dir, 0o755)
  const embedded = await startEmbedded({
    dir: path.join(dir, 'postgres'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 },
  })
  const template = 'template_mingmou'
  await onClient(urlOf(embedded.url, 'postgres'), (client) => client.query(`create database ${template}`))
  await prepare({ ownerUrl: urlOf(embedded.url, template), product: 'mingmou' })
  project.provide('ownerUrl', embedded.url)
  project.provide('template', template)
  return async () => {
    await embedded.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}
