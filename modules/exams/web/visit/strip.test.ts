import { describe, expect, it } from 'vitest'
import { nextMissing, type VisitStep } from './Strip.tsx'

const step = (section: string, state: VisitStep['state'], ...lacks: string[]): VisitStep => ({
  section,
  title: section,
  state,
  note: undefined,
  lacks: lacks.map((field) => ({ field, label: field })),
})
const placeOf = (found: { section: string; field?: string } | undefined) => found && [found.section, found.field].filter(Boolean).join('.')

describe('F3', () => {
  it('goes through what is missing in order, whatever was filled between, and begins again', () => {
    const open = ['sight', 'refraction', 'pd', 'iop'].map((name) => step(name, 'open'))
    const first = nextMissing(open, undefined, undefined)
    expect(placeOf(first)).toBe('sight')
    const second = nextMissing([step('sight', 'typed'), ...open.slice(1)], first, 'sight')
    expect(placeOf(second)).toBe('refraction')
    const third = nextMissing([step('sight', 'typed'), step('refraction', 'typed'), ...open.slice(2)], second, 'refraction')
    expect(placeOf(third)).toBe('pd')
    // Left as it was, the next press goes on.
    expect(placeOf(nextMissing([step('sight', 'typed'), step('refraction', 'typed'), ...open.slice(2)], third, 'pd'))).toBe('iop')
    expect(placeOf(nextMissing([...open.slice(0, 3), step('iop', 'typed')], undefined, 'iop'))).toBe('sight')
  })
  it('goes to what lacks in the section of the caret first, each in its turn', () => {
    const steps = [step('sight', 'open'), step('refraction', 'typed', 'vaOs', 'pdOs'), step('pd', 'open')]
    const first = nextMissing(steps, undefined, 'refraction')
    expect(placeOf(first)).toBe('refraction.vaOs')
    const second = nextMissing(steps, first, 'refraction')
    expect(placeOf(second)).toBe('refraction.pdOs')
    expect(placeOf(nextMissing(steps, second, 'refraction'))).toBe('pd')
    expect(nextMissing([step('sight', 'done')], undefined, 'sight')).toBeUndefined()
  })
})
