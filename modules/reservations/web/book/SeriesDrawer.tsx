/** Books a series of visits from a settings template. */
import { Drawer } from 'antd'
import { Form, t, toast, today, useCall, useWho } from '#kernel/web/index.ts'
import { StaffPicker } from '#modules/account/web/door.tsx'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { inUse } from '#kernel/contract/index.ts'
import { reservations } from '../../contract/endpoints.ts'

export function SeriesDrawer({ pid, open, onClose }: { pid: number; open: boolean; onClose: () => void }) {
  const { hid } = useWho()
  const templates = useCall(settings['reservations.templates.list'], { hid, status: inUse.is.on }, { enabled: open })
  const options = (templates.data?.list ?? []).map((x) => ({
    value: x.id,
    label: t`${x.name}（第 ${x.steps.map((s) => s.days).join('、')} 天）`,
  }))
  return (
    <Drawer open={open} onClose={onClose} title={t`按模板预约`} size={520} destroyOnHidden>
      <Form
        of={reservations['reservations.by-template']}
        fixed={{ hid, pid }}
        initial={{ startDate: today(), time: '09:30', type: 2 }}
        saveLabel={t`全部预约`}
        onLeave={onClose}
        fields={[
          {
            key: 'templateId',
            span: 12,
            options,
            ...(templates.data && !options.length ? { hint: t`还没有预约模板，可在系统设置的运营设置中新增` } : {}),
          },
          { key: 'startDate', hint: t`各次从这一天起算` },
          'time',
          'type',
          {
            key: 'doctorId',
            label: '医生',
            control: (form, id) => (
              <StaffPicker
                id={id}
                type={1}
                chosen={form.values.doctorId as number | undefined}
                onChange={(doctorId) => form.set('doctorId', doctorId ?? null)}
              />
            ),
          },
          { key: 'offDutyNote', span: 12, hint: t`其中有一天约不上，就一次也不约` },
        ]}
        invalidates={[reservations['reservations.list'], reservations['reservations.legacy.list']]}
        onDone={(created) => (toast(t`已预约 ${created.length} 次`, 'ok'), onClose())}
      />
    </Drawer>
  )
}
