/** Reads of members' records. Lines that come while a write is under way travel together in the next one; an answer waits for its line. */
import type { Database } from './database/tenant.ts'
import { sql } from './database/sql.ts'

export interface ReadLine {
  oid: number
  hid: number
  ctid: number
  request: string
  endpoint: string
  pid: number
  at?: string
}

export class ReadAudit {
  private waiting: Array<{ line: ReadLine; done: () => void; failed: (e: unknown) => void }> = []
  private busy = false
  constructor(private readonly database: Database) {}

  /** Resolves when the line is in the database. */
  record(line: ReadLine): Promise<void> {
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
        await this.database.bare.run(sql`select audit_reads(${JSON.stringify(batch.map((b) => b.line))}::jsonb)`)
        for (const b of batch) b.done()
      } catch (error) {
        for (const b of batch) b.failed(error)
      }
    }
    this.busy = false
  }
}
