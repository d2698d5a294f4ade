/** A task: what it is, where it stands, what was not sent and why, and what came of it against those left in peace. */
import { Button } from 'antd'
import { Act, Can, Facts, Money, Panel, Rows, Screen, Status, confirm, t, toast, tr, useCall, useSend } from '#kernel/web/index.ts'
import { wordOf } from '#kernel/contract/index.ts'
import { marketing } from '../../contract/endpoints.ts'
import type { MessageTask } from '../../contract/shapes.ts'
import { recipientStates, taskStates } from '../../contract/states.ts'
import { EffectView } from './effect/EffectView.tsx'

interface TaskViewProps {
  id: number
  onLeave: () => void
  onEdit: (id: number) => void
}
export function TaskView({ id, onLeave, onEdit }: TaskViewProps) {
  const task = useCall(marketing['sms-tasks.get'], { id }, { live: ['marketing'] })
  return (
    <Screen
      of={task}
      title={task.data?.name ?? ''}
      note={task.data && noteOf(task.data)}
      actions={task.data && <Acts of={task.data} onLeave={onLeave} onEdit={onEdit} />}
    >
      {task.data && (
        <>
          {task.data.effect && <EffectView of={task.data.effect} task={task.data} />}
          <Progress of={task.data} />
        </>
      )}
    </Screen>
  )
}
const isAwaiting = ({ status, submittedAt, approvedAt, needsApproval }: MessageTask): boolean =>
  status === taskStates.is.waiting && submittedAt !== null && approvedAt === null && needsApproval
function noteOf(task: MessageTask): string {
  if (isAwaiting(task)) return t`${task.people} 个号码，待另一人审批`
  if (task.submittedAt) return t`${task.people} 个号码，${task.sendAt.slice(0, 16)} 发`
  return task.rejectedReason ? t`已退回：${task.rejectedReason}` : t`草稿，还没有送出`
}

function Acts({ of: task, onLeave, onEdit }: { of: MessageTask; onLeave: () => void; onEdit: (id: number) => void }) {
  const invalidates = [marketing['sms-tasks.list'], marketing['sms-tasks.get']]
  const decide = useSend(marketing['sms-tasks.approve'], { invalidates, onSuccess: () => toast(t`已处理`, 'ok') })
  const submit = useSend(marketing['sms-tasks.submit'], { invalidates, onSuccess: () => toast(t`已送出`, 'ok') })
  const stop = useSend(marketing['sms-tasks.stop'], { invalidates, onSuccess: () => toast(t`已停止，没发出的撤回`, 'ok') })
  const resend = useSend(marketing['sms-tasks.resend'], { invalidates, onSuccess: () => toast(t`已重发`, 'ok') })
  const { id } = task
  const isDraft = task.status === taskStates.is.waiting && !task.submittedAt
  const isOpen = task.status <= taskStates.is.sending && task.submittedAt !== null
  return (
    <>
      <Button onClick={onLeave}>{t`返回`}</Button>
      {isDraft && (
        <Can code="marketing:edit">
          <Button onClick={() => onEdit(id)}>{t`修改`}</Button>
        </Can>
      )}
      {isDraft && (
        <Can code="marketing:send">
          <Button type="primary" loading={submit.isPending} onClick={() => submit.mutate({ id })}>{t`送出`}</Button>
        </Can>
      )}
      {isOpen && (
        <Can code="marketing:send">
          <Button onClick={() => void confirm(t`停止任务？没发出的会撤回`).then((yes) => yes && stop.mutate({ id }))}>{t`停止`}</Button>
        </Can>
      )}
      {task.reasons.some((r) => r.canMend) && task.status > taskStates.is.sending && (
        <Can code="marketing:send">
          <Act unless={false} onClick={() => resend.mutate({ id })}>{t`重发能发的`}</Act>
        </Can>
      )}
      {isAwaiting(task) && (
        <Can code="marketing:approve">
          <Button onClick={() => decide.mutate({ id, agree: false, reason: t`请修改后再送审` })}>{t`退回`}</Button>
          <Button type="primary" onClick={() => decide.mutate({ id, agree: true })}>{t`同意发送 ${task.people} 条`}</Button>
        </Can>
      )}
    </>
  )
}
const { is: numbers } = recipientStates
function Progress({ of: task }: { of: MessageTask }) {
  return (
    <Panel title={t`任务`}>
      <div className="panel-body">
        <Facts
          items={[
            ['状态', <Status key="s" of={taskStates} value={task.status} />],
            ['给谁', tr(task.sentence)],
            ['号码', task.people],
            [wordOf(recipientStates, numbers.handed), task.handed],
            [wordOf(recipientStates, numbers.failed), task.failed],
            [wordOf(recipientStates, numbers.takenBack), task.takenBack],
            ['微信', task.overWechat],
            ['打开链接', task.opened],
            ['对照', task.control],
            ['花费', <Money key="m" of={task.spent} />],
            ['封顶', <Money key="c" of={task.ceiling} />],
            ['提交人', task.submittedByName ?? ''],
            ['审批人', task.approvedByName ?? ''],
            ['开始发送', task.sentAt?.slice(0, 16) ?? ''],
          ]}
        />
        {task.wordings.map((w, i) => (
          <p key={i}>
            <strong>{t`写法 ${'ABC'[i] ?? ''}`}</strong> {w.text}
          </p>
        ))}
        {task.reasons.length > 0 && (
          <Rows
            rows={task.reasons}
            rowKey={(r) => r.reason}
            columns={[
              { title: t`没发出的原因`, cell: (r) => tr(r.reason) },
              { title: t`号码`, cell: (r) => r.people },
              { title: '', cell: (r) => (r.canMend ? t`可重发` : '') },
            ]}
          />
        )}
      </div>
    </Panel>
  )
}
