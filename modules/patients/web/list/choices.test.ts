import { expect, it } from 'vitest'
import { withHeld } from './choices.ts'

it('5.44 what a member brought along from another store stands among the choices by its name, never as a number', () => {
  const own = [{ value: 1, label: '路过' }]
  expect(withHeld(own, 7, '老店介绍')).toEqual([...own, { value: 7, label: '老店介绍' }])
  expect(withHeld(own, 1, '路过')).toEqual(own)
  expect(withHeld(own, null, null)).toEqual(own)
})
