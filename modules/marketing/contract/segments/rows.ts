/** A tree as lines under each other, each 且, 或 (with the line before) or 不要: what the screen edits. */
import { isLeaf, type ConditionLeaf, type ConditionTree } from '#kernel/contract/segments/condition.ts'

export type Joint = 'and' | 'or' | 'not'
export interface ConditionRow {
  readonly joint: Joint
  readonly leaf: ConditionLeaf
}
export function treeOfRows(rows: readonly ConditionRow[]): ConditionTree {
  const groups: ConditionLeaf[][] = []
  const parts: ConditionTree[] = []
  for (const { joint, leaf } of rows) {
    const last = groups.at(-1)
    if (joint === 'not') parts.push({ not: leaf })
    else if (joint === 'or' && last) last.push(leaf)
    else groups.push([leaf])
  }
  const joined = groups.map((group): ConditionTree => (group.length > 1 ? { any: group } : (group[0] ?? { all: [] })))
  return { all: [...joined, ...parts] }
}
/** The lines of a tree; undefined where it says more than lines can. */
export function rowsOfTree(tree: ConditionTree): ConditionRow[] | undefined {
  const parts = isLeaf(tree) ? [tree] : 'all' in tree ? tree.all : undefined
  if (!parts) return undefined
  const rows: ConditionRow[] = []
  for (const part of parts) {
    const lines = linesOf(part)
    if (!lines) return undefined
    rows.push(...lines)
  }
  return rows
}
function linesOf(part: ConditionTree): ConditionRow[] | undefined {
  if (isLeaf(part)) return [{ joint: 'and', leaf: part }]
  if ('not' in part) return isLeaf(part.not) ? [{ joint: 'not', leaf: part.not }] : undefined
  if (!('any' in part)) return undefined
  const leaves = part.any.flatMap((one) => (isLeaf(one) ? [one] : []))
  return leaves.length === part.any.length ? leaves.map((leaf, i): ConditionRow => ({ joint: i ? 'or' : 'and', leaf })) : undefined
}
