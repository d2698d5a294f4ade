/** Builders for tests and the demo: a school with classes and children, made through the calls. */
import type { Caller } from '../../../tests/harness.ts'

type Call = Pick<Caller, 'call'>
const WEIGHTS = Array.from({ length: 17 }, (_, i) => 2 ** (17 - i) % 11)
/** A resident identity number of a county, birth and sex, with its check digit. No person has it but by chance. */
export function residentNumber(county: string, birth: string, gender: 0 | 1, nth: number): string {
  const order = String((nth * 2 + (gender === 0 ? 1 : 0)) % 1000).padStart(3, '0')
  const digits = `${county}${birth.replaceAll('-', '')}${order}`
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return `${digits}${'10X98765432'[sum % 11]!}`
}

export interface MadeSchool {
  readonly schoolId: number
  readonly classIds: readonly number[]
}
/** A primary school with one class in each of these grades. */
export async function makeSchool(
  caller: Call,
  hid: number,
  name: string,
  grades: readonly number[],
  { stage = 2, areaCode = '330106' }: { stage?: number; areaCode?: string } = {},
): Promise<MadeSchool> {
  const { schoolId } = await caller.call('eyefile.schools.create', { hid, name, stage: stage as 2, areaCode })
  const classIds: number[] = []
  for (const grade of grades)
    classIds.push((await caller.call('eyefile.classes.create', { hid, schoolId, grade: grade as 11, name: '1班' })).classId)
  return { schoolId, classIds }
}
let children = 0
/** A child of a class; each has another name, birth and number. */
export async function makeStudent(
  caller: Call,
  hid: number,
  classId: number,
  more: object = {},
): Promise<{ studentId: number; version: number; name: string }> {
  const nth = ++children
  const birth = `20${15 + (nth % 4)}-0${1 + (nth % 9)}-${10 + (nth % 18)}`
  const gender = (nth % 2) as 0 | 1
  return caller.call('eyefile.students.create', {
    hid,
    name: `测试学生${nth}`,
    gender,
    birth,
    classId,
    guardian: '家长',
    isAnother: true,
    ...more,
  })
}
