/** Endothelial cells of the cornea: density, the mean area that belongs to it, and the loss by the year. */
import { daysBetween } from '#kernel/contract/index.ts'

/** Mean area of a cell, µm², from the density in cells/mm²: 10⁶ / ECD. */
export const meanArea = (ecd: number): number => 1_000_000 / ecd
/** How far the stated mean area is from the one that belongs to the density, as a share of it. */
export const areaOff = (ecd: number, area: number): number => Math.abs(area - meanArea(ecd)) / meanArea(ecd)
/**
 * Share of the cells gained (+) or lost (−) by the year; null when the two days are less than half a year apart: noise of a count, not
 * loss.
 */
export function cellChange(before: number, wasDay: string, now: number, day: string): number | null {
  const days = daysBetween(wasDay, day)
  return days < 180 ? null : ((now - before) / before) * (365.25 / days)
}
