/** The sets there are. A number that was read in public code or in news, and not in the text, says so (`unverified`). */
import type { StandardRule, StandardSet } from './standard.ts'

const WHOLE_LIFE = 130
const GUIDE = '儿童青少年近视防控适宜技术指南（更新版）2021'
const REPORTED = '公开的筛查系统代码，未与原文逐条核对'
const WST = 'WS/T 10039—2025'

/** Rules of pupils, 6 to 18 years. */
const school: readonly StandardRule[] = [
  { finding: 'poorSight', ages: [6, WHOLE_LIFE], operator: '<', value: 5, degree: 1, source: GUIDE },
  { finding: 'poorSight', ages: [6, WHOLE_LIFE], operator: '<=', value: 4.8, degree: 2, source: GUIDE },
  { finding: 'poorSight', ages: [6, WHOLE_LIFE], operator: '<=', value: 4.5, degree: 3, source: GUIDE },
  { finding: 'screeningMyopia.sight', ages: [6, WHOLE_LIFE], operator: '<', value: 5, source: GUIDE },
  { finding: 'screeningMyopia', ages: [6, WHOLE_LIFE], operator: '<', value: -0.5, source: GUIDE },
  { finding: 'screeningMyopia.sight', ages: [0, 5], operator: '<', value: 4.9, source: REPORTED, unverified: true },
  { finding: 'screeningMyopia', ages: [0, 5], operator: '<=', value: -0.5, source: REPORTED, unverified: true },
  { finding: 'preMyopia.above', operator: '>', value: -0.5, source: GUIDE },
  { finding: 'preMyopia.upTo', operator: '<=', value: 0.75, source: GUIDE },
  { finding: 'hyperopia', ages: [0, 3], operator: '>', value: 3, source: REPORTED, unverified: true },
  { finding: 'hyperopia', ages: [4, 5], operator: '>', value: 2, source: REPORTED, unverified: true },
  { finding: 'hyperopia', ages: [6, 7], operator: '>', value: 1.5, source: REPORTED, unverified: true },
  { finding: 'hyperopia', ages: [8, 11], operator: '>', value: 0.5, source: REPORTED, unverified: true },
  { finding: 'hyperopia', ages: [12, WHOLE_LIFE], operator: '>', value: 0.5, degree: 1, source: REPORTED, unverified: true },
  { finding: 'hyperopia', ages: [12, WHOLE_LIFE], operator: '>', value: 3, degree: 2, source: REPORTED, unverified: true },
  { finding: 'hyperopia', ages: [12, WHOLE_LIFE], operator: '>', value: 6, degree: 3, source: REPORTED, unverified: true },
  { finding: 'astigmatism', operator: '>=', value: 0.5, degree: 1, source: REPORTED, unverified: true },
  { finding: 'astigmatism', operator: '>', value: 2, degree: 2, source: REPORTED, unverified: true },
  { finding: 'astigmatism', operator: '>', value: 4, degree: 3, source: REPORTED, unverified: true },
  { finding: 'anisometropia.sphere', operator: '>', value: 1.5, source: REPORTED, unverified: true },
  { finding: 'anisometropia.cylinder', operator: '>', value: 1, source: REPORTED, unverified: true },
  { finding: 'uncorrected', ages: [5, WHOLE_LIFE], operator: '<=', value: 4.9, source: REPORTED, unverified: true },
  { finding: 'uncorrected', ages: [0, 4], operator: '<=', value: 4.8, source: REPORTED, unverified: true },
  { finding: 'warning.sight', ages: [5, WHOLE_LIFE], operator: '<', value: 5, degree: 1, source: REPORTED, unverified: true },
  { finding: 'warning.sight', ages: [5, WHOLE_LIFE], operator: '<', value: 4.9, degree: 2, source: REPORTED, unverified: true },
  { finding: 'warning.sight', ages: [5, WHOLE_LIFE], operator: '<', value: 4.8, degree: 3, source: REPORTED, unverified: true },
  ...youngWarnings([4, 4], [5, 4.9, 4.8, 4.7]),
  ...youngWarnings([0, 3], [4.9, 4.8, 4.7, 4.6]),
  { finding: 'warning.refraction', operator: '<=', value: -0.25, degree: 0, source: REPORTED, unverified: true },
  { finding: 'warning.refraction', operator: '<', value: -0.5, degree: 1, source: REPORTED, unverified: true },
  { finding: 'warning.refraction', operator: '<', value: -3, degree: 2, source: REPORTED, unverified: true },
  { finding: 'warning.refraction', operator: '<', value: -6, degree: 3, source: REPORTED, unverified: true },
]
/** Warning levels 0 to 3 of children below five years, by the lines they fall below. */
function youngWarnings(ages: readonly [number, number], lines: readonly [number, number, number, number]): StandardRule[] {
  return ([0, 1, 2, 3] as const).map((degree) => ({
    finding: 'warning.sight',
    ages,
    operator: '<',
    value: lines[degree],
    degree,
    source: REPORTED,
    unverified: true,
  }))
}

