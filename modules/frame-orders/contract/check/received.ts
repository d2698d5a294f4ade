/**
 * Lenses that came for glasses by hand: what their bags say against what was ordered, each power of each eye. Pure, and the same on screen
 * and server.
 */
import { compareFacts, compareNumbers, isMissing, metaOf, type Comparison, type Eye } from '#kernel/contract/index.ts'
import { powers } from '../fields.ts'
import { axisApart } from './tolerance.ts'

const COLUMNS = ['ds', 'dc', 'ax', 'add', 'prism', 'base'] as const
const SIDES = { od: 'Od', os: 'Os' } as const
type Column = (typeof COLUMNS)[number]
export type BagField = `${Column}${(typeof SIDES)[Eye]}`
/** Powers by their field: as ordered, or as a bag states them. */
export type BagPowers = Readonly<Partial<Record<BagField, number | string | null | undefined>>>
/** A power of a bag that is not the ordered one, or that nobody stated. */
export interface BagFinding {
  readonly field: BagField
  readonly comparison: 'different' | 'unknown'
  readonly sentence: string
}
/** An axis says nothing without a cylinder, a base nothing without a prism. */
const OF: Readonly<Partial<Record<Column, Column>>> = { ax: 'dc', base: 'prism' }

/** Fields whose value the bag of an eye has to state: those the order has. */
export const bagFields = (order: BagPowers, eyes: readonly Eye[]): BagField[] =>
  eyes.flatMap((eye) =>
    COLUMNS.flatMap((column): BagField[] => {
      const value = orderedOf(order, column, eye)
      return value === null ? [] : [`${column}${SIDES[eye]}`]
    }),
  )
/** What is ordered of a column; null where there is none, which a cylinder, an addition and a prism of 0 are. */
function orderedOf(order: BagPowers, column: Column, eye: Eye): number | string | null {
  const value = order[`${column}${SIDES[eye]}`] ?? null
  const carrier = OF[column]
  if (carrier && !order[`${carrier}${SIDES[eye]}`]) return null
  return value === 0 && column !== 'ds' ? null : value
}
function compareColumn(column: Column, ordered: number | string | null, stated: number | string | null | undefined): Comparison {
  // A bag states no cylinder where the order has none: one that is stated is another lens.
  if (ordered === null) return isMissing(stated) || stated === 0 ? 'same' : 'different'
  if (typeof ordered !== 'number' || typeof stated !== 'number') return compareFacts<number | string>(ordered, stated)
  return column === 'ax' ? compareNumbers(0, axisApart(ordered, stated)) : compareNumbers(ordered, stated)
}
/** What keeps the lenses of some eyes from being received: powers that differ, then those nobody stated. */
export function bagFindings(order: BagPowers, stated: BagPowers, eyes: readonly Eye[]): BagFinding[] {
  const found = eyes.flatMap((eye) =>
    COLUMNS.flatMap((column): BagFinding[] => {
      const field: BagField = `${column}${SIDES[eye]}`
      const ordered = orderedOf(order, column, eye)
      // Without a cylinder on the bag its axis says nothing.
      const carrier = OF[column]
      if (ordered === null && carrier && !stated[`${carrier}${SIDES[eye]}`]) return []
      const comparison = compareColumn(column, ordered, stated[field])
      if (comparison === 'same') return []
      const label = metaOf(powers[field]).label ?? field
      const sentence =
        comparison === 'unknown' ? `请填写镜片袋上的${label}` : `${label}：订 ${ordered ?? '无'}，到 ${stated[field] ?? '未填'}`
      return [{ field, comparison, sentence }]
    }),
  )
  return [...found.filter((f) => f.comparison === 'different'), ...found.filter((f) => f.comparison === 'unknown')]
}
