/**
 * Readings of members, as lines of the audit. Lines that come while a write is under way travel together in the next one; an answer waits
 * for its line. The database keeps one line per person and record in ten minutes (decision 0108); what this process saw it keep is not
 * asked of it again.
 */
import type { Database } from './database/tenant.ts'
import { sql } from './database/sql.ts'
import { nightly } from './registry.ts'

export interface ReadLine {
  readonly oid: number
  readonly hid: number
  readonly ctid: number
  readonly request: string
  readonly endpoint: string
  /** The member whose record it is; of many none. */
  readonly pid?: number
  /** Of many: how many, and the filter as asked. */
  readonly many?: { readonly count: number; readonly filter: unknown }
  /** What is read, told apart from what else the same person reads. */
  readonly what: string
  /** Nobody opened it: a screen that is open read it again. */
  readonly refetch?: boolean
  readonly at?: string
}

const MINUTE = 60_000
/** As `audit_reads` has it: how long a line covers opening the same again, and refreshing it. */
const COVERS = { opened: 10 * MINUTE, refetched: 12 * 60 * MINUTE } as const
const MOST_KNOWN = 50_000

export class ReadAudit {
  private waiting: Array<{ line: ReadLine; done: () => void; failed: (e: unknown) => void }> = []
  private busy = false
  /** When a line was kept, by organisation, person and what was read. */
  private readonly known = new Map<string, number>()
  constructor(private readonly database: Database) {}

  /** Resolves when a line that covers the reading is in the database. */
  record(line: ReadLine): Promise<void> {
    if (!line.at && Date.now() - (this.known.get(keyOf(line)) ?? 0) < COVERS[line.refetch ? 'refetched' : 'opened'])
      return Promise.resolve()
    return new Promise((done, failed) => {
      this.waiting.push({ line, done, failed })
      if (!this.busy) void this.flush()
    })
  }

  private async flush(): Promise<void> {
    this.busy = true
    while (this.waiting.length) {
      const batch = this.waiting.splice(0, 500)
      try {
        const lines = JSON.stringify(batch.map((b, nth) => ({ nth, ...b.line })))
        const from = Date.now()
        const { noted } = await this.database.bare.the({ noted: 'number[]' }, sql`select audit_reads(${lines}::jsonb) noted`)
        for (const nth of noted) this.remember(batch[nth]!.line, from)
        for (const b of batch) b.done()
      } catch (error) {
        for (const b of batch) b.failed(error)
      }
    }
    this.busy = false
  }
  private remember(line: ReadLine, time: number): void {
    if (line.at) return
    if (this.known.size >= MOST_KNOWN) this.known.clear()
    this.known.set(keyOf(line), time)
  }
}
const keyOf = ({ oid, ctid, what }: ReadLine): string => `${oid} ${ctid} ${what}`

export const forgetReadings = nightly('readings.forget', '55 19 * * *', async ({ db }) => void (await db.run(sql`select reading_forget()`)))