/** Limits of uncorrected acuity below six years; WS/T 10039 has its own table, of which these are the values in use before it. */
const youngSight = (source: string): readonly StandardRule[] => [
  { finding: 'poorSight', ages: [0, 2], operator: '<=', value: 4.6, source, unverified: true },
  { finding: 'poorSight', ages: [3, 3], operator: '<=', value: 4.7, source, unverified: true },
  { finding: 'poorSight', ages: [4, 4], operator: '<=', value: 4.8, source, unverified: true },
  { finding: 'poorSight', ages: [5, 5], operator: '<=', value: 4.9, source, unverified: true },
]

/** Least hyperopia reserve by age, D, under cycloplegia (table 2 of WS/T 10039—2025 as one public code file has it). */
const RESERVE: ReadonlyArray<readonly [from: number, to: number, dioptres: number]> = [
  [0, 5, 2.05],
  [6, 6, 1.72],
  [7, 7, 1.48],
  [8, 8, 1.19],
  [9, 9, 1.11],
  [10, 10, 0.92],
  [11, 11, 0.83],
  [12, 12, 0.75],
]
const reserve: readonly StandardRule[] = RESERVE.map(([from, to, value]) => ({
  finding: 'reserveLow',
  ages: [from, to],
  operator: '<',
  value,
  cycloplegic: true,
  source: `${WST} 表 2`,
  unverified: true,
}))
/** Before it: Wang Fangrun's limits, the ones in clinical use. */
const WANG = '汪芳润，眼视光学杂志 2005（远视储备表）'
const formerReserve: readonly StandardRule[] = [
  { finding: 'reserveLow', ages: [4, 5], operator: '<', value: 2, cycloplegic: true, source: WANG, unverified: true },
  { finding: 'reserveLow', ages: [6, 6], operator: '<', value: 1.5, cycloplegic: true, source: WANG, unverified: true },
  { finding: 'reserveLow', ages: [7, 7], operator: '<', value: 1.3, cycloplegic: true, source: WANG, unverified: true },
]
/** Without cycloplegia: whoever has no plus left has no reserve. */
const reserveNone = (source: string): StandardRule => ({
  finding: 'reserveNone',
  ages: [0, 5],
  operator: '<',
  value: 0,
  source,
  unverified: true,
})

const preschoolError = (age: readonly [number, number], plus: number, minus: number, cylinder: number): readonly StandardRule[] => {
  const named = { ages: age, source: '国卫办妇幼发〔2021〕11号', unverified: true } as const
  return [
    { finding: 'refractiveError.hyperopia', operator: '>', value: plus, ...named },
    { finding: 'refractiveError.myopia', operator: '<', value: minus, ...named },
    { finding: 'refractiveError.cylinder', operator: '>', value: cylinder, ...named },
  ]
}

export const standardSets: readonly StandardSet[] = [
  {
    id: 'WS/T 663—2020',
    title: '中小学生屈光不正筛查规范',
    topic: 'method',
    since: '2020-06-01',
    rules: [],
  },
  {
    id: 'ZGGW-2021',
    title: GUIDE,
    topic: 'school',
    since: '2021-10-11',
    successor: { id: WST, since: '2026-03-01' },
    rules: [...school, ...youngSight(GUIDE)],
  },
  {
    id: 'ZGGW-2021 reserve',
    title: '远视储备（2026-03-01 前）',
    topic: 'reserve',
    since: '2005-01-01',
    successor: { id: `${WST} 表 2`, since: '2026-03-01' },
    rules: [...formerReserve, reserveNone(REPORTED)],
  },
  {
    id: WST,
    title: '儿童青少年裸眼视力和屈光状态评价规范',
    topic: 'school',
    since: '2026-03-01',
    rules: [
      ...school.map((rule): StandardRule => (rule.finding.startsWith('preMyopia') ? { ...rule, source: WST } : rule)),
      ...youngSight(`${WST} 表 1`),
    ],
  },
  {
    id: `${WST} 表 2`,
    title: '儿童青少年远视储备',
    topic: 'reserve',
    since: '2026-03-01',
    rules: [...reserve, reserveNone(WST)],
  },
  {
    id: '国卫办妇幼发〔2021〕11号',
    title: '0～6岁儿童眼保健及视力检查服务规范（试行）',
    topic: 'preschool',
    since: '2021-06-17',
    // Newborn, 1, 3, 6, 8, 12, 18, 24, 30, 36 months, 4, 5, 6 years.
    visitMonths: [0, 1, 3, 6, 8, 12, 18, 24, 30, 36, 48, 60, 72],
    rules: [...preschoolError([2, 2], 4.5, -3.5, 2), ...preschoolError([3, 4], 4, -3, 2), ...preschoolError([5, 6], 3.5, -1.5, 1.5)],
  },
  {
    id: '五健 2026—2030',
    title: '儿童青少年“五健”促进行动计划（2026—2030 年）',
    topic: 'schedule',
    since: '2026-01-01',
    // Refraction at 24 and 36 months, 4, 5 and 6 years.
    visitMonths: [24, 36, 48, 60, 72],
    goals: [
      { who: '6 岁', atMost: 3 },
      { who: '小学', atMost: 32 },
      { who: '初中', atMost: 60 },
      { who: '高中', atMost: 70 },
    ],
    rules: [],
  },
  {
    id: '国卫办医政函〔2024〕168号',
    title: '近视防治指南（2024 年版）',
    topic: 'definitions',
    since: '2024-05-31',
    rules: [],
  },
]
