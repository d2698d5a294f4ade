/**
 * Converts a price matrix to bands and back: spheres down, cylinders across, as makers print them. Steps of 0.25 D, minus cylinders, fen.
 */
import { clinicalRanges } from '#kernel/contract/index.ts'

const STEP = clinicalRanges.sphere.step
export interface GridPrice {
  readonly sph: number
  readonly cyl: number
  readonly price: number
  readonly cost: number
}
interface Rectangle {
  sphFrom: number
  sphTo: number
  cylFrom: number
  cylTo: number
  price: number
  cost: number
}
const same = (a: Pick<Rectangle, 'price' | 'cost'>, b: Pick<Rectangle, 'price' | 'cost'>) => a.price === b.price && a.cost === b.cost
const next = (n: number) => Math.round((n + STEP) * 100) / 100

/** Merges cells to rectangles row by row: neighbours of one price form a run, equal runs below each other a band. */
export function bandsOfGrid(cells: readonly GridPrice[]): Rectangle[] {
  const rows = new Map<number, GridPrice[]>()
  for (const cell of cells) rows.set(cell.sph, [...(rows.get(cell.sph) ?? []), cell])
  const finished: Rectangle[] = []
  let open: Rectangle[] = []
  for (const [sph, row] of [...rows].toSorted(([a], [b]) => a - b)) {
    const runs: Rectangle[] = []
    for (const { cyl, price, cost } of row.toSorted((a, b) => a.cyl - b.cyl)) {
      const last = runs.at(-1)
      if (last && same(last, { price, cost }) && next(last.cylTo) === cyl) last.cylTo = cyl
      else runs.push({ sphFrom: sph, sphTo: sph, cylFrom: cyl, cylTo: cyl, price, cost })
    }
    const grown = runs.map((run) => {
      const above = open.find((o) => same(o, run) && o.cylFrom === run.cylFrom && o.cylTo === run.cylTo && next(o.sphTo) === run.sphFrom)
      return above ? Object.assign(above, { sphTo: run.sphTo }) : run
    })
    finished.push(...open.filter((o) => !grown.includes(o)))
    open = grown
  }
  return [...finished, ...open]
}
