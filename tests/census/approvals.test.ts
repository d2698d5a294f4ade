/**
 * Every paper that somebody approves says who may not: its table declares the approval, and the triggers of the database stand as declared.
 * A step that is called an approval and is none is listed with why.
 */
import pg from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Machine, Move } from '#kernel/contract/internal.ts'
import { cloneDatabase } from '#kernel/server/database/migrate.ts'
import { tablesIn } from '#kernel/server/declared.ts'
import { modules } from '../../apps/server/modules.gen.ts'

const declared = tablesIn(modules)
const machines: readonly Machine[] = modules.flatMap((m) => m.machines ?? [])
/** Names and words of a step by which somebody agrees to what others wrote. */
const APPROVES = /approve|agree|countersign|review|confirm/i
const WORDS = /审核|审批|批准|同意|复核/
const approvals = (list: readonly Machine[]): string[] =>
  list.flatMap((m) =>
    Object.entries<Move>(m.moves).flatMap(([name, { label, automatic }]) =>
      !automatic && !label.startsWith('提交') && (APPROVES.test(name) || WORDS.test(label)) ? [`${m.table}.${name}`] : [],
    ),
  )
/** Steps with such a name, and why no author is refused; `*` for the tables of all kinds. */
const NONE: Readonly<Record<string, string>> = {
  '*.sign': 'who signs an examination answers for it',
  'supply_order.accept': 'the supplier is asked: an order is checked against its prescription by the findings',
  'reservation.confirm': 'the store tells the member that the visit stands',
  'prescription.review': 'the signer is refused by the rules of prescriptions (records), which know who signed',
  'stock_in.post': 'goods that arrive are accepted by who counts them; acceptance names its inspector (GSP)',
  'supply_order.confirm': 'the piece that came in is what was ordered: acceptance, by who received it',
}
const excused = (step: string): boolean => step in NONE || step.replace(/^\w+/, '*') in NONE
const undeclared = (list: readonly Machine[]): string[] =>
  approvals(list).filter((step) => !excused(step) && !declared.get(step.split('.')[0] ?? '')?.approval)

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: await cloneDatabase(inject('ownerUrl'), inject('template'), `approvals_${process.pid}`) })
  await client.connect()
  return () => client.end()
})
/** Arguments of the triggers that note authors and keep approvals: `table trigger(argument, …)`. */
const standing = async (): Promise<string[]> =>
  (
    await client.query<{ of: string }>(
      `
        select c.relname || ' ' || t.tgname || '(' || array_to_string(
          array(select a from unnest(string_to_array(encode(t.tgargs, 'escape'), '\\000')) a where a <> ''), '; '
        ) || ')' "of"
        from pg_trigger t
        join pg_class c on c.oid = t.tgrelid
        where t.tgname = 'keep_approval' or t.tgname like 'note\\_author\\_%'
        order by 1
      `,
    )
  ).rows.map((row) => row.of)

describe('approvals', () => {
  it('each step that approves is of a table that declares its approval, or says why it needs none', () => {
    expect(approvals(machines).length).toBeGreaterThan(4)
    expect(undeclared(machines)).toEqual([])
    const found = approvals(machines).flatMap((step) => [step, step.replace(/^\w+/, '*')])
    const stale = Object.keys(NONE).filter((step) => !found.includes(step))
    expect(stale).toEqual([])
  })
  it('a paper whose approval was forgotten would be seen', () => {
    const [first] = machines
    const planted = { ...first!, table: 'planted', moves: { approve: { label: '审核', from: [0], to: 1, can: 'x' } } } as unknown as Machine
    expect(undeclared([planted])).toEqual(['planted.approve'])
  })
  it('every frozen column of a paper and of its lines is watched by the database, and every approver is asked', async () => {
    const expected = [...declared.values()].flatMap(({ name, approval }) => {
      if (!approval) return []
      const { frozen, lines = {}, by } = approval
      return [
        ...(by ? [new RegExp(`^${name} keep_approval\\(\\w+; ${by.join(',')}; ${approval.refusal}; ${frozen.join(',')}`)] : []),
        new RegExp(`^${name} note_author_${name}\\(${name}; \\w+; ${frozen.join(',')}\\)$`),
        ...Object.entries(lines).map(
          ([line, { key, columns }]) => new RegExp(`^${line} note_author_${name}\\(${name}; ${key}; ${columns.join(',')}\\)$`),
        ),
      ]
    })
    const triggers = await standing()
    expect(expected.length).toBeGreaterThan(8)
    expect(expected.filter((pattern) => !triggers.some((each) => pattern.test(each))).map(String)).toEqual([])
    expect(triggers).toHaveLength(expected.length)
  })
})
