/** The lines of a reference a child's own lines are drawn on. Pure. */
import { he2023 } from './axial-length.ts'
import type { Reference } from './reference.ts'

/** Lines of a reference between two ages in steps of a quarter year, inside the ages it has. Their names: P3, P10, …; 超重, 肥胖. */
export function bandOf(
  gender: number,
  from: number,
  to: number,
  reference: Reference = he2023,
): Array<{ name: string; p: number | undefined; line: Array<[age: number, value: number]> }> {
  const start = Math.max(reference.ages[0], Math.floor(from * 4) / 4)
  const end = Math.min(reference.ages[1], Math.ceil(to * 4) / 4)
  const ages = start > end ? [] : Array.from({ length: Math.floor((end - start) * 4) + 1 }, (_, i) => start + i / 4)
  return reference.names.flatMap((name, i) => {
    const p = reference.shown[i]
    // Nine lines would crowd the outer bands.
    if (p !== undefined && reference.shown.length > 7 && !DRAWN.has(p)) return []
    return [
      {
        name,
        p,
        line: ages.flatMap((age): Array<[number, number]> => {
          const lines = reference.linesAt(gender, age)?.[i]
          return lines === undefined ? [] : [[age, lines]]
        }),
      },
    ]
  })
}
const DRAWN: ReadonlySet<number> = new Set([3, 10, 25, 50, 75, 90, 95])
