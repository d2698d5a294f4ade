/** Readings of a pair as the wire spells them, cell by cell: what nobody touched stays not measured. */
import type { Measured } from './shapes.ts'
import type { LensDesign, LensReading, Readings } from './check/tolerance.ts'
import type { Eye, z } from '#kernel/contract/index.ts'

const FATIGUE = 6
/** How glasses of a type are judged. */
export function designOf(binocleType: number): LensDesign {
  if (binocleType === 3) return 'progressive'
  if (binocleType === 4) return 'multifocal'
  return binocleType === FATIGUE ? 'fatigue' : 'single'
}
const SIDE = { od: 'Od', os: 'Os' } as const
export function readingsIn(m: z.output<typeof Measured>): Readings {
  const readingOf = (eye: Eye): LensReading => {
    const s = SIDE[eye]
    return {
      sph: m[`ds${s}`],
      cyl: m[`dc${s}`],
      axis: m[`ax${s}`],
      add: m[`add${s}`],
      prism: m[`prism${s}`],
      base: m[`base${s}`],
      pd: m[`pd${s}`],
      ph: m[`ph${s}`],
    }
  }
  return { od: readingOf('od'), os: readingOf('os') }
}
