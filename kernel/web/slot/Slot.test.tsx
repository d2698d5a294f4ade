import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { slot } from '#kernel/contract/declare.ts'
import { provideIn } from '../registry.ts'
import { stage } from '../testing/stage.tsx'
import { Slot } from './Slot.tsx'

it('a slot shows what other modules put into it, in the order they came, and tells them the same', async () => {
  const below = slot<{ pid: number }>('test.below')
  await stage(<Slot of={below} told={{ pid: 7 }} />)
  expect(document.querySelector('mark')).toBeNull()
  provideIn(below, () => Promise.resolve({ default: ({ pid }) => <mark>images of {pid}</mark> }))
  provideIn(below, () => Promise.resolve({ default: ({ pid }) => <mark>files of {pid}</mark> }))
  await stage(<Slot of={below} told={{ pid: 7 }} />)
  await screen.findByText('files of 7')
  expect([...document.querySelectorAll('mark')].map((m) => m.textContent)).toEqual(['images of 7', 'files of 7'])
})
