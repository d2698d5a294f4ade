/**
 * Live events of what was committed. They leave beside the transaction, many in one statement: `NOTIFY` inside of it takes a lock of the whole cluster that
 * is held until its commit is on the disk, so that all writers of all clinics would wait for the disk one after another (decision 0142).
 */
import type { Who } from '../cx.ts'
import type { Pool } from './client.ts'

/** Ms in which events are gathered. */
const GATHERED = 15

export class LiveNotices {
  private readonly waiting = new Set<string>()
  constructor(private readonly pool: Pool) {}

  /** Tells the browsers of a store that areas changed. What a crash swallows is seen at the next refetch. */
  of({ oid, hid }: Pick<Who, 'oid' | 'hid'>, areas: ReadonlySet<string>): void {
    if (!this.waiting.size && areas.size) setTimeout(() => this.leave(), GATHERED).unref()
    for (const topic of areas) this.waiting.add(JSON.stringify({ oid, hid, topic }))
  }
  private leave(): void {
    const texts = [...this.waiting]
    this.waiting.clear()
    this.pool.query(`select pg_notify('live', t) from unnest($1::text[]) t`, [texts]).catch(() => undefined)
  }
}
