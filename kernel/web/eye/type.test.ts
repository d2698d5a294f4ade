import { axis, clinical, z } from '#kernel/contract/index.ts'
import { describe, expect, it } from 'vitest'
import { read, stepped } from './type.ts'

const sphere = clinical('sphere')
const add = clinical('addition')
const line = z.number().min(0).max(5.3).meta({ label: '视力', format: 'acuity', step: 0.1 })

describe('what a refractionist types', () => {
  it.each([
    ['325', -3.25],
    ['+75', 0.75],
    ['75', -0.75],
    ['50', -0.5],
    ['25', -0.25],
    ['3', -3],
    ['12', -12],
    ['1025', -10.25],
    ['+125', 1.25],
    ['-50', -0.5],
    ['−50', -0.5],
    ['3.25', -3.25],
    ['+0.5', 0.5],
    ['.5', -0.5],
    ['0', 0],
    ['000', 0],
    ['', null],
    ['+', undefined],
    ['abc', undefined],
    ['1.2.3', undefined],
  ])('%s is %s', (typed, value) => expect(read(sphere, typed)).toBe(value))

  it('takes unsigned numbers as positive where no negative is possible', () => expect(read(add, '150')).toBe(1.5))
  it('takes other numbers as they are', () => {
    expect(read(axis(), '175')).toBe(175)
    expect(read(clinical('monocularPd'), '31.5')).toBe(31.5)
  })
  it.each([
    ['45', 4.5],
    ['50', 5],
    ['10', 1],
    ['12', 1.2],
    ['08', 0.8],
    ['012', 0.12],
    ['5', 5],
    ['4.8', 4.8],
  ])('an acuity of %s is %s', (typed, value) => expect(read(line, typed)).toBe(value))
  it('steps inside the hard limits, from between two steps to the next one', () => {
    expect(stepped(sphere, -3.25, 1)).toBe(-3)
    expect(stepped(sphere, -3.3, 1)).toBe(-3.25)
    expect(stepped(sphere, -3.3, -1)).toBe(-3.5)
    expect(stepped(sphere, undefined, -1)).toBe(0)
    expect(stepped(sphere, 44.5, 4)).toBe(45)
  })
})
