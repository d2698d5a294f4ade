/**
 * Values that only make sense beside another one: the eyes beside both eyes, corrected beside uncorrected, near beside far, an amount
 * beside its direction.
 */
import { daysBetween } from '#kernel/contract/index.ts'
import { EYES, num, type Finding } from './checks.ts'
import { askExaminer } from './findings.ts'
import { bmi, nearPd } from '../formulas/formulas.ts'

type Values = Readonly<Record<string, unknown>>
const EPS = 1e-9
const ask = (field: string, code: string, sentence: string): Finding => ({ ...askExaminer, field, code, sentence })

/** Acuities of one eye from the naked eye to the best correction, by their base names: none is worse than one before it. */
const LADDER = [
  ['ucva', '裸眼视力'],
  ['cva', '戴镜视力'],
  ['va', '矫正视力'],
  ['bcva', '最佳矫正视力'],
] as const
/** Rows of a grid of acuities. */
const SIDES = [...EYES, ['Ou', '双眼']] as const
/** Said by `visualFindings` under its own name. */
const SAID_ELSEWHERE = new Set(['ucva-bcvaOd', 'ucva-bcvaOs'])
/**
 * Acuity beside acuity: a correction does not see less than the eye without it, and both eyes together see no less than the better one
 * (binocular summation: Campbell FW, Green DG, Nature 1965;208:191).
 */
export function acuityPairs(values: Values): Finding[] {
  const corrected = SIDES.flatMap(([eye, side]) =>
    LADDER.flatMap(([better, label], i) =>
      LADDER.slice(0, i).flatMap(([worse, former]): Finding[] => {
        const [high, low] = [num(values, better + eye), num(values, worse + eye)]
        if (high === null || low === null || high >= low - EPS || SAID_ELSEWHERE.has(`${worse}-${better}${eye}`)) return []
        const sentence = `${side}${label} ${high.toFixed(1)} 低于${former} ${low.toFixed(1)}，打错了吗？`
        return [ask(`${better}${eye}`, `below-${worse}-${better}${eye}`, sentence)]
      }),
    ),
  )
  const together = LADDER.flatMap(([base, label]): Finding[] => {
    const [od, os, both] = [num(values, `${base}Od`), num(values, `${base}Os`), num(values, `${base}Ou`)]
    const best = Math.max(od ?? 0, os ?? 0)
    if (both === null || both >= best - EPS) return []
    return [ask(`${base}Ou`, `both-below-${base}`, `双眼${label} ${both.toFixed(1)} 低于较好眼的 ${best.toFixed(1)}，打错了吗？`)]
  })
  return [...corrected, ...together]
}

/** What else of a power says nothing by itself: a base without its prism. */
export const basePairs = (values: Values): Finding[] =>
  EYES.flatMap(([eye, side]): Finding[] =>
    values[`base${eye}`] && !num(values, `prism${eye}`)
      ? [ask(`base${eye}`, `prism-missing-${eye}`, `${side}填写了底向，没有棱镜度，漏填了吗？`)]
      : [],
  )
/** An axis of a meridian whose power was not measured. */
export const axisPairs = (values: Values): Finding[] =>
  EYES.flatMap(([eye, side]) =>
    (['k1', 'k2'] as const).flatMap((k): Finding[] =>
      num(values, `${k}Axis${eye}`) !== null && num(values, k + eye) === null
        ? [
            ask(
              `${k}Axis${eye}`,
              `axis-alone-${k}${eye}`,
              `${side}填写了${k === 'k1' ? '平K' : '陡K'}轴，没有${k === 'k1' ? '平K' : '陡K'}，漏填了吗？`,
            ),
          ]
        : [],
    ),
  )

/**
 * Binocular function: a direction without its amount, and both eyes together beside the better one (Duane A, Am J Ophthalmol 1922;5:865).
 */
