/** Trees of conditions: whether one can be asked, and how it reads in Chinese. */
import {
  conditionOps,
  depthOf,
  isDenying,
  isLeaf,
  leavesOf,
  TREE_DEPTH,
  TREE_LEAVES,
  type ConditionLeaf,
  type ConditionTree,
} from '#kernel/contract/segments/condition.ts'
import { conditions } from './conditions.ts'

/** Conditions of a tree that nobody declared, wrong operators and missing values, each as one sentence; empty where it can be asked. */
export function treeProblems(tree: ConditionTree): string[] {
  const leaves = leavesOf(tree)
  if (!leaves.length) return ['请至少选择一个条件']
  if (leaves.length > TREE_LEAVES) return [`条件最多 ${TREE_LEAVES} 个`]
  if (depthOf(tree) > TREE_DEPTH) return [`条件最多嵌套 ${TREE_DEPTH} 层`]
  return leaves.flatMap((leaf) => leafProblem(leaf) ?? [])
}
function leafProblem({ key, op, value }: ConditionLeaf): string | undefined {
  const declared = conditions[key]
  if (!declared) return `没有“${key}”这个条件`
  const ops: readonly string[] = conditionOps[declared.kind]
  if (!ops.includes(op)) return `${declared.label}：不能这样比较`
  const values = [value].flat().filter((v) => v !== null && v !== undefined && v !== '')
  if (declared.kind === 'flag') return undefined
  if (!values.length || (op === 'between' && values.length !== 2)) return `${declared.label}：请填写条件值`
  if (declared.kind === 'number' && !values.every((v) => Number.isFinite(Number(v)))) return `${declared.label}：请填写数字`
  return op === 'between' && Number(values[0]) > Number(values[1]) ? `${declared.label}：起不能大于止` : undefined
}
/** Labels of the conditions of a tree that tell of health. */
export const sensitiveIn = (tree: ConditionTree): string[] => [
  ...new Set(leavesOf(tree).flatMap(({ key }) => (conditions[key]?.sensitive ? [conditions[key].label] : []))),
]
/** Whether everybody in the segment agreed that facts of health be used: the condition stands in it, and nothing goes round it. */
export function asksHealthConsent(tree: ConditionTree): boolean {
  if (isLeaf(tree)) return tree.key === 'healthConsent' && tree.op === 'yes'
  return 'all' in tree && tree.all.some(asksHealthConsent)
}

type NamesOf = (key: string, value: number | string) => string | undefined
/** What a condition says, such as 年龄 18–45 岁. */
function leafWords(leaf: ConditionLeaf, nameOf: NamesOf = () => undefined): { label: string; words: string } {
  const declared = conditions[leaf.key]
  if (!declared) return { label: leaf.key, words: String(leaf.value ?? '') }
  const { label, unit = '', options } = declared
  const values = [leaf.value].flat().map((v) => options?.[String(v)] ?? nameOf(leaf.key, v ?? '') ?? String(v ?? ''))
  const [first = '', second = ''] = values
  const words: Readonly<Record<string, string>> = {
    yes: '是',
    no: '否',
    atLeast: `不少于 ${first} ${unit}`,
    atMost: `不超过 ${first} ${unit}`,
    between: `${first}–${second} ${unit}`,
    in: values.join('、'),
    notIn: `不是 ${values.join('、')}`,
    contains: `含“${first}”`,
    lacks: `不含“${first}”`,
  }
  return { label, words: (words[leaf.op] ?? '').trim() }
}
/** A tree as one sentence: 年龄 18–45 岁 且（家里孩子 6–17 岁 或 已婚）。 */
export function treeWords(tree: ConditionTree, nameOf?: NamesOf): string {
  if (isLeaf(tree)) {
    const { label, words } = leafWords(tree, nameOf)
    return isDenying(tree.op) || words ? `${label} ${words}` : label
  }
  if ('not' in tree) return `不要（${treeWords(tree.not, nameOf)}）`
  const [parts, word] = 'all' in tree ? [tree.all, '且'] : [tree.any, '或']
  const inner = parts.map((part) => treeWords(part, nameOf)).join(` ${word} `)
  return 'any' in tree && parts.length > 1 ? `（${inner}）` : inner
}
