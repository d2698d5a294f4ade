/** Trees of conditions as SQL over `patient p`. Declared queries stand as they are; what people typed travels as parameters. */
import {
  denied,
  isDenying,
  isLeaf,
  valueFits,
  type ConditionDeclaration,
  type ConditionLeaf,
  type ConditionTree,
} from '#kernel/contract/segments/condition.ts'
import { join, raw, sql, type Sql } from '#kernel/server/index.ts'
import { conditions } from '../../contract/segments/conditions.ts'

/** The query of a condition with the day asked. */
export function conditionRows({ sql: text }: ConditionDeclaration, today: string): Sql {
  const [first = '', ...rest] = text.split(':today')
  return rest.reduce((query, part) => sql`${query}${today}${raw(part)}`, raw(first))
}
const listOf = (value: ConditionLeaf['value']): Array<number | string> =>
  [value].flat().flatMap((v) => (v === null || v === undefined ? [] : [v]))
/** A leaf in the units of the database: yuan are fen there. */
const inUnits = (declared: ConditionDeclaration, leaf: ConditionLeaf): ConditionLeaf =>
  declared.money ? { ...leaf, value: listOf(leaf.value).map((yuan) => Math.round(Number(yuan) * 100)) } : leaf

function fits({ op, value }: ConditionLeaf): Sql {
  const values = listOf(value)
  const [first = 0, second = 0] = values
  if (op === 'yes') return sql`v.value`
  if (op === 'no') return sql`not v.value`
  if (op === 'contains') return sql`position(${String(first)} in v.value) > 0`
  if (op === 'in') return sql`v.value::text = any(${values.map(String)})`
  if (op === 'atLeast') return sql`v.value >= ${Number(first)}::numeric`
  if (op === 'atMost') return sql`v.value <= ${Number(first)}::numeric`
  return sql`v.value between ${Number(first)}::numeric and ${Number(second)}::numeric`
}
function leafSql(typed: ConditionLeaf, today: string): Sql {
  const declared = conditions[typed.key]
  if (!declared) throw new Error(`a condition nobody declared: ${typed.key}`)
  if (isDenying(typed.op)) return sql`not ${leafSql({ ...typed, op: denied[typed.op] }, today)}`
  const leaf = inUnits(declared, typed)
  const rows = conditionRows(declared, today)
  // Of a member without a row holds what is declared: then the rows that do not fit are looked for.
  return declared.otherwise !== undefined && valueFits(leaf, declared.otherwise)
    ? sql`p.pid not in (select v.pid from (${rows}) v where v.pid is not null and not (${fits(leaf)}))`
    : sql`p.pid in (select v.pid from (${rows}) v where ${fits(leaf)})`
}
/** What holds of `patient p` where the tree does. */
export function treeSql(tree: ConditionTree, today: string): Sql {
  if (isLeaf(tree)) return leafSql(tree, today)
  if ('not' in tree) return sql`not (${treeSql(tree.not, today)})`
  const parts = 'all' in tree ? tree.all : tree.any
  if (!parts.length) return 'all' in tree ? sql`true` : sql`false`
  return sql`(${join(
    parts.map((part) => treeSql(part, today)),
    'all' in tree ? ' and ' : ' or ',
  )})`
}
