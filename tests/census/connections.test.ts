/**
 * A server with one connection of each kind answers every call: a handler that took a second one while it holds the first would wait for
 * itself.
 */
import { expect, it } from 'vitest'
import { fieldsOf, metaOf, paramsOf, type Endpoint, type Endpoints } from '#kernel/contract/internal.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, ownServer, send } from '../harness.ts'
import { fill, idsOf } from './filled.ts'
import { plausible } from './plausible.ts'

/** Calls that end the session the others are asked with. */
const ENDS = /^account\.(logout|password)$/
const CROWD = 3

it('every call of several steps is answered where there is one connection, three at a time', async () => {
  const own = await ownServer('single', { connections: 1 })
  const clinic = await freshClinic({ on: own })
  await fill(clinic, '单连接')
  const ids = await idsOf(clinic)
  const token = await clinic.token('chain')
  const inputOf = (e: Endpoint, all: boolean): Record<string, unknown> => {
    const every = plausible(e.input, true)
    const sent = {
      ...plausible(e.input, false),
      ...(all ? every : {}),
      ...Object.fromEntries(paramsOf(e.path).map((p) => [p, every[p] ?? 1])),
    }
    const isId = (name: string) => fieldsOf(e.input)[name] && metaOf(fieldsOf(e.input)[name]!).format === 'id'
    return Object.fromEntries(Object.entries(sent).map(([name, v]) => [name, isId(name) ? (ids(name)[0] ?? v) : v]))
  }
  const steps = modules
    .flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints))
    .filter(([id, e]) => e.kind !== 'tx' && !ENDS.test(id))
  expect(steps.length).toBeGreaterThan(20)
  const wrong: string[] = []
  let count = 0
  for (const [id, e] of steps)
    for (const all of [false, true])
      await Promise.all(
        Array.from({ length: CROWD }, async () => {
          const response = await send(own.base, e, inputOf(e, all), {
            token,
            'x-forwarded-for': `10.6.${(++count >> 8) & 255}.${count & 255}`,
          })
          const text = await response.text()
          if (response.status >= 500) wrong.push(`${id}: ${response.status} ${text.slice(0, 200)}`)
        }),
      )
  await own.booted.close()
  expect(wrong).toEqual([])
})
