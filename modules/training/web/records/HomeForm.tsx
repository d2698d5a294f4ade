/** A session at home, as the family told it. */
import { Drawer } from 'antd'
import { Form, t, toast, today, useWho } from '#kernel/web/index.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { training } from '../../contract/endpoints.ts'
import { modulesField } from '../ModulesField.tsx'
import { stale } from '../stale.ts'

export function HomeForm({ open, onClose, pid }: { open: boolean; onClose: () => void; pid?: number }) {
  const { hid } = useWho()
  return (
    <Drawer title={t`登记在家训练`} open={open} onClose={onClose} size={460} destroyOnHidden>
      <Form
        of={training['train.home']}
        fixed={{ hid, ...(pid === undefined ? {} : { pid }) }}
        initial={{ doneOn: today() }}
        invalidates={stale}
        fields={[
          ...(pid === undefined
            ? [
                {
                  key: 'pid' as const,
                  label: '会员',
                  span: 12,
                  control: (form: { values: { pid?: unknown }; set: (key: 'pid', value: number | undefined) => void }, id: string) => (
                    <PatientPicker
                      id={id}
                      chosen={typeof form.values.pid === 'number' ? form.values.pid : undefined}
                      onChange={(chosen) => form.set('pid', chosen)}
                    />
                  ),
                },
              ]
            : []),
          'doneOn',
          'minutes',
          'score',
          { key: 'modules', span: 12, control: modulesField('modules') },
          { key: 'complaint', span: 12 },
        ]}
        onDone={() => (toast(t`已登记`, 'ok'), onClose())}
        onLeave={onClose}
      />
    </Drawer>
  )
}
