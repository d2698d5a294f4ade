import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { machine } from '#kernel/contract/index.ts'
import { dbOn } from './database/client.ts'
import { cloneDatabase, dropDatabase } from './database/migrate.ts'
import { onClient } from './database/once.ts'
import { lit, sql } from './database/sql.ts'
import type { Cx } from './cx.ts'
import { installGuards, move } from './move.ts'

const NAME = `move_test_${process.pid}`
let url: string
beforeAll(async () => {
  url = await cloneDatabase(inject('ownerUrl'), inject('template'), NAME)
  await onClient(url, (client) =>
    client.query(
      'create table paper (oid bigint, paper_id bigint, kind int, status int, version int default 1, primary key (oid, paper_id))',
    ),
  )
})
afterAll(() => dropDatabase(url, NAME))

const paper = (name: string, kind: number, sent: number) =>
  machine({
    name,
    table: 'paper',
    noun: '单据',
    key: 'paper_id',
    when: { column: 'kind', is: kind },
    start: [1],
    states: { 1: { name: 'draft', label: '草稿', tone: 'neutral' }, [sent]: { name: 'sent', label: '已发', tone: 'ok' } },
    moves: { send: { label: '发出', from: [1], to: sent, can: 'paper:send' } },
  })
const lens = paper('lens-paper', 1, 4)
const care = paper('care-paper', 2, 8)

/** A session of organisation 1 in which the machines stand guard. */
const guarded = <T>(work: (db: ReturnType<typeof dbOn>) => Promise<T>): Promise<T> =>
  onClient(url, async (client) => {
    const db = dbOn(client)
    await db.run(sql`delete from paper`)
    await db.run(sql`select set_config('app.oid', '1', false), set_config('app.ctid', '1', false)`)
    return work(db)
  })
const who = { can: new Set(['paper:send']) }
const cxOn = (db: ReturnType<typeof dbOn>): Cx =>
  ({
    db,
    who,
    announce: () => Promise.resolve(),
    refuse: (code: string) => {
      throw new Error(code)
    },
  }) as unknown as Cx

describe('machines of one table', () => {
  it('the guard takes the machine of the kind a row is', async () => {
    await guarded(async (db) => {
      await installGuards(db, [lens, care])
      await db.run(sql`insert into paper (oid, paper_id, kind, status) values (1, 1, 1, 1), (1, 2, 2, 1)`)
      await expect(db.run(sql`update paper set status = 8 where paper_id = 1`)).rejects.toThrow('illegal step of lens-paper from 1 to 8')
      await db.run(sql`update paper set status = 8 where paper_id = 2`)
      await expect(db.run(sql`insert into paper (oid, paper_id, kind, status) values (1, 3, 3, 1)`)).rejects.toThrow(
        'no machine for kind 3',
      )
      await expect(db.run(sql`update paper set kind = 1 where paper_id = 2`)).rejects.toThrow('keeps its kind')
    })
  })
  it('a move finds rows of its kind only', async () => {
    await guarded(async (db) => {
      await installGuards(db, [lens, care])
      await db.run(sql`insert into paper (oid, paper_id, kind, status) values (1, 1, 1, 1), (1, 2, 2, 1)`)
      expect(await move(cxOn(db), care, 2, 'send')).toMatchObject({ paperId: 2, status: 8, version: 2 })
      await expect(move(cxOn(db), care, 1, 'send')).rejects.toThrow('not_found')
    })
  })
  it('a kind that comes later is guarded at the next start', async () => {
    await guarded(async (db) => {
      await installGuards(db, [lens])
      await expect(db.run(sql`insert into paper (oid, paper_id, kind, status) values (1, 1, 2, 1)`)).rejects.toThrow('no machine')
      await installGuards(db, [lens, care])
      await db.run(sql`insert into paper (oid, paper_id, kind, status) values (1, 1, 2, 1)`)
      const trigger = () =>
        db.one({ oid: 'number' }, sql`select oid from pg_trigger where tgname = 'guard_status' and tgrelid = 'paper'::regclass`)
      const before = await trigger()
      await installGuards(db, [lens, care])
      expect(await trigger()).toEqual(before)
    })
  })
  it('two machines of a table without kinds do not start', async () => {
    const { when: _, ...any } = lens
    await guarded((db) => expect(installGuards(db, [any, care])).rejects.toThrow('machines of paper need a `when` on the same column'))
  })
})

describe('lit', () => {
  it('writes states into the statement, and nothing else', () => {
    const open = [1, 2]
    expect(sql`status in ${lit(open)} or status = ${lit(4)}`).toMatchObject({ sql: 'status in (1, 2) or status = 4', values: [] })
    expect(() => lit('1; drop table paper' as never)).toThrow('not states of the code')
    expect(() => lit([1.5])).toThrow('not states of the code')
    expect(() => lit([])).toThrow('not states of the code')
  })
})
