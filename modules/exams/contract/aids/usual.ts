/** What is usual of a value that is followed over the years: between which limits, at which ages, by which source. */
import { hofstetter } from '../formulas/refraction.ts'

export interface Usual {
  /** From which age to which it was found, years; null where the source names none. */
  readonly ages: readonly [from: number, to: number] | null
  readonly source: string
  /** At an age; the same at all of them where it does not follow the age. */
  readonly at: (age: number) => readonly [least: number, most: number]
}
/** Whatever the age. */
export const always = (least: number, most: number, source: string): Usual => ({ ages: null, source, at: () => [least, most] })

/** Amplitude of accommodation: between Hofstetter's least and most, whose lines meet nothing real beyond 60. */
export const amplitude: Usual = {
  ages: [5, 60],
  source: 'Hofstetter 1950',
  at: (age) => {
    const { min, max } = hofstetter(age)
    return [min, max]
  },
}
