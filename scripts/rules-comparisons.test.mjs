import { describe, expect, it } from 'vitest'
import { comparisonBreaches } from './rules-comparisons.mjs'

const found = (code) =>
  comparisonBreaches([['modules/new/contract/compare.ts', `const x =\n${code}\n`]], {}).map((b) => `${b.rule}: ${b.file}:${b.line}`)
const breach = ['unknown-is-not-equal: modules/new/contract/compare.ts:2']

describe('a comparison of its own', () => {
  it('is found where what is missing counts as equal', () => {
    expect(found('ordered === undefined || ordered === got')).toEqual(breach)
    expect(found('(kind && ordered == null) || got === null || got === line.ordered')).toEqual(breach)
    expect(found('!asked || asked === (read as string)')).toEqual(breach)
    expect(found('asked && got && asked !== got')).toEqual(breach)
    expect(found('file.birth !== null && member?.birth !== undefined && file.birth !== member.birth')).toEqual(breach)
  })
  it('is found where what is missing passes before anything is compared', () => {
    expect(
      found('(wanted, got) => {\n  if (wanted === null || wanted === undefined) return true\n  return wanted === got\n}'),
    ).toHaveLength(1)
    expect(found('(wanted, got) => {\n  if (!got) return true\n  return other === wanted\n}')).toEqual([])
  })
  it('is none where a fact is held against a word, where only its presence is asked, and in tests', () => {
    expect(found("status === undefined || status === 'open'")).toEqual([])
    expect(found('a === undefined || b === c')).toEqual([])
    expect(found('a !== undefined && b !== c')).toEqual([])
    expect(found("compareFacts(ordered, got) === 'same'")).toEqual([])
    expect(comparisonBreaches([['modules/new/compare.test.ts', 'const x = a === null || a === b']], {})).toEqual([])
  })
  it('is allowed in the number that is declared with its reason, no more and no less', () => {
    const files = [['modules/new/a.ts', 'const x = a === null || a === b']]
    const allowed = (many) => comparisonBreaches(files, { 'modules/new/a.ts': [many, 'a filter'] }).length
    expect([allowed(1), allowed(0), allowed(2)]).toEqual([0, 1, 1])
  })
})
