/** Message tasks as they are read: progress, cost, and the effect once there is one. */
import { asTree } from '#kernel/contract/segments/condition.ts'
import { lit, pageOf, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { find } from '#kernel/server/index.ts'
import { z } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { wording } from '../../contract/fields.ts'
import { treeWords } from '../../contract/segments/tree.ts'
import { MessageTaskRow, type MessageTask, type TaskQuery } from '../../contract/shapes.ts'
import { recipientStates, taskStates } from '../../contract/states.ts'
import { namesOf } from '../segments/save.ts'
import { effectOf } from './effect.ts'

const columns = sql`
  t.id, t.hid, t.name, t.purpose, t.status, t.people, t.send_at, t.ceiling, t.control_percent, t.outcome, t.outcome_days, t.segment_id,
  t.wechat_template_id, t.needs_approval, t.whole_chain, t.submitted_at, s.name submitted_by_name, t.approved_at, a.name approved_by_name,
  t.rejected_reason, t.stopped_at, t.sent_at, t.version, coalesce(r.handed, 0) handed, coalesce(r.failed, 0) failed,
  coalesce(r.taken_back, 0) taken_back, coalesce(r.control, 0) control, coalesce(r.spent, 0) spent, coalesce(r.over_wechat, 0) over_wechat,
  coalesce(r.opened, 0) opened
`
const from = sql`
  marketing_task t
  left join contact s on s.oid = t.oid and s.ctid_ = t.submitted_by
  left join contact a on a.oid = t.oid and a.ctid_ = t.approved_by
  left join lateral (
    select count(*) filter (where state = ${lit(recipientStates.is.handed)}) handed,
      count(*) filter (where state = ${lit(recipientStates.is.failed)}) failed,
      count(*) filter (where state = ${lit(recipientStates.is.takenBack)}) taken_back,
      count(*) filter (where state = ${lit(recipientStates.is.control)}) control,
      sum(cost) filter (where state = ${lit(recipientStates.is.handed)}) spent,
      count(*) filter (where state = ${lit(recipientStates.is.handed)} and channel = 'wechat') over_wechat, count(opened_at) opened
    from marketing_recipient r
    where r.oid = t.oid and r.task_id = t.id
  ) r on true
`
export const taskPage = (cx: Cx, query: z.output<typeof TaskQuery>) =>
  pageOf(
    cx,
    {
      of: MessageTaskRow,
      select: columns,
      from,
      where: [
        sql`t.hid = ${ownStore(cx, query.hid ?? cx.who.hid)}`,
        query.status !== undefined && sql`t.status = ${query.status}`,
        query.purpose !== undefined && sql`t.purpose = ${query.purpose}`,
        Boolean(query.name) && sql`position(${query.name ?? ''} in t.name) > 0`,
      ],
      order: sql`t.id desc`,
    },
    query,
  )
const KeptWordings = z.array(wording.extend({ text: z.string(), name: z.string() }))
export type KeptWording = z.output<typeof KeptWordings>[number]
export const wordingsOf = (row: Pick<Row<'marketing_task'>, 'wordings'>): KeptWording[] => KeptWordings.parse(row.wordings)

/** Reasons that sending again does not mend: the number itself is wrong, or the person does not want it. */
const LASTING = /号码无效|空号|停机|黑名单|退订|不再联系|没有.*同意|没同意/
export const canMend = (reason: string): boolean => !LASTING.test(reason)

export async function taskOf(cx: Cx, id: number): Promise<MessageTask> {
  const kept = await find(cx, 'marketing_task', { id })
  if (!kept || !cx.who.hids.includes(kept.hid)) return cx.refuse('not_found', { what: '短信任务' })
  const row = await cx.db.the(MessageTaskRow, sql`select ${columns} from ${from} where t.id = ${id}`)
  const reasons = await cx.db.rows(
    { reason: 'string', people: 'number' },
    sql`
      select coalesce(r.reason, '未知') reason, count(*) people
      from marketing_recipient r
      where r.task_id = ${id} and r.state in (${lit(recipientStates.is.failed)}, ${lit(recipientStates.is.takenBack)})
      group by 1
      order by 2 desc, 1
    `,
  )
  const tree = asTree(kept.tree)
  return {
    ...row,
    tree,
    sentence: treeWords(tree, await namesOf(cx, row.hid)),
    wordings: wordingsOf(kept),
    reasons: reasons.map((r) => ({ ...r, canMend: canMend(r.reason) })),
    effect: taskStates.in.over.some((s) => s === row.status) && kept.sentAt ? await effectOf(cx, kept) : null,
  }
}
