/** The order in which a station asks for one child: glasses first, then the right eye, then the left; bare before corrected. */
import { questionFields } from './letter/behaviour.ts'
import type { OpValue } from './ops.ts'

export type StationMode = 'sight' | 'refraction' | 'body' | 'behaviour'
export const stationModes = { sight: '视力', refraction: '电脑验光', body: '身高体重', behaviour: '行为表' } as const

export interface StationStep {
  readonly field: string
  readonly eye: 'od' | 'os' | null
  /** Short name under the progress bar. */
  readonly label: string
  readonly hint: string
}
type Values = Readonly<Record<string, OpValue | undefined>>
const NIGHT_LENS = 3

const bare: readonly StationStep[] = [
  { field: 'ucvaOd', eye: 'od', label: '右 裸眼', hint: '摘下眼镜，遮左眼，看右眼' },
  { field: 'ucvaOs', eye: 'os', label: '左 裸眼', hint: '摘下眼镜，遮右眼，看左眼' },
]
const corrected: readonly StationStep[] = [
  { field: 'cvaOd', eye: 'od', label: '右 戴镜', hint: '戴上眼镜，遮左眼，看右眼' },
  { field: 'cvaOs', eye: 'os', label: '左 戴镜', hint: '戴上眼镜，遮右眼，看左眼' },
]
/** Steps of acuity; what is worn decides them. A second measurement repeats the acuity alone. */
export function sightSteps(glassesType: OpValue | undefined, prefix = ''): readonly StationStep[] {
  const steps = prefix ? bareOrNight(glassesType) : allSteps(glassesType)
  return steps.map((step) => ({ ...step, field: `${prefix}${step.field}` }))
}
const bareOrNight = (glassesType: OpValue | undefined) => (glassesType === NIGHT_LENS ? corrected : bare)
function allSteps(glassesType: OpValue | undefined): readonly StationStep[] {
  if (glassesType === NIGHT_LENS) return corrected
  return glassesType === 1 || glassesType === 2 ? [...bare, ...corrected] : bare
}
/** The first step without a value; undefined when all have one. */
export const nextStep = (steps: readonly StationStep[], values: Values): StationStep | undefined =>
  steps.find(({ field }) => values[field] === undefined || values[field] === null)
/** The step before the one in hand, to be entered again. */
export function stepBefore(steps: readonly StationStep[], values: Values): StationStep | undefined {
  const next = nextStep(steps, values)
  const index = next ? steps.indexOf(next) : steps.length
  return steps[index - 1]
}
/** Nothing more to ask of a child at this station. */
export function isFinished(mode: StationMode, values: Values, prefix = ''): boolean {
  if (!prefix && (values.unable === true || values.absent === true)) return true
  if (mode === 'sight')
    return (prefix !== '' || values.glassesType !== undefined) && !nextStep(sightSteps(values.glassesType, prefix), values)
  if (mode === 'behaviour') return questionFields.every((field) => values[field] !== undefined && values[field] !== null)
  const needed = mode === 'body' ? ['height', 'weight'] : ['arOd1', 'arOd2', 'arOd3', 'arOs1', 'arOs2', 'arOs3']
  return needed.every((field) => values[`${prefix}${field}`] !== undefined && values[`${prefix}${field}`] !== null)
}
/** Lines lost since the last screening, where two or more ask for a second look. */
export function linesLost(now: OpValue | undefined, former: string | null): number {
  const lost = Math.round((Number(former) - Number(now)) * 10)
  return Number.isFinite(lost) && former !== null && lost >= 2 ? lost : 0
}

/** What the code of a child's badge says: task and child by their numbers, nothing of who it is. */
export const badgeOf = (taskId: number, studentId: number): string => `MMB${taskId}-${studentId}`
/** The child of a scanned badge; undefined for another code, null for a badge of another task. */
export function badgeIn(code: string, taskId: number): number | null | undefined {
  const found = /^MMB(\d{1,15})-(\d{1,15})$/.exec(code.trim())
  if (!found) return undefined
  return Number(found[1]) === taskId ? Number(found[2]) : null
}
