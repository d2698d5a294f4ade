/** Rows that do not fit the shape they were asked for: an error in strict mode, counted and written down once at work. */
import { afterAll, beforeAll, describe, expect, expectTypeOf, inject, it, vi } from 'vitest'
import pg from 'pg'
import { id, text, z } from '#kernel/contract/index.ts'
import { onMisfit } from '../misfits.ts'
import { dbOn, type Db } from './client.ts'
import { cloneDatabase } from './migrate.ts'
import { wholeRow } from './shaped.ts'
import { sql } from './sql.ts'

const Person = z.object({ pid: id('会员'), name: text('姓名'), note: text('备注').nullable(), nick: text('昵称').optional() })
let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: await cloneDatabase(inject('ownerUrl'), inject('template'), `shaped_${process.pid}`) })
  await client.connect()
  await client.query(`create table person (pid bigint not null, name text not null, note text, password_hash text not null default 'x');
    insert into person values (1, '张三', null), (2, '李四', '近视')`)
  return () => client.end()
})

describe('rows asked for with a shape', () => {
  const strict = () => dbOn(client, true)
  it('are what the shape says, with what it may lack left out', async () => {
    expect(await strict().rows(Person, sql`select pid, name, note from person order by pid`)).toEqual([
      { pid: 1, name: '张三', note: null },
      { pid: 2, name: '李四', note: '近视' },
    ])
    expect(
      await strict().the({ n: 'number', names: 'string[]' }, sql`select count(*) n, array_agg(name order by pid) names from person`),
    ).toEqual({
      n: 2,
      names: ['张三', '李四'],
    })
    expect(await strict().one({ note: 'string | null' }, sql`select note from person where pid = 9`)).toBeUndefined()
  })
  it.each([
    ['a column too few', sql`select pid, note from person where false`, 'name is missing'],
    ['a column too many', sql`select * from person where false`, 'passwordHash is not in the shape'],
    ['a column of another kind', sql`select pid::text pid, name, note from person where false`, 'pid is a string, not a number'],
    ['a column that may be null, of no row at all', sql`select pid, note as name, note from person where false`, 'name may be null'],
    [
      'a null that only an outer join makes',
      sql`select pid, p.name, note from (values (7)) v (pid) left join person p using (pid)`,
      'name is null',
    ],
  ])('are refused with %s', async (_, statement, logged) => {
    await expect(strict().rows(Person, statement)).rejects.toThrow(logged)
  })
  it('are refused with columns written in place as well', async () => {
    await expect(strict().the({ m: 'number' }, sql`select count(*) n from person`)).rejects.toThrow('m is missing, n is not in the shape')
    await expect(strict().rows({ note: 'string' }, sql`select note from person`)).rejects.toThrow('note is null')
    expect(await strict().rows({ note: 'string' }, sql`select note from person where note is not null`)).toEqual([{ note: '近视' }])
  })
})

describe('whole rows of a table', () => {
  const strict = () => dbOn(client, true)
  it('are compared with the table: another one, a part of it, and what the statement makes beside', async () => {
    const made = wholeRow('role', { held: 'number' })
    expect(await strict().rows(made, sql`select r.*, 0 held from role r where false`)).toEqual([])
    await expect(strict().rows(wholeRow('role'), sql`select * from person where false`)).rejects.toThrow('columns of role are missing')
    await expect(strict().rows(wholeRow('role'), sql`select role_id, name from role where false`)).rejects.toThrow(
      'columns of role are missing',
    )
    await expect(strict().rows(wholeRow('role'), sql`select r.*, 1 held from role r where false`)).rejects.toThrow(
      'held is not in the shape',
    )
    await expect(strict().rows(made, sql`select r.*, '' held from role r where false`)).rejects.toThrow('held is a string, not a number')
  })
  it('whose columns are never null are watched for the nulls of an outer join', async () => {
    const outer = sql`select r.* from (values (1)) v (n) left join role r on false`
    await expect(strict().rows(wholeRow('role'), outer)).rejects.toThrow('is null')
  })
  it('have the type of their table; nothing is asked for without a shape', async () => {
    const role = await strict().one(wholeRow('role', { held: 'number' }), sql`select r.*, 2 held from role r limit 1`)
    expect(role).toBeUndefined()
    expectTypeOf<NonNullable<typeof role>['custom']>().toEqualTypeOf<boolean>()
    expectTypeOf<NonNullable<typeof role>['held']>().toEqualTypeOf<number>()
    expectTypeOf<Parameters<Db['rows']>['length']>().toEqualTypeOf<2>()
    expectTypeOf<Parameters<Db['one']>['length']>().toEqualTypeOf<2>()
    expectTypeOf<Parameters<Db['the']>['length']>().toEqualTypeOf<2>()
  })
  it('whether there is one is asked without looking at it', async () => {
    expect(await strict().any(sql`select 1 from person where pid = 1`)).toBe(true)
    expect(await strict().any(sql`select 1 from person where pid = 9`)).toBe(false)
  })
})

describe('at work', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  afterAll(() => logged.mockRestore())
  it('what does not fit is counted each time, written down once and without a value, and the rows are answered', async () => {
    let counted = 0
    const end = onMisfit((place) => void (counted += place === 'rows' ? 1 : 0))
    const db = dbOn(client)
    const broken = sql`select pid, null::text name, note from person where pid = 1`
    for (let n = 0; n < 3; n++) expect(await db.rows(Person, broken)).toEqual([{ pid: 1, name: null, note: null }])
    end()
    expect(counted).toBe(3)
    expect(logged).toHaveBeenCalledTimes(1)
    expect(logged.mock.calls[0]![0]).toMatch(/"misfit":"rows","what":"name is null, in select pid/)
  })
})
