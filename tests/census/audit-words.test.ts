/** What the audit says of every table it watches: each column has a word, so that no line shows a name only a programmer reads. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { tablesIn } from '#kernel/server/declared.ts'
import { SILENT } from '#modules/privacy/contract/columns.ts'
import { inWords } from '#modules/privacy/server/words.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, type Clinic } from '../harness.ts'

describe('the words of the audit', () => {
  let clinic: Clinic
  beforeAll(async () => {
    clinic = await freshClinic({ stores: 1 })
  })

  it('5.45 name every column of every audited table', async () => {
    const audited = [...tablesIn(modules)].filter(([, table]) => table.unaudited === undefined && table.wall !== 'product')
    expect(audited.length).toBeGreaterThan(60)
    const raw = await clinic.tx(async (cx) => {
      const columns = await cx.db.rows(
        { tbl: 'string', name: 'string' },
        sql`select table_name::text tbl, column_name::text name from information_schema.columns where table_schema = 'public' order by 1, ordinal_position`,
      )
      const found: string[] = []
      for (const [tbl, table] of audited) {
        const names = columns
          .filter((c) => c.tbl === tbl)
          .map((c) => c.name)
          .filter((name) => !SILENT.has(name) && !table.secret?.includes(name))
        const after = Object.fromEntries(names.map((name) => [name, 1]))
        const [row] = await inWords(cx, [{ tbl, action: 'insert' as const, before: null, after }])
        found.push(...names.filter((name) => !row!.words[name]).map((name) => `${tbl}.${name}`))
      }
      return found
    })
    expect(raw).toEqual([])
  })
})
