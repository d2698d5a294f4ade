import { Button, Modal } from 'antd'
import { Store, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Can, Form, confirm, t, toast, unless, useCall, useCan, useGo, useId, useSend, useWho } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { Patient } from '../../contract/shapes.ts'
import { PatientForm } from '../list/PatientForm.tsx'
import { Rights } from './Rights.tsx'
import { PatientPage } from './PatientPage.tsx'

export default function PatientBasic() {
  const pid = useId('patientId')
  const go = useGo()
  const can = useCan()
  const member = useCall(patients['patients.get'], { id: pid })
  const remove = useSend(patients['patients.delete'], {
    invalidates: [patients['patients.list'], patients['patients.search-by-name']],
    onSuccess: () => (toast(t`已删除`, 'ok'), go('/patients/list')),
  })
  const ask = async () => {
    if (
      member.data &&
      (await confirm({ message: t`删除会员“${member.data.name}”？有预约、检查、收费等记录的会员不能删除`, danger: true, ok: t`删除` }))
    )
      remove.mutate({ pid, version: member.data.version })
  }
  return (
    <PatientPage
      of={member}
      actions={
        <>
          <Rights pid={pid} />
          <Can code="patient:save">{member.data && <Move of={member.data} />}</Can>
          <Can code="patient:delete">
            <Button danger icon={<Trash2 size={14} />} loading={remove.isPending} onClick={() => void ask()}>{t`删除会员`}</Button>
          </Can>
        </>
      }
    >
      {member.data && (
        <PatientForm
          key={member.data.version}
          initial={member.data}
          readOnly={!can('patient:save')}
          onDone={() => toast(t`已保存`, 'ok')}
          onLeave={() => go(`/patients/detail/${pid}/home`)}
        />
      )}
    </PatientPage>
  )
}

/** Gives the member another home store; what was written stays where it was written. */
function Move({ of: patient }: { of: Patient }) {
  const [open, setOpen] = useState(false)
  const { stores } = useWho()
  const others = stores.filter((s) => s.hid !== patient.hid)
  return (
    <>
      <Button
        icon={<Store size={14} />}
        {...unless(others.length ? undefined : t`没有其他门店可转`, () => setOpen(true))}
      >{t`转门店`}</Button>
      <Modal title={t`${patient.name} 转到其他门店`} open={open} footer={null} onCancel={() => setOpen(false)} destroyOnHidden width={460}>
        <Form
          of={patients['patients.change-hospital']}
          fixed={{ id: patient.pid, version: patient.version }}
          fields={[
            {
              key: 'hid',
              label: '转到门店',
              span: 12,
              hint: t`预约、检查和收费仍记在原来的门店`,
              options: others.map((s) => ({ value: s.hid, label: s.name })),
            },
          ]}
          saveLabel={t`转门店`}
          invalidates={[patients['patients.get'], patients['patients.index'], patients['patients.list']]}
          onDone={() => (toast(t`已转门店`, 'ok'), setOpen(false))}
          onLeave={() => setOpen(false)}
        />
      </Modal>
    </>
  )
}
