import { describe, expect, it } from 'vitest'
import { databaseBreaches } from './rules-database.mjs'
import { migrations, repeatables } from './rules.mjs'

const due = `-- What is due; all of it.\ncreate or replace function due() returns int language sql as $$ select 1; $$;\n`
const fn = ['modules/billing/database/due.fn.sql', due]
const after = (sql, file = 'modules/billing/database/1200-billing.sql') => databaseBreaches([[file, sql]], [fn])
const beside = (sql, file = 'modules/billing/database/bill.fn.sql') => databaseBreaches([], [fn, [file, sql]])

describe('files of the database', () => {
  it('keep the rules', () => {
    expect(databaseBreaches(migrations(), repeatables())).toEqual([])
  })
  it('a migration makes no trigger and no view, and no function that stands in a repeatable file', () => {
    expect(
      after('create table a (x int); create function due_1200() returns int language sql as $$ select 1 $$; drop function due_1200();'),
    ).toEqual([])
    expect(after('create trigger t before insert on a for each row execute function f();')).toHaveLength(1)
    expect(after('create or replace view v as select 1;')).toHaveLength(1)
    expect(after('create or replace function due() returns int language sql as $$ select 2 $$;')[0]).toContain(
      'due stands in modules/billing/database/due.fn.sql',
    )
  })
  it('a number below the baseline is refused', () => {
    expect(after('alter table a add y int;', 'modules/billing/database/1050-billing.sql')[0]).toContain('give it the next number')
  })
  it('a repeatable file holds functions, triggers and views; only a generated one writes rows', () => {
    expect(beside('create trigger t after insert on a for each row execute function due();')).toEqual([])
    expect(beside('alter table a add y int;')).toHaveLength(1)
    expect(beside('create function other() returns int language sql as $$ select 1 $$;')).toHaveLength(1)
    expect(beside("insert into a values ('create trigger');")).toHaveLength(1)
    expect(beside('insert into a values (1);', 'modules/billing/database/cube.gen.sql')).toEqual([])
  })
})
