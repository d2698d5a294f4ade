import { describe, expect, it } from 'vitest'
import { stateBreaches, stateNumbers } from './rules-states.mjs'

const lines = (text, file = 'modules/x/server/x.ts') => stateNumbers(file, text).map((at) => text.slice(0, at).split('\n').length)

describe('states have names', () => {
  it.each([
    ['a comparison', 'if (order.status === 40) go()'],
    ['one the other way round', 'if (40 <= order!.status) go()'],
    ['of a foreign status', 'const late = row.billStatus !== 3'],
    ['a list', 'if ([10, 20].includes(was.status)) go()'],
    ['a list with a name', 'const OPEN = [10, 20]\nconst open = (r) => OPEN.includes(r.status)', 2],
    ['a list as a filter', "const stages = { '/select': { status: [10] } }"],
    ['a field', "update(cx, 'bill', { fbid }, { status: 1 })"],
    ['a choice of two', 'send({ status: row.open ? 0 : 1 })'],
    ['a default', 'const shape = { status: f.status.default(0) }'],
    ['a field that takes some', "const shape = { status: z.literal([0, 1]).default(0).meta({ label: '状态' }) }"],
    ['a field with words of its own', "const shape = { word: choice('状态', { 0: '开', 1: '关' }) }"],
    ['a derived state', "const tone = s.licenceState === 2 ? 'bad' : undefined"],
    ['a switch', 'switch (order.status) { case 10: go() }'],
    ['a table', "const word = { 1: 'a', 2: 'b' }[row.status]"],
    ['a table with a name', "const words = { 1: 'a' }\nconst word = (row) => words[row.status]", 2],
    ['another name for it', 'const { a } = b\nconst to = input.status\nif (to === 2) go(a)', 3],
    ['a type', 'const set = (id: number, status: 0 | 1) => go(id, status)'],
    ['a claim', 'const to = input.status as 60 | 50'],
    ['a property of a component', 'const a = <Moves status={0} />'],
    ['the first step of the history', 'await begin(cx, order, row.id, 0)'],
    ['SQL', 'const a = sql`select 1 from fee_bill b where b.hid = ${hid} and b.status in (0, 6)`'],
    ['SQL of one state', 'const a = sql`update sms set status = 1 where sms_id = ${id}`'],
    ['SQL that leaves one out', 'const a = sql`count(*) filter (where status <> 4)`'],
    ['SQL by cases', "const a = sql`case b.status when 0 then 'x' end`"],
    ['SQL of a made-up row', "const a = sql`select 0 status, 'x' word`"],
    ['SQL that adds a row', 'const a = sql`insert into thing (hid, status) values (${hid}, 0)`'],
    ['a number as a parameter', 'const WAITING = 3\nconst a = sql`t.status = ${WAITING}`', 2],
    ['a state as a parameter: the planner cannot see it', 'const a = sql`t.status = ${queue.is.waiting}`'],
    ['a set as a parameter', 'const a = sql`t.status = any(${queue.in.open})`'],
  ])('%s', (_, text, line = 1) => {
    expect(lines(text, 'modules/x/web/X.tsx')).toEqual([line])
  })

  it.each([
    ['names', 'if (order.status === frameOrder.is.inspecting || frameOrder.in.open.includes(order.status)) go()'],
    ['names in SQL', 'const a = sql`t.status = ${lit(queue.is.waiting)} and f.status in ${lit(frameOrder.in.open)}`'],
    ['what a caller asked for', 'const a = sql`t.status = ${query.status} or t.status = any(${query.states})`'],
    ['answers of HTTP', 'if (response.status === 401) reply({ status: 404 })'],
    ['other numbers', 'if (order.kind === 2) go({ status: next, width: 84 })'],
    ['a table over states', "const words = { [bill.is.paid]: 'a' }\nconst word = (row) => words[row.status]"],
  ])('nothing about %s', (_, text) => {
    expect(lines(text)).toEqual([])
  })

  it('numbers stand in states.ts, and tests say them as the wire does', () => {
    const text = 'export const open = (r) => r.status === 1'
    const files = ['modules/new/contract/states.ts', 'modules/new/server/new.test.ts', 'modules/new/server/new.ts'].map((f) => [f, text])
    expect(stateBreaches(files).map((b) => `${b.rule}: ${b.file}:${b.line}`)).toEqual(['states-have-names: modules/new/server/new.ts:1'])
  })
})
