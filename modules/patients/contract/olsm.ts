/**
 * The Orinda study's table of 618 children (aplore3 `myopia`) as members with biometry. What the study says of a child is of one eye; it
 * is taken as the right one. The table has ages, not birthdays: the child is taken to be born on 1 July, `age` years before the study year.
 */

export interface OlsmChild {
  name: string
  /** 0 male, 1 female. */
  gender: 0 | 1
  birth: string
  /** Day the child was measured: 1 October of the study year, when the school year's examinations were held. */
  at: string
  /** Cycloplegic spherical equivalent, D. */
  seOd: number
  /** mm. */
  alOd: number
  acdOd: number
  ltOd: number
  vtOd: number
  /** Parents who are myopic: 0, 1, 2. */
  parentsMyopic: 0 | 1 | 2
  /** Hours a day, out of the study's hours a week. */
  outdoorHours: number
  nearWorkHours: number
  note: string
}
export interface OlsmWrong {
  column: string
  given: string
  sentence: string
}

const NUMBERS = {
  age: [3, 18],
  studyyear: [1980, 2010],
  spheq: [-20, 20],
  al: [15, 40],
  acd: [1.5, 6],
  lt: [2, 7],
  vcd: [8, 30],
  sporthr: [0, 168],
  readhr: [0, 168],
  comphr: [0, 168],
  studyhr: [0, 168],
  tvhr: [0, 168],
} as const
type NumberColumn = keyof typeof NUMBERS
const LABELS: Readonly<Record<NumberColumn, string>> = {
  age: '年龄',
  studyyear: '研究年份',
  spheq: '等效球镜',
  al: '眼轴',
  acd: '前房深度',
  lt: '晶体厚度',
  vcd: '玻璃体腔',
  sporthr: '运动时间',
  readhr: '阅读时间',
  comphr: '电脑时间',
  studyhr: '学习时间',
  tvhr: '电视时间',
}
/** Columns of the file, for telling it from others. */
export const OLSM_COLUMNS = [
  'id',
  'studyyear',
  'myopic',
  'age',
  'gender',
  'spheq',
  'al',
  'acd',
  'lt',
  'vcd',
  'sporthr',
  'readhr',
  'comphr',
  'studyhr',
  'tvhr',
  'diopterhr',
  'mommy',
  'dadmy',
] as const

/** One row of the table, or what is wrong with it, column by column. */
export function parseOlsmRow(row: Readonly<Record<string, string | undefined>>): { value: OlsmChild | undefined; errors: OlsmWrong[] } {
  const errors: OlsmWrong[] = []
  const n = {} as Record<NumberColumn, number>
  for (const [column, [low, high]] of Object.entries(NUMBERS) as Array<[NumberColumn, readonly [number, number]]>) {
    const text = (row[column] ?? '').trim()
    const value = Number(text)
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) errors.push({ column, given: text, sentence: `${LABELS[column]}：应为数字` })
    else if ((column === 'age' || column === 'studyyear') && !Number.isInteger(value))
      errors.push({ column, given: text, sentence: `${LABELS[column]}：应为整数` })
    else if (value < low || value > high) errors.push({ column, given: text, sentence: `${LABELS[column]}：应在 ${low} 到 ${high} 之间` })
    n[column] = value
  }
  const gender = (row.gender ?? '').trim().toLowerCase()
  if (gender !== 'male' && gender !== 'female')
    errors.push({ column: 'gender', given: row.gender ?? '', sentence: '性别：应为 Male 或 Female' })
  const id = (row.id ?? '').trim()
  if (!/^\d+$/.test(id)) errors.push({ column: 'id', given: row.id ?? '', sentence: '编号：应为整数' })
  const yes = (column: 'mommy' | 'dadmy' | 'myopic', label: string): 0 | 1 => {
    const sentence = (row[column] ?? '').trim().toLowerCase()
    // An unknown answer is not a No: a risk would be counted as none.
    if (sentence !== 'yes' && sentence !== 'no') errors.push({ column, given: row[column] ?? '', sentence: `${label}：应为 Yes 或 No` })
    return sentence === 'yes' ? 1 : 0
  }
  const [mother, father, became] = [yes('mommy', '母亲近视'), yes('dadmy', '父亲近视'), yes('myopic', '发生近视')]
  if (errors.length) return { value: undefined, errors }
  const perDay = (weekly: number) => Math.min(24, Math.round((weekly / 7) * 10) / 10)
  return {
    errors,
    value: {
      name: `Orinda ${id.padStart(3, '0')}`,
      gender: gender === 'male' ? 0 : 1,
      birth: `${n.studyyear - n.age}-07-01`,
      at: `${n.studyyear}-10-01`,
      seOd: n.spheq,
      alOd: n.al,
      acdOd: n.acd,
      ltOd: n.lt,
      vtOd: n.vcd,
      parentsMyopic: (mother + father) as 0 | 1 | 2,
      outdoorHours: perDay(n.sporthr),
      nearWorkHours: perDay(n.readhr + n.comphr + n.studyhr),
      note: `OLSM ${n.studyyear}，研究编号 ${id}${became ? '，随访中发生近视' : ''}`,
    },
  }
}
