/** An eye that was not measured: said with its reason, on the form, on the server and on paper alike. */
import { metaOf, wordOf, stops } from '#kernel/contract/index.ts'
import { EYES, type Finding } from './checks/checks.ts'
import type { ExamShape, ExamValues } from './kinds/kind.ts'
import { eyeStates } from './states.ts'

type Side = 'Od' | 'Os'
export { EYES as SIDES }
const { is } = eyeStates
const stateOf = (values: ExamValues, side: Side): number => {
  const state = values[`eyeState${side}`]
  return typeof state === 'number' ? state : is.measured
}
const isMeasured = (values: ExamValues, side: Side): boolean => stateOf(values, side) === is.measured
/** True when somebody said of an eye why it has no values: then an examination without any is one. */
export const saysWhy = (values: ExamValues): boolean => EYES.some(([side]) => !isMeasured(values, side))
/** `不配合`, where the eye was not measured. */
export const wordOfEye = (values: ExamValues, side: Side): string | undefined =>
  isMeasured(values, side) ? undefined : wordOf(eyeStates, stateOf(values, side))

/** Why an eye has no values where whoever submitted said nothing of it. */
export const LEFT_OUT = '提交时没有填写'
/**
 * The eye of which nothing was filled while the other one has values; undefined where there is none, or the kind measures no single eye.
 */
export function silentEye(fields: ExamShape, values: ExamValues): Side | undefined {
  const filled = (side: Side) =>
    Object.entries(fields).some(
      ([field, schema]) => metaOf(schema).eye === side.toLowerCase() && values[field] !== null && values[field] !== undefined,
    )
  const [od, os] = [filled('Od'), filled('Os')]
  if (od === os) return undefined
  return od ? 'Os' : 'Od'
}
/** Values of an eye that was not measured are refused; why it was not is asked for. */
export function eyeFindings(fields: ExamShape, values: ExamValues): Finding[] {
  return EYES.flatMap(([side, name]): Finding[] => {
    const word = wordOfEye(values, side)
    if (word === undefined) return []
    const filled = Object.entries(fields).find(
      ([field, schema]) => metaOf(schema).eye === side.toLowerCase() && values[field] !== null && values[field] !== undefined,
    )
    const reason = values[`eyeReason${side}`]
    return [
      ...(filled
        ? [
            {
              ...stops,
              field: filled[0],
              code: `unmeasured-${side}`,
              sentence: `${name}注明了「${word}」，不能再填写${metaOf(filled[1]).label ?? ''}`,
            } as const,
          ]
        : []),
      ...(typeof reason === 'string' && reason.trim()
        ? []
        : [
            {
              ...stops,
              field: `eyeReason${side}`,
              code: `unmeasured-why-${side}`,
              sentence: `${name}注明了「${word}」，请填写原因`,
            } as const,
          ]),
    ]
  })
}
