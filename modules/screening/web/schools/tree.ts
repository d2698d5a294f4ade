/** The tree of a store: region, school, grade, class; and community, village. */
import { t, tr } from '#kernel/web/index.ts'
import { gradeLabel } from '../../contract/grades.ts'
import type { SchoolCounts, StudentsNum } from '../../contract/rolls.ts'
import { classStates } from '../../contract/states.ts'
import { sumOf, type TreeNode } from './selection.ts'

function groups<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Array<[string, Row[]]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), row])
  return [...found]
}
function schoolNode(school: SchoolCounts): TreeNode {
  const { schoolId } = school
  const here = school.classes.filter((c) => c.status === classStates.is.present)
  return {
    key: `s${schoolId}`,
    label: school.schoolName,
    counts: school,
    selection: { schoolId },
    ...(school.waits ? { mark: t`待升` } : {}),
    children: groups(here, (c) => String(c.grade)).map(([grade, classes]) => ({
      key: `s${schoolId}g${grade}`,
      label: tr(gradeLabel(Number(grade))),
      counts: sumOf(classes),
      selection: { schoolId, grade: Number(grade) },
      children: classes.map((c) => ({
        key: `c${c.classId}`,
        label: c.className,
        counts: c,
        selection: { schoolId, classId: c.classId },
        children: [],
      })),
    })),
  }
}
export function treeOf(num: StudentsNum): TreeNode[] {
  const schools = groups(num.schools, (s) => s.areaName).map(([area, own]) => ({
    key: `a${own[0]!.areaCode}`,
    label: area,
    counts: sumOf(own),
    selection: {},
    children: own.map((school) => schoolNode(school)),
  }))
  const villages = groups(num.villages, (v) => v.communityName).map(([name, own]) => ({
    key: `m${own[0]!.communityId}`,
    label: name,
    counts: sumOf(own),
    selection: {},
    children: own.map((v) => ({
      key: `v${v.villageId}`,
      label: v.villageName,
      counts: v,
      selection: { villageId: v.villageId },
      children: [],
    })),
  }))
  return [...schools, ...villages]
}
/** The nodes that match what is typed, with those above them. */
export function matching(nodes: readonly TreeNode[], typed: string): TreeNode[] {
  const wanted = typed.trim().toLowerCase()
  if (!wanted) return [...nodes]
  return nodes.flatMap((node) => {
    if (node.label.toLowerCase().includes(wanted)) return [node]
    const children = matching(node.children, wanted)
    return children.length ? [{ ...node, children }] : []
  })
}
