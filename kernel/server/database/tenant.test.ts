import { describe, expect, it } from 'vitest'
import type { Who } from '../cx.ts'
import { Refused } from '../refuse.ts'
import type { Pools } from './client.ts'
import { Database } from './tenant.ts'

const who: Who = { oid: 1, hid: 1, hids: [1], uid: 1, ctid: 1, name: '', account: '', role: 'doctor', roles: ['doctor'], can: new Set() }

/** One reading connection that answers the wall as told, and what it was released with. */
function readingOne(answersWall: () => Promise<unknown>): { database: Database; released: unknown[] } {
  const released: unknown[] = []
  const client = {
    connection: { stream: { writableCorked: 1 } },
    query: answersWall,
    release: (broken?: unknown) => void released.push(broken),
  }
  return { database: new Database({ reading: { connect: () => Promise.resolve(client) } } as unknown as Pools), released }
}
const refused = (database: Database) =>
  database.inTenant(who, { requestId: 'r', readOnly: true }, () => Promise.reject(new Refused('not_found', { what: '会员' })))

describe('a reading connection', () => {
  it('is kept after a refusal behind a wall that stands', async () => {
    const { database, released } = readingOne(() => Promise.resolve({}))
    await expect(refused(database)).rejects.toThrow(Refused)
    expect(released).toEqual([false])
  })
  it('ends when its wall was not raised, even where the work refused first: nobody reads behind the former wall', async () => {
    const { database, released } = readingOne(() => Promise.reject(new Error('lost')))
    await expect(refused(database)).rejects.toThrow(Refused)
    expect(released).toEqual([true])
  })
  it('gives no answer that was read before the wall was confirmed', async () => {
    const { database, released } = readingOne(() => Promise.reject(new Error('lost')))
    await expect(database.inTenant(who, { requestId: 'r', readOnly: true }, () => Promise.resolve('rows'))).rejects.toThrow('lost')
    expect(released).toEqual([true])
  })
})
