/** The checks of `npm run verify` and the database they look into. */
import fs from 'node:fs'
import path from 'node:path'
import { CannotStart } from '#kernel/server/database/cannot.ts'
import { dbOn } from '#kernel/server/database/client.ts'
import { runningEmbedded, startEmbedded } from '#kernel/server/database/embedded.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { environment } from '#kernel/server/environment.ts'
import { mend, verify, type Check } from '#kernel/server/verify.ts'
import { auditChain } from '#kernel/server/verify/audit.ts'
import { ledgers } from '#kernel/server/verify/ledger.ts'
import type { Tables } from '#kernel/contract/tables.ts'
import { references } from '#kernel/server/verify/references.ts'
import { tablesStand } from '#kernel/server/verify/tables.ts'
import { orderChecks } from '#modules/lens-orders/server/receive/verify.ts'
import { moneyPapers } from '#modules/billing/server/verify.ts'
import { payables } from '#modules/purchasing/server/verify.ts'
import { stockLevels } from '#modules/stock/server/verify.ts'
import { books, commission, figures, firsts } from '#modules/statistics/server/verify.ts'

/** Every check, in the order it is run. */
export const checks: readonly Check[] = [
  tablesStand(JSON.parse(fs.readFileSync('database/tables.gen.json', 'utf8')) as Tables),
  references,
  ledgers,
  stockLevels,
  ...moneyPapers,
  payables,
  ...orderChecks,
  figures,
  firsts,
  books,
  commission,
  auditChain,
]

/** Runs the checks; answers the status to end with. `anew` first builds from their sources what is kept beside them and differs. */
export async function verifyDatabase({ anew = false } = {}): Promise<number> {
  const { DATABASE_URL, dataDir } = environment()
  const running = DATABASE_URL ?? runningEmbedded(dataDir)
  if (!running && !fs.existsSync(path.join(dataDir, 'postgres'))) {
    console.error(`There is no database in ${dataDir}: start the product once, or name another folder with DATA_DIR.`)
    return 1
  }
  const started = running ? undefined : await startEmbedded({ dir: dataDir, stopOnSignals: true })
  try {
    const differences = await onClient(running ?? started!.url, async (client) => {
      const { rows } = await client.query<{ known: boolean }>(`select to_regclass('public.audit_seal') is not null known`)
      if (!rows[0]!.known)
        throw new CannotStart('The database was made by an older version: start the product once, which brings it up to date.')
      if (anew) await mend(dbOn(client), checks, (line) => console.log(line))
      // One snapshot for all checks, so that a working clinic does not look like a difference.
      await client.query('begin transaction isolation level repeatable read read only')
      return verify(dbOn(client), checks, (line) => console.log(line))
    })
    return differences ? 1 : 0
  } finally {
    await started?.stop()
  }
}
