/** Standing tasks: what a store switched on makes a task of its own every day, by the rules of every other one. */
import type { z } from '#kernel/contract/index.ts'
import { change, find, insert, lit, sql, update, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import type { SaveStanding, StandingTask } from '../contract/shapes.ts'
import { isStandingKind, standingTasks, type StandingDeclaration } from '../contract/standing.ts'
import { recipientStates, ruleStates, templateStates } from '../contract/states.ts'
import { settingsOf } from './settings.ts'
import { submitStanding } from './tasks/submit.ts'
import { variablesOf } from './tasks/save.ts'

type KeptStanding = Row<'marketing_standing'>
const Sums = { kind: 'string', handed: 'number', spent: 'number' } as const
const Named = { kind: 'string', name: 'string | null' } as const
export async function standingOf(cx: Cx, hid: number): Promise<StandingTask[]> {
  ownStore(cx, hid)
  const kept = new Map<string, KeptStanding>()
  for (const kind of Object.keys(standingTasks)) {
    const row = await find(cx, 'marketing_standing', { hid, kind })
    if (row) kept.set(kind, row)
  }
  const sums = await cx.db.rows(
    Sums,
    sql`
      select t.standing kind, count(*)::int handed, coalesce(sum(r.cost), 0)::bigint spent
      from marketing_task t
      join marketing_recipient r on r.oid = t.oid and r.task_id = t.id
      where t.hid = ${hid}
        and t.standing is not null
        and r.state = ${lit(recipientStates.is.handed)}
        and r.handed_at > ${cx.now}::timestamptz - interval '30 days'
      group by 1
    `,
  )
  const names = await cx.db.rows(
    Named,
    sql`
      select s.kind, c.name
      from marketing_standing s
      left join contact c on c.oid = s.oid and c.ctid_ = s.on_by
      where s.hid = ${hid}
    `,
  )
  return Object.entries(standingTasks).map(([kind, { label, purpose }]) => {
    const row = kept.get(kind)
    const sum = sums.find((one) => one.kind === kind)
    return {
      hid,
      kind,
      label,
      purpose,
      isOn: row?.isOn ?? false,
      templateId: row?.templateId ?? null,
      wechatTemplateId: row?.wechatTemplateId ?? null,
      sendAt: row?.sendAt.slice(0, 5) ?? '10:00',
      ceiling: row?.ceiling ?? 2000,
      onByName: names.find((one) => one.kind === kind)?.name ?? null,
      lastDay: row?.lastDay ?? null,
      handed: sum?.handed ?? 0,
      spent: sum?.spent ?? 0,
      version: row?.version ?? 0,
    }
  })
}
type SavingStanding = Cx<'template_missing' | 'template_state' | 'template_purpose' | 'variable_missing' | 'hours_law'>
/** The wording of a standing task: passed, of its purpose, and filled in by itself. */
async function checkTemplates(cx: SavingStanding, purpose: string, input: z.output<typeof SaveStanding>): Promise<void> {
  const { hid, templateId, wechatTemplateId, isOn } = input
  if (templateId === null) {
    if (isOn) cx.refuse('template_missing', { field: 'templateId' })
    return
  }
  const template =
    (await find(cx, 'marketing_template', { id: templateId, hid })) ?? cx.refuse('not_found', { what: '模板', field: 'templateId' })
  const { name, text, state } = template
  if (template.purpose !== purpose) cx.refuse('template_purpose', { name, field: 'templateId' })
  if (state !== templateStates.is.passed) cx.refuse('template_state', { name, field: 'templateId' })
  const missing = variablesOf(text)
  if (missing.length) cx.refuse('variable_missing', { name, names: missing.join('、'), field: 'templateId' })
  if (wechatTemplateId === null) return
  const wechat = await find(cx, 'wechat_template', { id: wechatTemplateId, hid })
  if (purpose !== 'care' || wechat?.status !== ruleStates.is.active) cx.refuse('not_found', { what: '微信模板', field: 'wechatTemplateId' })
}
export async function saveStanding(cx: SavingStanding, { version, ...input }: z.output<typeof SaveStanding>): Promise<StandingTask> {
  const { hid, kind, sendAt } = input
  ownStore(cx, hid)
  if (!isStandingKind(kind)) return cx.refuse('not_found', { what: '常设任务', field: 'kind' })
  const { purpose } = standingTasks[kind]
  const { sendFrom, sendTo } = await settingsOf(cx, hid)
  const [from, to] = purpose === 'care' ? ['08:00', '21:00'] : [sendFrom, sendTo]
  if (sendAt < from || sendAt >= to) cx.refuse('hours_law', { field: 'sendAt' })
  await checkTemplates(cx, purpose, input)
  const written = { ...input, onBy: input.isOn ? cx.who.ctid || null : null }
  const existing = await find(cx, 'marketing_standing', { hid, kind })
  if (existing) await change(cx, 'marketing_standing', { id: existing.id }, { version }, written)
  else await insert(cx, 'marketing_standing', written)
  cx.touch('marketing')
  const saved = (await standingOf(cx, hid)).find((one) => one.kind === kind)
  return saved ?? cx.refuse('not_found', { what: '常设任务' })
}

/** Makes today's task of one that is on and whose hour is near; once a day. Nobody to write to, or no budget left, makes none. */
async function runStanding(cx: Cx, row: KeptStanding): Promise<void> {
  if (!isStandingKind(row.kind) || row.templateId === null) return
  const template = await find(cx, 'marketing_template', { id: row.templateId })
  if (template?.state !== templateStates.is.passed) return
  await update(cx, 'marketing_standing', { id: row.id }, { lastDay: cx.today })
  const { label, purpose, tree, outcome, again }: StandingDeclaration = standingTasks[row.kind]
  await submitStanding(cx, {
    again,
    task: {
      hid: row.hid,
      name: `${label} ${cx.today.slice(5)}`,
      purpose,
      tree,
      outcome,
      standing: row.kind,
      wordings: JSON.stringify([{ templateId: template.id, params: {}, text: template.text, name: template.name }]),
      wechatTemplateId: row.wechatTemplateId,
      sendAt: `${cx.today} ${row.sendAt}`,
      ceiling: row.ceiling,
    },
  })
}
/** Standing tasks of the stores of an account that were not looked at today and whose hour has not passed. */
export async function runStandings(cx: Cx): Promise<void> {
  for (const hid of cx.who.hids)
    for (const kind of Object.keys(standingTasks)) {
      const row = await find(cx, 'marketing_standing', { hid, kind, isOn: true })
      if (row && row.lastDay !== cx.today && cx.now.slice(11, 16) < row.sendAt.slice(0, 5)) await runStanding(cx, row)
    }
}
