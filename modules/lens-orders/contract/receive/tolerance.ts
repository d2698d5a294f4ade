/**
 * What a contact lens may measure other than it was ordered (ISO 18369-2:2017), as sets with their dates: a receipt is judged by the one in
 * force. The text was not at hand: its numbers are those of the trade and say so. Power in D, lengths in mm, axis in °.
 */
import type { LineParameter } from '../fields.ts'

type Step = readonly [upTo: number, allowed: number]
export interface ContactSet {
  readonly id: string
  readonly title: string
  readonly from: string
  /** By absolute power, vertex power; by absolute cylinder. */
  readonly sph: { readonly rigid: readonly Step[]; readonly soft: readonly Step[] }
  readonly cyl: readonly Step[]
  readonly axis: number
  readonly bc: { readonly rigid: number; readonly soft: number }
  readonly dia: { readonly rigid: number; readonly soft: number }
  readonly ct: number
}
const FIRST: ContactSet = {
  id: 'ISO18369-2:2017',
  title: 'ISO 18369-2:2017（数值待核对原文）',
  from: '2017-08-01',
  sph: {
    rigid: [
      [5, 0.12],
      [10, 0.18],
      [15, 0.25],
      [20, 0.37],
      [Infinity, 0.5],
    ],
    soft: [
      [10, 0.25],
      [20, 0.5],
      [Infinity, 1],
    ],
  },
  cyl: [
    [2, 0.25],
    [4, 0.37],
    [Infinity, 0.5],
  ],
  axis: 5,
  bc: { rigid: 0.05, soft: 0.2 },
  dia: { rigid: 0.1, soft: 0.2 },
  ct: 0.02,
}
const contactSets: readonly ContactSet[] = [FIRST]
/** The set in force on a day; the first for earlier days. */
export const contactSetOn = (day: string): ContactSet => contactSets.findLast((s) => s.from <= day) ?? FIRST

const step = (steps: readonly Step[], value: number): number => steps.find(([upTo]) => Math.abs(value) <= upTo)?.[1] ?? 0
/** How far a measured value may lie from the one ordered; 0 where it is that one or another lens. */
export function allowedOf(name: LineParameter, ordered: number, make: 'rigid' | 'soft', set: ContactSet): number {
  if (name === 'sph' || name === 'target') return step(set.sph[make], ordered)
  if (name === 'cyl') return step(set.cyl, ordered)
  if (name === 'axis') return set.axis
  if (name === 'bc') return set.bc[make]
  if (name === 'dia') return set.dia[make]
  return name === 'ct' ? set.ct : 0
}
