/**
 * Days and moments in inputs: every one of a call that writes says what it tells of. What has happened is held by the database (`happened`
 * of its table), takes a reason when it comes late, and has the day of writing beside it.
 */
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fieldsOf, happened, moment, writes, z, type Endpoint, type Endpoints } from '#kernel/contract/internal.ts'
import { momentsOf } from '#kernel/server/when.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import tableFacts from '../../database/tables.gen.json' with { type: 'json' }

const calls = modules.flatMap((module) =>
  Object.entries((module.endpoints ?? {}) as Endpoints).flatMap(([id, endpoint]) =>
    writes(endpoint) ? [{ id, endpoint, area: module.name }] : [],
  ),
)
const Facts = z.record(
  z.string(),
  z.object({ module: z.string(), happened: z.record(z.string(), z.union([z.string(), z.number()])).optional() }),
)
const held = Object.entries(Facts.parse(tableFacts)).flatMap(([table, { module, happened = {} }]) =>
  Object.entries(happened).map(([column, back]) => ({ table, column, module, back })),
)
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Fields whose column has another name. */
const columnOf: Readonly<Record<string, string>> = { start: 'start_date' }
/** What a call has another module write: the tables of that one hold it. */
const writtenBy: Readonly<Record<string, string>> = { 'remakes.credit': 'purchasing', 'settings.open-store': 'institution' }
/** A top-up comes at most 31 days late, whoever asks. */
const NEVER_LATER = new Set(['payTime'])

interface Call {
  readonly id: string
  readonly endpoint: Pick<Endpoint, 'input'>
  readonly area: string
}
/** Where the database holds what a field says has happened. */
const holding = ({ id, area }: Call, name: string) =>
  held.filter(({ module, column }) => {
    const last = column.split('.').at(-1)
    return module === (writtenBy[id] ?? area) && (last === (columnOf[name] ?? snake(name)) || last === name)
  })
const happenedIn = ({ endpoint }: Call) => momentsOf(endpoint.input).filter(({ when }) => when === 'happened')
const silent = ({ id, endpoint }: Call): string[] =>
  momentsOf(endpoint.input).flatMap(({ path, when }) => (when ? [] : [`${id}: ${path.join('.')}`]))
const unheld = (call: Call): string[] =>
  happenedIn(call).flatMap(({ path }) => (holding(call, path.at(-1) ?? '').length ? [] : [`${call.id}: ${path.join('.')}`]))
const mute = (call: Call): string[] => {
  const limited = happenedIn(call).some(({ path }) => {
    const name = path.at(-1) ?? ''
    return !NEVER_LATER.has(name) && holding(call, name).some(({ back }) => back !== 'life' && back !== 'open')
  })
  return limited && !fieldsOf(call.endpoint.input).backdateReason ? [call.id] : []
}

describe('a day or moment in an input', () => {
  it('says what it tells of: happened, planned, a birth, an expiry, a term or the span asked for', () => {
    expect(calls.flatMap(silent)).toEqual([])
  })
  it('that has happened is held by a table of the database', () => {
    expect(calls.flatMap(unheld)).toEqual([])
  })
  it('that has happened may come late with a reason, where its table sets a number of days', () => {
    expect(calls.flatMap(mute)).toEqual([])
  })
  it('is found however deep it lies, and missed by none of the three questions', () => {
    const planted = (input: z.ZodType): Call => ({ id: 'planted', area: 'records', endpoint: { input } })
    const deep = z.object({ items: z.array(z.object({ seenAt: moment('所见时间').nullable() })).optional() })
    expect(silent(planted(deep))).toEqual(['planted: items.[].seenAt'])
    const unknown = z.object({ seenAt: happened(moment('所见时间')) })
    expect(unheld(planted(unknown))).toEqual(['planted: seenAt'])
    expect(mute(planted(z.object({ visitAt: happened(moment('就诊时间')) })))).toEqual(['planted'])
  })
})

describe('a table that says what happened', () => {
  const columns = new Map(
    fs
      .readFileSync('database/schema.gen.sql', 'utf8')
      .split(/\n\n(?=table )/)
      .map((block) => [/^table (\w+)/.exec(block)?.[1] ?? '', block] as const),
  )
  /** Lines and supplements are written with their paper, which keeps the moment. */
  const paper: Readonly<Record<string, string>> = {
    stock_in_item: 'stock_in',
    scrap: 'stock_out',
    prescription_outside: 'prescription',
    supply_receipt_line: 'supply_receipt',
  }
  it('keeps the moment of writing beside it', () => {
    const unkept = held
      .filter(({ table }) => !paper[table])
      .flatMap(({ table }) => (/^ {2}(created_at|at) timestamp.*default app_now/m.test(columns.get(table) ?? '') ? [] : [table]))
    expect([...new Set(unkept)]).toEqual([])
  })
})
