/** Every message that reached for a member with its reason, and one button to leave them alone. */
import { Button } from 'antd'
import { Can, Money, Panel, Rows, Until, confirm, t, toast, tr, useCall, useId, useSend } from '#kernel/web/index.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { marketing } from '../contract/endpoints.ts'
import type { Touch } from '../contract/shapes.ts'

export default function MemberTouches() {
  const pid = useId('patientId')
  const list = useCall(marketing['marketing.touches'], { pid, pageSize: 100 }, { live: ['marketing', 'messages'] })
  const stop = useSend(marketing['marketing.unsubscribe'], {
    invalidates: [marketing['marketing.touches']],
    onSuccess: ({ withdrawn, cancelled }) => toast(t`已退订：撤回 ${withdrawn} 项同意，撤下 ${cancelled} 条`, 'ok'),
  })
  return (
    <PatientPage>
      <Until of={list}>
        <Panel
          title={t`触达记录`}
          actions={
            <Can code="patient:save">
              <Button
                onClick={() =>
                  void confirm(t`以后不再给这个号码发营销短信？订单和复查提醒照常`).then((yes) => yes && stop.mutate({ pid, way: 'desk' }))
                }
              >{t`不再打扰`}</Button>
            </Can>
          }
        >
          <Rows
            rows={list.data?.list ?? []}
            rowKey={(r: Touch) => r.id}
            columns={[
              { title: t`时间`, cell: (r) => r.at.slice(0, 16) },
              { title: t`用途`, cell: (r) => (r.purpose === 'care' ? t`关怀` : t`营销`) },
              { title: t`任务`, cell: (r) => r.taskName ?? '' },
              { title: t`内容`, cell: (r) => r.text },
              { title: t`为什么是他`, cell: (r) => r.facts.map((f) => `${tr(f.label)} ${f.words}`).join('；') },
              { title: t`渠道`, cell: (r) => (r.channel === 'wechat' ? t`微信` : t`短信`) },
              { title: t`打开链接`, cell: (r) => r.openedAt?.slice(5, 16) ?? '' },
              { title: t`结果`, cell: (r) => tr(r.result) },
              { title: t`费用`, cell: (r) => <Money of={r.cost} /> },
            ]}
          />
          {list.data?.total === 0 && <p className="soft panel-body">{t`还没有给这位会员发过任务短信`}</p>}
        </Panel>
      </Until>
    </PatientPage>
  )
}
