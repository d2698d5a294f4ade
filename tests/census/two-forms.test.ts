/**
 * Calls that take one thing in two ways (money or pieces, id or code, one or a list) run one rule for both. Each is listed with what its
 * rule is; a new one fails here until somebody says it.
 */
import { describe, expect, it } from 'vitest'
import { bareOf, fieldsOf, metaOf, z } from '#kernel/contract/index.ts'
import { served } from './served.ts'

/** Pairs of ways in one shape: what both can be left out, and name the same thing. */
function pairsIn(shape: z.ZodType): string[] {
  const fields = fieldsOf(shape)
  const names = Object.keys(fields)
  const optional = (name: string) => fields[name]!.safeParse(undefined).success
  const isMoney = (name: string) => metaOf(fields[name]!).format === 'money' && optional(name)
  const isPieces = (name: string) => /^(quantity|pieces|count)$/.test(name) && optional(name)
  const isList = (name: string) => bareOf(fields[name]!) instanceof z.ZodArray
  const both: string[] = []
  for (const a of names) {
    for (const b of names) if (isMoney(a) && isPieces(b) && !/price/i.test(a)) both.push(`${a}/${b}`)
    const list = names.find((b) => isList(b) && (b === `${a}s` || b === `${a}List` || b === `${a}_ids`))
    if (list && optional(a) && !isList(a)) both.push(`${a}/${list}`)
  }
  const nested = names.flatMap((name) => {
    const bare = bareOf(fields[name]!)
    const inner = bare instanceof z.ZodArray ? bareOf(bare.element as z.ZodType) : bare
    return inner instanceof z.ZodObject ? pairsIn(inner).map((pair) => `${name}.${pair}`) : []
  })
  return [...both, ...nested]
}

/** One rule each, and where it stands. */
const RULES: Readonly<Record<string, string>> = {
  'fee-bills.refund items.refundAmount/quantity':
    'itemRefund, and packageRefund for packages: what is refunded leaves, what was used stays',
  'receive-record.create pid/pids': 'one member is a list of one',
}

describe('calls with two ways to say one thing', () => {
  it('are listed with their one rule', () => {
    const found = served.filter(([, e]) => e.method !== 'GET').flatMap(([id, e]) => pairsIn(e.input).map((pair) => `${id} ${pair}`))
    expect(found.filter((pair) => !(pair in RULES))).toEqual([])
    expect(found).toContain('fee-bills.refund items.refundAmount/quantity')
  })
  it('a new one would be seen', () => {
    const planted = z.object({ pid: z.int().optional(), pids: z.array(z.int()).optional() })
    expect(pairsIn(planted)).toEqual(['pid/pids'])
  })
})
