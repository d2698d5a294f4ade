/** The schema of a freshly migrated database: as text for reviewers and as types for the compiler. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../kernel/server/database/embedded.ts'
import { migrate } from '../kernel/server/database/migrate.ts'
import { dumpSchema, dumpTypes } from '../kernel/server/database/schema.ts'

/** Content of database/schema.gen.sql and database/tables.gen.ts. */
export async function schemaFiles(): Promise<Record<string, string>> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-gen-'))
  // Thrown away at once: nothing needs to survive a power cut, and others may look.
  fs.chmodSync(dir, 0o755)
  const db = await startEmbedded({
    dir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
    stopOnSignals: true,
  })
  try {
    await migrate(db.url)
    return { 'database/schema.gen.sql': await dumpSchema(db.url), 'database/tables.gen.ts': await dumpTypes(db.url) }
  } finally {
    await db.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}
