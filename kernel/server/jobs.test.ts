import { afterEach, describe, expect, it } from 'vitest'
import { ownServer } from '../../tests/harness.ts'
import { onClient } from './database/once.ts'

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())
/** What a server that works its queue does by the clock. */
async function timed(more: { nightly?: boolean }): Promise<string[]> {
  const { booted, ownerUrl } = await ownServer('jobs', more)
  close = () => booted.close()
  await booted.workJobs()
  const jobRows = async () =>
    onClient(ownerUrl, (client) => client.query<{ identifier: string }>('select identifier from graphile_worker._private_known_crontabs'))
  if (more.nightly) await expect.poll(async () => (await jobRows()).rows.length).toBeGreaterThan(0)
  return (await jobRows()).rows.map((r) => r.identifier)
}

describe('what is due by the clock', () => {
  it('is worked by a server with its queue', async () => {
    expect(await timed({ nightly: true })).toContain('statistics:fold')
  })
  it('meets no test: figures are folded, cases lapse, days are closed when a test does so, not every five minutes', async () => {
    expect(await timed({})).toEqual([])
  })
})
