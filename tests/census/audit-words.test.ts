/** What the audit says of every table it watches: each column has a word, so that no line shows a name only a programmer reads. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { tablesIn } from '#kernel/server/declared.ts'
import { SILENT } from '#modules/privacy/contract/columns.ts'
import { referencesOf } from '#modules/privacy/server/references.ts'
import { inWords } from '#modules/privacy/server/words.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, type Clinic } from '../harness.ts'

/** Words of the trade that are the same in both languages. */
const PROPER = /^[A-Z]{2,}$/

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
        sql`
          select table_name::text tbl, column_name::text name
          from information_schema.columns
          where table_schema = 'public'
          order by 1, ordinal_position
        `,
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

  it('5.45 tell every word a column may hold: what a constraint lists has a name', async () => {
    const lists = await clinic.tx((cx) =>
      cx.db.rows(
        { tbl: 'string', name: 'string', rule: 'string' },
        sql`
          select k.conrelid::regclass::text tbl, a.attname::text name, pg_get_constraintdef(k.oid) rule
          from pg_constraint k
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
          where k.contype = 'c' and cardinality(k.conkey) = 1
          order by 1, 2
        `,
      ),
    )
    const audited = tablesIn(modules)
    const kept = lists.flatMap(({ tbl, name, rule }) => {
      const table = audited.get(tbl)
      const listed = /= ANY \(ARRAY\[(.*?)\]\)/.exec(rule)?.[1]
      if (!listed || !table || table.unaudited !== undefined || table.wall === 'product') return []
      return listed.split(', ').map((one) => ({ tbl, name, value: /^\d+$/.test(one) ? Number(one) : /'([^']*)'/.exec(one)![1]! }))
    })
    expect(kept.length).toBeGreaterThan(40)
    const raw = await clinic.tx(async (cx) => {
      const rows = kept.map(({ tbl, name, value }) => ({ tbl, action: 'insert' as const, before: null, after: { [name]: value } }))
      const worded = await inWords(cx, rows)
      return kept.filter(({ name, value }, n) => worded[n]!.after![name] === value && !PROPER.test(String(value)))
    })
    expect(raw.map(({ tbl, name, value }) => `${tbl}.${name} = ${value}`)).toEqual([])
  })

  it('5.45 tell what a column of lists or objects holds, by the names of its facts and never as it is kept', async () => {
    const columns = await clinic.tx((cx) =>
      cx.db.rows(
        { tbl: 'string', name: 'string' },
        sql`
          select table_name::text tbl, column_name::text name
          from information_schema.columns
          where table_schema = 'public' and data_type = 'jsonb'
          order by 1, 2
        `,
      ),
    )
    const audited = tablesIn(modules)
    const kept = columns.filter(({ tbl, name }) => audited.get(tbl) && audited.get(tbl)?.unaudited === undefined && !SILENT.has(name))
    expect(kept.length).toBeGreaterThan(20)
    const value = [
      { name: '林晓', dsOd: -3, gender: 1, nothing: null },
      { amount: 1200, eye: { sph: -1.5 } },
    ]
    const raw = await clinic.tx(async (cx) => {
      const rows = await inWords(
        cx,
        kept.map(({ tbl, name }) => ({ tbl, action: 'insert' as const, before: null, after: { [name]: value } })),
      )
      return kept.filter(
        ({ name }, n) => typeof rows[n]!.after![name] !== 'string' || /[{}[\]"]|null|dsOd|gender/.test(String(rows[n]!.after![name])),
      )
    })
    expect(raw).toEqual([])
  })

  it('5.45 tell whom a column points at by name: stores, staff, goods; a member stays an id beside the line’s own member', async () => {
    const { pid } = await clinic
      .as('reception')
      .call('patients.save', { name: '林晓', gender: 1, birth: '2016-03-04', mobile: '13800005678' })
    const made = (await clinic.as('chain').call('privacy.audit', { tbl: 'patient', pid })).list.find((row) => row.action === 'insert')!
    expect([made.after!.hid, made.after!.pid, made.patientName]).toEqual([made.storeName, pid, '林晓'])
    const points = await clinic.tx((cx) => referencesOf(cx))
    const targets = [...points.values()].flatMap((columns) => [...columns.values()].map((to) => to.table))
    expect(targets).toEqual(expect.arrayContaining(['store', 'contact', 'product', 'supplier']))
    expect(targets).not.toContain('patient')
  })
})
