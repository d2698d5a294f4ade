/** One page for a task: whom, what, when and at what cost, and what one person gets. */
import { Button, Input, Segmented } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { ActionBar, CallFailed, Screen, Until, call, t, toast, useCall, useKeys, useSearch, useSend, useWho } from '#kernel/web/index.ts'
import { treeIn } from '#kernel/contract/segments/condition.ts'
import { marketing } from '../../../contract/endpoints.ts'
import { rowsOfTree, treeOfRows } from '../../../contract/segments/rows.ts'
import type { MessageTask } from '../../../contract/shapes.ts'
import { draftOf, filledFor, fresh, sumOf, type PartProps, type TaskDraft, type TaskPurpose } from './draft.ts'
import { Received } from './Received.tsx'
import { What } from './What.tsx'
import { WhenAndCost } from './When.tsx'
import { Whom } from './Whom.tsx'
import { problemsOfDraft } from './wrong.ts'

export function Composer({ id, onLeave }: { id: number | undefined; onLeave: () => void }) {
  const [search] = useSearch()
  const kept = useCall(marketing['sms-tasks.get'], { id: id ?? 0 }, { enabled: id !== undefined })
  // A list may hand over the people it shows.
  const listed = search.tree ? treeIn(search.tree) : undefined
  if (id === undefined) return <Editor onLeave={onLeave} start={fresh((listed && rowsOfTree(listed)) ?? [], search.name ?? '')} />
  return <Until of={kept}>{kept.data && <Editor onLeave={onLeave} start={draftOf(kept.data)} task={kept.data} />}</Until>
}
/** What a draft finds, writes and costs, as it changes. */
function useDraft(draft: TaskDraft, person: number) {
  const { hid, hospitalName: store } = useWho()
  const templates = useCall(marketing['sms-tasks.template'], { hid }).data?.list ?? []
  const tree = useMemo(() => treeOfRows(draft.rows), [draft.rows])
  const target = useCall(
    marketing['sms-tasks.target-customer'],
    { hid, purpose: draft.purpose, tree: JSON.stringify(tree), sendAt: draft.sendAt },
    { enabled: draft.rows.length > 0, keep: true, logged: true },
  ).data
  const people = target?.people ?? []
  const wordings = filledFor(draft, templates, store, people[Math.min(person, people.length - 1)]?.name)
  return { hid, store, templates, tree, target, people, wordings, sum: sumOf(draft, target, wordings) }
}
/** Keeping a draft, and handing it over; a refusal is said and nothing is lost. */
function useKeeping(
  draft: TaskDraft,
  { task, tree, hid, onLeave }: { task: MessageTask | undefined; tree: object; hid: number; onLeave: () => void },
) {
  const send = useSend(marketing['sms-tasks.submit'], {
    invalidates: [marketing['sms-tasks.list']],
    onSuccess: (saved) => {
      toast(saved.needsApproval ? t`已送审：${saved.people} 个号码` : t`已排定：${saved.people} 个号码`, 'ok')
      onLeave()
    },
  })
  const { name, purpose, segmentId, wordings, wechatTemplateId, sendAt, ceiling, outcome, outcomeDays } = draft
  const controlPercent = purpose === 'marketing' ? draft.controlPercent : 0
  const plan = { hid, name, purpose, segmentId, tree, wordings, wechatTemplateId, sendAt, ceiling, controlPercent, outcome, outcomeDays }
  const save = async (): Promise<MessageTask | undefined> => {
    try {
      return task
        ? await call(marketing['sms-tasks.update'], { ...plan, id: task.id, version: task.version })
        : await call(marketing['sms-tasks.create'], plan)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      toast(error.message, 'bad')
      return undefined
    }
  }
  return {
    keep: () => void save().then((saved) => saved && (toast(t`草稿已存`, 'ok'), onLeave())),
    submit: () => void save().then((saved) => saved && send.mutate({ id: saved.id })),
    isSending: send.isPending,
  }
}
function Editor({ start, task, onLeave }: { start: TaskDraft; task?: MessageTask; onLeave: () => void }) {
  const [draft, setDraft] = useState(start)
  const [person, setPerson] = useState(0)
  const set = (change: Partial<TaskDraft>) => setDraft((d) => ({ ...d, ...change }))
  const { hid, store, templates, tree, target, people, wordings, sum } = useDraft(draft, person)
  const approveFrom = useCall(marketing['marketing.settings.get'], { hid }).data?.approveFrom ?? 200
  const { keep, submit, isSending } = useKeeping(draft, { task, tree, hid, onLeave })
  const step = (by: number) => setPerson((nth) => Math.max(0, Math.min(people.length - 1, nth + by)))
  const page = useRef<HTMLDivElement>(null)
  const problems = problemsOfDraft(draft, wordings, sum)
  const stop = useRef(-1)
  const jump = (field: string) =>
    page.current?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea):not([disabled])`)?.focus()
  const nextWrong = () => {
    stop.current = (stop.current + 1) % Math.max(1, problems.length)
    const problem = problems[stop.current]
    if (problem) jump(problem.field)
  }
  const go = () => (problems[0] ? (toast(problems[0].sentence, 'warn'), jump(problems[0].field)) : submit())
  useKeys({ 'Alt+ArrowUp': () => step(-1), 'Alt+ArrowDown': () => step(1), 'Ctrl+s': () => !isSending && go(), F8: nextWrong })
  const when = draft.sendAt.slice(5, 16)
  return (
    <Screen title={draft.name || t`新任务`} note={<TaskPromise draft={draft} sum={sum} />}>
      <div className="composer-page" ref={page}>
        <Head draft={draft} set={set} />
        <div className="composer">
          <Whom draft={draft} set={set} target={target} sum={sum} />
          <What draft={draft} set={set} templates={templates} wordings={wordings} people={people} sum={sum} />
          <WhenAndCost draft={draft} set={set} sum={sum} wordings={wordings} approveFrom={approveFrom} />
          <Received draft={draft} store={store} people={people} person={person} onStep={step} wordings={wordings} />
        </div>
      </div>
      <ActionBar
        problems={problems}
        jump={jump}
        hints={[
          [['F8'], t`下一处要改的`],
          [['Alt ↑', 'Alt ↓'], t`换人`],
        ]}
        more={
          <>
            {problems.length === 0 && (
              <span className="soft">{sum.sending > approveFrom ? t`都齐了，由另一人审批` : t`都齐了，不用审批`}</span>
            )}
            <Button onClick={onLeave}>{t`返回`}</Button>
            <Button onClick={keep}>{t`存草稿`}</Button>
          </>
        }
        save={{
          label: sum.sending > approveFrom ? t`送审 ${sum.sending} 家` : t`定在 ${when} 发 ${sum.sending} 家`,
          run: go,
          busy: isSending,
        }}
      />
    </Screen>
  )
}
/** The name, and the purpose beside it, since it decides every rule. */
function Head({ draft, set }: PartProps) {
  return (
    <div className="composer-head" data-field="name">
      <Input
        value={draft.name}
        aria-label={t`任务名`}
        placeholder={t`任务名`}
        maxLength={40}
        onChange={(e) => set({ name: e.target.value })}
      />
      <Segmented<TaskPurpose>
        aria-label={t`用途`}
        value={draft.purpose}
        options={[
          { value: 'care', label: t`关怀` },
          { value: 'marketing', label: t`营销` },
        ]}
        onChange={(purpose) => set({ purpose, wordings: [], wechatTemplateId: null })}
      />
      <span className="soft">
        {draft.purpose === 'care' ? t`会员在等或该做的事：先走微信，一个不留` : t`优惠和活动：要同意，留对照，只走短信`}
      </span>
    </div>
  )
}
/** The title's one sentence: to whom, when, at what cost. It changes with every input. */
function TaskPromise({ draft, sum: { sending, overWechat, bySms, cost } }: { draft: TaskDraft; sum: ReturnType<typeof sumOf> }) {
  const way = overWechat ? t`，微信 ${overWechat}、短信 ${bySms}` : ''
  return <>{t`${draft.purpose === 'care' ? t`叫` : t`发给`} ${sending} 家${way}，${draft.sendAt.slice(5, 16)} 起，¥${cost.toFixed(2)}`}</>
}
