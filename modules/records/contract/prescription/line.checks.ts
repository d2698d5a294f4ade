/**
 * What is wrong or unusual about a line of a prescription by itself, whatever examination it comes from: the same on the form and on the
 * server.
 */
import { asks, eyeOf, minusForm, stops } from '#kernel/contract/index.ts'
import { acuityPairs, basePairs } from '#modules/exams/contract/checks/pairs.ts'
import { EYES, num, powerFindings, type Finding } from '#modules/exams/contract/checks/checks.ts'
import { PRESCRIBER } from '../derive.ts'

type Values = Readonly<Record<string, unknown>>
const EPS = 1e-9
const PROGRESSIVE = 3
const ORTHO_K = 6
/** Uses that need no addition: far, near and intermediate lenses hold it in the sphere, the others have none. */
const WITHOUT_ADD: readonly number[] = [1, 2, 5, ORTHO_K, 7]
/** Powers an ortho-k lens takes away, D (中国角膜塑形用硬性透气接触镜验配管理专家共识 2016, 中华眼视光学与视觉科学杂志 2016;18:325). */
const ORTHO_K_SPHERES = [-6, -0.75] as const
/** Cylinder it takes away, D: more is asked about (the same consensus: 角膜散光 < 1.50 D). */
const ORTHO_K_CYLINDER = -1.5
const shown = (dioptres: number): string => `${dioptres < 0 ? '−' : '+'}${Math.abs(dioptres).toFixed(2)}`

export const lineFindings = (kind: number, values: Values): Finding[] => [
  ...powerFindings(values),
  ...basePairs(values),
  ...acuityPairs(values),
  ...additions(kind, values),
  ...orthoK(kind, values),
  ...distances(values),
]

/** Progressive lenses have an addition in every eye, and nearly always the same one. */
function additions(kind: number, values: Values): Finding[] {
  const [od, os] = [num(values, 'addOd'), num(values, 'addOs')]
  if (WITHOUT_ADD.includes(kind))
    return EYES.flatMap(([eye, side]): Finding[] =>
      num(values, `add${eye}`)
        ? [
            {
              ...asks(PRESCRIBER),
              field: `add${eye}`,
              code: `add-unused-${eye}`,
              sentence: `${side}填写了下加光，这种用途不需要，用途选错了吗？`,
            },
          ]
        : [],
    )
  if (kind !== PROGRESSIVE) return []
  const missing = EYES.flatMap(([eye, side]): Finding[] =>
    num(values, `ds${eye}`) !== null && !num(values, `add${eye}`)
      ? [{ ...stops, field: `add${eye}`, code: `add-missing-${eye}`, sentence: `${side}渐进处方必须填写下加光` }]
      : [],
  )
  if (missing.length || od === null || os === null || Math.abs(od - os) <= EPS) return missing
  return [{ ...asks(PRESCRIBER), field: 'addOs', code: 'add-eyes', sentence: `双眼下加光不同（${shown(od)} / ${shown(os)}），打错了吗？` }]
}

/** Ortho-k flattens the cornea: it takes myopia away and nothing else. */
const orthoK = (kind: number, values: Values): Finding[] =>
  kind !== ORTHO_K
    ? []
    : EYES.flatMap(([eye, side]): Finding[] => {
        const sphere = num(values, `ds${eye}`)
        const field = `ds${eye}`
        if (sphere === null) return []
        if (sphere >= 0)
          return [{ ...stops, field, code: `ortho-k-sign-${eye}`, sentence: `${side}球镜 ${shown(sphere)}：塑形镜只用于近视` }]
        const [most, least] = ORTHO_K_SPHERES
        const power = eyeOf(values, eye)
        const { sph, cyl } = power ? minusForm(power) : { sph: sphere, cyl: 0 }
        const strong: Finding[] =
          cyl < ORTHO_K_CYLINDER - EPS
            ? [
                {
                  ...asks(PRESCRIBER),
                  field: `dc${eye}`,
                  code: `ortho-k-cylinder-${eye}`,
                  sentence: `${side}柱镜 ${shown(cyl)} 超出塑形镜的适用范围 ${shown(ORTHO_K_CYLINDER)}`,
                },
              ]
            : []
        if (sph >= most - EPS && sph <= least + EPS) return strong
        const sentence = `${side}球镜 ${shown(sph)} 不在塑形镜的适用范围 ${shown(most)} 至 ${shown(least)}`
        return [...strong, { ...asks(PRESCRIBER), field, code: `ortho-k-range-${eye}`, sentence }]
      })

/** The two halves of a pupillary distance make the whole, within 1 mm. */
function distances(values: Values): Finding[] {
  const [whole, od, os] = [num(values, 'pd'), num(values, 'pdOd'), num(values, 'pdOs')]
  if (whole === null || od === null || os === null || Math.abs(od + os - whole) <= 1 + EPS) return []
  const sentence = `右 ${od} + 左 ${os} = ${(od + os).toFixed(1)} mm，与瞳距 ${whole} mm 不符`
  return [{ ...asks(PRESCRIBER), field: 'pd', code: 'pd-sum', sentence }]
}
