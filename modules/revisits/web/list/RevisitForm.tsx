/** A task made by hand. */
import { Drawer } from 'antd'
import { inUse } from '#kernel/contract/index.ts'
import { Form, t, toast, today, useCall, useWho } from '#kernel/web/index.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { settings } from '#modules/settings/contract/endpoints.ts'
import endpoints from '../../contract/endpoints.ts'
import { stale } from '../words.ts'
import { useCallers } from './RevisitTable.tsx'

export function RevisitForm({ pid, onClose }: { pid?: number; onClose: () => void }) {
  const { hid } = useWho()
  const callers = useCallers()
  const types = useCall(settings['revisits.types.list'], { hid, status: inUse.is.on }).data?.list ?? []
  return (
    <Drawer open onClose={onClose} title={t`新建回访`} size={520} destroyOnHidden keyboard>
      <Form
        of={endpoints['revisits.create']}
        fixed={{ hid, ...(pid === undefined ? {} : { pid }) }}
        initial={{ revisitTime: `${today()} 10:00`, category: 1, taskType: 1, channel: 1, urgency: 1 }}
        fields={[
          ...(pid === undefined
            ? [
                {
                  key: 'pid' as const,
                  control: (form: { values: { pid?: unknown }; set: (key: 'pid', value: number | undefined) => void }, id: string) => (
                    <PatientPicker id={id} chosen={form.values.pid as number | undefined} onChange={(chosen) => form.set('pid', chosen)} />
                  ),
                },
              ]
            : []),
          { key: 'revisitTime', span: 12 },
          { key: 'type', options: types.map((one) => ({ value: one.id, label: one.name })) },
          'taskType',
          'channel',
          'urgency',
          'category',
          {
            key: 'reviewStaff',
            options: Object.entries(callers).map(([ctid, label]) => ({ value: Number(ctid), label })),
            when: (v) => v.category === 0,
          },
          { key: 'content', span: 12 },
          'tailStartDate',
          'tailEndDate',
          { key: 'note', span: 12 },
        ]}
        invalidates={stale}
        onDone={() => {
          toast(t`已保存`, 'ok')
          onClose()
        }}
        onLeave={onClose}
      />
    </Drawer>
  )
}
