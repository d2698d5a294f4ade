import { dbOn } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { verify } from '#kernel/server/verify.ts'
import { checks } from '../../scripts/verify.ts'

/** The lines of `npm run verify` that tell of a difference in a journey's database: none. */
export const differences = (ownerUrl: string): Promise<string[]> =>
  onClient(ownerUrl, async (client) => {
    const lines: string[] = []
    await client.query('begin transaction isolation level repeatable read read only')
    const found = await verify(dbOn(client), checks, (line) => lines.push(line))
    return found ? lines.filter((line) => !line.startsWith('✓')) : []
  })
