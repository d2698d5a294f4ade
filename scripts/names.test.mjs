import { expect, it } from 'vitest'
import { nameCounts, vagueNames } from './names.mjs'

it('a vague name is found where it is bound, but not in an arrow function of three lines', () => {
  const names = (text) => vagueNames('a.ts', text).map(({ name }) => name)
  expect(names('const of = 1; function told({ at, row: { was } }: X) {}')).toEqual(['of', 'told', 'at', 'was'])
  expect(names('list.map((of) => of.id)')).toEqual([])
  expect(names('list.map((of) => {\n a()\n b()\n return of\n})')).toEqual(['of'])
  expect(names('const bill = { of: 1, at: 2 }')).toEqual([])
})

it('a type exported by two files counts for both', () => {
  const files = [
    ['modules/a/x.ts', 'export interface Line {}'],
    ['modules/b/y.ts', 'export type Line = string'],
    ['modules/b/z.ts', 'export type Own = string; const of = 1'],
  ]
  expect(nameCounts(files)).toEqual({ 'modules/b vague': 1, 'shared type Line': 2 })
})
