/**
 * Conditions: what may be asked of a member, declared once by the module that knows it (`contract/conditions.ts`). Segments, rule tags and
 * standing tasks are trees of them; their SQL, chips and sentences follow.
 */
import { z } from 'zod'

/** How a condition is asked. `number` compares, `choice` is one of several, `flag` is yes or no, `words` is part of a text. */
export type ConditionKind = 'number' | 'choice' | 'flag' | 'words'
export const conditionOps = {
  number: ['atLeast', 'atMost', 'between'],
  choice: ['in', 'notIn'],
  flag: ['yes', 'no'],
  words: ['contains', 'lacks'],
} as const satisfies Record<ConditionKind, readonly string[]>

export interface ConditionDeclaration {
  /** What the chip says before its value: 年龄. */
  readonly label: string
  readonly kind: ConditionKind
  readonly unit?: string
  /** Choices that never change, value → label. Others come from a list of the store, named here. */
  readonly options?: Readonly<Record<string, string>>
  readonly list?: 'stores' | 'levels' | 'sources' | 'tags'
  /** Fen in SQL, yuan on the chip. */
  readonly money?: true
  /** Tells of health: serves care; in marketing it needs a consent of its own. */
  readonly sensitive?: true
  /** What holds of a member of whom the query has no row: 0 of a count, false of a flag. Nothing holds without it. */
  readonly otherwise?: number | boolean
  /** Query of `pid` and `value`; several rows of one member are several values. `:today` stands for the day asked. */
  readonly sql: string
}
/** Declares the conditions of a module by key. */
export const conditions = <const T extends Record<string, ConditionDeclaration>>(table: T): T => table

export interface ConditionLeaf {
  readonly key: string
  readonly op: string
  readonly value?: number | string | ReadonlyArray<number | string> | null | undefined
}
export type ConditionTree =
  | ConditionLeaf
  | { readonly all: readonly ConditionTree[] }
  | { readonly any: readonly ConditionTree[] }
  | { readonly not: ConditionTree }

/** Deepest nesting of and, or and not. */
export const TREE_DEPTH = 3
/** Most conditions of a tree. */
export const TREE_LEAVES = 30

const Leaf = z
  .object({
    key: z.string().max(40),
    op: z.string().max(20),
    value: z
      .union([z.number(), z.string().max(60), z.array(z.union([z.number(), z.string().max(60)])).max(50)])
      .nullish()
      .meta({ label: '条件值' }),
  })
  .strict()
/** A tree as it travels: its keys, operators and values are checked against what is declared by whoever uses it. */
export const ConditionTree: z.ZodType<ConditionTree> = z.lazy(() =>
  z.union([
    Leaf,
    z.object({ all: z.array(ConditionTree).max(TREE_LEAVES) }).strict(),
    z.object({ any: z.array(ConditionTree).max(TREE_LEAVES) }).strict(),
    z.object({ not: ConditionTree }).strict(),
  ]),
)

/** A tree that came as a value of an endpoint or of a row. */
export const asTree = (value: unknown): ConditionTree => ConditionTree.parse(value)

export const isLeaf = (tree: ConditionTree): tree is ConditionLeaf => 'key' in tree
/** The conditions of a tree, in order. */
export function leavesOf(tree: ConditionTree): ConditionLeaf[] {
  if (isLeaf(tree)) return [tree]
  if ('not' in tree) return leavesOf(tree.not)
  return ('all' in tree ? tree.all : tree.any).flatMap(leavesOf)
}
/** How deep and, or and not are nested; 0 of a single condition. */
export function depthOf(tree: ConditionTree): number {
  if (isLeaf(tree)) return 0
  if ('not' in tree) return 1 + depthOf(tree.not)
  return 1 + Math.max(0, ...('all' in tree ? tree.all : tree.any).map(depthOf))
}
/** Whether one value fits a condition, told plainly: the SQL of segments is held against it. */
export function valueFits({ op, value }: ConditionLeaf, held: number | string | boolean): boolean {
  const list = (Array.isArray(value) ? value : [value]).map((v) => v ?? '')
  if (op === 'yes') return held === true
  if (op === 'no') return held === false
  if (op === 'contains') return String(held).includes(String(list[0]))
  if (op === 'in') return list.map(String).includes(String(held))
  if (op === 'atLeast') return Number(held) >= Number(list[0])
  if (op === 'atMost') return Number(held) <= Number(list[0])
  return Number(held) >= Number(list[0]) && Number(held) <= Number(list[1])
}
/** The operator that an opposite one denies: 不在 is not 在. */
export const denied = { notIn: 'in', lacks: 'contains' } as const
export const isDenying = (op: string): op is keyof typeof denied => Object.hasOwn(denied, op)

/** The tree in a text of JSON; undefined where it holds none. */
export function treeIn(text: string): ConditionTree | undefined {
  try {
    return ConditionTree.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
