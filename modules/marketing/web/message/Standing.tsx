/** Standing tasks of the store: on or off, the wording, the hour, the ceiling of a day, and what it came to. */
import { Drawer } from 'antd'
import { useState } from 'react'
import { Form, Money, Panel, Rows, Until, t, toast, tr, useCall, useCan, useWho } from '#kernel/web/index.ts'
import { marketing } from '../../contract/endpoints.ts'
import type { StandingTask } from '../../contract/shapes.ts'
import { ruleStates, templateStates } from '../../contract/states.ts'
import { wechatWord } from '../wechat/words.ts'

export function StandingTasks() {
  const { hid } = useWho()
  const can = useCan()
  const [edited, setEdited] = useState<StandingTask>()
  const list = useCall(marketing['marketing.standing'], { hid }, { live: ['marketing'] })
  return (
    <Until of={list}>
      <Panel title={t`常设任务`} note={t`打开后每天早上自己找人，一人一天只收一条；电话和回访另有规则`}>
        <Rows
          rows={list.data ?? []}
          rowKey={(r) => r.kind}
          columns={[
            { title: t`任务`, cell: (r) => tr(r.label) },
            { title: t`用途`, cell: (r) => (r.purpose === 'care' ? t`关怀` : t`营销`) },
            { title: t`打开`, cell: (r) => (r.isOn ? t`开` : t`关`) },
            { title: t`发送时间`, cell: (r) => r.sendAt },
            { title: t`每天封顶`, cell: (r) => <Money of={r.ceiling} /> },
            { title: t`谁打开的`, cell: (r) => r.onByName ?? '' },
            { title: t`近 30 天发出`, cell: (r) => r.handed },
            { title: t`近 30 天花费`, cell: (r) => <Money of={r.spent} /> },
            {
              title: '',
              cell: (r) =>
                can('marketing:approve') && <button type="button" className="link" onClick={() => setEdited(r)}>{t`设置`}</button>,
            },
          ]}
        />
      </Panel>
      <Drawer
        title={edited ? tr(edited.label) : ''}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        size={520}
        destroyOnHidden
      >
        {edited && <Settings task={edited} onDone={() => setEdited(undefined)} />}
      </Drawer>
    </Until>
  )
}
function Settings({ task, onDone }: { task: StandingTask; onDone: () => void }) {
  const { hid } = useWho()
  const sms = useCall(marketing['sms-tasks.template'], { hid }).data?.list ?? []
  const wechat = useCall(marketing['marketing.wechat-templates'], { hid }).data ?? []
  const passed = sms.filter((one) => one.purpose === task.purpose && one.state === templateStates.is.passed)
  const active = task.purpose === 'care' ? wechat.filter((one) => one.status === ruleStates.is.active) : []
  return (
    <Form
      of={marketing['marketing.standing.save']}
      fixed={{ hid, kind: task.kind, version: task.version }}
      initial={task}
      invalidates={[marketing['marketing.standing']]}
      fields={[
        { key: 'isOn' },
        { key: 'templateId', options: passed.map((one) => ({ value: one.id, label: one.name })) },
        { key: 'wechatTemplateId', options: active.map((one) => ({ value: one.id, label: wechatWord(one.kind) })) },
        'sendAt',
        'ceiling',
      ]}
      onDone={() => (toast(t`已保存`, 'ok'), onDone())}
      onLeave={onDone}
    />
  )
}
