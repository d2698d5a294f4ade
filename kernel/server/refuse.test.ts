import { describe, expect, it } from 'vitest'
import { refusals } from '#kernel/contract/index.ts'
import { learnRefusals } from './refuse.ts'

describe('refusals of modules', () => {
  it('one key says one thing: a second module that gives it other words is told at the start', () => {
    const first = refusals({ only_here: '这是第一句' })
    learnRefusals(first)
    learnRefusals(first)
    expect(() => learnRefusals(refusals({ only_here: '这是另一句' }))).toThrow('only_here')
  })
})
