/** What of the tree is chosen, as the address holds it. */
import { useSearch } from '#kernel/web/index.ts'
import { StudentCounts, type StudentsNum } from '../../contract/rolls.ts'
import type { Student } from '../../contract/students.ts'

export type Step = NonNullable<Student['next']>
export const steps: readonly Step[] = ['call', 'screen', 'place', 'link']
/** Under which count each step stands. */
export const stepCounts = { call: 'toCall', screen: 'toScreen', place: 'toPlace', link: 'toLink' } as const satisfies Record<
  Step,
  keyof StudentCounts
>
export type Chip = Step | 'open' | 'unlinked' | 'unassigned' | 'consented' | 'latent' | 'unplaced' | 'left' | 'graduated'
export interface Selection {
  readonly schoolId?: number
  readonly grade?: number
  readonly classId?: number
  readonly villageId?: number
}
/** A node of the tree: what it filters by, how it is called, how many it holds. */
export interface TreeNode {
  readonly key: string
  readonly label: string
  readonly counts: StudentCounts
  readonly selection: Selection
  readonly mark?: string
  readonly children: readonly TreeNode[]
}
const numberIn = (text: string | undefined): number | undefined => (text && /^\d+$/.test(text) ? Number(text) : undefined)
const present = (values: Record<string, number | undefined>): Selection =>
  Object.fromEntries(Object.entries(values).filter(([, v]) => v !== undefined))
export function useSelection(): [Selection, (to: Selection) => void] {
  const [search, setSearch] = useSearch()
  const { school, grade, class: schoolClass, village } = search
  const chosen = present({
    schoolId: numberIn(school),
    grade: numberIn(grade),
    classId: numberIn(schoolClass),
    villageId: numberIn(village),
  })
  return [
    chosen,
    ({ schoolId, grade: g, classId, villageId }) =>
      setSearch({ school: schoolId, grade: g, class: classId, village: villageId, page: undefined }, true),
  ]
}
export const sameSelection = (a: Selection, b: Selection): boolean =>
  a.schoolId === b.schoolId && a.grade === b.grade && a.classId === b.classId && a.villageId === b.villageId

const keys = StudentCounts.keyof().options
export const sumOf = (rows: readonly StudentCounts[]): StudentCounts =>
  // One number under each of the names of a sum.
  Object.fromEntries(keys.map((key) => [key, rows.reduce((n, row) => n + row[key], 0)])) as unknown as StudentCounts
/** The counts of what is chosen. */
export function countsOf(num: StudentsNum, { schoolId, grade, classId, villageId }: Selection): StudentCounts {
  if (villageId !== undefined) return num.villages.find((v) => v.villageId === villageId) ?? sumOf([])
  const school = num.schools.find((s) => s.schoolId === schoolId)
  if (schoolId === undefined) return num.total
  if (!school) return sumOf([])
  if (classId !== undefined) return school.classes.find((c) => c.classId === classId) ?? sumOf([])
  return grade === undefined ? school : sumOf(school.classes.filter((c) => c.grade === grade))
}
/** Children of the schools chosen who are in no class; a grade and a class have none. */
export const unplacedOf = (num: StudentsNum, { schoolId, grade, classId, villageId }: Selection): number =>
  grade !== undefined || classId !== undefined || villageId !== undefined
    ? 0
    : (schoolId === undefined ? num.schools : num.schools.filter((school) => school.schoolId === schoolId)).reduce(
        (n, { unplaced }) => n + unplaced,
        0,
      )
