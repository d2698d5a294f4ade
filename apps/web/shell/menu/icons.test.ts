import { Circle } from 'lucide-react'
import { expect, it } from 'vitest'
import { modules } from '../../screens.gen.ts'
import { iconOf } from './icons.ts'

it('every icon a menu entry names is drawn', () => {
  const named = modules.flatMap((m) => Object.values(m.entries)).flatMap((entry) => entry.icon ?? [])
  expect(named.length).toBeGreaterThan(20)
  expect([...new Set(named)].filter((icon) => icon !== 'circle' && iconOf(icon) === Circle)).toEqual([])
})
