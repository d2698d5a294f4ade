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

/** A screening of one class, with the children measured by a station: the first sees 4.6 and is advised to see a doctor. */
export async function makeScreening(
  manager: Call,
  hid: number,
  { schoolId, classIds }: MadeSchool,
  today: string,
): Promise<{ taskId: number; groupId: number; resultId: number }> {
  const task = await manager.call('eyefile.tasks.create', {
    hid,
    name: '秋季筛查',
    schoolId,
    items: ['ucva', 'heightWeight'],
    startOn: today,
    endOn: today,
    classIds: [...classIds],
  })
  await manager.call('eyefile.tasks.move', { id: task.id, move: 'publish' })
  const { pin } = await manager.call('eyefile.tasks.pin', { id: task.id })
  const deviceId = crypto.randomUUID()
  const { children } = await manager.call('eyefile.tasks.pack', { id: task.id, pin, deviceId, name: '视力站 1' })
  let lamport = 0
  const op = (studentId: number, field: string, value: string | number) => ({
    opId: crypto.randomUUID(),
    lamport: ++lamport,
    studentId,
    field,
    value,
    at: `${today} 00:00:00`,
  })
  const ops = children.flatMap(({ studentId }, i) => [
    op(studentId, 'glassesType', 0),
    op(studentId, 'ucvaOd', i === 0 ? '4.6' : '5.0'),
    op(studentId, 'ucvaOs', '5.0'),
    op(studentId, 'height', 128 + i),
    op(studentId, 'weight', 26),
  ])
  await manager.call('eyefile.ops', { taskId: task.id, deviceId, ops })
  const { list } = await manager.call('eyefile.referrals.list', { hid, taskId: task.id, page_num: 1, page_size: 5 })
  return { taskId: task.id, groupId: children[0]?.groupId ?? 0, resultId: list[0]?.resultId ?? 0 }
}
