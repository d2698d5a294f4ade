/** Tags with a rule: put on and taken off at night with a line each; what was put on by hand stays. */
import { asTree } from '#kernel/contract/segments/condition.ts'
import type { z } from '#kernel/contract/index.ts'
import { change, find, insert, lit, locked, pageOf, remove, sql, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { putTags, takeTags } from '#modules/patients/server/door.ts'
import { addTag } from '#modules/settings/server/door.ts'
import { treeWords } from '../contract/segments/tree.ts'
import { ruleStates, taskStates } from '../contract/states.ts'
import type { ManagedTag, ManagedTagQuery, SaveManagedTag, TagStatus, UpdateManagedTag } from '../contract/shapes.ts'
import { matched } from './segments/audience.ts'
import { checkTree, namesOf } from './segments/save.ts'

const Kept = wholeRow('managed_tag', { name: 'string', members: 'number' })
const select = sql`m.*, i.name, (select count(*) from patient_tag p where p.oid = m.oid and p.tag_id = m.tag_id) members`
const from = sql`managed_tag m join master_item i on i.oid = m.oid and i.id = m.tag_id`
type KeptRow = Row<'managed_tag'> & { name: string; members: number }
const shownTag = (row: KeptRow, nameOf: Parameters<typeof treeWords>[1]): ManagedTag => {
  const tree = asTree(row.tree)
  const { id, hid, tagId, name, lastRunAt, members, version } = row
  return {
    id,
    hid,
    tagId,
    name,
    lastRunAt,
    members,
    version,
    status: row.status === ruleStates.is.stopped ? ruleStates.is.stopped : ruleStates.is.active,
    tree,
    sentence: treeWords(tree, nameOf),
  }
}
export async function tagPage(cx: Cx, query: z.output<typeof ManagedTagQuery>) {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  const nameOf = await namesOf(cx, hid)
  const { list, total } = await pageOf(
    cx,
    {
      of: Kept,
      select,
      from,
      where: [sql`m.hid = ${hid}`, query.status !== undefined && sql`m.status = ${query.status}`],
      order: sql`m.status, m.id desc`,
    },
    query,
  )
  return { list: list.map((row) => shownTag(row, nameOf)), total }
}
export async function tagOf(cx: Cx, id: number): Promise<ManagedTag> {
  const row = await cx.db.one(Kept, sql`select ${select} from ${from} where m.id = ${id}`)
  if (!row) return cx.refuse('not_found', { what: '规则标签' })
  return shownTag(row, await namesOf(cx, row.hid))
}
export async function createTag(cx: Cx<'tag_managed' | 'condition_wrong'>, input: z.output<typeof SaveManagedTag>): Promise<ManagedTag> {
  const hid = ownStore(cx, input.hid ?? cx.who.hid)
  checkTree(cx, asTree(input.tree))
  const tagId = await addTag(cx, hid, input.name)
  if (await find(cx, 'managed_tag', { tagId })) return cx.refuse('tag_managed', { field: 'name' })
  const row = await insert(cx, 'managed_tag', { hid, tagId, tree: input.tree, status: input.status })
  await runTag(cx, row)
  cx.touch('marketing')
  return tagOf(cx, row.id)
}
export async function updateTag(cx: Cx<'condition_wrong'>, { id, tree, status }: z.output<typeof UpdateManagedTag>): Promise<ManagedTag> {
  const existing = await locked(cx, 'managed_tag', { id })
  ownStore(cx, existing.hid)
  checkTree(cx, asTree(tree))
  await runTag(cx, await change(cx, 'managed_tag', { id }, {}, { tree, status }))
  cx.touch('marketing')
  return tagOf(cx, id)
}
export async function setTagStatus(cx: Cx, { id, status }: z.output<typeof TagStatus>): Promise<ManagedTag> {
  const existing = await locked(cx, 'managed_tag', { id })
  ownStore(cx, existing.hid)
  await runTag(cx, await change(cx, 'managed_tag', { id }, {}, { status }))
  cx.touch('marketing')
  return tagOf(cx, id)
}
/** Names of segments, other rules and tasks to come that ask for a tag. */
async function usesOfTag(cx: Cx, tagId: number): Promise<string[]> {
  const path = `$.** ? (@.key == "tag" && (@.value == ${tagId} || @.value[*] == ${tagId}))`
  const rows = await cx.db.rows(
    { name: 'string' },
    sql`
      select '人群“' || name || '”' as name
      from segment
      where jsonb_path_exists(tree, ${path}::jsonpath)
      union all
      select '短信任务“' || name || '”'
      from marketing_task
      where status in ${lit(taskStates.in.open)} and jsonb_path_exists(tree, ${path}::jsonpath)
      union all
      select '规则标签“' || i.name || '”'
      from managed_tag m
      join master_item i on i.oid = m.oid and i.id = m.tag_id
      where jsonb_path_exists(m.tree, ${path}::jsonpath)
    `,
  )
  return rows.map((r) => r.name)
}
export async function deleteTag(cx: Cx<'tag_used'>, id: number): Promise<null> {
  const row = await locked(cx, 'managed_tag', { id })
  ownStore(cx, row.hid)
  const uses = await usesOfTag(cx, row.tagId)
  if (uses.length) cx.refuse('tag_used', { where: uses.slice(0, 5).join('、') })
  await runTag(cx, { ...row, status: ruleStates.is.stopped })
  await remove(cx, 'managed_tag', { id })
  cx.touch('marketing')
  return null
}
/** Members who have a tag by its rule: the last line about them put it on. */
const byRule = (tagId: number) => sql`
  select pid
  from (
    select distinct on (pid) pid, put
    from managed_tag_line
    where tag_id = ${tagId}
    order by pid, id desc
  ) last
  where put
`
/** Brings a tag to its rule. A stopped rule takes off what it put on; whoever had the tag before was given it by hand and keeps it. */
async function runTag(cx: Cx, { id, hid, tagId, tree, status }: Row<'managed_tag'>): Promise<void> {
  const wanted =
    status === ruleStates.is.active
      ? sql`
        select p.pid
        from patient p
        where ${matched(cx, { hid, wholeChain: false, tree: asTree(tree) })}
      `
      : sql`select 0::bigint as pid where false`
  const added = await cx.db.rows(
    { pid: 'number' },
    sql`
      select w.pid
      from (${wanted}) w
      where not exists (select from patient_tag t where t.tag_id = ${tagId} and t.pid = w.pid)
    `,
  )
  const gone = await cx.db.rows({ pid: 'number' }, sql`select r.pid from (${byRule(tagId)}) r where r.pid not in (${wanted})`)
  await putTags(
    cx,
    tagId,
    added.map((r) => r.pid),
  )
  await takeTags(
    cx,
    tagId,
    gone.map((r) => r.pid),
  )
  for (const [rows, put] of [
    [added, true],
    [gone, false],
  ] as const)
    if (rows.length)
      await cx.db.run(sql`
        insert into managed_tag_line (hid, tag_id, pid, put)
        select ${hid}, ${tagId}, pid, ${put}
        from unnest(${rows.map((r) => r.pid)}::bigint[]) pid
      `)
  await cx.db.run(sql`update managed_tag set last_run_at = ${cx.now} where id = ${id}`)
}
/** All rules of the stores of an account, one after the other. */
export async function runTags(cx: Cx): Promise<void> {
  const rows = await cx.db.rows(
    wholeRow('managed_tag'),
    sql`
      select *
      from managed_tag
      where status = ${lit(ruleStates.is.active)} and hid = any(${cx.who.hids})
      order by id
    `,
  )
  for (const row of rows) await runTag(cx, row)
}
