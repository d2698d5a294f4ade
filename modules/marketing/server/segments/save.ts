/** Segments: kept with their versions; trees checked before anything is asked. */
import type { z } from '#kernel/contract/index.ts'
import { asTree, type ConditionTree } from '#kernel/contract/segments/condition.ts'
import { change, insert, locked, remove, sql, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore, storesOf } from '#modules/institution/server/door.ts'
import { treeProblems, treeWords } from '../../contract/segments/tree.ts'
import { ruleStates } from '../../contract/states.ts'
import type { ConditionChoices, SaveSegment, MemberSegment } from '../../contract/shapes.ts'

/** Refuses a tree that cannot be asked, at its field. */
export function checkTree(cx: Pick<Cx<'condition_wrong'>, 'refuse'>, tree: ConditionTree, field = 'tree'): void {
  const [problem] = treeProblems(tree)
  if (problem) cx.refuse('condition_wrong', { what: problem, field })
}
/** Only the chain asks across stores. */
export function checkChain(cx: Pick<Cx<'segment_chain'>, 'refuse' | 'who'>, wholeChain: boolean): void {
  if (wholeChain && cx.who.role !== 'chain') cx.refuse('segment_chain', { field: 'wholeChain' })
}
export async function choicesOf(cx: Cx, hid: number): Promise<ConditionChoices> {
  const Named = { value: 'number', label: 'string' } as const
  const named = (table: 'level' | 'source' | 'tag') =>
    table === 'tag'
      ? cx.db.rows(
          Named,
          sql`
            select id as value, name as label
            from master_item
            where kind = 'tag' and hid = ${hid}
            order by sort, id
          `,
        )
      : table === 'level'
        ? cx.db.rows(Named, sql`select id as value, name as label from level order by id`)
        : cx.db.rows(Named, sql`select id as value, name as label from patient_source order by sort, id`)
  return {
    stores: (await storesOf(cx)).map((s) => ({ value: s.hid, label: s.shortName })),
    levels: await named('level'),
    sources: await named('source'),
    tags: await named('tag'),
  }
}
/** Names the values of conditions that point to lists of the store. */
export async function namesOf(cx: Cx, hid: number): Promise<(key: string, value: number | string) => string | undefined> {
  const { stores, levels, sources, tags } = await choicesOf(cx, hid)
  const lists: Readonly<Record<string, ConditionChoices['tags']>> = { store: stores, level: levels, source: sources, tag: tags }
  return (key, value) => lists[key]?.find((c) => c.value === Number(value))?.label
}
const shownSegment = (row: Row<'segment'>, tasks: number, nameOf: Parameters<typeof treeWords>[1]): MemberSegment => {
  const tree = asTree(row.tree)
  const { id, hid, name, wholeChain, no, version, createdAt } = row
  return {
    id,
    hid,
    name,
    wholeChain,
    no,
    version,
    createdAt,
    status: row.status === ruleStates.is.stopped ? ruleStates.is.stopped : ruleStates.is.active,
    tree,
    sentence: treeWords(tree, nameOf),
    tasks,
  }
}
export async function segmentsOf(cx: Cx, hid: number): Promise<MemberSegment[]> {
  ownStore(cx, hid)
  const rows = await cx.db.rows(
    wholeRow('segment', { tasks: 'number' }),
    sql`
      select s.*, (select count(*) from marketing_task t where t.oid = s.oid and t.segment_id = s.id) tasks
      from segment s
      where s.hid = ${hid}
      order by s.status, s.id desc
    `,
  )
  const nameOf = await namesOf(cx, hid)
  return rows.map((row) => shownSegment(row, row.tasks, nameOf))
}
export async function saveSegment(
  cx: Cx<'segment_exists' | 'condition_wrong' | 'segment_chain'>,
  { id, version, ...values }: z.output<typeof SaveSegment>,
): Promise<MemberSegment> {
  ownStore(cx, values.hid)
  checkTree(cx, asTree(values.tree))
  checkChain(cx, values.wholeChain)
  const existing = id === undefined ? undefined : await locked(cx, 'segment', { id }, { version })
  if (existing) ownStore(cx, existing.hid)
  const isNew = !existing || JSON.stringify(asTree(existing.tree)) !== JSON.stringify(values.tree)
  const no = (existing?.no ?? 0) + (isNew ? 1 : 0)
  const row = existing
    ? await change(cx, 'segment', { id: existing.id }, { version }, { ...values, no })
    : await insert(cx, 'segment', { ...values, no })
  if (isNew) await insert(cx, 'segment_version', { segmentId: row.id, no, tree: values.tree })
  cx.touch('marketing')
  return shownSegment(row, 0, await namesOf(cx, row.hid))
}
export async function deleteSegment(cx: Cx<'segment_in_use'>, id: number): Promise<null> {
  const row = await locked(cx, 'segment', { id })
  ownStore(cx, row.hid)
  const { n } = await cx.db.the({ n: 'number' }, sql`select count(*) n from marketing_task where segment_id = ${id}`)
  if (n) cx.refuse('segment_in_use', { n })
  await remove(cx, 'segment', { id })
  cx.touch('marketing')
  return null
}
