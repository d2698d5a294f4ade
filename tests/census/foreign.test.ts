/**
 * Another organisation never sees or changes anything of this one: every call, made with real ids of the first organisation by an
 * administrator of the second. Nothing of the first may stand in an answer, and its audit must not grow by a single row.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, metaOf, type Endpoint } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, send, type Clinic } from '../harness.ts'
import { fill, idsOf } from './filled.ts'
import { plausible } from './plausible.ts'
import { served } from './served.ts'

const MARK = '甲院秘密'
const endpoints = served.filter(([id, e]) => e.can !== 'public' && id !== 'account.logout')
let mine: Clinic
let other: Clinic
/** Ids of rows of the first organisation, by what a field is called. */
let candidates: (name: string) => number[]

beforeAll(async () => {
  mine = await freshClinic()
  other = await freshClinic()
  await fill(mine, MARK)
  candidates = await idsOf(mine)
})

const own = (): Promise<number> => mine.tx(async (cx) => (await cx.db.one({ n: 'number' }, sql`select count(*) n from audit`))!.n)
describe('another organisation', () => {
  it('is answered nothing of the first by any call with its real ids, and changes nothing there', async () => {
    const token = await other.token('chain')
    const before = await own()
    const leaks: string[] = []
    for (const [id, endpoint] of endpoints as Array<[string, Endpoint]>) {
      const named = Object.entries(fieldsOf(endpoint.input)).filter(
        ([name, field]) => metaOf(field).format === 'id' || /(^|_)(id|Id)$|Id$/.test(name),
      )
      const rounds = Math.max(1, ...named.map(([name]) => candidates(name).length))
      for (let round = 0; round < rounds; round++) {
        const input = {
          ...plausible(endpoint.input, true),
          ...Object.fromEntries(
            named.map(([name]) => {
              const list = candidates(name)
              return [name, list[round % Math.max(1, list.length)] ?? 1]
            }),
          ),
        }
        const response = await send(other.base, endpoint, input, { token })
        const text = await response.text()
        if (text.includes(MARK)) leaks.push(`${id} ${JSON.stringify(input).slice(0, 120)}`)
        if (response.status === 500) leaks.push(`${id} answered 500: ${text.slice(0, 160)}`)
      }
    }
    expect(leaks).toEqual([])
    expect(await own()).toBe(before)
  })
  it('would be seen: the owner of the rows is answered the mark', async () => {
    const list = await mine.as('reception').call('patients.list', { hid: mine.hid })
    expect(JSON.stringify(list)).toContain(MARK)
  })
})