export function visionPairs(values: Values): Finding[] {
  const out: Finding[] = []
  if (values.verticalEye && !num(values, 'verticalPhoria'))
    out.push(ask('verticalPhoria', 'vertical-amount', '选择了高位眼，没有垂直隐斜度，漏填了吗？'))
  for (const [where, label] of [
    ['coverFar', '遮盖 远'],
    ['coverNear', '遮盖 近'],
  ] as const) {
    const [found, amount] = [num(values, where), num(values, `${where}Prism`)]
    // 0 is straight; 5 and 6 are vertical.
    if (amount && !(found !== null && found >= 1))
      out.push(ask(where, `cover-${where}`, `${label} ${amount}Δ，没有方向或为正位，打错了吗？`))
  }
  const [od, os, both] = [num(values, 'ampOd'), num(values, 'ampOs'), num(values, 'ampOu')]
  const best = Math.max(od ?? 0, os ?? 0)
  if (both !== null && both < best - 1 - EPS)
    out.push(ask('ampOu', 'both-below-amp', `双眼调节幅度 ${both.toFixed(2)} D 比较好眼的 ${best.toFixed(2)} D 少 1 D 以上，打错了吗？`))
  const flips = [num(values, 'flipOd'), num(values, 'flipOs')].flatMap((n) => n ?? [])
  const flipOu = num(values, 'flipOu')
  // Both eyes together also have to converge: they are not faster than the faster eye by more than a cycle's noise.
  if (flipOu !== null && flips.length === 2 && flipOu > Math.max(...flips) + 3 + EPS)
    out.push(ask('flipOu', 'both-above-flip', `双眼调节灵活度 ${flipOu} cpm 高于单眼的 ${Math.max(...flips)} cpm，打错了吗？`))
  return out
}

/** Working distance where nobody says one, mm. */
const READING_MM = 400
/**
 * The near distance follows from the far one by the distance of the page (centre of rotation 27 mm behind the lens); further off than this
 * is a slip, mm.
 */
const NEAR_PD_OFF_MM = 3
export function nearPdPairs(values: Values): Finding[] {
  const [far, near] = [num(values, 'pdFar'), num(values, 'pdNear')]
  if (far === null || near === null || near >= far) return []
  const expected = nearPd(far, num(values, 'workingDistance') ?? READING_MM)
  if (Math.abs(near - expected) <= NEAR_PD_OFF_MM + EPS) return []
  return [ask('pdNear', 'pd-near-apart', `近用瞳距 ${near} mm 与远用 ${far} mm 相差过大，应约为 ${expected.toFixed(1)} mm，打错了吗？`)]
}

/**
 * A body mass index beyond these is asked about: obesity class III from 40 (WHO TRS 894, 2000); below 10 no child lives at home (WHO growth
 * reference 2007, −3 SD is above 11).
 */
const BMI_ASKED = [10, 40] as const
export function bodyPairs(values: Values): Finding[] {
  const [height, weight] = [num(values, 'height'), num(values, 'weight')]
  if (height === null || weight === null) return []
  const index = bmi(weight, height)
  if (index >= BMI_ASKED[0] && index <= BMI_ASKED[1]) return []
  return [ask('weight', 'bmi', `身高 ${height} cm、体重 ${weight} kg 的 BMI 为 ${index.toFixed(1)}，打错了吗？`)]
}

/** Thickness of one cornea is one thickness: the thinnest point is not above the centre. */
export const thicknessPairs = (values: Values): Finding[] =>
  EYES.flatMap(([eye, side]): Finding[] => {
    const [centre, thinnest] = [num(values, `cct${eye}`), num(values, `thinnest${eye}`)]
    return centre !== null && thinnest !== null && thinnest > centre + EPS
      ? [ask(`thinnest${eye}`, `thinnest-${eye}`, `${side}最薄点厚度 ${thinnest} µm 大于中央的 ${centre} µm，打错了吗？`)]
      : []
  })

/** An acuity of the same day: with a correction on, nobody sees less than without. */
export function withoutCorrection(
  values: Values,
  examTime: string,
  naked: { readonly examTime: string; readonly values: Values } | undefined,
): Finding[] {
  if (!naked || daysBetween(naked.examTime, examTime) !== 0) return []
  return EYES.flatMap(([eye, side]): Finding[] => {
    const [va, ucva] = [num(values, `va${eye}`), num(naked.values, `ucva${eye}`)]
    if (va === null || ucva === null || va >= ucva - EPS) return []
    return [ask(`va${eye}`, `below-day-${eye}`, `${side}矫正视力 ${va.toFixed(1)} 低于同日裸眼视力 ${ucva.toFixed(1)}，打错了吗？`)]
  })
}
