/**
 * Live events of what was committed. They leave beside the transaction, many in one statement: `NOTIFY` inside of it takes a lock of the
 * whole cluster that is held until its commit is on the disk, so that all writers of all clinics would wait for the disk one after another
 * (decision 0142).
 */
import type { Pool } from './client.ts'

/** An area of a store that changed. */
export interface Touched {
  readonly topic: string
  readonly hid: number
}

/** Ms in which events are gathered. */
const GATHERED = 15

export class LiveNotices {
  private readonly waiting = new Set<string>()
  constructor(private readonly pool: Pool) {}

  /** Tells the browsers of stores that areas changed. What a crash swallows is seen at the next refetch. */
  of(oid: number, touched: readonly Touched[]): void {
    if (!this.waiting.size && touched.length) setTimeout(() => this.leave(), GATHERED).unref()
    for (const { topic, hid } of touched) this.waiting.add(JSON.stringify({ oid, hid, topic }))
  }
  private leave(): void {
    const texts = [...this.waiting]
    this.waiting.clear()
    this.pool.query(`select pg_notify('live', t) from unnest($1::text[]) t`, [texts]).catch(() => undefined)
  }
}
