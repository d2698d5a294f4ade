import { expect, it } from 'vitest'
import { decisionIndex } from './decisions.mjs'

const record = (line) => `# 0900 Papers are folded\n\n${line}\n\nWhy.\n`
const inForce = 'Topic: Screens · Status: in force'

it('the index lists a decision record under its topic, and says when another one replaced it', () => {
  expect(decisionIndex([['0900-papers.md', record(inForce)]])).toContain('## Screens\n\n- [0900](0900-papers.md) Papers are folded\n')
  expect(decisionIndex([['0900-papers.md', record('Topic: Screens · Status: replaced by 0901')]])).toContain('folded (replaced by 0901)')
})

it('a record without its line, of an unknown topic, or with the number of another one is named', () => {
  expect(() => decisionIndex([['0900-papers.md', record('')]])).toThrow('docs/decisions/0900-papers.md')
  expect(() => decisionIndex([['0900-papers.md', record('Topic: Weather · Status: in force')]])).toThrow('names no topic')
  const twice = [
    ['0900-papers.md', record(inForce)],
    ['0900-pens.md', record(inForce)],
  ]
  expect(() => decisionIndex(twice)).toThrow('number 0900')
})
