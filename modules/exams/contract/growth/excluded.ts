/** Points that a curve or a rate leaves out, each with the reason: nothing disappears silently (C.7). */
import { inLife } from '#kernel/contract/index.ts'
import { alSlip } from '../checks/slip.ts'
import { comparable } from './equivalent.ts'
import type { GrowthEye } from './growth.ts'
import type { Curve } from '../shapes.ts'

const reasons = {
  date: '日期早于出生或在将来',
  unmeasured: '该眼未测',
  doubted: '与上次相差过大，请先核对；画出，不计年增长',
  sameDay: '同一天另有更可比的验光',
  cycloplegic: '散瞳，与小瞳的连线不混',
  plain: '小瞳，与散瞳的连线不混',
} as const
export interface Excluded {
  id: number
  at: string
  measure: '眼轴' | '等效球镜'
  /** Left out where the reason is the same of both. */
  eye: GrowthEye | undefined
  values: { od: number | null; os: number | null }
  why: (typeof reasons)[keyof typeof reasons]
  /** What was said of an eye that was not measured: 不配合. */
  word?: string | undefined
}
const EYES = ['od', 'os'] as const

/** Of the axial length and the spherical equivalent, newest first. */
export function excludedOf(curve: Pick<Curve, 'al' | 'se' | 'birth'>): Excluded[] {
  return [...lengths(curve), ...equivalents(curve)].toSorted((a, b) => b.at.localeCompare(a.at))
}

function lengths({ al, birth }: Pick<Curve, 'al' | 'birth'>): Excluded[] {
  const before: { od?: { at: string; al: number }; os?: { at: string; al: number } } = {}
  return al.flatMap(({ id, at: time, od, os, notOd, notOs }): Excluded[] => {
    const [row, words] = [
      { id, at: time, measure: '眼轴', values: { od, os } },
      { od: notOd, os: notOs },
    ] as const
    if (od === null && os === null) return []
    if (!inLife(birth, time)) return [{ ...row, eye: undefined, why: reasons.date }]
    return EYES.flatMap((eye): Excluded[] => {
      const [value, last] = [row.values[eye], before[eye]]
      if (value === null) return [{ ...row, eye, why: reasons.unmeasured, word: words[eye] ?? undefined }]
      const doubted = last && alSlip(last.al, last.at, value, time, birth)
      before[eye] = { at: time, al: value }
      return doubted ? [{ ...row, eye, why: reasons.doubted }] : []
    })
  })
}
function equivalents({ se, birth }: Pick<Curve, 'se' | 'birth'>): Excluded[] {
  const points = se.filter((p) => p.od !== null || p.os !== null)
  const { cycloplegic, standing } = comparable(points, birth)
  return points.flatMap(({ id, at: time, od, os, notOd, notOs }, i): Excluded[] => {
    const [row, words] = [
      { id, at: time, measure: '等效球镜', values: { od, os } },
      { od: notOd, os: notOs },
    ] as const
    const lensStanding = standing[i]
    if (lensStanding === 'apart') return [{ ...row, eye: undefined, why: cycloplegic ? reasons.plain : reasons.cycloplegic }]
    if (lensStanding === 'date' || lensStanding === 'sameDay') return [{ ...row, eye: undefined, why: reasons[lensStanding] }]
    return EYES.flatMap((eye) =>
      row.values[eye] === null ? [{ ...row, eye, why: reasons.unmeasured, word: words[eye] ?? undefined }] : [],
    )
  })
}
