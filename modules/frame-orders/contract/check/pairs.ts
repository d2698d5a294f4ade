/** Values of an order that do not fit each other, whatever prescription it follows: two additions, a base without its prism. */
import { showDioptre } from '#kernel/contract/index.ts'
import type { CheckInput } from './check.ts'
import { MULTIFOCAL } from './use.ts'

/** A question about the order's own values. */
export interface PairFinding {
  readonly field: string
  readonly code: string
  readonly sentence: string
}
export function pairFindings({ od, os, binocleType }: Pick<CheckInput, 'od' | 'os' | 'binocleType'>): PairFinding[] {
  const [right, left] = [od?.add, os?.add]
  const adds: PairFinding[] =
    MULTIFOCAL.has(binocleType) && right && left && Math.abs(right - left) > 0.005
      ? [{ field: 'addOs', code: 'add-eyes', sentence: `双眼下加光不同（${showDioptre(right)} / ${showDioptre(left)}），打错了吗？` }]
      : []
  const bases = (
    [
      [od, 'Od', '右眼'],
      [os, 'Os', '左眼'],
    ] as const
  ).flatMap(([eye, suffix, side]): PairFinding[] =>
    eye?.base && !eye.prism
      ? [{ field: `base${suffix}`, code: `prism-missing-${suffix.toLowerCase()}`, sentence: `${side}填写了底向，没有棱镜度，漏填了吗？` }]
      : [],
  )
  return [...adds, ...bases]
}
