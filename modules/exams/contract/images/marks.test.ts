import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockOf, frameOf, isGraded, isRound, lengthOf, Shapes, stamps, templates, zoneOf, type Frame, type MarkShape } from './marks.ts'

const frame: Frame & MarkShape = { tool: 'frame', template: 'cornea', at: { x: 500, y: 400 }, r: 236, mm: 11.8 }
/** A place at an hour of the clock, as a share of the radius. */
const pointAt = (hour: number, share: number) => ({
  x: frame.at.x + Math.sin((hour / 6) * Math.PI) * frame.r * share,
  y: frame.at.y - Math.cos((hour / 6) * Math.PI) * frame.r * share,
})

describe('places on a picture', () => {
  it('have the hour of the clock as the examiner sees it, whatever the distance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.double({ min: 0.1, max: 1.5, noNaN: true }), (hour, share) => {
        expect(clockOf(pointAt(hour, share), frame)).toBe(hour)
      }),
    )
  })
  it('lie in one of five zones; nose and temple change sides with the eye', () => {
    expect(zoneOf(pointAt(5, 0.2), frame, 'OD')).toBe('central')
    expect(zoneOf(pointAt(12, 0.8), frame, 'OS')).toBe('superior')
    expect(zoneOf(pointAt(6, 0.8), frame, 'OS')).toBe('inferior')
    expect([zoneOf(pointAt(3, 0.8), frame, 'OD'), zoneOf(pointAt(3, 0.8), frame, 'OS')]).toEqual(['nasal', 'temporal'])
    expect([zoneOf(pointAt(9, 0.8), frame, 'OD'), zoneOf(pointAt(9, 0.8), frame, 'OS')]).toEqual(['temporal', 'nasal'])
    expect(zoneOf(pointAt(9, 1.2), frame, 'OD')).toBe('outside')
  })
  it('are measured by the template laid on the picture, and not without one', () => {
    expect(lengthOf(pointAt(9, 1), pointAt(3, 1), frame)).toBe(11.8)
    expect(lengthOf(pointAt(9, 1), pointAt(3, 1), frameOf([]))).toBeUndefined()
  })
  it('are named by the clock where the template is round; stamps are graded where the scale grades them', () => {
    expect(Object.keys(templates).filter((template) => isRound({ ...frame, template: template as Frame['template'] }))).toEqual([
      'cornea',
      'front',
      'lens',
      'fluorescein',
    ])
    expect((Object.keys(stamps) as Array<keyof typeof stamps>).filter(isGraded)).toEqual(['stain', 'infiltrate', 'vessel'])
  })
  it('outside of the picture, or shapes of an unknown kind, are refused', () => {
    expect(Shapes.safeParse([frame, { tool: 'measure', from: pointAt(9, 1), to: pointAt(3, 1) }]).success).toBe(true)
    for (const wrong of [
      { ...frame, r: 0 },
      { ...frame, at: { x: -1, y: 0 } },
      { tool: 'script', text: 'x' },
      { tool: 'pen', points: [frame.at] },
    ])
      expect(Shapes.safeParse([wrong]).success, JSON.stringify(wrong)).toBe(false)
  })
})
