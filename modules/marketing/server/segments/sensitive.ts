/** Conditions that tell of health, also where a rule tag stands for them: a tag is no way round the consent. */
import { asTree, leavesOf, type ConditionTree } from '#kernel/contract/segments/condition.ts'
import { sql, wholeRow, type Cx } from '#kernel/server/index.ts'
import { sensitiveIn } from '../../contract/segments/tree.ts'

/** Labels of the conditions of a tree that tell of health: its own, and tags whose rule asks for such. */
export async function sensitiveOf(cx: Cx, tree: ConditionTree, seen: ReadonlySet<number> = new Set()): Promise<string[]> {
  const own = sensitiveIn(tree)
  const tagIds = leavesOf(tree)
    .filter(({ key }) => key === 'tag')
    .flatMap(({ value }) => [value].flat())
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && !seen.has(id))
  if (!tagIds.length) return own
  const rules = await cx.db.rows(
    wholeRow('managed_tag', { name: 'string' }),
    sql`
      select m.*, i.name
      from managed_tag m
      join master_item i on i.oid = m.oid and i.id = m.tag_id
      where m.tag_id = any(${tagIds}::bigint[])
      order by m.tag_id
    `,
  )
  for (const rule of rules) {
    const inside = await sensitiveOf(cx, asTree(rule.tree), new Set([...seen, ...tagIds]))
    if (inside.length) own.push(`标签“${rule.name}”（${inside.join('、')}）`)
  }
  return own
}
