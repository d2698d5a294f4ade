import { expect, it } from 'vitest'
import { modules } from '../../screens.gen.ts'

it('3.26 the stages and days of the glasses stand behind their paths and under one listed board', () => {
  const entries = Object.assign({}, ...modules.map((m) => m.entries)) as Record<string, { menu?: string; under?: string }>
  const filters = Object.entries(entries).filter(([, entry]) => entry.under)
  expect(filters.map(([path]) => path)).toEqual(expect.arrayContaining(['/current-work/frame-glass-final', '/today/frame-glass-yesterday']))
  expect(filters.filter(([, entry]) => entry.menu || !entries[entry.under!]?.menu)).toEqual([])
})
